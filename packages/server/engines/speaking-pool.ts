// The threads that speak: the house's pool (compute/thread-pool.ts), with the errors of a speech engine.

import { createThreadPool, ThreadError, type ThreadPoolOptions } from "../compute/compute.ts";
import { EngineError, type Recorded, type SpeakRequest, type SpeakResult } from "./engine.ts";
import type { SpeakingAnswer, SpeakingJob } from "./speaking-thread.ts";

/** One utterance is spoken, one waits at the thread: it never idles for the main thread. */
const SLOTS = 2;
/** Longest time of an utterance: the start of a thread and a slow machine, and more for each code unit of the text. */
const PATIENCE_MS = 60_000;
const PATIENCE_PER_UNIT_MS = 10;
/** The synthesiser's own memory is outside of this; the samples of the longest text take 150 MiB. */
const HEAP_MIB = 512;

export interface SpeakingPool extends AsyncDisposable {
  speak(request: SpeakRequest, signal?: AbortSignal): Promise<SpeakResult>;
  /** See SpeechEngine.record. */
  record(request: SpeakRequest, signal?: AbortSignal): Promise<Recorded>;
  /** See SpeechEngine.warm. */
  warm(): void;
}

export interface SpeakingPoolOptions extends Pick<ThreadPoolOptions<SpeakingJob>, "start"> {
  /** The module that calls speakInThread(). */
  readonly program: URL;
  readonly threads: number;
}

/** An utterance whose thread dies is spoken once more on a new one, then refused as unavailable. */
export function createSpeakingPool(options: SpeakingPoolOptions): SpeakingPool {
  const pool = createThreadPool<SpeakingJob, SpeakingAnswer>({
    ...options,
    heapMib: HEAP_MIB,
    slots: SLOTS,
    deaths: 2,
    stopsItself: true,
    patienceMs: ({ request }) => PATIENCE_MS + request.text.length * PATIENCE_PER_UNIT_MS,
  });
  const answerTo = async (job: SpeakingJob, signal: AbortSignal | undefined): Promise<SpeakingAnswer> => {
    try {
      return await pool.run(job, { signal });
    } catch (error) {
      if (!(error instanceof ThreadError)) throw error;
      const closed = error.kind === "closed";
      throw new EngineError(
        "unavailable",
        closed ? "The embedded voice is closed." : "The embedded voice stopped working in this utterance.",
      );
    }
  };
  return {
    async speak(request, signal) {
      const answer = await answerTo({ request, record: false }, signal);
      if (answer.kind !== "spoken") throw refusal(answer);
      const { pcm, sample_rate, words, warnings } = answer.speech;
      return {
        audio: { kind: "pcm", pcm, sample_rate },
        words,
        warnings,
        billed_characters: 0,
        request_id: null,
      };
    },
    async record(request, signal) {
      const answer = await answerTo({ request, record: true }, signal);
      if (answer.kind === "recorded") return answer.recorded;
      throw refusal(answer);
    },
    warm: () => pool.warm(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function refusal(answer: SpeakingAnswer): Error {
  if (answer.kind === "refused") return new EngineError("rejected", answer.reason);
  return new EngineError("unavailable", "The utterance was stopped.");
}
