// Turns the manifests of a render job into clips on one line of samples, and cuts the line into segments that threads can
// make in parallel. The cuts depend only on the line, so the file does not depend on the number of processors.

import { type EnvelopePoint, gainFactor } from "@fullcast/core/sound";
import type { OverlayUnit } from "@fullcast/core/timeline";
import type { HeardUnit } from "./heard-units.ts";
import { samplesOf } from "./positions.ts";
import { RenderError } from "./render-error.ts";
import { partStarts, type RenderJob } from "./render-job.ts";
import { createSoundDucker, type SoundDucker } from "./sound-ducker.ts";

export { OUTPUT_RATE, samplesOf } from "./positions.ts";

/**
 * 51.2 s: a whole number of MP3 frames (1,152), AAC frames (1,024), Opus packets (882) and limiter steps (8).
 */
export const SEGMENT_SAMPLES = 2_257_920;

/** A sound placed on the line; positions and lengths in samples at 44.1 kHz. */
export interface Clip {
  /** Sounds are always added in this order, because sums of floats depend on it. */
  readonly order: number;
  readonly assetId: string;
  readonly path: string;
  readonly start: number;
  /** The latest end on the timeline, relative to `start`. */
  readonly length: number;
  /** Whether the length must match the timeline, except for the rounding to milliseconds. True for speech. */
  readonly exact: boolean;
  readonly gain: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Whether it repeats to fill `length`. */
  readonly loop: boolean;
  /** The gain during speech; positions relative to `start`. */
  readonly envelope: readonly EnvelopePoint[];
}

export interface TimelinePlan {
  readonly durationMs: number;
  readonly samples: number;
  readonly segmentCount: number;
  /** The clips that play between the two positions. */
  clipsBetween(from: number, to: number): Clip[];
}

/** @throws RenderError `input` when a manifest is incomplete or empty, or names an asset that the job lacks. */
export function planTimeline(
  job: Pick<RenderJob, "parts" | "assets">,
  ducker: SoundDucker = createSoundDucker(),
): TimelinePlan {
  const paths = new Map(job.assets.map((asset) => [asset.asset_id, asset.path]));
  const clips: Clip[] = [];
  const place = (clip: Omit<Clip, "order">): void => void clips.push({ ...clip, order: clips.length });
  const { starts, end: durationMs } = partStarts(job.parts);
  for (const [index, part] of job.parts.entries()) {
    const partStartMs = starts[index]!;
    if (part.manifest.gaps.length > 0) throw new RenderError("input", "The timeline has gaps.");
    for (const unit of part.manifest.sequential_units) {
      if (unit.unit_type === "asset") {
        place({ ...clipOf(unit, partStartMs, paths, true), gain: gainFactor(unit.effective_gain_db) });
      }
    }
    for (const unit of part.manifest.overlay_units) {
      const clip = clipOf(unit, partStartMs, paths, false);
      place({
        ...clip,
        gain: gainFactor(unit.gain_db),
        fadeIn: samplesOf(unit.fade_in_ms),
        fadeOut: samplesOf(unit.fade_out_ms),
        loop: unit.loop === true,
        envelope: ducker.envelopeOf(part.manifest, unit, clip.path),
      });
    }
  }
  const samples = samplesOf(durationMs);
  if (samples <= 0) throw new RenderError("input", "The timeline is empty.");
  const bySegment = bucketBySegment(clips, samples);
  return {
    durationMs,
    samples,
    segmentCount: bySegment.length,
    clipsBetween: (from, to) => {
      const found = new Set<Clip>();
      const last = Math.min(bySegment.length - 1, Math.floor(to / SEGMENT_SAMPLES));
      for (let i = Math.max(0, Math.floor(from / SEGMENT_SAMPLES)); i <= last; i++) {
        for (const clip of bySegment[i]!) if (clip.start < to && clip.start + clip.length > from) found.add(clip);
      }
      return [...found].sort((a, b) => a.order - b.order);
    },
  };
}

function clipOf(
  unit: HeardUnit | OverlayUnit,
  partStartMs: number,
  paths: ReadonlyMap<string, string>,
  exact: boolean,
): Omit<Clip, "order"> {
  const assetId = unit.asset_id;
  const path = paths.get(assetId);
  if (path === undefined) throw new RenderError("input", "The audio of an asset is missing.", assetId);
  const start = samplesOf(partStartMs + unit.start_ms);
  // One more millisecond: the rounding to whole milliseconds may have cut the last samples of a word.
  const length = samplesOf(unit.duration_ms + (exact ? 1 : 0));
  return {
    assetId,
    path,
    start,
    length,
    exact,
    gain: 1,
    fadeIn: 0,
    fadeOut: 0,
    loop: false,
    envelope: [],
  };
}

function bucketBySegment(clips: readonly Clip[], samples: number): Clip[][] {
  const buckets = Array.from({ length: Math.ceil(samples / SEGMENT_SAMPLES) }, (): Clip[] => []);
  for (const clip of clips) {
    const last = Math.min(buckets.length - 1, Math.floor((clip.start + clip.length) / SEGMENT_SAMPLES));
    for (let i = Math.max(0, Math.floor(clip.start / SEGMENT_SAMPLES)); i <= last; i++) buckets[i]!.push(clip);
  }
  return buckets;
}
