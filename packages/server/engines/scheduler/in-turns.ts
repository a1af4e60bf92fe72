// Speaks at an engine that is not embedded: each request to the provider has a turn of its own, so that the engine's limits
// hold for lines that take several requests.

import { speakInPieces } from "../brought/in-pieces.ts";
import type { Recorded, SpeakRequest, SpeakResult, SpeechEngine } from "../engine.ts";
import { measureAway } from "../measuring.ts";
import { record, samplesOf, speak as speakWith } from "../record.ts";
import type { EngineScheduler, Turn } from "./scheduler.ts";

export interface SpokenInTurns {
  readonly engine: SpeechEngine;
  readonly request: SpeakRequest;
  readonly turn: Omit<Turn, "characters">;
  /**
   * Speaks one request to the provider; `from` is the offset of its text. It calls `inTurn` for what needs the turn, or does
   * not where it has the answer already.
   */
  readonly speak?: (
    piece: SpeakRequest,
    from: number,
    inTurn: (work: (signal: AbortSignal) => Promise<SpeakResult>) => Promise<SpeakResult>,
  ) => Promise<SpeakResult>;
}

/** @throws EngineError; the signal's reason */
export async function speakInTurns(
  scheduler: EngineScheduler,
  {
    engine,
    request,
    turn,
    speak = (piece, _, inTurn) => inTurn((limited) => speakWith(engine, piece, limited)),
  }: SpokenInTurns,
  signal: AbortSignal,
): Promise<SpeakResult> {
  const one = (piece: SpeakRequest, from: number) =>
    speak(piece, from, (work) => scheduler.run(engine, { ...turn, characters: piece.text.length }, work, signal));
  const most = engine.longestRequest?.(request.model);
  return most === undefined ? one(request, 0) : speakInPieces(request, most, one, signal);
}

/** Speaks and measures, with any engine; an embedded one takes no turn. @throws EngineError; the signal's reason */
export async function recordInTurns(
  scheduler: EngineScheduler,
  spoken: SpokenInTurns,
  signal: AbortSignal,
): Promise<Recorded> {
  const { engine, request, turn } = spoken;
  if (engine.kind === "embedded") return record(engine, request, signal);
  if (engine.record !== undefined) {
    const whole = { ...turn, characters: request.text.length };
    return scheduler.run(engine, whole, (limited) => record(engine, request, limited), signal);
  }
  const result = await speakInTurns(scheduler, spoken, signal);
  const { billed_characters, request_id } = result;
  return measureAway(await samplesOf(result, signal), { billed_characters, request_id }, signal);
}
