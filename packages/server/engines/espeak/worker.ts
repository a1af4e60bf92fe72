// The worker thread: one synthesiser, one utterance at a time, audio handed over without a copy or written to its file.

import { parentPort, workerData } from "node:worker_threads";
import { StorageError, type StorageErrorCode } from "../../files/files.ts";
import { EngineError, type Recording, type SpeakRequest, type SpeakResult } from "../engine.ts";
import { recordNow } from "../recording.ts";
import { createSynthesizer } from "./espeak-module.ts";
import { Stopped, speakUtterance } from "./utterance.ts";
import { findVoice, utteranceVoice, VOICES } from "./voice-catalogue.ts";

export interface WorkerJob {
  readonly job: number;
  /** Which of the shared stop flags is this job's. */
  readonly slot: number;
  readonly request: SpeakRequest;
  /** Where to leave the sound as a file; null: answer the samples. */
  readonly path: string | null;
}

export type WorkerAnswer =
  | { readonly job: number; readonly kind: "spoken"; readonly result: SpeakResult }
  | { readonly job: number; readonly kind: "recorded"; readonly recording: Recording }
  | { readonly job: number; readonly kind: "stopped" }
  | { readonly job: number; readonly kind: "not_stored"; readonly code: StorageErrorCode }
  | { readonly job: number; readonly kind: "refused"; readonly reason: string };

export interface WorkerSettings {
  /** One Int32 per slot; 1 means stop. */
  readonly stops: SharedArrayBuffer;
}

const port = parentPort;
if (port === null) throw new Error("This module runs in a worker thread.");
const { stops } = workerData as WorkerSettings;
const flags = new Int32Array(stops);
const synthesizer = await createSynthesizer(VOICES);

port.on("message", ({ job, slot, request, path }: WorkerJob) => {
  const stop = () => Atomics.load(flags, slot) === 1;
  if (stop()) return port.postMessage({ job, kind: "stopped" } satisfies WorkerAnswer);
  try {
    const voice = findVoice(request.voice);
    if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
    const result = speakUtterance(synthesizer, utteranceVoice(voice), request, stop);
    if (path !== null) {
      const recording = recordNow(result, path);
      return port.postMessage({ job, kind: "recorded", recording } satisfies WorkerAnswer);
    }
    const answer: WorkerAnswer = { job, kind: "spoken", result };
    return port.postMessage(answer, [result.pcm.buffer as ArrayBuffer]);
  } catch (error) {
    if (error instanceof Stopped) return port.postMessage({ job, kind: "stopped" } satisfies WorkerAnswer);
    if (error instanceof EngineError)
      return port.postMessage({ job, kind: "refused", reason: error.message } satisfies WorkerAnswer);
    if (error instanceof StorageError)
      return port.postMessage({ job, kind: "not_stored", code: error.code } satisfies WorkerAnswer);
    // Anything else may have left the synthesiser's memory in pieces: the thread ends and is replaced.
    throw error;
  }
});
