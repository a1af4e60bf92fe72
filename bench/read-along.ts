// A read-along book of twelve hours: the time and memory for its container after its audio exists.

import { fork } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MASTERING_PRESETS } from "../packages/core/sound/sound.ts";
import { type RenderJob, type RenderPart, renderInChildProcess } from "../packages/server/codec/codec.ts";
import { type MadeJob, makeJob, PROFILE } from "../tests/audio/make-job.ts";
import { filling, type SpokenUnit, spokenUnits } from "../tests/audio/spoken-units.ts";
import { type Measurement, measured } from "./measurement.ts";
import { watchMemory } from "./process-memory.ts";
import type { BookAnswer } from "./read-along-process.ts";

export const describe =
  "a read-along book of 12 hours, every word timed, from the moment when its audio exists; the same hour twelve times";

const HOURS = 12;

export async function run(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const units = filling(await spokenUnits(), 3600);
    const hour = makeJob(folder, "mp3", units, { profile: { ...PROFILE, ...MASTERING_PRESETS.default } });
    await renderInChildProcess(hour);
    const part = readAlong(hour.parts[0]!, units);
    const book: RenderJob = {
      ...hour,
      format: "epub",
      parts: Array.from({ length: HOURS }, (_, at) => ({ ...part, title: `Part ${at + 1}` })),
      publication: {
        identifier: "0b2d6a4e-6f0e-4a53-9a51-0d2d7c1b8f10",
        author: null,
        narrator: null,
        language: "en",
        modified: "2026-11-21T08:00:00Z",
      },
      output_path: join(folder, "book.epub"),
    };
    const child = fork(new URL("./read-along-process.ts", import.meta.url), { serialization: "advanced" });
    const memory = watchMemory(child.pid!);
    const packaging = await new Promise<number>((resolve, reject) => {
      child.on("message", (answer: BookAnswer) => resolve(answer.packaging_ms));
      child.on("error", reject);
      child.on("exit", () => reject(new Error("The book was not made.")));
      child.send({ job: book, audio: hour.output_path });
    });
    const peak = memory.stop();
    const words = part.word_timings.reduce((sum, timing) => sum + timing.words.length, 0) * HOURS;
    return [
      measured("words that light up", words, ""),
      measured("size of the book", statSync(book.output_path).size / 1e6, "MB"),
      measured("from its audio to the book", packaging / 1000, "s", { bound: "at most", value: 60 }),
      ...(peak === null ? [] : [measured("most memory", peak / 1e6, "MB", { bound: "at most", value: 400 })]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A part that reads along: each unit a paragraph, its words with the engine's times. */
function readAlong(part: MadeJob["parts"][number], units: readonly SpokenUnit[]): RenderPart {
  const places = part.manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
  return {
    ...part,
    manifest: {
      ...part.manifest,
      timed_text_units: places.map((place, at) => ({ ...place, text: units[at]!.text, text_hash: "" })),
    },
    word_timings: places.map(({ unit_id, block_id, asset_id, start_ms }, at) => ({
      unit_id,
      block_id,
      asset_id,
      word_timing: "available",
      words: units[at]!.words.map((word) => ({
        text: units[at]!.text.slice(word.start, word.end),
        start_ms: start_ms + Math.round(word.start_ms),
        end_ms: start_ms + Math.round(word.end_ms),
        start_utf16: word.start,
        end_utf16: word.end,
      })),
    })),
    text: {
      layout: "paragraph_per_line",
      blocks: places.map(({ block_id }, at) => ({
        block_id,
        role: "paragraph",
        kind: "narration",
        text: `${units[at]!.text}\n`,
        cuts: [],
      })),
    },
  };
}
