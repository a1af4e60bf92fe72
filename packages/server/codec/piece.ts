// The request to a thread that makes a piece of a mix, and its answer. No codec is loaded here.

import type { RenderTimeline } from "./heard-units.ts";
import type { RenderAsset } from "./render-job.ts";
import { clipRange } from "./segment.ts";

export interface PieceJob {
  /** The units around the piece (pieceTimeline), whose times are final. Without gaps. */
  readonly timeline: RenderTimeline;
  readonly assets: readonly RenderAsset[];
  /** Samples of the line at 44.1 kHz; multiples of AAC_FRAME_SAMPLES, except `to` where the line ends. */
  readonly from: number;
  readonly to: number;
  /** Whether the line ends at `to`. */
  readonly isEnd: boolean;
  /** The index of the piece in its stream, from 0. */
  readonly index: number;
  /** "m4b": fragmented MP4 with the AAC of audiobooks; "wav": 16-bit samples without a header. */
  readonly format: "m4b" | "wav";
}

export interface Piece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
}

/** The units of a timeline that affect the mix of the samples [from, to). */
export function pieceTimeline(timeline: RenderTimeline, from: number, to: number, rate = 44_100): RenderTimeline {
  const range = clipRange("m4b", from, to);
  const ms = { from: (range.from * 1000) / rate - 1, to: (range.to * 1000) / rate + 1 };
  const touches = (unit: { readonly start_ms: number; readonly duration_ms: number }, span: typeof ms) =>
    unit.start_ms < span.to && unit.start_ms + unit.duration_ms + 1 > span.from;
  const overlay_units = timeline.overlay_units.filter((unit) => touches(unit, ms));
  // Speech anywhere during a sound turns the sound down.
  const span = overlay_units.reduce(
    (whole, unit) => ({
      from: Math.min(whole.from, unit.start_ms),
      to: Math.max(whole.to, unit.start_ms + unit.duration_ms),
    }),
    ms,
  );
  return {
    ...timeline,
    overlay_units,
    timed_text_units: [],
    sequential_units: timeline.sequential_units.filter((unit) => unit.unit_type === "asset" && touches(unit, span)),
  };
}
