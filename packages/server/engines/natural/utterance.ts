// One request from text to finished audio, in the worker thread: sentence by sentence, each as parameters by a recorded speaker,
// with our melody, made sound as the wanted person, and joined; words get the times of the joined audio.

import { type SpeechFrames, type VoiceShape, vocode } from "@fullcast/core/sound";
import { segmentsOf } from "../segments.ts";
import { EngineError, type EngineWord, type PcmSpeech, type SpeakRequest } from "../speak.ts";
import { Stopped } from "../speaking-thread.ts";
import { heardPart } from "./edges.ts";
import { levelled } from "./level.ts";
import { nearness, type Place, pauseBehind, stressedWords } from "./phrasing.ts";
import type { Reading, Sentence, TokenTime } from "./sentences.ts";
import { unsteadiness } from "./unsteadiness.ts";
import type { BaseVoice, VoiceDesign } from "./voice-design.ts";
import { shapeOf } from "./voice-shape.ts";

export const SAMPLE_RATE = 22_050;

/** Least silence between two sentences. */
const LEAST_PAUSE_SECONDS = 0.12;
/** What the synthesiser can be asked for without sounding broken. */
const LEAST_STRETCH = 0.45;
const MOST_STRETCH = 2.2;
/** What a stressed word is louder. */
const EMPHASIS_DB = 2.5;
/** Trembling of old voices (Ramig & Ringel 1983 give 4 to 7 Hz). */
const TREMOR_HZ = 5;
const LOWEST_PITCH = 45;
const HIGHEST_PITCH = 650;

/** A recorded speaker who reads sentences. */
export interface Speaker {
  readonly base: BaseVoice;
  /** request.text[from, to) as sentences. */
  read(request: SpeakRequest, from: number, to: number): Reading;
  /** A sentence as parameters, by this speaker as a person of a design; null when nothing of it can be said. */
  say(sentence: Sentence, manner: SentenceManner): Said | null;
}

export interface SentenceManner {
  /** The text that the sentence's offsets point into. */
  readonly text: string;
  readonly voice: VoiceDesign;
  /** Factor on all durations. */
  readonly stretch: number;
  readonly place: Place;
}

/** A sentence before it is sound. Seconds are counted from its start. */
export interface Said {
  readonly frames: SpeechFrames;
  readonly words: readonly TokenTime[];
  /** Seconds of sound after the last phone. */
  readonly tail: number;
  /** Semitones that are added to the speaker's melody at a time. */
  contour(seconds: number): number;
  /** How much of the speaker's own melody remains at a time, 0 to 1, where it is low and where it is high. */
  own(seconds: number, high: boolean): number;
}

interface Piece {
  readonly samples: Float32Array;
  readonly words: readonly TokenTime[];
  /** Seconds of sound after the last phone. */
  readonly tail: number;
}

/** Speaks a checked request. Throws EngineError, or Stopped when `stop` answered true. */
export function speakUtterance(
  speaker: Speaker,
  voice: VoiceDesign,
  request: SpeakRequest,
  stop: () => boolean,
): PcmSpeech {
  const { base } = speaker;
  const { delivery } = request;
  const wantedStretch = 1 / (base.rate * voice.rate * delivery.rate);
  const stretch = Math.min(MOST_STRETCH, Math.max(LEAST_STRETCH, wantedStretch));
  const warnings = new Set<string>();
  if (stretch !== wantedStretch) warnings.add("The rate is beyond what this voice can speak.");
  const shape = shapeOf(voice, base, delivery, SAMPLE_RATE);
  const pieces: { readonly samples: Float32Array; readonly at: number }[] = [];
  const words: EngineWord[] = [];
  let length = 0;
  let heard = 0;
  for (const segment of segmentsOf(request)) {
    const reading = speaker.read(request, segment.from, segment.to);
    for (const warning of reading.warnings) warnings.add(warning);
    const count = reading.sentences.length;
    for (const [index, sentence] of reading.sentences.entries()) {
      if (stop()) throw new Stopped("The utterance was stopped.");
      const piece = speakSentence(
        speaker,
        { text: request.text, voice, request, shape, stretch, place: { index, count } },
        sentence,
      );
      for (const word of piece.words) addWord(words, word, length);
      pieces.push({ samples: piece.samples, at: length });
      length += piece.samples.length;
      heard += piece.samples.length;
      if (index + 1 < count) {
        const pause = pauseBehind(sentence) * Math.sqrt(stretch) - piece.tail;
        length += Math.round(Math.max(LEAST_PAUSE_SECONDS, pause) * SAMPLE_RATE);
      }
    }
    length += Math.round((segment.silenceAfterMs * SAMPLE_RATE) / 1000);
  }
  if (heard < SAMPLE_RATE * 0.03) throw new EngineError("rejected", "The embedded voice made no sound for this text.");
  const joined = new Float32Array(length);
  for (const piece of pieces) joined.set(piece.samples, piece.at);
  const { pcm, clipped } = levelled(joined, { voice, base }, delivery);
  if (clipped) warnings.add("The level was raised less than asked, to keep the sound from clipping.");
  return { pcm, sample_rate: SAMPLE_RATE, words, warnings: [...warnings] };
}

function addWord(words: EngineWord[], word: TokenTime, offset: number): void {
  const start_ms = Math.max(
    words.at(-1)?.end_ms ?? 0,
    Math.round((offset * 1000) / SAMPLE_RATE + word.startSeconds * 1000),
  );
  const end_ms = Math.round((offset * 1000) / SAMPLE_RATE + word.endSeconds * 1000);
  if (end_ms > start_ms) words.push({ start: word.start, end: word.end, start_ms, end_ms });
}

interface Manner extends SentenceManner {
  readonly request: SpeakRequest;
  readonly shape: VoiceShape;
}

function speakSentence(speaker: Speaker, { request, shape, ...manner }: Manner, sentence: Sentence): Piece {
  const said = speaker.say(sentence, manner);
  if (said === null) return { samples: new Float32Array(0), words: [], tail: 0 };
  const { frames, words } = said;
  const pitch = melodyOf(said, manner.voice, speaker.base, request.delivery);
  for (const word of stressedWords(sentence, words)) raise(frames, word);
  const moment = unsteadiness(request.delivery);
  if (moment !== null) unsettle(frames, pitch, moment);
  const samples = vocode(frames, pitch, shape);
  const part = heardPart(samples, SAMPLE_RATE);
  const heard = (part.to - part.from) / SAMPLE_RATE;
  return {
    samples: samples.subarray(part.from, part.to),
    words: words.map((word) => moved(word, -part.from / SAMPLE_RATE, heard)),
    tail: Math.max(0, said.tail - (samples.length - part.to) / SAMPLE_RATE),
  };
}

/** A word's time moved, inside a sound of this length. */
function moved(word: TokenTime, by: number, length: number): TokenTime {
  const within = (seconds: number) => Math.min(length, Math.max(0, seconds + by));
  return { ...word, startSeconds: within(word.startSeconds), endSeconds: within(word.endSeconds) };
}

function melodyOf(
  { frames, contour, own }: Said,
  voice: VoiceDesign,
  base: BaseVoice,
  delivery: SpeakRequest["delivery"],
): Float32Array {
  const usual = voice.pitch * 2 ** (delivery.pitch_semitones / 12);
  const liveliness = base.melody * voice.melody * delivery.range;
  const pitch = new Float32Array(frames.count);
  for (let frame = 0; frame < frames.count; frame++) {
    const hz = frames.hz[frame]!;
    if (hz === 0) continue;
    const seconds = frame * frames.stepSeconds;
    const trembling = voice.tremor * Math.sin(2 * Math.PI * TREMOR_HZ * seconds);
    const semitones = contour(seconds) * Math.min(1, delivery.range) + trembling;
    const wanted = usual * (hz / base.pitch) ** (liveliness * own(seconds, hz > base.pitch)) * 2 ** (semitones / 12);
    pitch[frame] = Math.min(HIGHEST_PITCH, Math.max(LOWEST_PITCH, wanted));
  }
  return pitch;
}

/** Makes a stressed word louder, in place: coefficient 0 is the logarithm of the level. */
function raise(frames: SpeechFrames, word: TokenTime): void {
  for (let frame = 0; frame < frames.count; frame++) {
    const added = EMPHASIS_DB * nearness(word, frame * frames.stepSeconds);
    if (added > 0)
      frames.cepstra[frame * frames.order] = frames.cepstra[frame * frames.order]! + (added * Math.LN10) / 20;
  }
}

/** Makes the voice laugh or tremble, in place. */
function unsettle(
  frames: SpeechFrames,
  pitch: Float32Array,
  moment: NonNullable<ReturnType<typeof unsteadiness>>,
): void {
  const bands = frames.voicing.length / frames.count;
  for (let frame = 0; frame < frames.count; frame++) {
    const { semitones, gainDb, voiced } = moment(frame * frames.stepSeconds);
    if (pitch[frame] === 0) continue;
    pitch[frame] = Math.min(HIGHEST_PITCH, Math.max(LOWEST_PITCH, pitch[frame]! * 2 ** (semitones / 12)));
    frames.cepstra[frame * frames.order] = frames.cepstra[frame * frames.order]! + (gainDb * Math.LN10) / 20;
    for (let band = frame * bands; band < (frame + 1) * bands; band++)
      frames.voicing[band] = frames.voicing[band]! * voiced;
  }
}
