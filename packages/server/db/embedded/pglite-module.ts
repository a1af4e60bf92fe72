// PostgreSQL's WebAssembly, compiled once in a process and kept until it ends. Threads of later databases share it.
// V8 can end the process when it frees a compiled module ("Check failed: jit_page_->allocations_.erase", nodejs/node#64500), as it
// did when each database compiled its own: this one is never freed.

import { readFile } from "node:fs/promises";
import "../../compute/generic-wrappers.ts";

/** What of the JavaScript interface of WebAssembly is used here; the types of Node 24 do not declare it without the DOM. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiled: Promise<object> | null = null;

/** A WebAssembly.Module, which messages can carry to other threads. */
export function pgliteModule(): Promise<object> {
  compiled ??= readFile(new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"))).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}
