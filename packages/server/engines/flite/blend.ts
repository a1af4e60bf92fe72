// Two recorded speakers as one person: the times, the pitch and the voicing of the first, a spectrum between both. Flite
// gives all its statistical voices the same phones for a sentence, so the frames are paired phone by phone
// (Yoshimura et al., "Speaker interpolation in HMM-based speech synthesis system", Eurospeech 1997).

import type { Phone } from "../natural/word-times.ts";
import type { FliteSpeech } from "./flite-module.ts";

/** The first speech with this share (0 to 1) of the second one's spectrum; alone where their phones differ. */
export function blended(first: FliteSpeech, second: FliteSpeech, share: number): FliteSpeech {
  const { frames, phones } = first;
  const other = second.frames;
  const alike =
    phones.length === second.phones.length && phones.every(({ name }, i) => name === second.phones[i]!.name);
  if (!alike || frames.order !== other.order || other.count === 0) return first;
  const cepstra = frames.cepstra.slice();
  let phone = 0;
  for (let frame = 0; frame < frames.count; frame++) {
    const seconds = frame * frames.stepSeconds;
    while (phone < phones.length - 1 && phones[phone]!.endSeconds <= seconds + 1e-6) phone++;
    const part = (seconds - phones[phone]!.startSeconds) / lengthOf(phones[phone]!, frames.stepSeconds);
    const there = second.phones[phone]!;
    const from = Math.round(there.startSeconds / other.stepSeconds);
    const length = Math.round(lengthOf(there, other.stepSeconds) / other.stepSeconds);
    const paired = from + Math.min(length - 1, Math.floor(part * length + 1e-6));
    const row = Math.min(other.count - 1, paired) * frames.order;
    const at = frame * frames.order;
    for (let m = 0; m < frames.order; m++)
      cepstra[at + m] = cepstra[at + m]! + share * (other.cepstra[row + m]! - cepstra[at + m]!);
  }
  return { frames: { ...frames, cepstra }, phones };
}

/** Seconds of a phone, one step at least. */
const lengthOf = ({ startSeconds, endSeconds }: Phone, step: number) => Math.max(step, endSeconds - startSeconds);
