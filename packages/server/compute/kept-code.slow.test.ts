// Processes that use a module one after the other. V8 reports what it compiles.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sha256 } from "../hash.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-kept-code-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const FLITE = new URL("../engines/flite/flite-module.ts", import.meta.url).href;
/** Keeps a few functions busy, and states what they made. Nothing is busy without a text. */
const SPEAK = (times: number) => `
  const { createFlite } = await import(${JSON.stringify(FLITE)});
  const { phones } = await createFlite();
  let said = [];
  for (let time = 0; time < ${times}; time++) said = phones("The harbour was quiet, and the lamp burned for a long time.");
  // Time to optimise what was busy.
  await new Promise((resolve) => setTimeout(resolve, ${times === 0 ? 0 : 1_500}));
  console.log("SAID " + said.join(" "));
  process.exit(0);`;

function run(cache: string | undefined, times = 30) {
  const args = ["--no-warnings", "--trace-wasm-compilation-times", "--input-type=module", "--eval", SPEAK(times)];
  const { NODE_COMPILE_CACHE: _usual, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: cache === undefined ? env : { ...env, NODE_COMPILE_CACHE: cache },
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  return {
    said: /^SAID (.+)$/m.exec(stdout)?.[1],
    compiled: stdout.match(/^Compiled function/gm)?.length ?? 0,
    optimised: stdout.match(/^Compiled function .* using TurboFan/gm)?.length ?? 0,
  };
}

const files = (cache: string) => readdirSync(join(cache, "wasm")).map((name) => join(cache, "wasm", name));

test("a process takes the optimised code of the process before it, and makes the same with it", () => {
  const cache = join(folder, "used");
  const first = run(cache);
  assert.equal(files(cache).length, 1);
  const second = run(cache);
  assert.equal(files(cache).length, 1);
  assert.ok(first.said !== undefined && second.said === first.said, `${first.said}; ${second.said}`);
  assert.ok(first.optimised > 20, `${first.optimised} functions were busy`);
  assert.ok(second.optimised < first.optimised / 2, `${second.optimised} functions of ${first.optimised}`);
  assert.ok(second.compiled < first.compiled / 2, `${second.compiled} functions of ${first.compiled}, not optimised`);
});

test("a file that is broken anywhere is not used, and replaced", () => {
  const cache = join(folder, "broken");
  const { said } = run(cache);
  const [file] = files(cache);
  assert.ok(file !== undefined);
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed.writeUInt8(whole.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
  for (const bytes of [changed, whole.subarray(0, -1), Buffer.alloc(0), Buffer.from("no code at all")]) {
    writeFileSync(file, bytes);
    assert.equal(run(cache).said, said, `${bytes.length} bytes`);
    assert.notDeepEqual(readFileSync(file), bytes);
  }
});

test("code that another version of V8 made is not used", () => {
  const cache = join(folder, "refused");
  const { said } = run(cache);
  const [file] = files(cache);
  assert.ok(file !== undefined);
  const code = readFileSync(file).subarray(64);
  // V8 compares its own version in these bytes. The checksum is right.
  code.writeUInt8(code.readUInt8(4) ^ 1, 4);
  writeFileSync(file, Buffer.concat([Buffer.from(sha256(code)), code]));
  assert.equal(run(cache).said, said);
});

test("nothing is written for a module without busy functions, nor without a folder or where it cannot be one", () => {
  const cache = join(folder, "idle");
  run(cache, 0);
  assert.throws(() => files(cache), { code: "ENOENT" });
  const blocked = join(folder, "blocked");
  writeFileSync(blocked, "a file");
  assert.ok(run(blocked).said !== undefined);
  const inside = join(folder, "inside");
  mkdirSync(inside);
  writeFileSync(join(inside, "wasm"), "a file");
  assert.ok(run(inside).said !== undefined);
  assert.ok(run(undefined, 1).said !== undefined);
});
