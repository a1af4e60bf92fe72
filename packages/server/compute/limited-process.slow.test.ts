// Children in the sandbox that this machine offers.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { decodeSoundFile, SoundFileError } from "../codec/decode-sound-file.ts";
import { madeWav } from "../codec/made-sounds.ts";
import { type ProcessLimits, runLimited } from "./limited-process.ts";
import { cacheFilled } from "./program-cache.ts";
import { sandbox } from "./sandbox.ts";
import type { ChildJob, Reached, SeenCache } from "./test-child.ts";

const PROGRAM = fileURLToPath(new URL("./test-child.ts", import.meta.url));
const LIMITS: ProcessLimits = {
  memoryKib: 2 * 1024 * 1024,
  heapMib: 128,
  cpuSeconds: 60,
  wallSeconds: 120,
  fileBytes: 0,
};
const folder = mkdtempSync(join(tmpdir(), "fullcast-test-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const box = await sandbox();

const run = (job: ChildJob, limits: Partial<ProcessLimits> = {}, input?: string) =>
  runLimited<Reached, string>(PROGRAM, job, { limits: { ...LIMITS, ...limits }, input });

test(`a child reads its input and no other file, writes nothing, connects to nothing (sandbox here: ${box.kind})`, async (t) => {
  const connections: Socket[] = [];
  const server = createServer((socket) => void connections.push(socket)).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const secret = join(folder, "secret.wav");
  writeFileSync(secret, madeWav({ samples: 4_410 }), { mode: 0o600 });
  const input = join(folder, "input");
  writeFileSync(input, "the input", { mode: 0o600 });
  const { port } = server.address() as { port: number };

  const end = await run({ kind: "reach", reach: { path: secret, port } }, {}, input);
  assert.equal(end.kind, "answered");
  if (end.kind !== "answered") return;
  const { readByDecoder, connected, ...rest } = end.answer;
  assert.deepEqual(rest, { input: "the input", readByScript: false, written: false });
  assert.ok(!existsSync(`${secret}.written`));
  // Without a sandbox native code is bound by FFmpeg's protocol whitelist only, which this child does not set.
  if (box.kind !== "none") assert.equal(readByDecoder, false);
  if (box.kind.startsWith("bubblewrap")) assert.equal(connected, false);
});

test("a child in a sandbox reads the cache of compiled sources, and cannot write it", {
  skip: box.kind === "none" && "this machine offers no sandbox",
}, async (t) => {
  const usual = process.env.NODE_COMPILE_CACHE;
  const cache = join(import.meta.dirname, "../../../node_modules/.cache", `test-${process.pid}`);
  process.env.NODE_COMPILE_CACHE = cache;
  t.after(() => {
    if (usual === undefined) delete process.env.NODE_COMPILE_CACHE;
    else process.env.NODE_COMPILE_CACHE = usual;
    rmSync(`${cache}-sandbox`, { recursive: true, force: true });
  });
  const seen = async () => {
    const end = await runLimited<SeenCache>(PROGRAM, { kind: "cache" }, { limits: LIMITS });
    return end.kind === "answered" ? end.answer : assert.fail(end.kind);
  };
  assert.deepEqual(await seen(), { folder: null, written: false });
  await cacheFilled();
  const { folder, written } = await seen();
  assert.ok(folder !== null, "no cache is used");
  assert.ok(folder.startsWith(`${cache}-sandbox/`), folder);
  assert.equal(written, false);
  assert.ok(readdirSync(folder).length > 5);
});

test("a playlist that names another sound is refused, although its decoder could read that sound", async () => {
  chmodSync(folder, 0o755);
  const other = join(folder, "other.wav");
  writeFileSync(other, madeWav({ samples: 44_100 }), { mode: 0o644 });
  const playlists = [
    `ffconcat version 1.0\nfile '${other}'\n`,
    `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nfile://${other}\n#EXT-X-ENDLIST\n`,
    `<?xml version="1.0"?><MPD><Period><AdaptationSet><BaseURL>file://${other}</BaseURL></AdaptationSet></Period></MPD>`,
    `[playlist]\nFile1=${other}\nNumberOfEntries=1\n`,
  ];
  for (const [index, text] of playlists.entries()) {
    const input = join(folder, `playlist-${index}`);
    writeFileSync(input, text);
    const job = { input_path: input, output_path: `${input}.out`, min_duration_ms: 1, max_duration_ms: 60_000 };
    await assert.rejects(decodeSoundFile({ ...job, max_output_bytes: 10_000_000 }), (error) => {
      return error instanceof SoundFileError && error.fault === "unreadable";
    });
    assert.ok(!existsSync(job.output_path));
  }
});

test("a child that sends too much, one that takes too much memory, one that hangs and one that ends without an answer are distinguished", async () => {
  assert.deepEqual(await run({ kind: "talk" }, { answerBytes: 1_000_000 }), { kind: "limits" });
  if (process.platform !== "win32") assert.deepEqual(await run({ kind: "grow" }), { kind: "limits" });
  assert.deepEqual(await run({ kind: "hang" }, { wallSeconds: 3 }), { kind: "limits" });
  if (process.platform !== "win32")
    assert.deepEqual(await run({ kind: "hang" }, { cpuSeconds: 3 }), { kind: "limits" });
  assert.deepEqual(await run({ kind: "exit" }), { kind: "broken" });
});

test("a child that is killed is reported although a process that it left behind holds its output", {
  skip: process.platform === "win32" && "Windows has no process groups",
  timeout: 60_000,
}, async () => {
  const limits = { ...LIMITS, wallSeconds: 0 };
  assert.deepEqual(await runLimited(PROGRAM, { kind: "leave" }, { limits, trusted: true }), { kind: "killed" });
});
