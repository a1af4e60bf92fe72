import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sha256 } from "../../hash.ts";
import { EngineError } from "../engine.ts";
import { createEffectMaker } from "./effects.ts";

const maker = createEffectMaker({ threads: 2 });
after(() => maker[Symbol.asyncDispose]());

test("an effect is a WAV file of the length that was requested, hashed and measured", async () => {
  const { recording: made, file } = await maker.make({ prompt: "door slams", duration_ms: 1_500, seed: 4 });
  const bytes = Buffer.from(file);
  assert.equal(made.sha256, sha256(bytes));
  assert.equal(made.size_bytes, bytes.length);
  assert.equal(made.samples, 1.5 * made.sample_rate);
  assert.ok(made.integrated_lufs > -40 && made.sample_peak_dbfs < -2.9);
  assert.equal(bytes.toString("latin1", 0, 4), "RIFF");
  assert.equal(bytes.readUInt32LE(24), made.sample_rate);
});

test("the same request gives the same bytes, made beside others or alone", async () => {
  const request = { prompt: "heavy rain", duration_ms: 2_000, seed: null };
  const all = await Promise.all(Array.from({ length: 4 }, () => maker.make(request)));
  assert.equal(new Set(all.map((one) => one.recording.sha256)).size, 1);
});

test("a prompt that no recipe makes is rejected", async () => {
  const making = maker.make({ prompt: "a dragon roars", duration_ms: 1_000, seed: null });
  await assert.rejects(making, (error) => error instanceof EngineError && error.kind === "rejected");
});

test("what is stopped is not made, and the next one is", async () => {
  const stop = new AbortController();
  const making = maker.make({ prompt: "storm", duration_ms: 120_000, seed: null }, stop.signal);
  stop.abort(new Error("enough"));
  await assert.rejects(making, /enough/);
  await maker.make({ prompt: "splash", duration_ms: 500, seed: null });
});
