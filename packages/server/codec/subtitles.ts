// The subtitles of a render job: its timed text, with word times where the engine reported them.

import { type Cue, cuesOf, type SpokenPassage, writeSrt, writeVtt } from "@fullcast/core/packaging";
import type { TimedTextUnit, UnitWordTimings } from "@fullcast/core/timeline";
import { RenderError } from "./render-error.ts";
import { partStarts, type RenderJob, type RenderPart, type SubtitleFormat } from "./render-job.ts";

/** @throws RenderError `input` when nothing is spoken. */
export function subtitlesOf(job: Pick<RenderJob, "parts">, format: SubtitleFormat): string {
  const cues: Cue[] = [];
  const { starts } = partStarts(job.parts);
  for (const [index, part] of job.parts.entries()) {
    const partStart = starts[index]!;
    for (const cue of cuesOf(passagesOf(part), format === "srt" ? "in_text" : "apart")) {
      cues.push({ ...cue, start_ms: cue.start_ms + partStart, end_ms: cue.end_ms + partStart });
    }
  }
  if (cues.length === 0) throw new RenderError("input", "There is no spoken text.");
  return format === "srt" ? writeSrt(cues) : writeVtt(cues);
}

/** The spoken text of a part, a line for each passage. */
export function spokenText(part: Pick<RenderPart, "manifest" | "silent_texts">): string {
  return passagesOf({ ...part, word_timings: [] })
    .map(({ text }) => text.trim())
    .join("\n");
}

function passagesOf(
  part: Pick<RenderPart, "manifest" | "word_timings" | "silent_texts" | "speaker_names">,
): SpokenPassage[] {
  const timings = new Map(part.word_timings.map((timing) => [timing.unit_id, timing]));
  const silent = Map.groupBy(part.silent_texts ?? [], ({ block_id }) => block_id);
  return part.manifest.timed_text_units.map((unit) => {
    const beside = silent.get(unit.block_id) ?? [];
    const shown = (where: "before" | "after") => beside.filter(({ place }) => place === where).map(({ text }) => text);
    const before = shown("before")
      .map((text) => `${text} `)
      .join("");
    const words = wordsOf(unit, timings.get(unit.unit_id));
    return {
      text: [before + unit.text, ...shown("after")].join(" "),
      start_ms: unit.start_ms,
      duration_ms: unit.duration_ms,
      speaker: unit.speaker_id === null ? null : (part.speaker_names?.[unit.speaker_id] ?? null),
      words: words === null || before === "" ? words : words.map((word) => moved(word, before.length)),
    };
  });
}

type PassageWord = NonNullable<SpokenPassage["words"]>[number];

const moved = (word: PassageWord, by: number): PassageWord => ({
  ...word,
  start_utf16: word.start_utf16 + by,
  end_utf16: word.end_utf16 + by,
});

/**
 * The words with offsets into the unit's text. That text consists of the unit's source ranges of the block's text, joined
 * with or without a space. Null if the lengths differ; the times are then estimated from the length of the text.
 */
function wordsOf(unit: TimedTextUnit, timing: UnitWordTimings | undefined): SpokenPassage["words"] {
  if (timing === undefined || timing.word_timing === "unavailable") return null;
  const { source_ranges, text } = unit;
  const length = source_ranges.reduce((sum, range) => sum + range.end_utf16 - range.start_utf16, 0);
  const between = text.length === length ? 0 : 1;
  if (text.length !== length + between * (source_ranges.length - 1)) return null;
  const place = (offset: number): number => {
    let before = 0;
    for (const { start_utf16, end_utf16 } of source_ranges) {
      if (offset <= end_utf16) return before + Math.max(0, offset - start_utf16);
      before += end_utf16 - start_utf16 + between;
    }
    return text.length;
  };
  return timing.words.map((word) => ({
    start_utf16: place(word.start_utf16),
    end_utf16: place(word.end_utf16),
    start_ms: word.start_ms,
    end_ms: word.end_ms,
  }));
}
