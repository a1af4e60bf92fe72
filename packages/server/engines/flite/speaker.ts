// A recorded speaker of Flite: a sentence with our pauses and our melody, and the times of its words.

import { LEAD_SECONDS, TAIL_SECONDS } from "../natural/edges.ts";
import { type Reading, readSentences } from "../natural/sentences.ts";
import type { Said, Speaker } from "../natural/utterance.ts";
import type { BaseVoice, VoiceDesign } from "../natural/voice-design.ts";
import { SILENCE, timeTokens, type WordPhones } from "../natural/word-times.ts";
import { BASES } from "./bases.ts";
import { blended } from "./blend.ts";
import type { Flite, FliteBase, FliteSpeech, VoiceFile } from "./flite-module.ts";
import { withPauses } from "./pauses.ts";
import { contourOf, ownMelodyOf } from "./prosody.ts";
import { ENGLISH, markupOf } from "./sentences.ts";

/** The synthesiser, and what it remembers. */
export interface Speaking {
  readonly flite: Flite;
  readonly wordPhones: WordPhones;
}

/** The recorded speaker that a voice is made of. */
export interface Recorded {
  readonly source: FliteBase | VoiceFile;
  readonly base: BaseVoice;
}

/** One of the speakers that come with Flite. */
export const recordedOf = (base: FliteBase): Recorded => ({ source: base, base: BASES[base] });

export function fliteSpeaker({ flite, wordPhones }: Speaking, { source, base }: Recorded): Speaker {
  return {
    base,
    read: (request, from, to): Reading => readSentences(request, from, to, ENGLISH),
    say(sentence, { voice, stretch, place }): Said | null {
      const speech = spokenBy(flite, source, voice.blend, { markup: markupOf(sentence), stretch });
      const spoken = speech.phones.filter((phone) => phone.name !== SILENCE);
      if (spoken.length === 0) return null;
      const times = timeTokens(sentence, speech.phones, wordPhones);
      const from = Math.max(0, spoken[0]!.startSeconds - LEAD_SECONDS);
      const end = spoken.at(-1)!.endSeconds;
      const to = Math.min(speech.phones.at(-1)!.endSeconds, end + TAIL_SECONDS);
      const { frames, words } = withPauses(speech, times, sentence, { from, to, pace: Math.sqrt(stretch) });
      // The melody ends with the last word; its sound fades after that.
      const length = words.at(-1)?.endSeconds ?? frames.count * frames.stepSeconds;
      return {
        frames,
        words,
        tail: to - end,
        contour: contourOf(sentence, words, length, place),
        own: ownMelodyOf(sentence, words, length),
      };
    },
  };
}

/** The parameters of a sentence, by one recorded speaker or between two. */
function spokenBy(
  flite: Flite,
  base: Recorded["source"],
  blend: VoiceDesign["blend"],
  sentence: { readonly markup: string; readonly stretch: number },
): FliteSpeech {
  const speech = flite.speak({ base, ...sentence });
  if (blend === undefined) return speech;
  const [second, share] = blend;
  return blended(speech, flite.speak({ base: second as FliteBase, ...sentence }), share);
}
