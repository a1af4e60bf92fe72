import assert from "node:assert/strict";
import { test } from "node:test";
import { spokenText } from "../media/media.ts";
import type { AssetUnit } from "./manifest.ts";
import { type StoredWord, unitWordTimings } from "./word-timings.ts";

const unit: AssetUnit = {
  unit_type: "asset",
  unit_id: "u",
  block_id: "b",
  block_index: 0,
  block_version: 1,
  block_kind: "speech",
  start_ms: 5000,
  duration_ms: 1000,
  rendition_id: "r",
  rendition_intent_hash: "i",
  asset_id: "a",
  asset_content_hash: "c",
  source_ranges: [{ start_utf16: 0, end_utf16: 12 }],
  speaker_id: "s",
  analysis_integrated_lufs: -20,
  analysis_sample_peak_dbfs: -3,
  effective_gain_db: 0,
};
const content = (text: string) =>
  ({
    type: "text",
    schema_version: "studio-ast-2",
    text,
    annotations: [],
    points: [],
    delivery_control_sets: [],
  }) as const;
const timings = (text: string, words: readonly StoredWord[] | null) =>
  unitWordTimings({ unit, text, spoken: spokenText(content(text)), words });
const word = (start: number, end: number, start_ms: number, end_ms: number): StoredWord => ({
  start,
  end,
  start_ms,
  end_ms,
});

test("words carry the section's time and the block's own letters", () => {
  assert.deepEqual(timings("“Well, well”", [word(0, 4, 20.4, 400), word(6, 10, 410, 990)]), {
    unit_id: "u",
    block_id: "b",
    asset_id: "a",
    word_timing: "available",
    words: [
      { text: "Well", start_ms: 5020, end_ms: 5400, start_utf16: 1, end_utf16: 5 },
      { text: "well", start_ms: 5410, end_ms: 5990, start_utf16: 7, end_utf16: 11 },
    ],
  });
});

test("words of one written expression become one, even after an edit of silent marks", () => {
  const spoken = spokenText(content('"in 42 days"'));
  assert.equal(spoken.text, "in forty-two days");
  const engine = [
    { start: 0, end: 2, start_ms: 0, end_ms: 100 },
    { start: 3, end: 8, start_ms: 110, end_ms: 300 },
    { start: 9, end: 12, start_ms: 300, end_ms: 500 },
    { start: 13, end: 17, start_ms: 520, end_ms: 900 },
  ];
  for (const text of ['"in 42 days"', "“in 42 days”", "  ‘“in 42 days”’"]) {
    const timed = timings(text, engine);
    assert.deepEqual(
      timed.words.map(({ text: letters, start_ms, end_ms }) => [letters, start_ms, end_ms]),
      [
        ["in", 5000, 5100],
        ["42", 5110, 5500],
        ["days", 5520, 5900],
      ],
      text,
    );
  }
});

test("impossible times are left out", () => {
  const text = "Well, well";
  const impossible = [
    null,
    [],
    [word(0, 4, 300, 200)],
    [word(0, 4, 0, 2000)],
    [word(0, 40, 0, 200)],
    [word(6, 10, 0, 200), word(0, 4, 200, 400)],
    [word(0, 4, 500, 600), word(6, 10, 100, 200)],
  ];
  for (const words of impossible) {
    const timed = timings(text, words);
    assert.deepEqual([timed.word_timing, timed.words], ["unavailable", []]);
  }
});

test("an end that is rounded past the audio is held at its end", () => {
  assert.equal(timings("Well", [word(0, 4, 0, 1012)]).words[0]?.end_ms, 6000);
});
