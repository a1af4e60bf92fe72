import assert from "node:assert/strict";
import { test } from "node:test";
import { acxVerdicts, createFileMeter, type FileMeasures } from "./sound.ts";

const GOOD: FileMeasures = {
  codec: "mp3",
  sample_rate: 44_100,
  channels: 1,
  uniform: true,
  duration_ms: 600_000,
  constant_bit_rate: 192_000,
  chapters: 1,
  rms_db: -20,
  true_peak_db: -3.2,
  noise_floor_db: -67,
  head_ms: 750,
  tail_ms: 2000,
  quietest_edge_db: -68,
};

test("a good file passes every rule", () => {
  assert.deepEqual(
    acxVerdicts(GOOD).filter((rule) => !rule.passed),
    [],
  );
});

const BAD: readonly (readonly [string, Partial<FileMeasures>])[] = [
  ["codec", { codec: "aac" }],
  ["sample_rate", { sample_rate: 48_000 }],
  ["constant_bit_rate", { constant_bit_rate: null }],
  ["constant_bit_rate", { constant_bit_rate: 128_000 }],
  ["channels", { uniform: false }],
  ["channels", { channels: 6 }],
  ["duration", { duration_ms: 120 * 60_000 + 1 }],
  ["chapters_in_file", { chapters: 2 }],
  ["rms", { rms_db: -17.9 }],
  ["rms", { rms_db: -23.1 }],
  ["peak", { true_peak_db: -2.9 }],
  ["noise_floor", { noise_floor_db: -59 }],
  ["head", { head_ms: 400 }],
  ["head", { head_ms: 1100 }],
  ["tail", { tail_ms: 900 }],
  ["tail", { tail_ms: 5100 }],
  ["room_tone", { quietest_edge_db: -200 }],
];
for (const [rule, fault] of BAD) {
  test(`only ${rule} fails with ${JSON.stringify(fault)}`, () => {
    assert.deepEqual(
      acxVerdicts({ ...GOOD, ...fault }).flatMap((one) => (one.passed ? [] : [one.rule])),
      [rule],
    );
  });
}

test("levels, head and tail are measured from samples in pieces of any size", () => {
  const rate = 8000;
  const samples = new Float32Array(rate * 6);
  for (let i = 0; i < samples.length; i++) {
    const isSound = i >= rate && i < rate * 4;
    samples[i] = (isSound ? 0.5 : 0.0005) * Math.sin((2 * Math.PI * 440 * i) / rate);
  }
  for (const size of [997, 8000, samples.length]) {
    const meter = createFileMeter(rate);
    for (let at = 0; at < samples.length; at += size) meter.add([samples.subarray(at, at + size)]);
    const measures = meter.measures();
    const near = (actual: number, expected: number) => assert.ok(Math.abs(actual - expected) < 0.1, `${actual}`);
    near(measures.rms_db, -9.03 - 3.01);
    near(measures.true_peak_db, -6.02);
    near(measures.noise_floor_db, -69.03);
    near(measures.quietest_edge_db, -69.03);
    assert.deepEqual([measures.head_ms, measures.tail_ms], [1000, 2000]);
  }
});
