// The program of the model process (models.ts): onnxruntime, the models that were used last, and eSpeak NG for phonemes.

import { globSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { serveParent } from "../../compute/child-side.ts";
import { blend, readPack, styleFor } from "../kokoro/pack.ts";
import { kokoroSymbols } from "../kokoro/symbols.ts";
import { encodePiper } from "../piper/encode.ts";
import type { EngineWord } from "../speak.ts";
import { ceilOutputs, withOutputs } from "./graph.ts";
import {
  type KokoroJob,
  type ModelAnswer,
  type ModelJob,
  memoryFor,
  type PiperJob,
  type SpeakJob,
} from "./model-jobs.ts";
import { lackOf } from "./model-shape.ts";
import { createPhonemizer, type Phonemes, type Phonemizer } from "./phonemes.ts";
import { cutOf, type EncodedSymbols, sentencesOf, timesOf } from "./sentence.ts";

/** Models that stay loaded. */
const MOST_LOADED = 2;
const SENTENCE_PAUSE_S = 0.2;
/** Of one sentence; a longer one is a runaway. */
const LONGEST_S = 300;
const KOKORO_RATE = 24_000;
/** Kokoro was trained on at most 510 symbols. */
const KOKORO_SYMBOLS = 510;

/** The part of onnxruntime-node that is used here. */
interface Tensor {
  readonly data: ArrayLike<number>;
}
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  endProfiling(): void;
  release(): Promise<void>;
}
interface Runtime {
  readonly Tensor: new (
    type: "int64" | "float32",
    data: BigInt64Array | Float32Array,
    shape: readonly number[],
  ) => Tensor;
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
  readonly env: { readonly versions: { readonly node?: string; readonly common: string } };
}

interface Loaded {
  readonly session: Session;
  /** Outputs that may hold the frames of each id. */
  readonly durations: readonly string[];
  ran: readonly string[] | null;
  readonly profile: string | null;
}

class Fault extends Error {
  readonly fault: Extract<ModelAnswer, { kind: "fault" }>["fault"];
  constructor(fault: Fault["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}

let runtime: Runtime | null = null;
let phonemizer: Promise<Phonemizer> | null = null;
const loaded = new Map<string, Loaded>();
const packs = new Map<string, Float32Array>();

serveParent<ModelJob, ModelAnswer>(async (job) => {
  try {
    const ort = load(job.runtime);
    if (job.kind === "check") return { kind: "checked", version: ort.env.versions.node ?? ort.env.versions.common };
    return await speak(ort, job);
  } catch (error) {
    if (error instanceof Fault) return { kind: "fault", fault: error.fault, message: error.message };
    return { kind: "fault", fault: "run", message: `The model failed: ${reasonOf(error)}.` };
  }
});

function load(folder: string): Runtime {
  if (runtime !== null) return runtime;
  try {
    runtime = createRequire(join(folder, "package.json"))("onnxruntime-node") as Runtime;
  } catch (error) {
    throw new Fault("runtime", `onnxruntime-node cannot be loaded: ${reasonOf(error)}.`);
  }
  return runtime;
}

async function speak(ort: Runtime, job: SpeakJob): Promise<ModelAnswer> {
  const { voice, request } = job;
  const model = await modelOf(ort, job);
  phonemizer ??= createPhonemizer();
  const reader = await phonemizer;
  const espeak = voice.family === "piper" ? voice.config.espeak!.voice : voice.espeak;
  if (!reader.knows(espeak)) throw new Fault("model", `eSpeak NG has no voice "${espeak}" for its phonemes.`);
  const rate = voice.family === "piper" ? voice.config.audio.sample_rate : KOKORO_RATE;
  const pieces: Int16Array[] = [];
  const words: EngineWord[] = [];
  const warnings = new Set<string>();
  let timed = true;
  let length = 0;
  const waiting: { readonly from: number; readonly to: number; readonly isPart?: boolean }[] = [
    ...sentencesOf(request.text, job.language),
  ];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { from, to, isPart = false } = next;
    const phonemes = reader.read(request, from, to, espeak);
    for (const warning of phonemes.warnings) warnings.add(warning);
    if (phonemes.symbols.length === 0) continue;
    const spoken =
      voice.family === "piper"
        ? await speakPiper(ort, model, voice, phonemes)
        : await speakKokoro(ort, model, voice, phonemes);
    if (spoken === "too long") {
      const cut = cutOf(request.text, from, to);
      if (cut === null) throw new Fault("text", "A sign of the text has more sounds than the model speaks at once.");
      waiting.unshift({ from, to: cut, isPart: true }, { from: cut, to, isPart });
      continue;
    }
    for (const warning of spoken.warnings) warnings.add(warning);
    const pcm = samplesOf(spoken.wave, request.delivery.volume_db, rate, warnings);
    const shift = Math.round((length * 1000) / rate);
    const times = timesOf(phonemes.words, spoken.encoded, spoken.durations, pcm.length, rate);
    if (times === null) timed = false;
    for (const { start, end, start_ms, end_ms } of times ?? []) {
      words.push({ start, end, start_ms: start_ms + shift, end_ms: end_ms + shift });
    }
    pieces.push(pcm);
    length += pcm.length;
    if (!isPart && (waiting.length > 0 || job.pauseAfter)) {
      const pause = new Int16Array(Math.round(rate * SENTENCE_PAUSE_S));
      pieces.push(pause);
      length += pause.length;
    }
  }
  if (pieces.length === 0) throw new Fault("text", "The text has nothing that this voice can say.");
  const pcm = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    pcm.set(piece, at);
    at += piece.length;
  }
  model.ran ??= providersThatRan(model);
  return {
    kind: "spoken",
    pcm,
    sample_rate: rate,
    words: timed ? words : null,
    warnings: [...warnings],
    ran: model.ran,
  };
}

interface SpokenSentence {
  readonly wave: ArrayLike<number>;
  readonly encoded: EncodedSymbols;
  readonly durations: readonly ArrayLike<number>[];
  readonly warnings: readonly string[];
}

async function speakPiper(ort: Runtime, model: Loaded, voice: PiperJob, phonemes: Phonemes): Promise<SpokenSentence> {
  const encoded = encodePiper(phonemes.symbols, voice.config.phoneme_id_map);
  const { Tensor } = ort;
  const count = encoded.ids.length;
  const answer = await model.session.run({
    input: new Tensor("int64", BigInt64Array.from(encoded.ids, BigInt), [1, count]),
    input_lengths: new Tensor("int64", BigInt64Array.of(BigInt(count)), [1]),
    scales: new Tensor("float32", Float32Array.of(voice.noise_scale, voice.length_scale, voice.noise_w), [3]),
    ...(voice.speaker === null ? {} : { sid: new Tensor("int64", BigInt64Array.of(BigInt(voice.speaker)), [1]) }),
  });
  const warnings =
    encoded.unknown === 0 ? [] : ["Some sounds of this text are unknown to the voice and were left out."];
  return { wave: answer.output!.data, encoded, durations: model.durations.map((name) => answer[name]!.data), warnings };
}

async function speakKokoro(
  ort: Runtime,
  model: Loaded,
  voice: KokoroJob,
  phonemes: Phonemes,
): Promise<SpokenSentence | "too long"> {
  const ids = [0];
  const starts: number[] = [];
  let unknown = 0;
  for (const symbol of kokoroSymbols(phonemes.symbols, voice.espeak)) {
    starts.push(ids.length);
    for (const character of symbol) {
      if (Object.hasOwn(voice.vocabulary, character)) ids.push(voice.vocabulary[character]!);
      else unknown++;
    }
  }
  starts.push(ids.length);
  ids.push(0);
  const count = ids.length - 2;
  if (count > KOKORO_SYMBOLS) return "too long";
  const style = styleFor(packOf(voice), count);
  const { Tensor } = ort;
  const answer = await model.session.run({
    input_ids: new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]),
    style: new Tensor("float32", style, [1, style.length]),
    speed: new Tensor("float32", Float32Array.of(voice.speed), [1]),
  });
  const durations = model.durations.map((name) => Array.from(answer[name]!.data, Number));
  const warnings = unknown === 0 ? [] : ["Some sounds of this text are unknown to the voice and were left out."];
  return { wave: answer[waveName(model.session)]!.data, encoded: { ids, starts }, durations, warnings };
}

const waveName = (session: Session) => (session.outputNames.includes("waveform") ? "waveform" : "audio");

function packOf({ packs: parts }: KokoroJob): Float32Array {
  const key = JSON.stringify(parts);
  const known = packs.get(key);
  if (known !== undefined) return known;
  try {
    const made = blend(parts.map(({ path, weight }) => ({ pack: readPack(readFileSync(path)), weight })));
    if (packs.size > 100) packs.clear();
    packs.set(key, made);
    return made;
  } catch (error) {
    throw new Fault("model", `A voice pack cannot be used: ${reasonOf(error)}.`);
  }
}

async function modelOf(ort: Runtime, { model: file, voice, provider, threads }: SpeakJob): Promise<Loaded> {
  const key = `${file.path}\n${file.stamp}`;
  const known = loaded.get(key);
  if (known !== undefined) {
    loaded.delete(key);
    loaded.set(key, known);
    return known;
  }
  while (loaded.size >= MOST_LOADED) {
    const [oldest, { session }] = loaded.entries().next().value!;
    loaded.delete(oldest);
    await session.release();
  }
  const [needed, free] = [memoryFor(file.bytes), process.availableMemory()];
  const mb = (bytes: number) => Math.round(bytes / 1e6);
  if (free < needed) {
    throw new Fault("memory", `${file.name} needs about ${mb(needed)} MB of memory, and ${mb(free)} MB are free.`);
  }
  const no = (why: string) => new Fault("model", `${file.name} cannot be used: ${why}.`);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file.path);
  } catch {
    throw no("its file cannot be read");
  }
  let timing: readonly string[] = [];
  try {
    timing = voice.family === "piper" ? ceilOutputs(bytes) : [];
  } catch {
    throw no("the file is damaged or no ONNX model");
  }
  const profile = provider === "cpu" ? null : join(tmpdir(), `fullcast-onnx-${process.pid}`);
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 4,
    ...(profile === null ? {} : { enableProfiling: true, profileFilePrefix: profile }),
  };
  const open = (executionProviders: readonly string[]) =>
    ort.InferenceSession.create(withOutputs(bytes, timing), { ...options, executionProviders });
  let session: Session;
  try {
    // A provider that has no device here refuses the model; the processor takes it, and the profile shows that.
    session = provider === "cpu" ? await open(["cpu"]) : await open([provider, "cpu"]).catch(() => open(["cpu"]));
  } catch (error) {
    throw no(reasonOf(error));
  }
  const several = voice.family === "piper" && voice.speaker !== null;
  const lack = lackOf(voice.family, { inputs: session.inputNames, outputs: session.outputNames }, several);
  if (lack !== null) {
    await session.release();
    throw no(lack);
  }
  const durations =
    voice.family === "piper"
      ? timing
      : session.outputNames.filter((name) => name === "durations" || name === "duration");
  const made: Loaded = { session, durations, ran: null, profile };
  loaded.set(key, made);
  return made;
}

/** The providers that ran nodes in the model's first run, from onnxruntime's own profile. */
function providersThatRan({ session, profile }: Loaded): readonly string[] {
  if (profile === null) return [];
  session.endProfiling();
  const found = new Set<string>();
  for (const path of globSync(`${profile}*.json`)) {
    for (const [, name] of readFileSync(path, "utf8").matchAll(/"provider"\s*:\s*"(\w+)"/g)) found.add(name!);
    rmSync(path, { force: true });
  }
  return [...found];
}

/** Floats as 16-bit samples, with the level of the delivery; never clipped. */
function samplesOf(wave: ArrayLike<number>, volumeDb: number, rate: number, warnings: Set<string>): Int16Array {
  if (wave.length === 0) throw new Fault("run", "The model made no sound.");
  if (wave.length > LONGEST_S * rate)
    throw new Fault("run", `The model made more than ${LONGEST_S} s of sound for a sentence.`);
  let peak = 0;
  for (let i = 0; i < wave.length; i++) {
    const level = Math.abs(wave[i]!);
    if (!(level < 1e6)) throw new Fault("run", "The model made values that are no sound.");
    if (level > peak) peak = level;
  }
  const wanted = 10 ** (volumeDb / 20);
  const gain = peak * wanted > 1 ? 1 / peak : wanted;
  if (gain < wanted && volumeDb > 0)
    warnings.add("The level was raised less than asked, to keep the sound from clipping.");
  const pcm = new Int16Array(wave.length);
  for (let i = 0; i < wave.length; i++) pcm[i] = Math.round(wave[i]! * gain * 32_767);
  return pcm;
}

/** The first sentence of an error, without the folders of this machine. */
function reasonOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line
    .replace(/(?:[A-Za-z]:)?[\\/][^\s'":]*[\\/][^\s'":]*/g, (path) => basename(path))
    .slice(0, 200)
    .replace(/[.\s]+$/, "");
}
