// Speaks with neural models in processes of their own: a crash of native code ends one line, never the server. A process
// loads a model at its first line, keeps it, and ends when it was idle.

import { fileURLToPath } from "node:url";
import { type LastingProcess, lastingProcess } from "../../compute/compute.ts";
import { EngineError, type PcmSpeech } from "../speak.ts";
import type { ModelAnswer, ModelJob, SpeakJob } from "./model-jobs.ts";
import { hasRuntime, RUNTIME_VERSION, runtimeFolder } from "./runtime.ts";

const PROGRAM = fileURLToPath(new URL("./model-child.ts", import.meta.url));
/** The first line also loads the model. */
const LOAD_MS = 180_000;
const MS_PER_UNIT = 250;
const CHECK_MS = 60_000;
const HEAP_MIB = 1_024;
/** onnxruntime's profile of one run, where another provider than the processor is requested. */
const PROFILE_BYTES = 64 * 2 ** 20;
/** After this many crashes in a row a model is not loaded again until its file changes. */
const MOST_CRASHES = 2;

export interface ModelSettings {
  /** What a person calls the engine. */
  readonly name: string;
  readonly dataDir: string;
  /** Each holds its own copy of a model. */
  readonly processes: number;
  readonly idleMs: number;
  /** The program of the processes; another one in tests. */
  readonly program?: string;
}

export interface Models extends AsyncDisposable {
  /** Whether onnxruntime is there. */
  readonly installed: boolean;
  /** Why a file cannot be used, as far as it was tried; null when nothing speaks against it. */
  faultOf(model: SpeakJob["model"]): string | null;
  /** Whether a process lives, so that its model has its memory already. */
  readonly running: boolean;
  /** What ran the last line instead of the requested provider; null when that ran. */
  readonly fallback: string | null;
  /** @throws EngineError; the signal's reason */
  speak(job: Omit<SpeakJob, "kind" | "runtime">, signal: AbortSignal | undefined): Promise<PcmSpeech>;
}

/** Loads onnxruntime in a process of its own. @returns its version, or a sentence that states why it cannot be loaded */
export async function checkRuntime(
  dataDir: string,
): Promise<{ readonly version: string } | { readonly fault: string }> {
  await using process = lastingProcess<ModelJob, ModelAnswer>(PROGRAM, { heapMib: HEAP_MIB, idleMs: CHECK_MS });
  const end = await process.ask({ kind: "check", runtime: runtimeFolder(dataDir) }, CHECK_MS);
  if (end.kind !== "answered") {
    return { fault: `onnxruntime-node ended its process (${end.kind === "crashed" ? end.cause : end.kind}).` };
  }
  if (end.answer.kind === "checked") return { version: end.answer.version };
  return { fault: end.answer.kind === "fault" ? end.answer.message : "The model process gave a wrong answer." };
}

/** What a person calls a provider of onnxruntime. */
const titleOf = (provider: string | undefined): string =>
  provider === "CPUExecutionProvider" ? "the processor" : (provider ?? "an unknown provider");

export function neuralModels({ name, dataDir, processes, idleMs, program = PROGRAM }: ModelSettings): Models {
  const lanes: LastingProcess<ModelJob, ModelAnswer>[] = Array.from({ length: processes }, () =>
    lastingProcess<ModelJob, ModelAnswer>(program, { heapMib: HEAP_MIB, idleMs, fileBytes: PROFILE_BYTES }),
  );
  const faults = new Map<string, string>();
  const crashes = new Map<string, number>();
  let fallback: string | null = null;
  const keyOf = ({ path, stamp }: SpeakJob["model"]) => `${path}\n${stamp}`;

  return {
    get installed() {
      return hasRuntime(dataDir);
    },
    get fallback() {
      return fallback;
    },
    get running() {
      return lanes.some((lane) => lane.pid !== undefined);
    },
    faultOf: (model) => faults.get(keyOf(model)) ?? null,
    async speak(job, signal) {
      const key = keyOf(job.model);
      const known = faults.get(key);
      if (known !== undefined) throw new EngineError("broken_answer", known);
      if (!hasRuntime(dataDir)) {
        throw new EngineError(
          "unavailable",
          `${name} needs onnxruntime ${RUNTIME_VERSION}: run fullcast engines add ${job.voice.family}.`,
        );
      }
      signal?.throwIfAborted();
      const lane = lanes.reduce((best, one) => (one.load < best.load ? one : best));
      const ms = LOAD_MS + job.request.text.length * MS_PER_UNIT;
      const end = await lane.ask({ ...job, kind: "speak", runtime: runtimeFolder(dataDir) }, ms, signal);
      signal?.throwIfAborted();
      switch (end.kind) {
        case "aborted":
        case "closed":
          throw new EngineError("unavailable", `${name} is closed.`);
        case "timeout":
          throw new EngineError("unavailable", `${name} did not answer within ${Math.round(ms / 1000)} s.`);
        case "crashed": {
          // The system kills a process when memory ends; the file has no fault, and the line is spoken again.
          if (end.cause === "SIGKILL") {
            throw new EngineError("unavailable", `The process of ${job.model.name} was killed from outside.`);
          }
          const count = (crashes.get(key) ?? 0) + 1;
          crashes.set(key, count);
          const message = `${job.model.name} ended the model process (${end.cause})`;
          if (count >= MOST_CRASHES) faults.set(key, `${message} ${count} times in a row. Install the voice again.`);
          throw new EngineError("broken_answer", `${message}.`);
        }
        case "answered":
          break;
      }
      const { answer } = end;
      crashes.delete(key);
      if (answer.kind === "checked") throw new EngineError("broken_answer", "The model process gave a wrong answer.");
      if (answer.kind === "fault") {
        switch (answer.fault) {
          case "model":
            faults.set(key, answer.message);
            throw new EngineError("broken_answer", answer.message);
          case "text":
            throw new EngineError("rejected", answer.message);
          case "run":
            throw new EngineError("broken_answer", answer.message);
          case "runtime":
          case "memory":
            throw new EngineError("unavailable", answer.message);
        }
      }
      const { pcm, sample_rate, words, ran } = answer;
      if (job.provider === "cpu") return { pcm, sample_rate, words, warnings: answer.warnings };
      const asked = ran.some((one) => one.toLowerCase().startsWith(job.provider));
      fallback = asked ? null : titleOf(ran[0]);
      const more = asked ? [] : [`The model ran on ${fallback}, although ${job.provider} was requested.`];
      return { pcm, sample_rate, words, warnings: [...answer.warnings, ...more] };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()));
    },
  };
}
