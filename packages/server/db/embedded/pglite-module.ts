// PostgreSQL's WebAssembly, compiled once in a process and kept until it ends. Threads of later databases share it.
// V8 can end the process when it frees a compiled module ("Check failed: jit_page_->allocations_.erase", nodejs/node#64500), as it
// did when each database compiled its own: this one is never freed.

import { readFile } from "node:fs/promises";
import { compiledWasm, type WasmModule } from "../../compute/kept-code.ts";

let compiled: Promise<WasmModule> | null = null;

export function pgliteModule(): Promise<WasmModule> {
  compiled ??= readFile(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"))).then(compiledWasm);
  return compiled;
}
