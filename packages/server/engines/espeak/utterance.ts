// One request from text to finished audio, in the worker thread: segments between authored pauses are spoken, trimmed
// of the silence around them, joined with exact pauses, and word events become times of the joined audio.

import { segmentsOf } from "../segments.ts";
import { EngineError, type PcmSpeech, type SpeakRequest } from "../speak.ts";
import { Stopped } from "../speaking-thread.ts";
import type { AudioBuffer } from "./audio-buffer.ts";
import { MAX_SAMPLES, SAMPLE_RATE, type Synthesizer } from "./espeak-module.ts";
import { type TimedWord, timeWords, wordSpans, wordTimes, writeMarkup } from "./markup.ts";

/** Silence kept before the first and after the last sound; the timeline adds the spacing. */
const LEAD_SAMPLES = Math.round(SAMPLE_RATE * 0.01);
const TAIL_SAMPLES = Math.round(SAMPLE_RATE * 0.02);
/** Sound below -72 dBFS is inaudible; weak consonants at a word's edge are far louder. */
const SILENCE_LEVEL = 8;
/** A voice with less sound than this for a text with letters is broken. */
const LEAST_SAMPLES = Math.round(SAMPLE_RATE * 0.03);
/** Before a voice's own rate and the delivery's. */
export const USUAL_WORDS_PER_MINUTE = 165;

export interface UtteranceVoice {
  readonly id: string;
  /** The voice's own speaking rate as a factor. */
  readonly rate: number;
  /** Whether phonetic pronunciations can be given to it. */
  readonly phonetic: boolean;
}

/** Samples [start, end) that hold sound, with the margins. */
function soundBounds(audio: AudioBuffer): { start: number; end: number } | null {
  const first = audio.firstAt(SILENCE_LEVEL);
  if (first < 0) return null;
  const last = audio.lastAt(SILENCE_LEVEL);
  return { start: Math.max(0, first - LEAD_SAMPLES), end: Math.min(audio.length, last + TAIL_SAMPLES) };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** Applies a level change. Returns false if it was reduced to keep the peak below full scale. */
function applyGain(pcm: Int16Array, decibels: number): boolean {
  if (decibels === 0) return true;
  const wanted = 10 ** (decibels / 20);
  let peak = 1;
  for (let i = 0; i < pcm.length; i++) {
    const level = Math.abs(pcm[i]!);
    if (level > peak) peak = level;
  }
  const gain = Math.min(wanted, Math.max(1, 32_000 / peak));
  for (let i = 0; i < pcm.length; i++) pcm[i] = Math.round(pcm[i]! * gain);
  return gain === wanted;
}

/** Speaks a checked request. Throws EngineError, or Stopped when `stop` answered true. */
export function speakUtterance(
  synthesizer: Synthesizer,
  voice: UtteranceVoice,
  request: SpeakRequest,
  stop: () => boolean,
): PcmSpeech {
  const { delivery } = request;
  const warnings = new Set<string>();
  const wordsPerMinute = Math.round(USUAL_WORDS_PER_MINUTE * voice.rate * delivery.rate);
  if (wordsPerMinute < 80 || wordsPerMinute > 450) warnings.add("The rate is beyond what this voice can speak.");
  // The synthesiser's pitch is exponential: 0 halves and 100 doubles the voice's own.
  const pitch = Math.round(50 + (50 * delivery.pitch_semitones) / 12);
  const words = wordSpans(request.text);
  const pieces: Int16Array[] = [];
  const timed: TimedWord[] = [];
  let length = 0;
  let heard = 0;
  let nextWord = 0;
  for (const segment of segmentsOf(request)) {
    // A word that a pause cuts in two belongs to neither side.
    while (nextWord < words.length && words[nextWord]!.start < segment.from) nextWord++;
    const firstWord = nextWord;
    while (nextWord < words.length && words[nextWord]!.end <= segment.to) nextWord++;
    if (/[\p{L}\p{N}]/u.test(request.text.slice(segment.from, segment.to))) {
      const markup = writeMarkup(request, segment.from, segment.to, voice.phonetic);
      for (const warning of markup.warnings) warnings.add(warning);
      if (!synthesizer.fits(markup.text))
        throw new EngineError("rejected", "The text is too long for the embedded voice.");
      const raw = synthesizer.speak(
        {
          voice: voice.id,
          whisper: delivery.whisper,
          markup: markup.text,
          wordsPerMinute: clamp(wordsPerMinute, 80, 450),
          pitch: clamp(pitch, 0, 99),
          range: clamp(Math.round(50 * delivery.range), 0, 99),
        },
        stop,
      );
      if (raw.audio.length + length > MAX_SAMPLES) {
        throw new EngineError("rejected", "The sound of this text would be longer than four hours.");
      }
      if (!raw.complete) throw new Stopped("The utterance was stopped.");
      const bounds = soundBounds(raw.audio);
      if (bounds !== null) {
        const shift = length - bounds.start;
        for (const word of timeWords(words.slice(firstWord, nextWord), markup, raw.events, raw.audio.length)) {
          const from = clamp(word.from, bounds.start, bounds.end) + shift;
          const to = clamp(word.to, bounds.start, bounds.end) + shift;
          timed.push({ start: word.start, end: word.end, from, to });
        }
        pieces.push(raw.audio.slice(bounds.start, bounds.end));
        length += bounds.end - bounds.start;
        heard += bounds.end - bounds.start;
      }
    }
    length += Math.round((segment.silenceAfterMs * SAMPLE_RATE) / 1000);
    if (segment.silenceAfterMs > 0)
      pieces.push(new Int16Array(Math.round((segment.silenceAfterMs * SAMPLE_RATE) / 1000)));
  }
  if (heard < LEAST_SAMPLES + LEAD_SAMPLES)
    throw new EngineError("rejected", "The embedded voice made no sound for this text.");
  const pcm = pieces.length === 1 ? pieces[0]! : new Int16Array(length);
  if (pieces.length > 1) {
    let at = 0;
    for (const piece of pieces) {
      pcm.set(piece, at);
      at += piece.length;
    }
  }
  if (!applyGain(pcm, delivery.volume_db))
    warnings.add("The level was raised less than asked, to keep the sound from clipping.");
  return {
    pcm,
    sample_rate: SAMPLE_RATE,
    words: wordTimes(timed, SAMPLE_RATE),
    warnings: [...warnings],
  };
}
