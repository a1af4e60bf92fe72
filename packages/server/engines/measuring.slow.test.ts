import assert from "node:assert/strict";
import { test } from "node:test";
import { tone } from "./brought/stand-in.ts";
import { measureAway } from "./measuring.ts";
import { recordingOf } from "./recording.ts";

const RATE = 24_000;
const counted = { billed_characters: 12, request_id: "r1" };
const speechOf = (pcm: Int16Array) => ({
  pcm,
  sample_rate: RATE,
  words: [{ start: 0, end: 4, start_ms: 0, end_ms: 300 }],
  warnings: ["one"],
});

test("a thread measures what is measured here, byte for byte", async () => {
  const pcm = tone("The tide went out once more.");
  const here = recordingOf(speechOf(pcm.slice()), counted);
  assert.deepEqual(await measureAway(speechOf(pcm.slice()), counted), here);
});

test("samples that are part of a larger buffer stay where they are", async () => {
  const pcm = tone("The tide went out once more.");
  const whole = new Int16Array(pcm.length + 100);
  whole.set(pcm, 50);
  const part = whole.subarray(50, 50 + pcm.length);
  const { file } = await measureAway(speechOf(part), counted);
  assert.deepEqual(file, recordingOf(speechOf(pcm.slice()), counted).file);
  assert.deepEqual(part, pcm);
});

test("the signal's reason ends a measurement that is no longer wanted", async () => {
  const stop = new AbortController();
  stop.abort(new Error("left"));
  await assert.rejects(measureAway(speechOf(tone("No.").slice()), counted, stop.signal), /left/);
});
