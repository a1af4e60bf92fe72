// The embedded synthesiser (eSpeak NG, GPL-3.0, compiled to JavaScript) with restorable memory.
// Always true: every utterance starts from the same memory, so the same words give the same bytes. Upstream keeps state
// between calls (noise generator, pitch contours), and its output then differs by some samples.

import { createHash } from "node:crypto";
import createModule from "@echogarden/espeak-ng-emscripten";
import { type AudioBuffer, audioBuffer } from "./audio-buffer.ts";
import { PAUSE, SOUND, type SpeechEvent } from "./espeak-events.ts";
import type { VoiceDesign } from "./voice-design.ts";
import { voiceFile } from "./voice-design.ts";

export const SAMPLE_RATE = 22_050;

/** The synthesiser's variants and voices of another program. They are not used, and take 200 of the 350 places of its list. */
const UNUSED_FOLDERS = ["!v", "mb"].map((name) => `/usr/share/espeak-ng-data/voices/${name}`);
const VOICE_FOLDER = "/usr/share/espeak-ng-data/voices/fullcast";
/** Bytes for one utterance's text with its markup. */
export const TEXT_BYTES = 1 << 20;
const PAGE = 4096;
/** The synthesiser's own level (100) makes strong voices touch full scale; this leaves 8 dB for raised voices. */
const VOLUME = 40;
/** Bytes behind a voice's memory that an utterance can use. The synthesiser has never been observed beyond them. */
const UTTERANCE_BYTES = 1 << 16;

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

/** The index of the last byte that is not zero. */
function lastUsed(bytes: Uint8Array): number {
  let last = bytes.length - 1;
  while (last >= 0 && bytes[last] === 0) last -= 1;
  return last;
}

interface Page {
  readonly at: number;
  readonly bytes: Uint8Array;
}

const encoder = new TextEncoder();

function voiceName(id: string, whisper: boolean): string {
  return whisper ? `fc-${id}-whisper` : `fc-${id}`;
}

/** The listed file that the sharing voices of an accent take in turn. */
const sharedName = (accent: string): string => `fc-shared-${accent}`;

/**
 * Loads the synthesiser. Takes about 0.3 s and 70 MB. The synthesiser lists at most 350 files, the 140 of its languages among
 * them, so that not every voice can have a file.
 * @param listed voices with files of their own
 * @param sharing voices that share one file for each accent; it is written again when one of them is loaded
 */
export async function createSynthesizer(
  listed: readonly VoiceDesign[],
  sharing: readonly VoiceDesign[] = [],
): Promise<Synthesizer> {
  // Files have time stamps; a fixed clock makes all instances equal.
  const clock = Date.now;
  Date.now = () => 0;
  try {
    return await build(listed, sharing);
  } finally {
    Date.now = clock;
  }
}

async function build(listed: readonly VoiceDesign[], sharing: readonly VoiceDesign[]): Promise<Synthesizer> {
  const module = await createModule({ print: () => {}, printErr: () => {} });
  for (const folder of UNUSED_FOLDERS) {
    for (const name of module.FS.readdir(folder)) {
      if (!name.startsWith(".")) module.FS.unlink(`${folder}/${name}`);
    }
  }
  module.FS.mkdir(VOICE_FOLDER);
  const write = (name: string, voice: VoiceDesign, whisper: boolean) =>
    module.FS.writeFile(`${VOICE_FOLDER}/${name}`, voiceFile(voice, name, whisper));
  const shared = new Map<string, { readonly voice: VoiceDesign; readonly whisper: boolean }>();
  for (const whisper of [false, true]) {
    for (const voice of listed) write(voiceName(voice.id, whisper), voice, whisper);
    for (const voice of sharing) shared.set(voiceName(voice.id, whisper), { voice, whisper });
  }
  for (const voice of sharing) write(sharedName(voice.accent), voice, false);
  // The constructor lists the voice files, so they must exist before.
  const espeak = new module.eSpeakNGWorker();
  const known = new Set(espeak.list_voices().map((voice) => voice.name));
  // Warm the string cache and the voice code, so that their permanent memory is part of the copy.
  espeak.set_voice(voiceName(listed[0]!.id, false), "");
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

  const heap = module.HEAPU8;
  const head = heap.slice(0, text);
  const tailStart = text + TEXT_BYTES;
  const tail = heap.slice(tailStart, lastUsed(heap) + 1);
  /** Where the memory behind the tail is zero again: nothing has used it. */
  let usedTo = heap.length;
  const restore = () => {
    heap.set(head, 0);
    heap.set(tail, tailStart);
    heap.fill(0, tailStart + tail.length, usedTo);
  };

  // The memory pages that loading a voice changes, found once per voice. Restoring them is ten times cheaper than loading.
  // The dictionary of a language is most of them (Russian: 8.5 MB), so that equal pages are kept once.
  const loaded = new Map<string, readonly Page[]>();
  const pool = new Map<string, Page>();
  const pageOf = (at: number, bytes: Uint8Array): Page => {
    const key = `${at} ${createHash("sha1").update(bytes).digest("base64")}`;
    const page = pool.get(key) ?? { at, bytes: bytes.slice() };
    pool.set(key, page);
    return page;
  };
  const blank = new Uint8Array(PAGE);
  const changedPages = (): readonly Page[] => {
    const changed: Page[] = [];
    const look = (from: number, to: number, before: (at: number, end: number) => Uint8Array) => {
      for (let at = from; at < to; at += PAGE) {
        const end = Math.min(at + PAGE, to);
        const bytes = heap.subarray(at, end);
        if (Buffer.compare(bytes, before(at, end)) !== 0) changed.push(pageOf(at, bytes));
      }
    };
    look(0, text, (at, end) => head.subarray(at, end));
    look(tailStart, tailStart + tail.length, (at, end) => tail.subarray(at - tailStart, end - tailStart));
    look(tailStart + tail.length, heap.length, (at, end) => blank.subarray(0, end - at));
    return changed;
  };
  const load = (name: string) => {
    restore();
    let pages = loaded.get(name);
    if (pages === undefined) {
      const sharer = shared.get(name);
      const listedName = sharer === undefined ? name : sharedName(sharer.voice.accent);
      if (sharer !== undefined) write(listedName, sharer.voice, sharer.whisper);
      if (!known.has(listedName) || espeak.set_voice(listedName, "") !== 0) {
        throw new Error("The embedded voice is unknown.");
      }
      pages = changedPages();
      loaded.set(name, pages);
    } else {
      for (const page of pages) heap.set(page.bytes, page.at);
    }
    const last = pages.at(-1);
    const end = Math.max(tailStart + tail.length, last === undefined ? 0 : last.at + last.bytes.length);
    usedTo = Math.min(heap.length, end + UTTERANCE_BYTES);
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
