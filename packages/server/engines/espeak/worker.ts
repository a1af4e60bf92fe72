// The worker thread: one synthesiser, one utterance at a time, audio handed over without a copy.

import { parentPort, workerData } from "node:worker_threads";
import { EngineError, type Recorded, type SpeakRequest, type SpeakResult } from "../engine.ts";
import { recordingOf } from "../recording.ts";
import { createSynthesizer } from "./espeak-module.ts";
import { Stopped, speakUtterance } from "./utterance.ts";
import { findVoice, utteranceVoice, VOICES } from "./voice-catalogue.ts";

export interface WorkerJob {
  readonly job: number;
  /** Which of the shared stop flags is this job's. */
  readonly slot: number;
  readonly request: SpeakRequest;
  /** Answer a finished recording instead of samples. */
  readonly record: boolean;
}

export type WorkerAnswer =
  | { readonly job: number; readonly kind: "spoken"; readonly result: SpeakResult }
  | { readonly job: number; readonly kind: "recorded"; readonly recorded: Recorded }
  | { readonly job: number; readonly kind: "stopped" }
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

port.on("message", ({ job, slot, request, record }: WorkerJob) => {
  const stop = () => Atomics.load(flags, slot) === 1;
  if (stop()) return port.postMessage({ job, kind: "stopped" } satisfies WorkerAnswer);
  try {
    const voice = findVoice(request.voice);
    if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
    const result = speakUtterance(synthesizer, utteranceVoice(voice), request, stop);
    if (record) {
      const recorded = recordingOf(result);
      (result.pcm.buffer as ArrayBuffer).transfer(0);
      return port.postMessage({ job, kind: "recorded", recorded } satisfies WorkerAnswer, [recorded.file.buffer]);
    }
    const answer: WorkerAnswer = { job, kind: "spoken", result };
    return port.postMessage(answer, [result.pcm.buffer as ArrayBuffer]);
  } catch (error) {
    if (error instanceof Stopped) return port.postMessage({ job, kind: "stopped" } satisfies WorkerAnswer);
    if (error instanceof EngineError)
      return port.postMessage({ job, kind: "refused", reason: error.message } satisfies WorkerAnswer);
    // Anything else may have left the synthesiser's memory in pieces: the thread ends and is replaced.
    throw error;
  }
});
