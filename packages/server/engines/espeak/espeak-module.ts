// The embedded synthesiser (eSpeak NG, GPL-3.0, compiled to JavaScript) with restorable memory.
// Always true: every utterance starts from the same memory, so the same words give the same bytes. Upstream keeps state
// between calls (noise generator, pitch contours), and its output then differs by some samples.

import createModule from "@echogarden/espeak-ng-emscripten";
import { type AudioBuffer, audioBuffer } from "./audio-buffer.ts";
import { PAUSE, SOUND, type SpeechEvent } from "./espeak-events.ts";
import type { VoiceDesign } from "./voice-design.ts";
import { voiceFile } from "./voice-design.ts";

export const SAMPLE_RATE = 22_050;

const VOICE_FOLDER = "/usr/share/espeak-ng-data/voices/fullcast";
/** Bytes for one utterance's text with its markup. */
export const TEXT_BYTES = 1 << 20;
const PAGE = 4096;
/** The synthesiser's own level (100) makes strong voices touch full scale; this leaves 8 dB for raised voices. */
const VOLUME = 40;
/** Bytes behind the text buffer that are restored too. The synthesiser's heap has never been observed beyond them. */
const TAIL_BYTES = 1 << 16;

/** Kinds of `espeak_EVENT_TYPE` that are used, and the words of one event structure (speak_lib.h, `espeak_EVENT`). */
const EVENT = { end: 0, word: 1, clauseEnd: 5, phoneme: 7 } as const;
const EVENT_BYTES = 36;
const FIELD = { type: 0, textPosition: 2, sample: 5 } as const;
const PHONEME_NAME_OFFSET = 28;

export interface RawSpeech {
  /** Valid until the next utterance. */
  readonly audio: AudioBuffer;
  readonly events: readonly SpeechEvent[];
  /** Whether the utterance was completed: not stopped, not beyond MAX_SAMPLES. */
  readonly complete: boolean;
}

/** Longest sound of one utterance: 65,536 units of prose at half the rate of the slowest voice are 3.5 hours. */
export const MAX_SAMPLES = SAMPLE_RATE * 4 * 3600;

export interface RawRequest {
  readonly voice: string;
  readonly whisper: boolean;
  /** SSML fragment, UTF-8 at most TEXT_BYTES - 1 bytes. */
  readonly markup: string;
  readonly wordsPerMinute: number;
  /** 0 to 99, 50 is the voice's own. */
  readonly pitch: number;
  /** 0 to 99, 50 is the voice's own. */
  readonly range: number;
}

export interface Synthesizer {
  /** False when the text does not fit the buffer. */
  fits(markup: string): boolean;
  /** `stop` is called about every tenth of a second of audio. Throws if the voice is unknown. */
  speak(request: RawRequest, stop: () => boolean): RawSpeech;
}

interface Page {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

function voiceName(id: string, whisper: boolean): string {
  return whisper ? `fc-${id}-whisper` : `fc-${id}`;
}

/** Loads the synthesiser with the given voices. Takes about 0.3 s and 70 MB. */
export async function createSynthesizer(voices: readonly VoiceDesign[]): Promise<Synthesizer> {
  // Files have time stamps; a fixed clock makes all instances equal.
  const clock = Date.now;
  Date.now = () => 0;
  try {
    return await build(voices);
  } finally {
    Date.now = clock;
  }
}

async function build(voices: readonly VoiceDesign[]): Promise<Synthesizer> {
  const module = await createModule({ print: () => {}, printErr: () => {} });
  module.FS.mkdir(VOICE_FOLDER);
  for (const voice of voices) {
    for (const whisper of [false, true]) {
      const name = voiceName(voice.id, whisper);
      module.FS.writeFile(`${VOICE_FOLDER}/${name}`, voiceFile(voice, name, whisper));
    }
  }
  // The constructor lists the voice files, so they must exist before.
  const espeak = new module.eSpeakNGWorker();
  const known = new Set(espeak.list_voices().map((voice) => voice.name));
  // Warm the string cache and the voice code, so that their permanent memory is part of the copy.
  espeak.set_voice(voiceName(voices[0]!.id, false), "");
  const text = module._malloc(TEXT_BYTES);
  if (text === 0) throw new Error("The embedded voice has no memory for its text.");
  const textBuffer = module.HEAPU8.subarray(text, text + TEXT_BYTES);

  const buffer = audioBuffer();
  let events: SpeechEvent[] = [];
  /** No sound since the last word began or paused. */
  let silent = true;
  let stopped = false;
  let mustStop: () => boolean = () => false;

  const receive = (audio: number, count: number, eventList: number): number => {
    const { HEAP16, HEAP32, HEAPU8 } = module;
    if (count > 0) buffer.append(HEAP16.subarray(audio >> 1, (audio >> 1) + count));
    for (let at = eventList; ; at += EVENT_BYTES) {
      const word = at >> 2;
      const type = HEAP32[word + FIELD.type];
      if (type === EVENT.end) break;
      const sample = HEAP32[word + FIELD.sample]!;
      if (type === EVENT.word) {
        events.push({ position: HEAP32[word + FIELD.textPosition]! - 1, sample });
        silent = true;
      } else if (type === EVENT.clauseEnd || (type === EVENT.phoneme && HEAPU8[at + PHONEME_NAME_OFFSET] === 0)) {
        events.push({ position: PAUSE, sample });
        silent = true;
      } else if (type === EVENT.phoneme && silent) {
        events.push({ position: SOUND, sample });
        silent = false;
      }
    }
    stopped = buffer.length > MAX_SAMPLES || mustStop();
    return stopped ? 1 : 0;
  };
  const callback = module.addFunction(receive, "iiii");

  const head = module.HEAPU8.slice(0, text);
  const tailStart = text + TEXT_BYTES;
  const tail = module.HEAPU8.slice(tailStart, tailStart + TAIL_BYTES);
  const restore = () => {
    module.HEAPU8.set(head, 0);
    module.HEAPU8.set(tail, tailStart);
  };

  // The memory pages that loading a voice changes, found once per voice. Restoring them is ten times cheaper than loading.
  const loaded = new Map<string, readonly Page[]>();
  const load = (name: string) => {
    restore();
    const pages = loaded.get(name);
    if (pages !== undefined) {
      for (const page of pages) module.HEAPU8.set(page.bytes, page.at);
      return;
    }
    if (!known.has(name) || espeak.set_voice(name, "") !== 0) throw new Error("The embedded voice is unknown.");
    const changed: Page[] = [];
    for (let at = 0; at < head.length; at += PAGE) {
      const end = Math.min(at + PAGE, head.length);
      const bytes = module.HEAPU8.subarray(at, end);
      if (Buffer.compare(bytes, head.subarray(at, end)) !== 0) changed.push({ at, bytes: bytes.slice() });
    }
    loaded.set(name, changed);
  };

  return {
    fits: (markup) => markup.length * 3 < TEXT_BYTES || Buffer.byteLength(markup) < TEXT_BYTES,
    speak(request, stop) {
      load(voiceName(request.voice, request.whisper));
      const { written } = encoder.encodeInto(request.markup, textBuffer.subarray(0, TEXT_BYTES - 1));
      textBuffer[written] = 0;
      espeak.set_rate(request.wordsPerMinute);
      espeak.set_pitch(request.pitch);
      espeak.set_range(request.range);
      espeak.set_volume(VOLUME);
      buffer.clear();
      events = [];
      silent = true;
      stopped = false;
      mustStop = stop;
      espeak.synth_({ ptr: text }, callback);
      return { audio: buffer, events, complete: !stopped };
    },
  };
}
