// V8 reports what it compiles for a module that calls JavaScript often.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

/** (func (export "run") (param i32)): calls the imported function this many times. */
const MODULE = [
  [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 10, 2, 96, 1, 127, 1, 127, 96, 1, 127, 0, 2, 7, 1, 1, 109, 1, 102, 0, 0, 3, 2, 1, 1,
    7, 7, 1, 3,
  ],
  [114, 117, 110, 0, 1, 10, 23, 1, 21, 0, 3, 64, 32, 0, 16, 0, 26, 32, 0, 65, 1, 107, 33, 0, 32, 0, 13, 0, 11, 11],
].flat();

function compiledBy(before: string): string {
  const program = `${before}
    const module = new WebAssembly.Module(new Uint8Array(${JSON.stringify(MODULE)}));
    new WebAssembly.Instance(module, { m: { f: (x) => x + 1 } }).exports.run(100_000);`;
  const args = ["--trace-wasm-compilation-times", "--input-type=module", "--eval", program];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

test("V8 compiles no wrapper for calls from WebAssembly, as it does without this file", () => {
  const wrapper = /Compiled WasmToJS wrapper/;
  assert.match(compiledBy(""), wrapper);
  const file = new URL("./generic-wrappers.ts", import.meta.url);
  assert.doesNotMatch(compiledBy(`await import(${JSON.stringify(file.href)});`), wrapper);
});
