// One request from text to finished audio, in the worker thread: sentence by sentence, each spoken by Flite, turned into
// the wanted person, and joined with pauses; the phones' times become words' times of the joined audio.

import { respeak, whispered } from "@fullcast/core/sound";
import { EngineError, type EngineWord, type SpeakRequest, type SpeakResult } from "../engine.ts";
import { segmentsOf } from "../segments.ts";
import { Stopped } from "../speaking-thread.ts";
import { FLITE_RATE, type Flite } from "./flite-module.ts";
import { markupOf, readSentences, type Sentence } from "./sentences.ts";
import { BASES, type VoiceDesign } from "./voice-design.ts";
import { type TokenTime, timeTokens, type WordPhones } from "./word-times.ts";

export const SAMPLE_RATE = 22_050;

/** Pauses of a reader, in seconds at the usual pace: between two sentences, and where a line of the text ends. */
const SENTENCE_PAUSE = 0.42;
const LINE_PAUSE = 0.62;
/** Sound kept before the first and after the last phone. */
const LEAD_SECONDS = 0.015;
const TAIL_SECONDS = 0.04;
/** What the synthesiser can be asked for without sounding broken. */
const LEAST_STRETCH = 0.45;
const MOST_STRETCH = 2.2;
const EMPHASIS_SEMITONES = 2.2;
/** A question that wants yes or no ends higher, by so much over so long. */
const QUESTION_SEMITONES = 5;
const QUESTION_SECONDS = 0.4;
const EXCLAMATION_SEMITONES = 1.2;
/** Peak of a finished line before the delivery's volume: raised voices have 8 dB left. */
const USUAL_PEAK = 0.4;

const ASKS_YES_OR_NO =
  /^(?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't|hasn't|hadn't|can't|couldn't|won't|wouldn't|shouldn't|really|you|he|she|they|it|the)$/i;

interface Piece {
  readonly samples: Float32Array;
  readonly words: readonly TokenTime[];
}

export interface Speaking {
  readonly flite: Flite;
  readonly wordPhones: WordPhones;
}

/** Speaks a checked request. Throws EngineError, or Stopped when `stop` answered true. */
export function speakUtterance(
  { flite, wordPhones }: Speaking,
  voice: VoiceDesign,
  request: SpeakRequest,
  stop: () => boolean,
): SpeakResult {
  const { delivery } = request;
  const base = BASES[voice.base];
  const wantedStretch = 1 / (base.rate * voice.rate * delivery.rate);
  const stretch = Math.min(MOST_STRETCH, Math.max(LEAST_STRETCH, wantedStretch));
  const warnings = new Set<string>();
  if (stretch !== wantedStretch) warnings.add("The rate is beyond what this voice can speak.");
  const pieces: { readonly samples: Float32Array; readonly at: number }[] = [];
  const words: EngineWord[] = [];
  let length = 0;
  let heard = 0;
  for (const segment of segmentsOf(request)) {
    const reading = readSentences(request, segment.from, segment.to);
    for (const warning of reading.warnings) warnings.add(warning);
    for (const [i, sentence] of reading.sentences.entries()) {
      if (stop()) throw new Stopped("The utterance was stopped.");
      const piece = speakSentence(flite, wordPhones, voice, request, sentence, stretch);
      if (i > 0) {
        const ended = reading.sentences[i - 1]!;
        const full = ended.tokens.at(-1)!.mark !== "," || ended.endsLine;
        const pause = ended.endsLine ? LINE_PAUSE : full ? SENTENCE_PAUSE : 0.15;
        length += Math.round(pause * Math.sqrt(stretch) * SAMPLE_RATE);
      }
      for (const word of piece.words) addWord(words, word, length);
      pieces.push({ samples: piece.samples, at: length });
      length += piece.samples.length;
      heard += piece.samples.length;
    }
    length += Math.round((segment.silenceAfterMs * SAMPLE_RATE) / 1000);
  }
  if (heard < SAMPLE_RATE * 0.03) throw new EngineError("rejected", "The embedded voice made no sound for this text.");
  const joined = new Float32Array(length);
  for (const piece of pieces) joined.set(piece.samples, piece.at);
  const { pcm, clipped } = finished(joined, delivery.volume_db - (delivery.whisper ? 4 : 0));
  if (clipped) warnings.add("The level was raised less than asked, to keep the sound from clipping.");
  return { pcm, sample_rate: SAMPLE_RATE, words, warnings: [...warnings], billed_characters: 0 };
}

function addWord(words: EngineWord[], word: TokenTime, offset: number): void {
  const start_ms = Math.max(
    words.at(-1)?.end_ms ?? 0,
    Math.round((offset * 1000) / SAMPLE_RATE + word.startSeconds * 1000),
  );
  const end_ms = Math.round((offset * 1000) / SAMPLE_RATE + word.endSeconds * 1000);
  if (end_ms > start_ms) words.push({ start: word.start, end: word.end, start_ms, end_ms });
}

function speakSentence(
  flite: Flite,
  wordPhones: WordPhones,
  voice: VoiceDesign,
  request: SpeakRequest,
  sentence: Sentence,
  stretch: number,
): Piece {
  const base = BASES[voice.base];
  const speech = flite.speak({ base: voice.base, markup: markupOf(sentence), stretch });
  const spoken = speech.phones.filter((phone) => phone.name !== "pau");
  if (spoken.length === 0) return { samples: new Float32Array(0), words: [] };
  const from = Math.max(0, spoken[0]!.startSeconds - LEAD_SECONDS);
  const to = Math.min(speech.samples.length / FLITE_RATE, spoken.at(-1)!.endSeconds + TAIL_SECONDS);
  const cut = speech.samples.subarray(Math.round(from * FLITE_RATE), Math.round(to * FLITE_RATE));
  const words = timeTokens(sentence, speech.phones, wordPhones).map((word) => ({
    ...word,
    startSeconds: word.startSeconds - from,
    endSeconds: Math.min(to, word.endSeconds) - from,
  }));
  const { delivery } = request;
  let samples = respeak(cut, {
    sampleRate: FLITE_RATE,
    outputRate: SAMPLE_RATE,
    lowest: base.lowest,
    highest: base.highest,
    sourcePitch: base.pitch,
    pitch: voice.pitch * 2 ** (delivery.pitch_semitones / 12),
    melody: base.melody * voice.melody * delivery.range,
    formants: voice.formants,
    duration: 1,
    roughness: voice.roughness,
    contour: contourOf(sentence, words, to - from),
  });
  if (delivery.whisper) samples = whispered(samples, SAMPLE_RATE);
  else if (voice.breath > 0) {
    const breath = whispered(samples, SAMPLE_RATE);
    for (let i = 0; i < samples.length; i++)
      samples[i] = samples[i]! * (1 - voice.breath * 0.4) + breath[i]! * voice.breath;
  }
  if (voice.brightness !== 0) brighten(samples, voice.brightness);
  return { samples, words };
}

/** What stress and the end of a question add to the melody, in semitones. */
function contourOf(sentence: Sentence, words: readonly TokenTime[], length: number): (seconds: number) => number {
  const last = sentence.tokens.at(-1)!;
  const rises = last.mark === "?" && ASKS_YES_OR_NO.test(sentence.tokens[0]!.spoken);
  const lifted = last.mark === "!" ? EXCLAMATION_SEMITONES : 0;
  const stressed = words.filter((word) =>
    sentence.tokens.some((token) => token.start === word.start && token.emphasised),
  );
  return (seconds) => {
    let added = lifted;
    if (rises) added += QUESTION_SEMITONES * Math.max(0, 1 - (length - seconds) / QUESTION_SECONDS);
    for (const word of stressed) {
      const middle = (word.startSeconds + word.endSeconds) / 2;
      const half = (word.endSeconds - word.startSeconds) / 2 + 0.03;
      const distance = Math.abs(seconds - middle) / half;
      if (distance < 1) added += EMPHASIS_SEMITONES * (0.5 + 0.5 * Math.cos(Math.PI * distance));
    }
    return added;
  };
}

/** A first-order shelf above 3 kHz, in place. */
function brighten(samples: Float32Array, gainDb: number): void {
  const share = Math.exp((-2 * Math.PI * 3000) / SAMPLE_RATE);
  const gain = 10 ** (gainDb / 20);
  let low = 0;
  for (let i = 0; i < samples.length; i++) {
    low = share * low + (1 - share) * samples[i]!;
    samples[i] = low + gain * (samples[i]! - low);
  }
}

function finished(samples: Float32Array, volumeDb: number): { pcm: Int16Array; clipped: boolean } {
  let peak = 1e-6;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const wanted = 10 ** (volumeDb / 20) * Math.min(1, USUAL_PEAK / peak);
  const gain = Math.min(wanted, 0.98 / peak);
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++) pcm[i] = Math.round(samples[i]! * gain * 32_767);
  return { pcm, clipped: gain < wanted };
}
