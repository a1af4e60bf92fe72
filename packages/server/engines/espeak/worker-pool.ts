// Worker threads that speak. Started when first needed, replaced when they die; an utterance whose worker died is tried
// once more on a new one and then refused as transient. Utterances that only waited are never lost.

import type { Worker } from "node:worker_threads";
import { EngineError, type Recorded, type SpeakRequest, type SpeakResult } from "../engine.ts";
import type { WorkerAnswer, WorkerJob } from "./worker.ts";

/** Utterances handed to a worker at once: one speaking, one waiting, so that it never idles for the main thread. */
const SLOTS = 2;
/** Longest time an utterance may take before its worker is taken for stuck. */
const PATIENCE_MS = 60_000;
const PATIENCE_PER_UNIT_MS = 10;

export interface WorkerPool extends AsyncDisposable {
  speak(request: SpeakRequest, signal?: AbortSignal): Promise<SpeakResult>;
  /** See SpeechEngine.record. */
  record(request: SpeakRequest, signal?: AbortSignal): Promise<Recorded>;
}

export interface WorkerPoolOptions {
  readonly threads: number;
  readonly start: (stops: SharedArrayBuffer) => Worker;
}

/** What a worker answers that did what it was asked. */
type Done = Extract<WorkerAnswer, { kind: "spoken" | "recorded" }>;

interface Job {
  readonly id: number;
  readonly request: SpeakRequest;
  readonly record: boolean;
  readonly resolve: (done: Done) => void;
  readonly reject: (reason: unknown) => void;
  /** Workers that died while speaking it. */
  deaths: number;
  /** Already answered to the caller: what the worker still says is dropped. */
  settled: boolean;
}

interface Thread {
  readonly worker: Worker;
  readonly stops: Int32Array;
  /** By slot. */
  readonly jobs: (Job | null)[];
  /** Slots in the order in which their jobs were handed over; the first is being spoken. */
  readonly order: number[];
  timer: NodeJS.Timeout | undefined;
}

export function createWorkerPool({ threads, start }: WorkerPoolOptions): WorkerPool {
  const running = new Set<Thread>();
  const waiting: Job[] = [];
  let nextJob = 1;
  let closed = false;

  function watch(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.timer = undefined;
    const slot = thread.order[0];
    if (slot === undefined) {
      thread.worker.unref();
      return;
    }
    thread.worker.ref();
    const units = thread.jobs[slot]!.request.text.length;
    thread.timer = setTimeout(() => void thread.worker.terminate(), PATIENCE_MS + units * PATIENCE_PER_UNIT_MS);
    thread.timer.unref();
  }

  function startThread(): Thread {
    const shared = new SharedArrayBuffer(SLOTS * 4);
    const worker = start(shared);
    const thread: Thread = { worker, stops: new Int32Array(shared), jobs: [null, null], order: [], timer: undefined };
    running.add(thread);
    worker.on("message", (answer: WorkerAnswer) => receive(thread, answer));
    // "exit" follows "error" and does the work; without a listener the error would end the process.
    worker.on("error", () => {});
    worker.on("exit", () => bury(thread));
    return thread;
  }

  function receive(thread: Thread, answer: WorkerAnswer): void {
    const slot = thread.jobs.findIndex((job) => job?.id === answer.job);
    const job = thread.jobs[slot];
    if (job === undefined || job === null) return;
    thread.jobs[slot] = null;
    thread.order.splice(thread.order.indexOf(slot), 1);
    watch(thread);
    if (!job.settled) {
      job.settled = true;
      if (answer.kind === "spoken" || answer.kind === "recorded") job.resolve(answer);
      else if (answer.kind === "refused") job.reject(new EngineError("rejected", answer.reason));
      else job.reject(new EngineError("transient", "The utterance was stopped."));
    }
    dispatch();
  }

  function bury(thread: Thread): void {
    clearTimeout(thread.timer);
    running.delete(thread);
    const [spoken, ...others] = thread.order.map((slot) => thread.jobs[slot]!);
    waiting.unshift(...others.filter((job) => !job.settled));
    if (spoken !== undefined && !spoken.settled) {
      spoken.deaths++;
      if (spoken.deaths < 2 && !closed) waiting.unshift(spoken);
      else {
        spoken.settled = true;
        spoken.reject(new EngineError("transient", "The embedded voice stopped working in this utterance."));
      }
    }
    if (closed) refuseAll();
    else dispatch();
  }

  /** The thread to hand the next job to: an idle one, else a new one, else one with a free slot. */
  function freeThread(): Thread | null {
    let free: Thread | null = null;
    for (const thread of running) {
      if (thread.order.length === 0) return thread;
      if (thread.order.length < SLOTS) free ??= thread;
    }
    return running.size < threads ? startThread() : free;
  }

  function dispatch(): void {
    while (waiting.length > 0 && !closed) {
      const thread = freeThread();
      if (thread === null) return;
      const job = waiting.shift()!;
      const slot = thread.jobs.indexOf(null);
      thread.jobs[slot] = job;
      thread.order.push(slot);
      Atomics.store(thread.stops, slot, 0);
      thread.worker.postMessage({ job: job.id, slot, request: job.request, record: job.record } satisfies WorkerJob);
      if (thread.order.length === 1) watch(thread);
    }
  }

  function stop(job: Job): void {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    for (const thread of running) {
      const slot = thread.jobs.indexOf(job);
      if (slot >= 0) Atomics.store(thread.stops, slot, 1);
    }
  }

  function refuseAll(): void {
    for (const job of waiting.splice(0)) {
      job.settled = true;
      job.reject(new EngineError("transient", "The embedded voice is closed."));
    }
  }

  function submit(request: SpeakRequest, record: boolean, signal: AbortSignal | undefined): Promise<Done> {
    if (closed) return Promise.reject(new EngineError("transient", "The embedded voice is closed."));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Done>();
    const job: Job = { id: nextJob++, request, record, resolve, reject, deaths: 0, settled: false };
    waiting.push(job);
    dispatch();
    if (signal === undefined) return promise;
    const abort = () => {
      if (job.settled) return;
      job.settled = true;
      stop(job);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", abort));
  }

  return {
    async speak(request, signal) {
      const done = await submit(request, false, signal);
      if (done.kind !== "spoken") throw new Error("The thread answered another question.");
      return done.result;
    },
    async record(request, signal) {
      const done = await submit(request, true, signal);
      if (done.kind !== "recorded") throw new Error("The thread answered another question.");
      return done.recorded;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      refuseAll();
      await Promise.all([...running].map((thread) => thread.worker.terminate()));
    },
  };
}
