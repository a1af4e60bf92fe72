// The pauses inside a sentence become as long as a reader makes them: frames of Flite's silences are left out or repeated,
// and the words' times follow.

import type { SpeechFrames } from "@fullcast/core/sound";
import { pauseAfter } from "../natural/phrasing.ts";
import type { Sentence, TokenTime } from "../natural/sentences.ts";
import type { FliteSpeech } from "./flite-module.ts";

/** What is kept of the speech, in its own seconds, and the factor on pauses. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly pace: number;
}

/** The speech between two times with other pauses; times of its words in seconds from the result's start. */
export function withPauses(
  { frames, phones }: FliteSpeech,
  times: readonly TokenTime[],
  { tokens }: Sentence,
  { from, to, pace }: Range,
): { readonly frames: SpeechFrames; readonly words: readonly TokenTime[] } {
  const step = frames.stepSeconds;
  const frameAt = (seconds: number) => Math.max(0, Math.min(frames.count, Math.round(seconds / step)));
  const markOf = new Map(tokens.map((token) => [token.start, token.mark]));
  const chosen: number[] = [];
  /** Seconds of the result at which the frames from a time of the source on lie later than there. */
  const shifts: { readonly after: number; readonly shift: number }[] = [{ after: 0, shift: -from }];
  let at = frameAt(from);
  const take = (end: number) => {
    for (; at < end; at++) chosen.push(at);
  };
  for (const phone of phones) {
    if (phone.name !== "pau" || phone.startSeconds <= from || phone.endSeconds >= to) continue;
    const before = times.findLast((word) => word.startSeconds < phone.startSeconds);
    const mark = before === undefined ? "" : (markOf.get(before.start) ?? "");
    const [start, end] = [frameAt(phone.startSeconds), frameAt(phone.endSeconds)];
    const wanted = Math.max(2, Math.round((pauseAfter(mark) * pace) / step));
    take(start);
    const middle = (start + end) >> 1;
    const kept = Math.min(end - start, wanted);
    take(start + (kept >> 1));
    for (let i = kept; i < wanted; i++) chosen.push(middle);
    at = end - (kept - (kept >> 1));
    take(end);
    shifts.push({ after: phone.endSeconds, shift: chosen.length * step - phone.endSeconds });
  }
  take(frameAt(to));
  const length = chosen.length * step;
  const moved = (seconds: number) => {
    const { shift } = shifts.findLast(({ after }) => after <= seconds + 1e-6) ?? shifts[0]!;
    return Math.min(length, Math.max(0, seconds + shift));
  };
  const words = times.map((word) => ({
    ...word,
    startSeconds: moved(word.startSeconds),
    endSeconds: moved(word.endSeconds - 1e-4) + 1e-4,
  }));
  return { frames: pickedFrames(frames, chosen), words };
}

function pickedFrames(frames: SpeechFrames, chosen: readonly number[]): SpeechFrames {
  const pick = (values: Float32Array, width: number) => {
    const result = new Float32Array(chosen.length * width);
    for (const [i, frame] of chosen.entries())
      result.set(values.subarray(frame * width, (frame + 1) * width), i * width);
    return result;
  };
  const bands = frames.voicing.length / frames.count;
  return {
    ...frames,
    count: chosen.length,
    hz: pick(frames.hz, 1),
    cepstra: pick(frames.cepstra, frames.order),
    voicing: pick(frames.voicing, bands),
  };
}
