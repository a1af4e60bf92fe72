// A recorded speaker of Pico: a sentence with Pico's own melody and pauses, and the times of its words.

import type { SpeechFrames } from "@fullcast/core/sound";
import { LEAD_SECONDS, TAIL_SECONDS } from "../natural/edges.ts";
import { EMPHASIS_SEMITONES, nearness, stressedWords } from "../natural/phrasing.ts";
import { readSentences } from "../natural/sentences.ts";
import type { Said, Speaker } from "../natural/utterance.ts";
import { type Phone, SILENCE, timeTokens, type WordPhones } from "../natural/word-times.ts";
import { LANGUAGES, type PicoBase } from "./languages.ts";
import { MOST_MARKS, markOf, type Pico, type PicoSpeech } from "./pico-module.ts";
import { listOf, markupOf, TONGUES } from "./sentences.ts";

/** Words whose phones are remembered for each language. */
const MOST_REMEMBERED = 20_000;
/** Letters of one list: Pico takes a limited text at once. */
const MOST_LETTERS = 3_000;
/** What a stressed word has left of a melody that is low there. */
const STRESSED_LOW = 0.3;

export function picoSpeaker(pico: Pico, base: PicoBase, wordPhones: WordPhones): Speaker {
  return {
    base: LANGUAGES[base],
    read: (request, from, to) => readSentences(request, from, to, TONGUES[base]),
    say(sentence, { text, stretch }): Said | null {
      const speech = pico.speak(base, markupOf(sentence, text, stretch));
      const phones = phonesOf(speech);
      if (phones.every(({ name }) => name === SILENCE)) return null;
      const spoken = phones.filter(({ name }) => name !== SILENCE);
      const end = spoken.at(-1)!.endSeconds;
      const frames = between(speech.frames, spoken[0]!.startSeconds - LEAD_SECONDS, end + TAIL_SECONDS);
      const moved = frames.from * frames.stepSeconds;
      const words = timeTokens(sentence, phones, wordPhones).map((word) => ({
        ...word,
        startSeconds: word.startSeconds - moved,
        endSeconds: word.endSeconds - moved,
      }));
      const stressed = stressedWords(sentence, words);
      const stressAt = (seconds: number) => Math.max(0, ...stressed.map((word) => nearness(word, seconds)));
      return {
        frames,
        words,
        tail: frames.count * frames.stepSeconds + moved - end,
        contour: (seconds) => (stressed.length === 0 ? 0 : EMPHASIS_SEMITONES * stressAt(seconds)),
        own: (seconds, high) => (high || stressed.length === 0 ? 1 : 1 - (1 - STRESSED_LOW) * stressAt(seconds)),
      };
    },
  };
}

/** The frames between two times, and the number of the first of them. */
function between(frames: SpeechFrames, start: number, end: number): SpeechFrames & { readonly from: number } {
  const from = Math.max(0, Math.round(start / frames.stepSeconds));
  const to = Math.min(frames.count, Math.round(end / frames.stepSeconds));
  const bands = frames.voicing.length / frames.count;
  return {
    ...frames,
    from,
    count: to - from,
    hz: frames.hz.subarray(from, to),
    cepstra: frames.cepstra.subarray(from * frames.order, to * frames.order),
    voicing: frames.voicing.subarray(from * bands, to * bands),
  };
}

/** Frames of one phone after another. Pico begins with silence, so its number is known. */
function phonesOf({ phones, frames }: PicoSpeech): Phone[] {
  const runs: Phone[] = [];
  let from = 0;
  for (let frame = 1; frame <= phones.length; frame++) {
    if (frame < phones.length && phones[frame] === phones[from]) continue;
    runs.push({
      name: phones[from] === phones[0] ? SILENCE : String(phones[from]),
      startSeconds: from * frames.stepSeconds,
      endSeconds: frame * frames.stepSeconds,
    });
    from = frame;
  }
  return runs;
}

/** The phones of single words, remembered. */
export function createPicoWordPhones(pico: Pico, base: PicoBase, mostRemembered = MOST_REMEMBERED): WordPhones {
  const known = new Map<string, readonly string[]>();
  return {
    of(tokens) {
      const keyOf = ({ spoken, phones }: (typeof tokens)[number]) =>
        phones === null ? spoken : `${spoken}\n${phones}`;
      // Before the missing ones are counted: the words of this sentence stay known.
      if (known.size > mostRemembered) known.clear();
      const missing = new Map(tokens.filter((token) => !known.has(keyOf(token))).map((token) => [keyOf(token), token]));
      for (const list of listsOf([...missing.entries()])) {
        const { phones, marks } = pico.speak(
          base,
          listOf(
            list.map(([, token]) => token),
            markOf,
          ),
        );
        const found = list.map((): string[] => []);
        for (let frame = 1; frame < phones.length; frame++) {
          const word = found[marks[frame]! - 1];
          if (word === undefined || phones[frame] === phones[0]) continue;
          const same = phones[frame] === phones[frame - 1] && marks[frame] === marks[frame - 1];
          if (!same) word.push(String(phones[frame]));
        }
        for (const [i, [key]] of list.entries()) known.set(key, found[i]!);
      }
      return tokens.map((token) => known.get(keyOf(token)) ?? []);
    },
  };
}

/** In lists that Pico takes at once. */
function listsOf<Entry extends readonly [string, unknown]>(entries: readonly Entry[]): Entry[][] {
  const lists: Entry[][] = [];
  let letters = 0;
  for (const entry of entries) {
    letters += entry[0].length;
    const list = lists.at(-1);
    if (list === undefined || list.length >= MOST_MARKS || letters > MOST_LETTERS) {
      lists.push([entry]);
      letters = entry[0].length;
    } else list.push(entry);
  }
  return lists;
}
