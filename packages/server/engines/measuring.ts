// Measures speech in threads. An engine elsewhere has no thread of ours to measure its answers, and on the main thread each
// line would delay every request and every answer of that engine.

import { availableParallelism } from "node:os";
import { createThreadPool, ThreadError } from "../compute/compute.ts";
import { EngineError, type PcmSpeech, type Recorded, type SpeakResult } from "./speak.ts";

export interface MeasuringJob {
  readonly speech: PcmSpeech;
  readonly counted: Pick<SpeakResult, "billed_characters" | "request_id">;
}

/** Twenty minutes of speech take seconds. */
const PATIENCE_MS = 120_000;
/** For the samples of the longest answer, and as much again. */
const HEAP_MIB = 512;
const IDLE_MS = 60_000;

const pool = createThreadPool<MeasuringJob, Recorded>({
  program: new URL("./measuring-thread.ts", import.meta.url),
  threads: availableParallelism(),
  heapMib: HEAP_MIB,
  patienceMs: () => PATIENCE_MS,
  idleMs: IDLE_MS,
});

/**
 * recordingOf() in a thread. The samples move there: the caller's `pcm` is empty afterwards.
 * @throws EngineError `broken_answer` when the sound exceeds the memory or the time of a thread; the signal's reason
 */
export async function measureAway(
  speech: PcmSpeech,
  counted: MeasuringJob["counted"],
  signal?: AbortSignal,
): Promise<Recorded> {
  const { pcm } = speech;
  const isWhole = pcm.buffer instanceof ArrayBuffer && pcm.byteLength === pcm.buffer.byteLength;
  const own = isWhole ? pcm : pcm.slice();
  try {
    return await pool.run(
      { speech: { ...speech, pcm: own }, counted },
      { signal, transfer: [own.buffer as ArrayBuffer] },
    );
  } catch (error) {
    if (!(error instanceof ThreadError) || error.kind === "closed") throw error;
    throw new EngineError("broken_answer", "The sound could not be measured.", { charged: true });
  }
}
