// The SVOX Pico synthesiser (compiled to WebAssembly) up to the parameters of its speech: the last step, which makes sound of
// them, is ours (core/sound/voice), and Pico's own is skipped.
// Always true: a sentence starts from exactly the same memory, so the same request gives the same parameters.
// Pico is worked step by step (pico_getData). After each step the newest frame of its last unit lies in the memory.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BAND_CENTRES, type SpeechFrames } from "@fullcast/core/sound";
import { EngineError } from "../speak.ts";
import { levelsOf } from "./frame-levels.ts";
import { LANGUAGES, type PicoBase } from "./languages.ts";

/** What of the JavaScript interface of WebAssembly is used here; the types of Node 24 do not declare it without the DOM. */
declare const WebAssembly: {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<object>;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

interface PicoExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  emscripten_stack_init(): void;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  pico_initialize(memory: number, bytes: number, system: number): number;
  pico_loadResource(system: number, path: number, resource: number): number;
  pico_getResourceName(system: number, resource: number, name: number): number;
  pico_createVoiceDefinition(system: number, name: number): number;
  pico_addResourceToVoiceDefinition(system: number, voice: number, resource: number): number;
  pico_newEngine(system: number, voice: number, engine: number): number;
  pico_putTextUtf8(engine: number, text: number, bytes: number, taken: number): number;
  pico_getData(engine: number, sound: number, bytes: number, got: number, type: number): number;
}

/** A sentence as parameters. */
export interface PicoSpeech {
  readonly frames: SpeechFrames;
  /** Pico's number of the phone of each frame. */
  readonly phones: Uint8Array;
  /** For each frame the mark that stands before its word (`markOf`), 0 for none. */
  readonly marks: Uint16Array;
}

export interface Pico {
  /** Speaks one sentence of Pico's markup; it cannot be stopped meanwhile. @throws when the program fails. */
  speak(base: PicoBase, markup: string): PicoSpeech;
}

/** Bytes that Pico manages itself, as its own program has them. */
const MEMORY_BYTES = 2_500_000;
/** The longest name of a resource (PICO_MAX_RESOURCE_NAME_SIZE), and of a path. */
const NAME_BYTES = 256;
/** A sentence in markup: 60 words of 40 characters with a mark each. */
const TEXT_BYTES = 32_000;
/** Pico takes text in parts of 16-bit length. */
const PART_BYTES = 8_000;
const SOUND_BYTES = 4_096;
/** Restored above the last piece of memory that was handed out. */
const SPARE_BYTES = 65_536;
/** Half an hour of speech. */
const MOST_FRAMES = 450_000;
const STEP_IDLE = 200;
const STEP_BUSY = 201;

/** Samples of a frame at 16 kHz, coefficients of a frame, the warping of the frequencies (picodsp.h). */
const FRAME_SAMPLES = 64;
const SAMPLE_RATE = 16_000;
const ORDER = 25;
const WARPING = 0.42;
/** Factor on coefficient 0 (PICODSP_START_FLOAT_NORM). */
const LEVEL_SHARE = 0.41;
/** Hz up to which a fully voiced frame vibrates (PICODSP_V_CUTOFF_FREQ). Voicing has 15 steps. */
const VOICED_HZ = 4_500;
const VOICING_STEPS = 15;
/** Hz over which the voice gives way to noise. */
const VOICED_SLOPE_HZ = 1_000;

/**
 * Where the last unit (struct sig_subobj of picosig.c) has its values, in bytes from `warp`. The place of `warp` is found by
 * the constants behind it, and a package whose values lie elsewhere is refused.
 */
const UNIT = {
  innerState: -180,
  newestCepstrum: -64,
  newestPitch: -36,
  newestPhone: -30,
  newestVoicing: -24,
  sampleRate: 72,
  voicedHz: 76,
  volume: 96,
  pitchBits: 112,
  cepstrumBits: 116,
} as const;
/** States of the unit: a frame was read; its sound is made. Between them lie the transforms, which are skipped. */
const FRAME_READ = 3;
const SOUND_MADE = 9;
/** The volume of the markup (0 to 500) is part of the frames' state and of nothing that is kept here: it carries the marks. */
const USUAL_VOLUME = 50;
/**
 * Marks of one text. A mark is two commands, and Pico keeps 60 commands of a sentence (PICOCEP_MAXNR_HEADX of picocep.c): with
 * one more it repeats the sentence for ever.
 */
export const MOST_MARKS = 30;

/** The volume that marks a word: 1 is the first. */
export const markOf = (word: number): number => USUAL_VOLUME + word;

/** Compiles the module once; the engine of a language is made when it is first needed (about 30 ms, 17 MB). */
export async function createPico(): Promise<Pico> {
  const folder = dirname(fileURLToPath(import.meta.resolve("@echogarden/svoxpico-wasm")));
  const module = await WebAssembly.compile(new Uint8Array(await readFile(join(folder, "svoxpico.wasm"))));
  const engines = new Map<PicoBase, (markup: string) => PicoSpeech>();
  return {
    speak(base, markup) {
      let engine = engines.get(base);
      if (engine === undefined) {
        const [text, sound] = LANGUAGES[base].files.map((name) =>
          readFileSync(new URL(`./lingware/${name}`, import.meta.url)),
        );
        engine = openEngine(module, text!, sound!, LANGUAGES[base].voicedDb);
        engines.set(base, engine);
      }
      return engine(markup);
    },
  };
}

/** An engine of one language. */
function openEngine(
  module: object,
  text: Uint8Array,
  sound: Uint8Array,
  voicedDb: number,
): (markup: string) => PicoSpeech {
  const { program, bytes, view } = instantiate(
    module,
    new Map([
      ["x_ta.bin", text],
      ["x_sg.bin", sound],
    ]),
  );
  const written = (value: string) => {
    const encoded = new TextEncoder().encode(`${value}\0`);
    const at = program.malloc(encoded.length);
    bytes().set(encoded, at);
    return at;
  };
  const must = (status: number, step: string) => {
    if (status !== 0) throw new Error(`SVOX Pico failed at "${step}" with status ${status}.`);
  };
  const area = program.malloc(MEMORY_BYTES);
  const out = program.malloc(8);
  const pointer = () => view().getUint32(out, true);
  must(program.pico_initialize(area, MEMORY_BYTES, out), "initialize");
  const system = pointer();
  const voice = written("voice");
  must(program.pico_createVoiceDefinition(system, voice), "create voice");
  for (const file of ["x_ta.bin", "x_sg.bin"]) {
    must(program.pico_loadResource(system, written(file), out), `load ${file}`);
    const name = program.malloc(NAME_BYTES);
    must(program.pico_getResourceName(system, pointer(), name), "resource name");
    must(program.pico_addResourceToVoiceDefinition(system, voice, name), "add resource");
  }
  must(program.pico_newEngine(system, voice, out), "new engine");
  const engine = pointer();
  const input = program.malloc(TEXT_BYTES);
  const output = program.malloc(SOUND_BYTES);
  const unit = unitOf(view(), area);
  const pitchScale = 2 ** view().getUint32(unit + UNIT.pitchBits, true);
  const cepstrumScale = 2 ** view().getUint32(unit + UNIT.cepstrumBits, true);
  // Memory is handed out upwards, so nothing is written above the last piece. Most of the module's 17 MB are empty.
  const pristine = bytes().slice(0, output + SOUND_BYTES + SPARE_BYTES);

  return (markup) => {
    const encoded = new TextEncoder().encode(`${markup}\0`);
    if (encoded.length > TEXT_BYTES)
      throw new EngineError(
        "rejected",
        `A sentence with its pronunciations has ${encoded.length} bytes, and this voice takes ${TEXT_BYTES}. Shorten them.`,
      );
    bytes().set(pristine);
    bytes().set(encoded, input);
    const hz: number[] = [];
    const cutoffs: number[] = [];
    const cepstra: number[] = [];
    const phones: number[] = [];
    const marks: number[] = [];
    const memory = view();
    const words = new Int32Array(memory.buffer);
    const newest = (unit + UNIT.newestCepstrum) >> 2;
    let last = words[newest]!;
    for (let at = 0; at < encoded.length; ) {
      const part = Math.min(PART_BYTES, encoded.length - at);
      must(program.pico_putTextUtf8(engine, input + at, part, out), "text");
      const taken = memory.getInt16(out, true);
      if (taken <= 0) throw new Error("SVOX Pico took no text.");
      at += taken;
      for (let status = STEP_BUSY; status === STEP_BUSY; ) {
        status = program.pico_getData(engine, output, SOUND_BYTES, out, out + 4);
        if (status !== STEP_BUSY && status !== STEP_IDLE) throw new Error(`SVOX Pico stopped with status ${status}.`);
        if (memory.getUint8(unit + UNIT.innerState) === FRAME_READ) memory.setUint8(unit + UNIT.innerState, SOUND_MADE);
        // The frames go round through a few places: another place is a new frame.
        const place = words[newest]!;
        if (place === last) continue;
        last = place;
        if (marks.length >= MOST_FRAMES) throw new Error(`A sentence has more than ${MOST_FRAMES} frames.`);
        const pitch = memory.getUint16(unit + UNIT.newestPitch, true);
        hz.push(pitch === 0 ? 0 : Math.exp(pitch / pitchScale));
        cutoffs.push(
          pitch === 0 ? 0 : (VOICED_HZ * voicingOf(memory.getUint16(unit + UNIT.newestVoicing, true))) / VOICING_STEPS,
        );
        for (let m = 0; m < ORDER; m++)
          cepstra.push(((m === 0 ? LEVEL_SHARE : 1) * words[(place >> 2) + m]!) / cepstrumScale);
        const mark = Math.round(memory.getFloat32(unit + UNIT.volume, true) * 100) - USUAL_VOLUME;
        marks.push(Math.max(mark, 0));
        phones.push(memory.getUint8(unit + UNIT.newestPhone));
      }
    }
    return {
      frames: framesOf(hz, cutoffs, cepstra, voicedDb),
      phones: Uint8Array.from(phones),
      marks: Uint16Array.from(marks),
    };
  };
}

/** Four bits, the highest of them first in the word (sigProcess of picosig.c). */
const voicingOf = (bits: number) => (bits & 1) * 8 + ((bits & 0x0e) >> 1);

function framesOf(
  hz: readonly number[],
  cutoffs: readonly number[],
  cepstra: readonly number[],
  voicedDb: number,
): SpeechFrames {
  const voicing = new Float32Array(hz.length * BAND_CENTRES.length);
  for (const [frame, cutoff] of cutoffs.entries())
    for (const [band, centre] of BAND_CENTRES.entries())
      voicing[frame * BAND_CENTRES.length + band] = Math.max(
        0,
        Math.min(1, (cutoff + VOICED_SLOPE_HZ / 2 - centre) / VOICED_SLOPE_HZ),
      );
  const pitches = Float32Array.from(hz);
  const coefficients = Float32Array.from(cepstra);
  for (const [frame, added] of levelsOf(coefficients, {
    order: ORDER,
    warping: WARPING,
    hz: pitches,
    voicedDb,
  }).entries())
    coefficients[frame * ORDER] = coefficients[frame * ORDER]! + added;
  return {
    stepSeconds: FRAME_SAMPLES / SAMPLE_RATE,
    sampleRate: SAMPLE_RATE,
    warping: WARPING,
    count: hz.length,
    hz: pitches,
    order: ORDER,
    cepstra: coefficients,
    voicing,
  };
}

/** The place of `warp` in the last unit. */
function unitOf(view: DataView, area: number): number {
  const warping = Math.fround(WARPING);
  for (let at = area; at + 128 < area + MEMORY_BYTES; at += 4)
    if (
      view.getFloat32(at, true) === warping &&
      view.getInt32(at + UNIT.sampleRate, true) === SAMPLE_RATE &&
      view.getInt32(at + UNIT.voicedHz, true) === VOICED_HZ
    )
      return at;
  throw new Error("@echogarden/svoxpico-wasm is not version 0.2.0: its memory is not the expected one. Run npm ci.");
}

/** The module with a file system of these files, which can only be read. */
function instantiate(module: object, files: ReadonlyMap<string, Uint8Array>) {
  const open = new Map<number, { readonly bytes: Uint8Array; at: number }>();
  let nextFile = 3;
  const bytes = () => new Uint8Array(program.memory.buffer);
  const view = () => new DataView(program.memory.buffer);
  const NOT_FOUND = -44;
  const env = {
    _emscripten_memcpy_js: (to: number, from: number, count: number) => {
      bytes().copyWithin(to, from, from + count);
    },
    __syscall_openat: (_folder: number, path: number) => {
      const memory = bytes();
      const name = Buffer.from(memory.subarray(path, memory.indexOf(0, path))).toString("utf8");
      const file = files.get(name.slice(name.lastIndexOf("/") + 1));
      if (file === undefined) return NOT_FOUND;
      open.set(nextFile, { bytes: file, at: 0 });
      return nextFile++;
    },
    __syscall_fcntl64: () => 0,
    __syscall_ioctl: () => -1,
    // The memory of the module suffices; a request for more is a fault.
    emscripten_resize_heap: () => 0,
  };
  const BAD_FILE = 8;
  const wasi = {
    fd_write: (_file: number, parts: number, count: number, done: number) => {
      let total = 0;
      for (let i = 0; i < count; i++) total += view().getUint32(parts + 8 * i + 4, true);
      view().setUint32(done, total, true);
      return 0;
    },
    fd_read: (file: number, parts: number, count: number, done: number) => {
      const source = open.get(file);
      if (source === undefined) return BAD_FILE;
      let total = 0;
      for (let i = 0; i < count; i++) {
        const to = view().getUint32(parts + 8 * i, true);
        const part = source.bytes.subarray(source.at, source.at + view().getUint32(parts + 8 * i + 4, true));
        bytes().set(part, to);
        source.at += part.length;
        total += part.length;
      }
      view().setUint32(done, total, true);
      return 0;
    },
    fd_close: (file: number) => (open.delete(file) ? 0 : BAD_FILE),
    // The offset is one number of 64 bits, in two halves.
    fd_seek: (file: number, low: number, _high: number, whence: number, done: number) => {
      const source = open.get(file);
      if (source === undefined) return BAD_FILE;
      const from = whence === 0 ? 0 : whence === 1 ? source.at : source.bytes.length;
      source.at = Math.max(0, Math.min(source.bytes.length, from + low));
      view().setUint32(done, source.at, true);
      view().setUint32(done + 4, 0, true);
      return 0;
    },
  };
  const program = new WebAssembly.Instance(module, { env, wasi_snapshot_preview1: wasi }).exports as PicoExports;
  program.emscripten_stack_init();
  program.__wasm_call_ctors();
  return { program, bytes, view };
}
