// One request from text to finished audio, in the worker thread: sentence by sentence, each as parameters by Flite, with our
// pauses and melody, made sound as the wanted person, and joined; the phones' times become words' times of the joined audio.

import { type SpeechFrames, type VoiceShape, vocode } from "@fullcast/core/sound";
import { segmentsOf } from "../segments.ts";
import { EngineError, type EngineWord, type PcmSpeech, type SpeakRequest } from "../speak.ts";
import { Stopped } from "../speaking-thread.ts";
import type { Flite } from "./flite-module.ts";
import { levelled } from "./level.ts";
import { withPauses } from "./pauses.ts";
import { contourOf, nearness, ownMelodyOf, type Place, pauseBehind } from "./prosody.ts";
import { markupOf, readSentences, type Sentence } from "./sentences.ts";
import { BASES, type VoiceDesign } from "./voice-design.ts";
import { shapeOf } from "./voice-shape.ts";
import { type TokenTime, timeTokens, type WordPhones } from "./word-times.ts";

export const SAMPLE_RATE = 22_050;

/** Sound kept before the first and after the last phone. */
const LEAD_SECONDS = 0.015;
const TAIL_SECONDS = 0.04;
/** What the synthesiser can be asked for without sounding broken. */
const LEAST_STRETCH = 0.45;
const MOST_STRETCH = 2.2;
/** What a stressed word is louder. */
const EMPHASIS_DB = 2;
/** Trembling of old voices (Ramig & Ringel 1983 give 4 to 7 Hz). */
const TREMOR_HZ = 5;
const LOWEST_PITCH = 45;
const HIGHEST_PITCH = 650;

export interface Speaking {
  readonly flite: Flite;
  readonly wordPhones: WordPhones;
}

interface Piece {
  readonly samples: Float32Array;
  readonly words: readonly TokenTime[];
}

/** Speaks a checked request. Throws EngineError, or Stopped when `stop` answered true. */
export function speakUtterance(
  speaking: Speaking,
  voice: VoiceDesign,
  request: SpeakRequest,
  stop: () => boolean,
): PcmSpeech {
  const { delivery } = request;
  const wantedStretch = 1 / (BASES[voice.base].rate * voice.rate * delivery.rate);
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
      const piece = speakSentence(speaking, { voice, request, shape, stretch }, sentence, { index, count });
      for (const word of piece.words) addWord(words, word, length);
      pieces.push({ samples: piece.samples, at: length });
      length += piece.samples.length;
      heard += piece.samples.length;
      if (index + 1 < count) length += Math.round(pauseBehind(sentence) * Math.sqrt(stretch) * SAMPLE_RATE);
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
  readonly request: SpeakRequest;
  readonly shape: VoiceShape;
  readonly stretch: number;
}

function speakSentence(
  { flite, wordPhones }: Speaking,
  { voice, request, shape, stretch }: Manner,
  sentence: Sentence,
  place: Place,
): Piece {
  const speech = flite.speak({ base: voice.base, markup: markupOf(sentence), stretch });
  const spoken = speech.phones.filter((phone) => phone.name !== "pau");
  if (spoken.length === 0) return { samples: new Float32Array(0), words: [] };
  const times = timeTokens(sentence, speech.phones, wordPhones);
  const from = Math.max(0, spoken[0]!.startSeconds - LEAD_SECONDS);
  const to = spoken.at(-1)!.endSeconds + TAIL_SECONDS;
  const { frames, words } = withPauses(speech, times, sentence, { from, to, pace: Math.sqrt(stretch) });
  const length = frames.count * frames.stepSeconds;
  const contour = contourOf(sentence, words, length, place);
  const own = ownMelodyOf(sentence, words, length);
  const pitch = melodyOf(frames, voice, request.delivery, { contour, own });
  const stressed = words.filter((word) =>
    sentence.tokens.some((token) => token.emphasised && token.start === word.start),
  );
  for (const word of stressed) raise(frames, word);
  return { samples: vocode(frames, pitch, shape), words };
}

function melodyOf(
  frames: SpeechFrames,
  voice: VoiceDesign,
  delivery: SpeakRequest["delivery"],
  { contour, own }: { readonly [part in "contour" | "own"]: (seconds: number) => number },
): Float32Array {
  const base = BASES[voice.base];
  const usual = voice.pitch * 2 ** (delivery.pitch_semitones / 12);
  const liveliness = base.melody * voice.melody * delivery.range;
  const pitch = new Float32Array(frames.count);
  for (let frame = 0; frame < frames.count; frame++) {
    const hz = frames.hz[frame]!;
    if (hz === 0) continue;
    const seconds = frame * frames.stepSeconds;
    const trembling = voice.tremor * Math.sin(2 * Math.PI * TREMOR_HZ * seconds);
    const semitones = contour(seconds) * Math.min(1, delivery.range) + trembling;
    const wanted = usual * (hz / base.pitch) ** (liveliness * own(seconds)) * 2 ** (semitones / 12);
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
