// Runs files of the API's tests again, in processes with other surroundings: another database, another object store.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";

const root = dirname(dirname(import.meta.dirname));

/** Runs one file, relative to the workspace, and asserts that it has tests and that all of them pass. */
export async function passesAgain(file: string, surroundings: { readonly [name: string]: string }): Promise<void> {
  const { code, output } = await runTests(join(root, file), surroundings);
  assert.equal(code, 0, output);
  assert.match(output, /^# pass [1-9]/m);
}

function runTests(
  file: string,
  surroundings: { readonly [name: string]: string },
): Promise<{ readonly code: number | null; readonly output: string }> {
  // With Node's own variable, a test file inside a test file would not report.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--test-reporter=tap", file], {
    cwd: root,
    env: { ...env, ...surroundings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
