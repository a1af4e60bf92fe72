// Text as phonemes of eSpeak NG, with the place of each word. Neural voices were trained on these phonemes.

import createModule, { type EspeakWorker } from "@echogarden/espeak-ng-emscripten";
import { PAUSE, SOUND, type SpeechEvent } from "../espeak/espeak-events.ts";
import { type Markup, type TimedWord, timeWords, wordSpans, writeMarkup } from "../espeak/markup.ts";
import type { SpeakRequest } from "../speak.ts";

export interface Phonemes {
  /** The phonemes of eSpeak NG in IPA with stress marks; between them " " and punctuation, each as one symbol. */
  readonly symbols: readonly string[];
  /** The words with their first symbol and the one after their last. */
  readonly words: readonly TimedWord[];
  readonly warnings: readonly string[];
}

export interface Phonemizer {
  /** False when eSpeak NG has no such voice. */
  knows(voice: string): boolean;
  /** @param voice a voice of eSpeak NG, such as "en-us" @param from,to the range of the request's text, a sentence */
  read(request: SpeakRequest, from: number, to: number, voice: string): Phonemes;
}

/** speak_lib.h: `espeak_EVENT`, its kinds and the offsets of its fields. */
const EVENT = { end: 0, word: 1, phoneme: 7 } as const;
const EVENT_BYTES = 36;
const POSITION = 2;
const NAME = { at: 28, bytes: 8 };
/** The synthesiser's sound is thrown away; at this pace there is little of it. */
const WORDS_PER_MINUTE = 450;
const TEXT_BYTES = 1 << 18;
/** What may stand between words beside a space, and how it is written for the voices. */
const PUNCTUATION: Readonly<Record<string, string>> = {
  ".": ".",
  "…": ".",
  ",": ",",
  "،": ",",
  "、": ",",
  "，": ",",
  "–": ",",
  "—": ",",
  ":": ":",
  ";": ";",
  "؛": ";",
  "!": "!",
  "！": "!",
  "?": "?",
  "？": "?",
  "؟": "?",
  "。": ".",
};

/** Takes about 0.3 s and 70 MB. */
export async function createPhonemizer(): Promise<Phonemizer> {
  const module = await createModule({ print: () => {}, printErr: () => {} });
  const espeak = new module.eSpeakNGWorker();
  const buffer = module._malloc(TEXT_BYTES);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const files = voiceFiles(espeak.list_voices());
  let current = "";
  let heard: (position: number, phoneme: string | null) => void = () => {};
  const callback = module.addFunction((_audio, _count, events) => {
    const { HEAP32, HEAPU8 } = module;
    for (let at = events; HEAP32[at >> 2] !== EVENT.end; at += EVENT_BYTES) {
      const type = HEAP32[at >> 2];
      const position = HEAP32[(at >> 2) + POSITION]! - 1;
      if (type === EVENT.word) heard(position, null);
      if (type !== EVENT.phoneme) continue;
      const name = HEAPU8.subarray(at + NAME.at, at + NAME.at + NAME.bytes);
      const end = name.indexOf(0);
      // A name that fills its eight bytes may be cut within a character; language marks such as (en) are no sound.
      const ipa = decoder.decode(end < 0 ? name : name.subarray(0, end)).replace(/\ufffd|\([^)]*\)?/gu, "");
      if (ipa !== "") heard(position, ipa);
    }
    return 0;
  }, "iiii");

  function select(voice: string): boolean {
    const file = files.get(voice);
    if (file === undefined) return false;
    if (file !== current) {
      // It answers 0 for every name, and speaks nonsense for a name that is no file.
      espeak.set_voice(file, "");
      espeak.set_rate(WORDS_PER_MINUTE);
      current = file;
    }
    return true;
  }

  return {
    knows: (voice) => files.has(voice),
    read(request, from, to, voice) {
      if (!select(voice)) throw new Error(`eSpeak NG has no voice ${voice}.`);
      const { text } = request;
      const markup: Markup = writeMarkup(request, from, to, voice.startsWith("en"));
      const { written } = encoder.encodeInto(markup.text, module.HEAPU8.subarray(buffer, buffer + TEXT_BYTES - 1));
      module.HEAPU8[buffer + written] = 0;
      const symbols: string[] = [];
      const events: SpeechEvent[] = [];
      let last = from;
      let fresh = false;
      const separate = (offset: number) => {
        if (symbols.length === 0) return;
        events.push({ position: PAUSE, sample: symbols.length });
        const mark = markIn(text.slice(last, offset));
        if (mark !== null) symbols.push(mark);
        symbols.push(" ");
      };
      heard = (position, ipa) => {
        if (ipa === null) {
          const offset = markup.offsets[position];
          if (offset === undefined) return;
          if (!fresh) separate(offset);
          fresh = true;
          last = Math.max(last, offset);
          events.push({ position, sample: symbols.length });
          return;
        }
        if (fresh) events.push({ position: SOUND, sample: symbols.length });
        fresh = false;
        symbols.push(ipa);
      };
      espeak.synth_({ ptr: buffer }, callback);
      heard = () => {};
      while (symbols.at(-1) === " ") symbols.pop();
      events.push({ position: PAUSE, sample: symbols.length });
      if (symbols.length > 0) symbols.push(markIn(text.slice(last, to)) ?? ".");
      const words = wordSpans(text).filter((word) => word.start >= from && word.end <= to);
      return { symbols, words: timeWords(words, markup, events, symbols.length), warnings: markup.warnings };
    },
  };
}

/** The voice files of eSpeak NG by the names that models use: the file's own, and the languages that it is for. */
function voiceFiles(voices: ReturnType<EspeakWorker["list_voices"]>): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { identifier } of voices)
    files.set(identifier.slice(identifier.lastIndexOf("/") + 1).toLowerCase(), identifier);
  const byLanguage = voices.flatMap(({ identifier, languages }) =>
    languages.map(({ name, priority }) => ({ identifier, name, priority })),
  );
  // The best file of a language has the lowest number.
  for (const { name, identifier } of byLanguage.sort((a, b) => a.priority - b.priority)) {
    if (!files.has(name)) files.set(name, identifier);
  }
  return files;
}

/** The strongest punctuation behind the word that a text begins with; null for none. */
function markIn(text: string): string | null {
  const marks = [...text.replace(/^[\p{L}\p{N}\p{M}'’.,:-]*[\p{L}\p{N}\p{M}]/u, "")].flatMap(
    (character) => PUNCTUATION[character] ?? [],
  );
  return marks.find((mark) => "?!.".includes(mark)) ?? marks[0] ?? null;
}
