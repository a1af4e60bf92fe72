// The black-box tests of the API, once more, on a real PostgreSQL server: the same code and the same tests.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { startPostgres } from "./postgres.ts";

const root = dirname(dirname(import.meta.dirname));

const server = await startPostgres();
after(() => server[Symbol.asyncDispose]());
const url = await server.createDatabase();

describe("on PostgreSQL", { concurrency: 2 }, () => {
  for (const file of globSync("tests/api/*.test.ts", { cwd: root }).sort()) {
    test(basename(file, ".test.ts"), async () => {
      const { code, output } = await runTests(join(root, file));
      assert.equal(code, 0, output);
      assert.match(output, /^# pass [1-9]/m);
    });
  }
});

function runTests(file: string): Promise<{ readonly code: number | null; readonly output: string }> {
  // With Node's own variable, a test file inside a test file would not report.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--test-reporter=tap", file], {
    cwd: root,
    env: { ...env, FULLCAST_TEST_POSTGRES: url },
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
