// The retail sample of an audiobook: the beginning of its first chapter, which contains no spoilers. Shops require one to five
// minutes.

import type { RenderPart } from "../codec/codec.ts";

/** ACX: at most five minutes. Some seconds are kept for the quiet at the end. */
const MOST_MS = 290_000;
/** ACX: at least one minute. A first chapter that is shorter is followed by the next. */
const LEAST_MS = 60_000;
/** Quiet after the last line of a sample that ends within a chapter. */
const TAIL_MS = 1_000;
const FADE_MS = 800;

/** The beginning of the parts; a part that is too long ends after the last line that fits. */
export function sampleOf(parts: readonly RenderPart[]): readonly RenderPart[] {
  const sample: RenderPart[] = [];
  let total = 0;
  for (const part of parts) {
    const cut = cutPart(part, MOST_MS - total);
    if (cut === null) break;
    sample.push(cut);
    total += cut.manifest.duration_ms;
    if (total >= LEAST_MS || cut.manifest.duration_ms < part.manifest.duration_ms) break;
  }
  const whole = sample.length > 0 ? sample : parts.slice(0, 1);
  // Shops take files of one chapter at most.
  return whole.map((part, index) => ({ ...part, chapters: index === 0 ? [{ title: part.title, start_ms: 0 }] : [] }));
}

/** Null when not even the first line fits. */
function cutPart(part: RenderPart, mostMs: number): RenderPart | null {
  const { manifest } = part;
  if (manifest.duration_ms <= mostMs) return part;
  const lines = manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
  const kept = lines.filter((line) => line.start_ms + line.duration_ms + TAIL_MS <= mostMs);
  const last = kept.at(-1);
  if (last === undefined) return null;
  const end = last.start_ms + last.duration_ms + TAIL_MS;
  return {
    ...part,
    word_timings: [],
    manifest: {
      ...manifest,
      duration_ms: end,
      sequential_units: kept,
      overlay_units: manifest.overlay_units
        .filter(({ start_ms }) => start_ms < end - TAIL_MS)
        .map((unit) =>
          unit.start_ms + unit.duration_ms <= end
            ? unit
            : { ...unit, duration_ms: end - unit.start_ms, fade_out_ms: Math.min(FADE_MS, end - unit.start_ms) },
        ),
      timed_text_units: manifest.timed_text_units.filter((unit) => unit.start_ms + unit.duration_ms <= end),
    },
  };
}
