// The worker thread: one synthesiser, one utterance at a time, audio handed over without a copy.

import { parentPort, workerData } from "node:worker_threads";
import { EngineError } from "../engine.ts";
import type { WorkerAnswer, WorkerJob, WorkerSettings } from "../espeak/worker.ts";
import { recordingOf } from "../recording.ts";
import { createFlite } from "./flite-module.ts";
import { Stopped, speakUtterance } from "./utterance.ts";
import { findVoice } from "./voices.ts";
import { createWordPhones } from "./word-times.ts";

const port = parentPort;
if (port === null) throw new Error("This module runs in a worker thread.");
const flags = new Int32Array((workerData as WorkerSettings).stops);
const flite = await createFlite();
const speaking = { flite, wordPhones: createWordPhones(flite) };

port.on("message", ({ job, slot, request, record }: WorkerJob) => {
  const stop = () => Atomics.load(flags, slot) === 1;
  if (stop()) return port.postMessage({ job, kind: "stopped" } satisfies WorkerAnswer);
  try {
    const voice = findVoice(request.voice);
    if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
    const result = speakUtterance(speaking, voice, request, stop);
    if (record) {
      const recorded = recordingOf(result);
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
