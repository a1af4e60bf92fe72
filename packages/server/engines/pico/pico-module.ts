// The SVOX Pico synthesiser (compiled to WebAssembly) up to the parameters of its speech: the last step, which makes sound of
// them, is ours (core/sound/voice), and Pico's own is skipped.
// Always true: a sentence starts from exactly the same memory, so the same request gives the same parameters.
// Pico is worked step by step (pico_getData). When its unit before the last one has smoothed a sentence, all frames of it lie in the
// memory and are read there. The last unit then gets one frame of them, because the commands between sentences go through it.

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { BAND_CENTRES, type SpeechFrames } from "@fullcast/core/sound";
import { compiledWasm } from "../../compute/kept-code.ts";
import { EngineError } from "../speak.ts";
import { levelsOf } from "./frame-levels.ts";
import { LANGUAGES, type PicoBase } from "./languages.ts";

/** What of the JavaScript interface of WebAssembly is used here; the types of Node 24 do not declare it without the DOM. */
declare const WebAssembly: {
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
  state: -9052,
  inputSize: -4888,
  inputRead: -4886,
  inputWritten: -4884,
  innerState: -180,
  sampleRate: 72,
  voicedHz: 76,
  volume: 96,
  pitchBits: 112,
  cepstrumBits: 116,
} as const;
/** States of the unit: it waits for a frame; it has read one. What follows makes sound of the frame, and is skipped. */
const WAITING = 0;
const FRAME_READ = 3;
/** Bytes of the unit's input, which holds one frame at most. */
const INPUT_BYTES = 4_160;
/** The unit takes the first frame of all three times, until it has as many frames as it works with. */
const FIRST_REPEATED = 2;

/** Where the unit before it (struct cep_subobj of picocep.c) has its values, in bytes from its first constants. */
const SMOOTHER = {
  state: -208_716,
  commands: -208_442,
  commandsRead: -207_962,
  commandsWritten: -207_960,
  contents: -207_958,
  frameRead: 40_136,
  frameEnd: 40_140,
  phones: 40_142,
  pitches: 50_144,
  cepstra: 50_152,
  voicings: 50_164,
} as const;
const SMOOTHER_CONSTANTS = [1, -1, 2, -4, 2, -1, 2, -1, -4, 2, 1, 2, -4, 1, 2, 1, 1, 4, 16, 4];
/** State of this unit when it has smoothed a sentence. */
const SMOOTHED = 3;
/** A command between frames: its kind, the place of its content, the frame before which it stands. */
const COMMAND = { bytes: 8, kind: 1, content: 4, frame: 6 } as const;
const VOLUME_COMMAND = "V".charCodeAt(0);
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
  const module = await compiledWasm(await readFile(join(folder, "svoxpico.wasm")));
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
  const smoother = smootherOf(view(), area);
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
    const memory = view();
    const octets = bytes();
    const smoothed: Smoothed[] = [];
    let count = 0;
    /** Smoothed sentences of which the last unit has not got its frame yet. */
    const unmarked: Smoothed[] = [];
    let isRead = false;
    for (let at = 0; at < encoded.length; ) {
      const part = Math.min(PART_BYTES, encoded.length - at);
      must(program.pico_putTextUtf8(engine, input + at, part, out), "text");
      const taken = memory.getInt16(out, true);
      if (taken <= 0) throw new Error("SVOX Pico took no text.");
      at += taken;
      for (let status = STEP_BUSY; status === STEP_BUSY; ) {
        status = program.pico_getData(engine, output, SOUND_BYTES, out, out + 4);
        if (status !== STEP_BUSY && status !== STEP_IDLE) throw new Error(`SVOX Pico stopped with status ${status}.`);
        if (octets[smoother + SMOOTHER.state] !== SMOOTHED) isRead = false;
        else if (!isRead && memory.getUint16(smoother + SMOOTHER.frameRead, true) === 0) {
          isRead = true;
          const sentence = readSmoothed(memory, smoother, {
            repeated: count === 0 ? FIRST_REPEATED : 0,
            pitchScale,
            cepstrumScale,
          });
          count += sentence.hz.length;
          if (count > MOST_FRAMES) throw new Error(`A sentence has more than ${MOST_FRAMES} frames.`);
          smoothed.push(sentence);
          unmarked.push(sentence);
          // Only the last frame is handed on.
          const end = memory.getUint16(smoother + SMOOTHER.frameEnd, true);
          memory.setUint16(smoother + SMOOTHER.frameRead, end - 1, true);
          const commands = memory.getUint16(smoother + SMOOTHER.commandsWritten, true);
          memory.setUint16(smoother + SMOOTHER.commandsRead, commands, true);
        }
        if (octets[unit + UNIT.innerState] !== FRAME_READ) continue;
        octets[unit + UNIT.innerState] = octets[unit + UNIT.state] = WAITING;
        memory.setUint16(unit + UNIT.inputRead, 0, true);
        memory.setUint16(unit + UNIT.inputWritten, 0, true);
        const volume = Math.round(memory.getFloat32(unit + UNIT.volume, true) * 100);
        memory.setFloat32(unit + UNIT.volume, markFrames(unmarked.shift()!, volume) / 100, true);
      }
    }
    return {
      frames: framesOf(smoothed, voicedDb),
      phones: joined(
        Uint8Array,
        smoothed.map(({ phones }) => phones),
      ),
      marks: joined(
        Uint16Array,
        smoothed.map(({ marks }) => marks),
      ),
    };
  };
}

/** What Pico smooths at once: the frames of a sentence, and the commands between them. */
interface Smoothed {
  readonly hz: Float32Array;
  /** Hz up to which each frame vibrates. */
  readonly cutoffs: Float64Array;
  readonly cepstra: Float32Array;
  readonly phones: Uint8Array;
  readonly marks: Uint16Array;
  readonly volumes: readonly { readonly frame: number; readonly volume: number }[];
}

interface Reading {
  /** How often the first frame stands before itself. */
  readonly repeated: number;
  readonly pitchScale: number;
  readonly cepstrumScale: number;
}

/** The sentence that lies in the memory. */
function readSmoothed(memory: DataView, at: number, { repeated, pitchScale, cepstrumScale }: Reading): Smoothed {
  const count = memory.getUint16(at + SMOOTHER.frameEnd, true) + repeated;
  const pitches = memory.getUint32(at + SMOOTHER.pitches, true);
  const voicings = memory.getUint32(at + SMOOTHER.voicings, true);
  const hz = new Float32Array(count);
  const cutoffs = new Float64Array(count);
  const cepstra = new Float32Array(count * ORDER);
  const phones = new Uint8Array(count);
  const coefficients = new Int16Array(memory.buffer, memory.getUint32(at + SMOOTHER.cepstra, true), count * ORDER);
  for (let frame = 0; frame < count; frame++) {
    const from = Math.max(0, frame - repeated);
    phones[frame] = memory.getUint8(at + SMOOTHER.phones + from);
    const voicing = memory.getUint8(voicings + from);
    const pitch = (voicing & 1) === 0 ? 0 : memory.getUint16(pitches + 2 * from, true);
    if (pitch > 0) {
      hz[frame] = Math.exp(pitch / pitchScale);
      cutoffs[frame] = (VOICED_HZ * voicingOf(voicing)) / VOICING_STEPS;
    }
    for (let m = 0; m < ORDER; m++)
      cepstra[frame * ORDER + m] = ((m === 0 ? LEVEL_SHARE : 1) * coefficients[from * ORDER + m]!) / cepstrumScale;
  }
  const volumes = Array.from({ length: memory.getUint16(at + SMOOTHER.commandsWritten, true) }, (_, i) => {
    const command = at + SMOOTHER.commands + i * COMMAND.bytes;
    const content = at + SMOOTHER.contents + memory.getUint16(command + COMMAND.content, true);
    return {
      isVolume: memory.getUint8(command + COMMAND.kind) === VOLUME_COMMAND,
      frame: memory.getUint16(command + COMMAND.frame, true) + repeated,
      volume: memory.getUint16(content, true),
    };
  }).filter(({ isVolume }) => isVolume);
  return { hz, cutoffs, cepstra, phones, marks: new Uint16Array(count), volumes };
}

/** Sets the marks of a sentence that begins with this volume. @returns the volume at its end */
function markFrames({ marks, volumes }: Smoothed, volume: number): number {
  let now = volume;
  let from = 0;
  for (const next of [...volumes, { frame: marks.length, volume: null }]) {
    marks.fill(Math.max(now - USUAL_VOLUME, 0), from, next.frame);
    from = next.frame;
    now = next.volume ?? now;
  }
  return now;
}

/** Four bits, the highest of them first in the word (sigProcess of picosig.c). */
const voicingOf = (bits: number) => (bits & 1) * 8 + ((bits & 0x0e) >> 1);

function framesOf(smoothed: readonly Smoothed[], voicedDb: number): SpeechFrames {
  const hz = joined(
    Float32Array,
    smoothed.map((sentence) => sentence.hz),
  );
  const cepstra = joined(
    Float32Array,
    smoothed.map((sentence) => sentence.cepstra),
  );
  const bands = BAND_CENTRES.length;
  const voicing = new Float32Array(hz.length * bands);
  let frame = 0;
  for (const { cutoffs } of smoothed)
    for (const cutoff of cutoffs) {
      for (let band = 0; band < bands; band++)
        voicing[frame * bands + band] = Math.max(
          0,
          Math.min(1, (cutoff + VOICED_SLOPE_HZ / 2 - BAND_CENTRES[band]!) / VOICED_SLOPE_HZ),
        );
      frame++;
    }
  const levels = levelsOf(cepstra, { order: ORDER, warping: WARPING, hz, voicedDb });
  for (let i = 0; i < levels.length; i++) cepstra[i * ORDER] = cepstra[i * ORDER]! + levels[i]!;
  return {
    stepSeconds: FRAME_SAMPLES / SAMPLE_RATE,
    sampleRate: SAMPLE_RATE,
    warping: WARPING,
    count: hz.length,
    hz,
    order: ORDER,
    cepstra,
    voicing,
  };
}

interface Values extends ArrayLike<number> {
  set(values: ArrayLike<number>, offset: number): void;
}

/** Arrays behind each other. */
function joined<A extends Values>(Type: new (length: number) => A, parts: readonly A[]): A {
  const all = new Type(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The place of `warp` in the last unit. */
function unitOf(view: DataView, area: number): number {
  const warping = Math.fround(WARPING);
  for (let at = area; at + 128 < area + MEMORY_BYTES; at += 4)
    if (
      view.getFloat32(at, true) === warping &&
      view.getUint16(at + UNIT.inputSize, true) === INPUT_BYTES &&
      view.getInt32(at + UNIT.sampleRate, true) === SAMPLE_RATE &&
      view.getInt32(at + UNIT.voicedHz, true) === VOICED_HZ
    )
      return at;
  throw otherVersion();
}

/** The place of the smoothing unit's constants. */
function smootherOf(view: DataView, area: number): number {
  for (let at = area; at + SMOOTHER.voicings + 4 < area + MEMORY_BYTES; at += 4)
    if (SMOOTHER_CONSTANTS.every((value, i) => view.getInt32(at + 4 * i, true) === value)) return at;
  throw otherVersion();
}

const otherVersion = () =>
  new Error("@echogarden/svoxpico-wasm is not version 0.2.0: its memory is not the expected one. Run npm ci.");

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
