// The runner itself, on small workspaces made for the occasion.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const PASSING = `import { test } from "node:test"; test("holds", () => {});`;

test("a run that passes ends with the counts alone on the last line and exit code 0", async () => {
  const { code, lastLine } = await run({ "packages/a/a.test.ts": PASSING, "tests/b.test.ts": PASSING });
  assert.equal(lastLine, "2 passed, 0 failed");
  assert.equal(code, 0);
});

test("skipped tests are counted apart, suites are not counted at all", async () => {
  const { code, lastLine } = await run({
    "packages/a/a.test.ts": `import { describe, it } from "node:test";
      describe("suite", () => { it("holds", () => {}); it.skip("waits", () => {}); });`,
  });
  assert.equal(lastLine, "1 passed, 0 failed, 1 skipped");
  assert.equal(code, 0);
});

test("a failed test is reported in full, with the suite it stands in, and fails the run", async () => {
  const { code, lastLine, output } = await run({
    "packages/a/a.test.ts": `import assert from "node:assert/strict"; import { describe, it } from "node:test";
      describe("sums", () => { it("adds", () => assert.equal(1 + 1, 3)); it("holds", () => {}); });`,
  });
  assert.equal(lastLine, "1 passed, 1 failed");
  assert.match(output, /sums > adds/);
  assert.match(output, /2 !== 3/);
  assert.equal(code, 1);
});

test("a file that cannot be read as TypeScript counts as failed", async () => {
  const { code, lastLine, output } = await run({ "packages/a/a.test.ts": "const x: = 3;" });
  assert.equal(lastLine, "0 passed, 1 failed");
  assert.match(output, /Expected an identifier/);
  assert.equal(code, 1);
});

test("a file that ends its process in mid-test counts as failed and names the test", async () => {
  const { lastLine, output } = await run({
    "packages/a/a.test.ts": `import { test } from "node:test"; test("holds", () => {});
      test("leaves", async () => { await new Promise((go) => setTimeout(go, 50)); process.exit(3); });`,
  });
  assert.equal(lastLine, "1 passed, 1 failed");
  assert.match(output, /exit code 3; unfinished: leaves/);
});

test("a failure after the last test has ended fails the file and is reported", async () => {
  const { code, lastLine, output } = await run({
    "packages/a/a.test.ts": `import { test } from "node:test";
      test("holds", () => { setTimeout(() => { throw new Error("too late"); }, 50); });`,
  });
  assert.equal(lastLine, "1 passed, 1 failed");
  assert.match(output, /exit code 1[\s\S]*too late/);
  assert.equal(code, 1);
});

test("a file without a test fails", async () => {
  const { code, lastLine } = await run({
    "packages/a/a.test.ts": "export const nothing = 1;",
    "tests/b.test.ts": PASSING,
  });
  assert.equal(lastLine, "1 passed, 1 failed");
  assert.equal(code, 1);
});

test("a run without a test file fails", async () => {
  const { code, lastLine } = await run({ "packages/a/a.ts": "export {};" });
  assert.equal(lastLine, "0 passed, 1 failed");
  assert.equal(code, 1);
});

test("a file that hangs and ignores being asked to end is stopped at its limit", async () => {
  const { code, lastLine, output } = await run(
    {
      "packages/a/a.test.ts": `import { test } from "node:test"; process.on("SIGTERM", () => {});
        test("waits for ever", () => new Promise(() => setInterval(() => {}, 1000)));`,
    },
    // Long enough for a slow machine to begin the test.
    "--limit",
    "8",
  );
  assert.equal(lastLine, "0 passed, 1 failed");
  assert.match(output, /longer than 8 s and was stopped; unfinished: waits for ever/);
  assert.equal(code, 1);
});

test("a file that leaves a process running fails, and the process is ended", async () => {
  const { lastLine, output } = await run({
    "packages/a/a.test.ts": `import { spawn } from "node:child_process"; import { test } from "node:test";
      test("starts one", () => {
        const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
        child.unref(); console.log("child", child.pid);
      });`,
  });
  assert.equal(lastLine, "1 passed, 1 failed");
  assert.match(output, /left processes running/);
  const pid = Number(/child (\d+)/.exec(output)?.[1]);
  assert.ok(pid > 0);
  assert.equal(await isRunning(pid), false);
});

test("the processor time of a file counts the processes that it started", async () => {
  const { output } = await run({
    "tests/a.test.ts": `import { spawnSync } from "node:child_process"; import { test } from "node:test";
      const work = "const used = () => { const { user, system } = process.cpuUsage(); return user + system; };" +
        "while (used() < 1_000_000);";
      test("starts one", () => { spawnSync(process.execPath, ["-e", work]); new Function(work)(); });`,
  });
  const seconds = Number(/processor ([\d.]+) s/.exec(output)?.[1]);
  const least = process.platform === "linux" ? 2 : 1;
  assert.ok(seconds >= least && seconds < 10, output);
});

test("--unit leaves out slow tests and the tests folder; suites that need programs run only by name", async () => {
  const files = {
    "packages/a/a.test.ts": PASSING,
    "packages/a/a.slow.test.ts": PASSING,
    "tests/b.test.ts": PASSING,
    "tests/other/c.test.ts": PASSING,
    "tests/audio/d.test.ts": PASSING,
  };
  assert.equal((await run(files, "--unit")).lastLine, "1 passed, 0 failed");
  assert.equal((await run(files)).lastLine, "4 passed, 0 failed");
  assert.equal((await run(files, "--suite", "other")).lastLine, "1 passed, 0 failed");
  assert.equal((await run(files, "--file", "slow")).lastLine, "1 passed, 0 failed");
});

test("files that run together are reported separately, and one that cannot be loaded fails without the others", async () => {
  const failing = `import assert from "node:assert/strict"; import { beforeEach, test } from "node:test";
    beforeEach(() => { globalThis.leaked = true; }); test("breaks", () => assert.fail("on purpose"));`;
  const clean = `import assert from "node:assert/strict"; import { test } from "node:test";
    test("untouched", () => assert.equal(globalThis.leaked, undefined));`;
  const { code, lastLine, output } = await run(
    {
      "packages/a/a.test.ts": "const x: = 3;",
      "packages/a/b.test.ts": clean,
      "packages/a/c.test.ts": failing,
      "packages/a/d.test.ts": PASSING,
    },
    "--unit",
    "--together",
    "--jobs",
    "1",
  );
  assert.equal(lastLine, "2 passed, 2 failed");
  assert.match(output, /packages\/a\/a\.test\.ts\n[\s\S]*Expected an identifier/);
  assert.match(output, /packages\/a\/c\.test\.ts > breaks\n[\s\S]*on purpose/);
  assert.equal(code, 1);
});

test("a file without a test fails among files that run together", async () => {
  const { code, lastLine, output } = await run(
    {
      "packages/a/a.test.ts": PASSING,
      "packages/a/b.test.ts": "export const nothing = 1;",
      "packages/a/c.test.ts": `import { describe } from "node:test"; describe("no test in it", () => {});`,
    },
    "--unit",
    "--together",
    "--jobs",
    "1",
  );
  assert.equal(lastLine, "1 passed, 2 failed");
  assert.match(output, /packages\/a\/b\.test\.ts\n\s+holds no test/);
  assert.equal(code, 1);
});

test("when the last hook of a file fails, the files behind it count as failed", async () => {
  const failing = `import { after, test } from "node:test"; test("holds", () => {});
    after(() => { throw new Error("left open"); });`;
  const { lastLine, output } = await run(
    { "packages/a/a.test.ts": PASSING, "packages/a/b.test.ts": failing, "packages/a/c.test.ts": PASSING },
    ...["--unit", "--together", "--jobs", "1"],
  );
  assert.match(output, /packages\/a\/b\.test\.ts\n[\s\S]*left open/);
  assert.match(output, /packages\/a\/c\.test\.ts\n\s+holds no test, or was not run/);
  assert.equal(lastLine, "2 passed, 2 failed");
});

test("files that share a server run together in groups, as do those that start one, in turn; one of them runs alone", async () => {
  const sharing = (name: string) => `import { test } from "node:test";
    const sharedAccount = async () => process.pid; const pid = await sharedAccount();
    test("${name}", () => console.log("process", pid));`;
  const files = Object.fromEntries([..."abc"].map((name) => [`tests/api/${name}.test.ts`, sharing(name)]));
  const together = await run({ ...files, "tests/api/d.test.ts": PASSING });
  assert.equal(together.lastLine, "4 passed, 0 failed");
  assert.match(together.output, /3 files together {2}3 passed/);
  assert.match(together.output, /tests\/api\/d\.test\.ts {2}1 passed/);
  const starting = (name: string) => `import { after, test } from "node:test";
    const sharedServer = async () => { globalThis.open = (globalThis.open ?? 0) + 1; after(() => { globalThis.open--; }); };
    await sharedServer(); test("${name}", () => { if (globalThis.open !== 1) throw new Error("two at once"); });`;
  const one = await run(Object.fromEntries([..."efg"].map((name) => [`tests/api/${name}.test.ts`, starting(name)])));
  assert.match(one.output, /3 files together {2}3 passed/);
  const alone = await run(files, "--file", "api/a");
  assert.match(alone.output, /tests\/api\/a\.test\.ts {2}1 passed/);
});

test("a suite whose programs are missing fails and names them", async () => {
  const { code, lastLine, output } = await run({ "tests/audio/d.test.ts": PASSING }, "--suite", "audio");
  assert.match(output, /needs programs that are not installed: ffmpeg, ffprobe/);
  assert.equal(lastLine, "0 passed, 1 failed");
  assert.equal(code, 1);
});

test("settings of the person's own installation do not reach the tests", async () => {
  const { lastLine } = await run({
    "packages/a/a.test.ts": `import assert from "node:assert/strict"; import { test } from "node:test";
      test("clean", () => assert.equal(process.env.FULLCAST_PORT, undefined));`,
  });
  assert.equal(lastLine, "1 passed, 0 failed");
});

async function isRunning(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 50; attempt++) {
    try {
      process.kill(pid, 0);
      if (/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) return false;
    } catch {
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

async function run(files: Readonly<Record<string, string>>, ...flags: string[]) {
  const root = mkdtempSync(join(tmpdir(), "fullcast-runner-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const runner = join(import.meta.dirname, "..", "run.ts");
    const { NODE_TEST_CONTEXT: _, TEST_EVENTS_FILE: __, ...env } = process.env;
    const child = spawn(process.execPath, [runner, "--root", root, ...flags], {
      env: { ...env, PATH: root, FULLCAST_PORT: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, output, lastLine: output.trimEnd().split("\n").at(-1) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
