import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { StorageError } from "../../files/files.ts";
import { sha256 } from "../../hash.ts";
import { EngineError } from "../engine.ts";
import { createEffectMaker } from "./effects.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-effects-"));
const maker = createEffectMaker({ threads: 2 });
after(async () => {
  await maker[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});
const path = (name: string) => join(folder, name);

test("an effect is a WAV file of the length that was asked for, hashed and measured", async () => {
  const made = await maker.make({ prompt: "door slams", duration_ms: 1_500, seed: 4 }, path("slam.wav"));
  const bytes = readFileSync(path("slam.wav"));
  assert.equal(made.sha256, sha256(bytes));
  assert.equal(made.size_bytes, bytes.length);
  assert.equal(made.samples, 1.5 * made.sample_rate);
  assert.ok(made.integrated_lufs > -40 && made.sample_peak_dbfs < -2.9);
  assert.equal(bytes.toString("latin1", 0, 4), "RIFF");
  assert.equal(bytes.readUInt32LE(24), made.sample_rate);
});

test("the same request gives the same bytes, made beside others or alone", async () => {
  const request = { prompt: "heavy rain", duration_ms: 2_000, seed: null };
  const all = await Promise.all(["a", "b", "c", "d"].map((name) => maker.make(request, path(`${name}.wav`))));
  assert.equal(new Set(all.map((one) => one.sha256)).size, 1);
});

test("a prompt that no recipe makes is rejected and leaves nothing", async () => {
  const making = maker.make({ prompt: "a dragon roars", duration_ms: 1_000, seed: null }, path("dragon.wav"));
  await assert.rejects(making, (error) => error instanceof EngineError && error.kind === "rejected");
  assert.equal(existsSync(path("dragon.wav")), false);
});

test("what is stopped leaves nothing, and the next one is made", async () => {
  const stop = new AbortController();
  const making = maker.make({ prompt: "storm", duration_ms: 120_000, seed: null }, path("storm.wav"), stop.signal);
  stop.abort(new Error("enough"));
  await assert.rejects(making, /enough/);
  assert.equal(existsSync(path("storm.wav")), false);
  await maker.make({ prompt: "splash", duration_ms: 500, seed: null }, path("splash.wav"));
});

test("a file that cannot be written is told as such", async () => {
  const making = maker.make({ prompt: "splash", duration_ms: 500, seed: null }, join(folder, "none", "splash.wav"));
  await assert.rejects(making, StorageError);
});
