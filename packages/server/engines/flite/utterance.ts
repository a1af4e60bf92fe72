// One request from text to finished audio, in the worker thread: sentence by sentence, each as parameters by Flite, with our
// pauses and melody, made sound as the wanted person, and joined; the phones' times become words' times of the joined audio.

import { type SpeechFrames, type VoiceShape, vocode } from "@fullcast/core/sound";
import { segmentsOf } from "../segments.ts";
import { EngineError, type EngineWord, type PcmSpeech, type SpeakRequest } from "../speak.ts";
import { Stopped } from "../speaking-thread.ts";
import { blended } from "./blend.ts";
import { heardPart } from "./edges.ts";
import type { Flite, FliteBase, FliteSpeech, VoiceFile } from "./flite-module.ts";
import { levelled } from "./level.ts";
import { withPauses } from "./pauses.ts";
import { contourOf, nearness, ownMelodyOf, type Place, pauseBehind } from "./prosody.ts";
import { markupOf, readSentences, type Sentence } from "./sentences.ts";
import { unsteadiness } from "./unsteadiness.ts";
import { BASES, type BaseVoice, type VoiceDesign } from "./voice-design.ts";
import { shapeOf } from "./voice-shape.ts";
import { type TokenTime, timeTokens, type WordPhones } from "./word-times.ts";

export const SAMPLE_RATE = 22_050;

/** Most sound kept before the first and after the last phone: what is heard of it. */
const LEAD_SECONDS = 0.06;
const TAIL_SECONDS = 0.2;
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

export interface Speaking {
  readonly flite: Flite;
  readonly wordPhones: WordPhones;
}

/** The recorded speaker that a voice is made of. */
export interface Recorded {
  readonly source: FliteBase | VoiceFile;
  readonly base: BaseVoice;
}

interface Piece {
  readonly samples: Float32Array;
  readonly words: readonly TokenTime[];
  /** Seconds of sound after the last phone. */
  readonly tail: number;
}

/**
 * Speaks a checked request. Throws EngineError, or Stopped when `stop` answered true.
 * @param recorded another speaker than the one that the voice's design names: a voice that was installed
 */
export function speakUtterance(
  speaking: Speaking,
  voice: VoiceDesign,
  request: SpeakRequest,
  stop: () => boolean,
  recorded: Recorded = { source: voice.base, base: BASES[voice.base] },
): PcmSpeech {
  const { delivery } = request;
  const wantedStretch = 1 / (recorded.base.rate * voice.rate * delivery.rate);
  const stretch = Math.min(MOST_STRETCH, Math.max(LEAST_STRETCH, wantedStretch));
  const warnings = new Set<string>();
  if (stretch !== wantedStretch) warnings.add("The rate is beyond what this voice can speak.");
  const shape = shapeOf(voice, delivery, SAMPLE_RATE);
  const pieces: { readonly samples: Float32Array; readonly at: number }[] = [];
  const words: EngineWord[] = [];
  let length = 0;
  let heard = 0;
  for (const segment of segmentsOf(request)) {
    const reading = readSentences(request, segment.from, segment.to);
    for (const warning of reading.warnings) warnings.add(warning);
    const count = reading.sentences.length;
    for (const [index, sentence] of reading.sentences.entries()) {
      if (stop()) throw new Stopped("The utterance was stopped.");
      const piece = speakSentence(speaking, { voice, recorded, request, shape, stretch }, sentence, { index, count });
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
  const { pcm, clipped } = levelled(joined, voice, delivery);
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

interface Manner {
  readonly voice: VoiceDesign;
  readonly recorded: Recorded;
  readonly request: SpeakRequest;
  readonly shape: VoiceShape;
  readonly stretch: number;
}

function speakSentence(
  { flite, wordPhones }: Speaking,
  { voice, recorded, request, shape, stretch }: Manner,
  sentence: Sentence,
  place: Place,
): Piece {
  const speech = spokenBy(flite, recorded.source, voice.blend, { markup: markupOf(sentence), stretch });
  const spoken = speech.phones.filter((phone) => phone.name !== "pau");
  if (spoken.length === 0) return { samples: new Float32Array(0), words: [], tail: 0 };
  const times = timeTokens(sentence, speech.phones, wordPhones);
  const from = Math.max(0, spoken[0]!.startSeconds - LEAD_SECONDS);
  const end = spoken.at(-1)!.endSeconds;
  const to = Math.min(speech.phones.at(-1)!.endSeconds, end + TAIL_SECONDS);
  const { frames, words } = withPauses(speech, times, sentence, { from, to, pace: Math.sqrt(stretch) });
  // The melody ends with the last word; its sound fades after that.
  const length = words.at(-1)?.endSeconds ?? frames.count * frames.stepSeconds;
  const contour = contourOf(sentence, words, length, place);
  const own = ownMelodyOf(sentence, words, length);
  const pitch = melodyOf(frames, voice, recorded.base, request.delivery, { contour, own });
  const stressed = words.filter((word) =>
    sentence.tokens.some((token) => token.emphasised && token.start === word.start),
  );
  for (const word of stressed) raise(frames, word);
  const moment = unsteadiness(request.delivery);
  if (moment !== null) unsettle(frames, pitch, moment);
  const samples = vocode(frames, pitch, shape);
  const part = heardPart(samples, SAMPLE_RATE);
  const heard = (part.to - part.from) / SAMPLE_RATE;
  return {
    samples: samples.subarray(part.from, part.to),
    words: words.map((word) => moved(word, -part.from / SAMPLE_RATE, heard)),
    tail: Math.max(0, to - end - (samples.length - part.to) / SAMPLE_RATE),
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
  return blended(speech, flite.speak({ base: second, ...sentence }), share);
}

/** A word's time moved, inside a sound of this length. */
function moved(word: TokenTime, by: number, length: number): TokenTime {
  const within = (seconds: number) => Math.min(length, Math.max(0, seconds + by));
  return { ...word, startSeconds: within(word.startSeconds), endSeconds: within(word.endSeconds) };
}

function melodyOf(
  frames: SpeechFrames,
  voice: VoiceDesign,
  base: BaseVoice,
  delivery: SpeakRequest["delivery"],
  { contour, own }: { readonly contour: ReturnType<typeof contourOf>; readonly own: ReturnType<typeof ownMelodyOf> },
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
