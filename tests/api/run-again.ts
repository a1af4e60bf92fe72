// Runs files of the API's tests again, in processes with other surroundings: another database, another object store.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";

const root = dirname(dirname(import.meta.dirname));

/**
 * Runs files, relative to the workspace, in one process, one after the other, and asserts that each has tests and that all of
 * them pass.
 */
export async function passAgain(
  files: readonly string[],
  surroundings: { readonly [name: string]: string },
): Promise<void> {
  const paths = files.map((file) => join(root, file));
  const { code, output } = await runTests(files.length === 1 ? paths : [TOGETHER, ...paths], surroundings);
  assert.equal(code, 0, `exit code ${code}\n${failures(output)}`);
  if (files.length === 1) assert.match(output, /^# pass [1-9]/m);
  // TAP: the tests of a suite stand before it, indented. What a server logs can stand anywhere between them.
  else {
    const results = output
      .split("\n")
      .filter((line) => /^(?: |(?:not )?ok )/.test(line))
      .join("\n");
    for (const file of files)
      assert.match(results, new RegExp(`^ +ok 1 - .*(?:\\n .*)*\\nok \\d+ - ${file}$`, "m"), file);
  }
}

/** The failed tests of a TAP report with their details; without one, the end of the output. A whole report hides them. */
function failures(output: string): string {
  const failed = output.match(/^ *not ok .*(?:\n *---\n(?:.*\n)*? *\.\.\.$)?/gm) ?? [];
  const own = failed.filter((text) => !text.includes("failureType: 'subtestsFailed'"));
  return own.length === 0 ? output.slice(-END) : own.join("\n");
}

/** Characters of an output that reports no failure: a process that crashed. */
const END = 4_000;

const TOGETHER = join(root, "tests/runner/together.ts");

function runTests(
  files: readonly string[],
  surroundings: { readonly [name: string]: string },
): Promise<{ readonly code: number | null; readonly output: string }> {
  // With Node's own variable, a test file inside a test file would not report.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--test-reporter=tap", ...files], {
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
