// The ranges of a request's text between its authored silences. The spans are spoken apart and joined with silence.

import type { SpeakRequest } from "./engine.ts";

export interface Segment {
  /** Offsets into the request's text. */
  readonly from: number;
  readonly to: number;
  /** Silence behind it; 0 behind the last one. */
  readonly silenceAfterMs: number;
}

export function segmentsOf(request: SpeakRequest): readonly Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const silence of request.silences) {
    segments.push({ from, to: silence.offset, silenceAfterMs: silence.duration_ms });
    from = silence.offset;
  }
  segments.push({ from, to: request.text.length, silenceAfterMs: 0 });
  return segments;
}
