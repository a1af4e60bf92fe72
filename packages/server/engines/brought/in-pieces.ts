import type { SpeakRequest, SpeakResult } from "../engine.ts";
import { joinPieces, piecesOf } from "../pieces.ts";
import { samplesOf } from "../record.ts";

/**
 * Speaks a request that one call cannot, piece by piece.
 * @param most the longest text of a piece, UTF-16 units
 * @param speak gets a piece and its offset in the text
 */
export async function speakInPieces(
  request: SpeakRequest,
  most: number,
  speak: (piece: SpeakRequest, from: number) => Promise<SpeakResult>,
  signal: AbortSignal | undefined,
): Promise<SpeakResult> {
  const pieces = piecesOf(request, most);
  if (pieces.length === 1 && pieces[0]!.silenceAfterMs === 0) return speak(pieces[0]!.request, pieces[0]!.from);
  const results: SpeakResult[] = [];
  for (const piece of pieces) results.push(await speak(piece.request, piece.from));
  const spoken = await Promise.all(results.map((result) => samplesOf(result, signal)));
  const { pcm, sample_rate, words, warnings } = joinPieces(pieces, spoken);
  return {
    audio: { kind: "pcm", pcm, sample_rate },
    words,
    warnings,
    billed_characters: results.reduce((sum, result) => sum + result.billed_characters, 0),
    request_id: results.at(-1)?.request_id ?? null,
  };
}
