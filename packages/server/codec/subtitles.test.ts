import assert from "node:assert/strict";
import { test } from "node:test";
import type { RenderManifest, TimedTextUnit, TimedWord } from "@fullcast/core/timeline";
import type { RenderJob } from "./render-job.ts";
import { subtitlesOf } from "./subtitles.ts";

/** A job of parts. Each is one unit of 2 s with the text of these ranges of a block, joined by spaces. */
function job(
  parts: readonly { block: string; ranges: readonly (readonly [number, number])[]; words?: TimedWord[] }[],
): RenderJob {
  return {
    format: "srt",
    parts: parts.map(({ block, ranges, words }, i) => {
      const unit: TimedTextUnit = {
        unit_id: `unit-${i}`,
        block_id: "block",
        block_index: 0,
        block_version: 1,
        speaker_id: null,
        start_ms: 0,
        duration_ms: 2000,
        text: ranges.map(([from, to]) => block.slice(from, to)).join(" "),
        text_hash: "",
        source_ranges: ranges.map(([start_utf16, end_utf16]) => ({ start_utf16, end_utf16 })),
      };
      return {
        title: "Part",
        chapters: [],
        manifest: { duration_ms: 2000, timed_text_units: [unit] } as unknown as RenderManifest,
        word_timings:
          words === undefined
            ? []
            : [
                {
                  unit_id: unit.unit_id,
                  block_id: "block",
                  asset_id: "asset",
                  word_timing: "available" as const,
                  words,
                },
              ],
      };
    }),
    assets: [],
    tags: { title: "", album: null, artist: null, language: null },
    mastering: {} as RenderJob["mastering"],
    output_path: "",
    concurrency: 1,
  };
}

test("words keep their places when a stage direction between them is left out", () => {
  const block = "Run. (He points.) Now!";
  const word = (text: string, start_ms: number, end_ms: number): TimedWord => ({
    text,
    start_ms,
    end_ms,
    start_utf16: block.indexOf(text),
    end_utf16: block.indexOf(text) + text.length,
  });
  const words = [word("Run", 100, 400), word("Now", 1500, 1900)];
  const file = subtitlesOf(
    job([
      {
        block,
        ranges: [
          [0, 4],
          [18, 22],
        ],
        words,
      },
    ]),
    "srt",
  );
  assert.equal(file, "1\n00:00:00,100 --> 00:00:01,100\nRun.\n\n2\n00:00:01,500 --> 00:00:02,500\nNow!\n");
});

test("parts follow each other, and without word times a unit's time is divided among its words", () => {
  const file = subtitlesOf(
    job([
      { block: "One.", ranges: [[0, 4]] },
      { block: "Two.", ranges: [[0, 4]] },
    ]),
    "srt",
  );
  assert.equal(file, "1\n00:00:00,000 --> 00:00:02,000\nOne.\n\n2\n00:00:02,000 --> 00:00:04,000\nTwo.\n");
});

test("nothing spoken is an error of the input", () => {
  assert.throws(() => subtitlesOf(job([]), "srt"), { kind: "input" });
});

test("silent text is shown with the words next to it, which keep their times", () => {
  const words: TimedWord[] = [{ text: "Gone", start_ms: 100, end_ms: 900, start_utf16: 1, end_utf16: 5 }];
  const base = job([{ block: "“Gone,”", ranges: [[0, 7]], words }]);
  const shown = (place: "before" | "after", text: string) =>
    subtitlesOf(
      {
        ...base,
        parts: base.parts.map((part) => ({ ...part, silent_texts: [{ block_id: "block", place, text }] })),
      },
      "srt",
    );
  assert.match(shown("after", "said Mara."), /\n“Gone,” said Mara\.\n$/);
  const before = shown("before", "Mara said,");
  assert.match(before, /\nMara said, “Gone,”\n$/);
  assert.match(before, /--> 00:00:0[12],/);
});

test("parts follow each other with their pauses", () => {
  const base = job([
    { block: "One.", ranges: [[0, 4]] },
    { block: "Two.", ranges: [[0, 4]] },
  ]);
  const quiet = { ...base, parts: base.parts.map((part) => ({ ...part, pause_after_ms: 2_500 })) };
  assert.match(subtitlesOf(quiet, "srt"), /00:00:04,500 --> .*\nTwo\.\n$/);
});
