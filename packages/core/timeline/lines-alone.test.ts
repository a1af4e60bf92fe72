import assert from "node:assert/strict";
import { test } from "node:test";
import { linesAlone } from "./lines-alone.ts";
import type { AssetUnit, SequentialUnit } from "./manifest.ts";

const HASH = "0".repeat(64);

const asset = (unit_id: string, block_id: string, start_ms: number, duration_ms: number): AssetUnit => ({
  unit_type: "asset",
  unit_id,
  block_id,
  block_index: 0,
  block_version: 1,
  block_kind: "speech",
  start_ms,
  duration_ms,
  rendition_id: unit_id,
  rendition_intent_hash: HASH,
  asset_id: `${unit_id}-asset`,
  asset_content_hash: HASH,
  source_ranges: [{ start_utf16: 0, end_utf16: 1 }],
  speaker_id: "mara",
  analysis_integrated_lufs: -20,
  analysis_sample_peak_dbfs: -6,
  effective_gain_db: 1,
});

test("a line begins at its first sound and ends with its last; a pause inside it stays", () => {
  const { unit_id: _, ...pause } = asset("x", "one", 900, 500);
  const units: readonly SequentialUnit[] = [
    asset("a", "one", 400, 500),
    { ...pause, unit_id: "b", unit_type: "silence" },
    asset("c", "one", 1_400, 250),
    { ...pause, unit_id: "d", start_ms: 1_650, unit_type: "spacing", spacing_kind: "inter_passage" },
    asset("e", "two", 2_150, 100),
  ];
  const word = { text: "Who", start_utf16: 0, end_utf16: 3 };
  const lines = linesAlone({ sequential_units: units }, [
    {
      unit_id: "c",
      block_id: "one",
      asset_id: "c-asset",
      word_timing: "available",
      words: [{ ...word, start_ms: 1_420, end_ms: 1_600 }],
    },
  ]);
  assert.deepEqual(
    lines.map(({ block_id, duration_ms, units: own }) => [block_id, duration_ms, own.map(({ start_ms }) => start_ms)]),
    [
      ["one", 1_250, [0, 1_000]],
      ["two", 100, [0]],
    ],
  );
  assert.deepEqual(lines[0]?.words, [{ ...word, start_ms: 1_020, end_ms: 1_200 }]);
  assert.deepEqual(lines[1]?.words, []);
});
