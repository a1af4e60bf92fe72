// A line that a model cannot speak in one request: cut at its silences and at its longest text, spoken piece by piece, and
// joined with exact pauses.

import { segmentsOf } from "./segments.ts";
import { EngineError, type EngineWord, type PcmSpeech, type SpeakRequest } from "./speak.ts";

/** How much of the text around a piece its request states, UTF-16 units. */
const CONTEXT = 500;

export interface Piece {
  readonly request: SpeakRequest;
  /** Offset of the piece in the line's text. */
  readonly from: number;
  readonly silenceAfterMs: number;
}

/** @param most the longest text of a piece, UTF-16 units */
export function piecesOf(request: SpeakRequest, most: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let waiting = 0;
  for (const segment of segmentsOf(request)) {
    const spans = spansOf(request.text, segment.from, segment.to, most).filter(({ from, to }) =>
      /[\p{L}\p{N}]/u.test(request.text.slice(from, to)),
    );
    for (const [i, span] of spans.entries()) {
      const isLast = i === spans.length - 1;
      pieces.push({
        request: partOf(request, span.from, span.to),
        from: span.from,
        silenceAfterMs: isLast ? segment.silenceAfterMs : 0,
      });
    }
    // A stretch without words leaves only its pause.
    if (spans.length === 0) waiting += segment.silenceAfterMs;
    if (waiting > 0 && pieces.length > 0) {
      const last = pieces.pop()!;
      pieces.push({ ...last, silenceAfterMs: last.silenceAfterMs + waiting });
      waiting = 0;
    }
  }
  return pieces;
}

function partOf(request: SpeakRequest, from: number, to: number): SpeakRequest {
  const within = <S extends { readonly start: number; readonly end: number }>(spans: readonly S[]) =>
    spans
      .filter(({ start, end }) => start >= from && end <= to)
      .map((span) => ({ ...span, start: span.start - from, end: span.end - from }));
  return {
    ...request,
    text: request.text.slice(from, to),
    ...(from === 0 ? {} : { previous_text: request.text.slice(Math.max(0, from - CONTEXT), from) }),
    ...(to === request.text.length ? {} : { next_text: request.text.slice(to, to + CONTEXT) }),
    emphasis: within(request.emphasis),
    pronunciations: within(request.pronunciations),
    silences: [],
  };
}

/** Cuts after a sentence, else at a space, else within a word, never within a character. */
function spansOf(
  text: string,
  from: number,
  to: number,
  most: number,
): { readonly from: number; readonly to: number }[] {
  const spans: { from: number; to: number }[] = [];
  let at = from;
  while (to - at > most) {
    const window = text.slice(at, at + most);
    const sentence = Math.max(
      ...[...window.matchAll(/[.!?…]["'”’)]*\s/gu)].map((found) => found.index + found[0].length),
      0,
    );
    const space = window.lastIndexOf(" ") + 1;
    let cut = sentence > most / 4 ? sentence : space > most / 4 ? space : most;
    const unit = text.charCodeAt(at + cut - 1);
    if (unit >= 0xd800 && unit <= 0xdbff) cut -= 1;
    spans.push({ from: at, to: at + cut });
    at += cut;
  }
  spans.push({ from: at, to });
  return spans;
}

/** @throws EngineError `broken_answer` when the pieces have different sample rates */
export function joinPieces(pieces: readonly Piece[], spoken: readonly PcmSpeech[]): PcmSpeech {
  const [first] = spoken;
  if (first === undefined) throw new EngineError("rejected", "The text has nothing that can be said.");
  const { sample_rate } = first;
  if (spoken.some((one) => one.sample_rate !== sample_rate)) {
    throw new EngineError("broken_answer", "The pieces of the line have different sample rates.", { charged: true });
  }
  const pauses = pieces.map(({ silenceAfterMs }) => Math.round((silenceAfterMs * sample_rate) / 1000));
  const length = spoken.reduce((sum, { pcm }, i) => sum + pcm.length + pauses[i]!, 0);
  const pcm = new Int16Array(length);
  const words: EngineWord[] = [];
  let at = 0;
  for (const [i, one] of spoken.entries()) {
    const shift = Math.round((at * 1000) / sample_rate);
    const { from } = pieces[i]!;
    for (const { start, end, start_ms, end_ms } of one.words ?? []) {
      words.push({ start: start + from, end: end + from, start_ms: start_ms + shift, end_ms: end_ms + shift });
    }
    pcm.set(one.pcm, at);
    at += one.pcm.length + pauses[i]!;
  }
  return {
    pcm,
    sample_rate,
    words: spoken.every((one) => one.words !== null) ? words : null,
    warnings: [...new Set(spoken.flatMap((one) => one.warnings))],
  };
}
