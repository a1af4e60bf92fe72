import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { checkOutput, outputFormat, partPaths, saveFile } from "./save-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fullcast-save-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the extension names the format, in upper or lower case; an unknown one is refused with the list", () => {
  assert.equal(outputFormat("/a/b.mp3"), "mp3");
  assert.equal(outputFormat("/a/b.M4B"), "m4b");
  for (const path of ["/a/b.ogg", "/a/b", "/a.mp3/b", "/a/b.mp3.txt", "/a/.mp3"]) {
    assert.throws(() => outputFormat(path), { kind: "usage", message: /\.mp3, \.wav, \.m4b, \.opus, \.epub, \.srt/ });
  }
});

test("a place that can be written passes the check and nothing stays behind", async () => {
  await checkOutput(join(folder, "out.mp3"));
  assert.deepEqual(readdirSync(folder), []);
});

test("a missing folder, a file as folder and a folder as file are refused before any work", async () => {
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "dir.mp3"));
  await assert.rejects(checkOutput(join(folder, "none", "out.mp3")), { kind: "failed", message: /does not exist/ });
  await assert.rejects(checkOutput(join(folder, "file", "out.mp3")), { kind: "failed" });
  await assert.rejects(checkOutput(join(folder, "dir.mp3")), { message: /is a folder/ });
});

test("a read-only folder is refused before any work", () => {
  chmodSync(folder, 0o555);
  // Root may write everywhere, so the child changes to an unprivileged user after it has loaded its modules.
  const run = runScript(`
    if (process.getuid?.() === 0) { process.setgid(65534); process.setuid(65534); }
    await checkOutput(${JSON.stringify(join(folder, "out.mp3"))}).catch((e) => console.log(e.name, e.message));`);
  assert.match(run.stdout.toString(), /^CliError .*out\.mp3 cannot be written: no permission to write there/);
  assert.deepEqual(readdirSync(folder), []);
});

test("the file appears whole, in the place of an older one", async () => {
  const out = join(folder, "out.mp3");
  writeFileSync(out, "older");
  const heard: number[] = [];
  await saveFile(out, chunks("new ", "file"), 8, (written) => heard.push(written));
  assert.equal(readFileSync(out, "utf8"), "new file");
  assert.deepEqual(heard, [4, 8]);
  assert.deepEqual(readdirSync(folder), ["out.mp3"]);
});

test("a stream that ends early leaves the older file and nothing else", async () => {
  const out = join(folder, "out.mp3");
  writeFileSync(out, "older");
  await assert.rejects(
    saveFile(out, chunks("new "), 8, () => {}),
    { kind: "failed", message: /ended after 4 of 8/ },
  );
  await assert.rejects(
    saveFile(out, breaking(), 8, () => {}),
    /gone/,
  );
  assert.equal(readFileSync(out, "utf8"), "older");
  assert.deepEqual(readdirSync(folder), ["out.mp3"]);
});

test("a file larger than the free space is refused before a byte is written", async () => {
  const out = join(folder, "out.mp3");
  await assert.rejects(
    saveFile(out, chunks("x"), 2 ** 60, () => {}),
    { kind: "failed", message: /the disk is full/ },
  );
  assert.deepEqual(readdirSync(folder), []);
});

test("a disk that fills up while writing leaves nothing half written", (context) => {
  // A limit on the file's size stands for a full disk: writing fails midway in both cases.
  const script = `async function* big() { for (let i = 0; i < 64; i++) yield Buffer.alloc(65536); }
    await saveFile(${JSON.stringify(join(folder, "out.mp3"))}, big(), 64 * 65536, () => {}).catch((e) => console.log(e.name, e.message));`;
  const run = runScript(script, "trap '' XFSZ; ulimit -f 1024;");
  if (run.error !== undefined) return context.skip("there is no shell to set the limit");
  assert.match(run.stdout.toString(), /^CliError .*larger than the system allows.*Nothing was left behind/);
  assert.deepEqual(readdirSync(folder), []);
});

/** Runs a script that may use the module, in a process of its own. */
function runScript(script: string, before = "") {
  const module = pathToFileURL(join(import.meta.dirname, "save-file.ts")).href;
  const whole = `import { checkOutput, saveFile } from ${JSON.stringify(module)};\n${script}`;
  return spawnSync("sh", ["-c", `${before} exec "$0" --input-type=module -e "$1"`, process.execPath, whole]);
}

async function* chunks(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part);
}

async function* breaking() {
  yield Buffer.from("new ");
  throw new Error("gone");
}

test("the parts of an output stand beside it, numbered", () => {
  assert.deepEqual(partPaths("/a.b/story.mp3", 1), ["/a.b/story.mp3"]);
  assert.deepEqual(partPaths("/a.b/story.mp3", 2), ["/a.b/story-1.mp3", "/a.b/story-2.mp3"]);
  assert.equal(partPaths("/a/.tale.m4b", 12)[0], "/a/.tale-01.m4b");
});
