import assert from "node:assert/strict";
import { test } from "node:test";
import { acxVerdicts, type FileMeasures, meetsAll, SHOP_IDS, SHOP_PROFILES } from "./sound.ts";

const MP3: FileMeasures = {
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
const missed = (shop: (typeof SHOP_IDS)[number], change: Partial<FileMeasures> = {}) =>
  SHOP_PROFILES[shop].verdicts({ ...MP3, ...change }).flatMap(({ rule, passed }) => (passed ? [] : [rule]));

test("an MP3 that is mastered for ACX meets the known rules of every shop; of Kobo none is known", () => {
  for (const shop of SHOP_IDS) assert.deepEqual(missed(shop), [], shop);
  assert.deepEqual(
    SHOP_IDS.filter((shop) => meetsAll(SHOP_PROFILES[shop].verdicts(MP3)) === null),
    ["kobo"],
  );
  assert.deepEqual(SHOP_PROFILES.acx.verdicts(MP3), acxVerdicts(MP3));
});

test("each shop refuses what it alone refuses", () => {
  assert.deepEqual(missed("inaudio", { rms_db: -17 }), ["rms"]);
  assert.deepEqual(missed("inaudio", { true_peak_db: -2.9, noise_floor_db: -59 }), ["peak", "noise_floor"]);
  assert.deepEqual(missed("inaudio", { codec: "flac" }), []);
  assert.deepEqual(missed("inaudio", { chapters: 2 }), ["chapters_in_file"]);
  assert.deepEqual(missed("spotify", { sample_rate: 48_000, constant_bit_rate: 128_000 }), [
    "sample_rate",
    "constant_bit_rate",
  ]);
  assert.deepEqual(missed("google-play", { constant_bit_rate: 128_000 }), []);
  assert.deepEqual(missed("google-play", { constant_bit_rate: 192_000, channels: 2 }), ["constant_bit_rate"]);
  assert.deepEqual(missed("google-play", { codec: "aac", constant_bit_rate: null }), ["constant_bit_rate"]);
  assert.deepEqual(missed("google-play", { codec: "opus", constant_bit_rate: null }), ["codec", "constant_bit_rate"]);
  assert.deepEqual(missed("google-play", { codec: "pcm_s16le", sample_rate: 22_050, constant_bit_rate: null }), [
    "sample_rate",
  ]);
  assert.deepEqual(missed("apple", { constant_bit_rate: null, duration_ms: 24 * 3_600_000 }), [
    "constant_bit_rate",
    "duration",
  ]);
  assert.deepEqual(missed("spotify", { uniform: false }), ["channels"]);
});

test("every profile has its source and the day of reading", () => {
  for (const { source, read_on, rules_as_of, machine_voices_rule } of Object.values(SHOP_PROFILES)) {
    assert.match(source, /^https:\/\//);
    assert.match(read_on, /^\d{4}-\d{2}-\d{2}$/);
    assert.match(rules_as_of ?? "2026", /^\d{4}(?:-\d{2}){0,2}$/);
    assert.match(machine_voices_rule, /\.$/);
  }
});
