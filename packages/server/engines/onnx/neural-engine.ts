// What the engines with neural models share: their state, their limits, and how a request becomes jobs of a model process.

import { speakInPieces } from "../brought/in-pieces.ts";
import { EngineError, type EngineModel, type EngineStatus, type EngineVoice, type SpeechEngine } from "../engine.ts";
import { checkRequest, unsupportedWishes } from "../request.ts";
import { memoryFor, type SpeakJob } from "./model-jobs.ts";
import { type Models, neuralModels } from "./models.ts";
import { RUNTIME_VERSION } from "./runtime.ts";
import type { VoiceType } from "./voice-files.ts";

/** UTF-16 units of a request. */
const LONGEST = 65_536;
/** UTF-16 units of one job: a few sentences, so that a stopped line ends soon. */
const LONGEST_JOB = 400;
const IDLE_MS = 300_000;

/** An installed voice and how a job speaks with it. */
export interface NeuralVoice {
  readonly voice: EngineVoice;
  readonly model: SpeakJob["model"];
  /** For a request of one piece. */
  job(request: Parameters<SpeechEngine["speak"]>[0]): SpeakJob["voice"];
}

/** Other ones in tests. */
export interface Surroundings {
  /** The program of the model processes. */
  readonly program?: string;
  /** Memory that is free now, bytes. */
  readonly freeBytes?: () => number;
  /** A process without a job ends after this time, with its model. */
  readonly idleMs?: number;
}

export interface NeuralSettings {
  readonly type: VoiceType;
  readonly provider: string;
  readonly name: string;
  readonly dataDir: string;
  readonly concurrency: number;
  readonly threads: number;
  readonly execution_provider: SpeakJob["provider"];
  readonly limits: NonNullable<SpeechEngine["limits"]>;
  readonly model: Omit<EngineModel, "languages" | "max_characters" | "word_timings" | "seed" | "pauses">;
  readonly surroundings: Surroundings;
  /** Reads the folder of the voices: those that can be used, and sentences about those that cannot. */
  voices(): Promise<{ readonly voices: readonly NeuralVoice[]; readonly faults: readonly string[] }>;
}

export function neuralEngine(settings: NeuralSettings): SpeechEngine {
  const { type, provider, name, dataDir, concurrency, threads, execution_provider, limits } = settings;
  const { program, idleMs = IDLE_MS, freeBytes = () => process.availableMemory() } = settings.surroundings;
  const models: Models = neuralModels({
    name,
    dataDir,
    processes: concurrency,
    idleMs,
    ...(program === undefined ? {} : { program }),
  });
  let known = new Map<string, NeuralVoice>();
  let closed = false;

  async function look() {
    const { voices, faults } = await settings.voices();
    const more = voices.flatMap((one) => models.faultOf(one.model) ?? []);
    const usable = voices.filter((one) => models.faultOf(one.model) === null);
    known = new Map(usable.map((one) => [one.voice.id, one]));
    return { usable, faults: [...new Set([...faults, ...more])] };
  }

  function state(usable: readonly NeuralVoice[], faults: readonly string[]): EngineStatus {
    if (!models.installed) {
      return {
        status: "unconfigured",
        notice: `onnxruntime ${RUNTIME_VERSION} is not installed: run fullcast engines add ${type}.`,
      };
    }
    if (usable.length === 0) {
      const none = `There is no usable voice: run fullcast voices install ${type}/NAME.`;
      return { status: "unconfigured", notice: [none, ...faults].join(" ") };
    }
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    const least = Math.min(...usable.map(({ model }) => memoryFor(model.bytes)));
    const free = freeBytes();
    if (!models.running && free < least) {
      const short = `Too little memory: a model needs about ${megabytes(least)} MB, and ${megabytes(free)} MB are free.`;
      return { status: "unreachable", notice: [short, ...faults].join(" ") };
    }
    const most = Math.max(...usable.map(({ model }) => memoryFor(model.bytes)));
    const runs = models.fallback ?? (execution_provider === "cpu" ? "the processor" : execution_provider);
    const warning = models.fallback === null ? "" : ` ${execution_provider} was requested and does not run.`;
    const memory = `Models run on ${runs}.${warning} A model needs up to ${megabytes(most)} MB of memory${concurrency > 1 ? ` in each of ${concurrency} processes` : ""}.`;
    return { status: "available", notice: [memory, ...faults].join(" ") };
  }

  return {
    provider,
    name,
    kind: "local",
    concurrency,
    limits,
    async describe() {
      const { usable, faults } = await look();
      const voices = usable.map(({ voice }) => voice);
      return {
        ...state(usable, faults),
        models: [
          {
            ...settings.model,
            languages: [...new Set(voices.flatMap((voice) => voice.languages))],
            max_characters: LONGEST,
            word_timings: true,
            seed: false,
            pauses: "spliced",
          },
        ],
        voices,
      };
    },
    async speak(request, signal) {
      if (closed) throw new EngineError("unavailable", `${name} is closed.`);
      signal?.throwIfAborted();
      if (!known.has(request.voice)) await look();
      const { id: model, controls } = settings.model;
      checkRequest(request, { models: [model], max_characters: LONGEST, hasVoice: (id) => known.has(id) });
      const found = known.get(request.voice)!;
      const wishes = unsupportedWishes(request, { controls, seed: false });
      const pauses = new Set(request.silences.map(({ offset }) => offset));
      const result = await speakInPieces(
        request,
        LONGEST_JOB,
        async (piece, from) => {
          const end = from + piece.text.length;
          const spoken = await models.speak(
            {
              provider: execution_provider,
              threads,
              model: found.model,
              voice: found.job(piece),
              language: request.language ?? found.voice.languages[0]!,
              request: piece,
              pauseAfter: end < request.text.length && !pauses.has(end) && /[.!?…]["'”’)]*\s*$/u.test(piece.text),
            },
            signal,
          );
          const { pcm, sample_rate, words, warnings } = spoken;
          return { audio: { kind: "pcm", pcm, sample_rate }, words, warnings, billed_characters: 0, request_id: null };
        },
        signal,
      );
      return { ...result, warnings: [...wishes, ...result.warnings] };
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await models[Symbol.asyncDispose]();
    },
  };
}
