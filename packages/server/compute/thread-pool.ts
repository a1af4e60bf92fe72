// A pool of worker threads. A thread starts when it is first needed, ends after an idle time, and is replaced when it dies.
// Waiting jobs start in the order of their urgency (urgency.ts). On Linux a batch has threads of its own, of a lower priority
// (low-priority.ts). Always true: every job settles. A thread that dies, hangs or never starts fails only its running job; its
// waiting jobs move to another thread.

import "./generic-wrappers.ts";
import { Worker } from "node:worker_threads";
import { THREADS_HAVE_PRIORITIES } from "./low-priority.ts";
import { passedEnvironment } from "./passed-environment.ts";
import { presentUrgency, type Urgency } from "./urgency.ts";
import { createUrgentFirst } from "./urgent-first.ts";

/**
 * Node adds 16 MiB to the heap of a thread that reaches its limit, and ends the thread. If the garbage collector needs more at that
 * moment, V8 ends the whole process. It may keep all of a semi-space, which is a third of the young generation; V8's default
 * for one is 16 MiB.
 */
const YOUNG_MIB = 36;

export interface ThreadPoolOptions<Job> {
  /** The module that the threads run; it calls answerJobs() of thread-side.ts. */
  readonly program: URL;
  /** At most; on Linux as many again for batches. */
  readonly threads: number;
  /** The JavaScript heap of one thread, MiB. A thread that needs more ends; the process continues. */
  readonly heapMib: number;
  /** The young generation of that heap, MiB; 36 unless given. */
  readonly youngMib?: number;
  /** The time limit of one job including the start of its thread, ms. */
  readonly patienceMs: (job: Job) => number;
  /** Jobs that a thread holds at once. With 2 it never waits for the main thread. Default 1. */
  readonly slots?: number;
  /** How many threads may die while they run a job before the job is refused. Default 1. */
  readonly deaths?: number;
  /** The threads check `stopped()` themselves. Otherwise aborting a running job ends its thread. */
  readonly stopsItself?: boolean;
  /** An idle thread ends after this time, ms. Absent: it stays. */
  readonly idleMs?: number;
  /** For tests: starts a thread in another way. */
  readonly start?: (program: URL, options: ConstructorParameters<typeof Worker>[1]) => Worker;
}

export interface JobOptions<Item> {
  /** Stops the job; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Objects whose memory moves to the thread. */
  readonly transfer?: readonly ArrayBuffer[] | readonly import("node:worker_threads").MessagePort[];
  /** Called for each item that the thread sends before its answer, in order. */
  readonly onItem?: ((item: Item) => void) | undefined;
}

export interface ThreadPool<Job, Answer, Item = never> extends AsyncDisposable {
  /** @throws ThreadError; the signal's reason. */
  run(job: Job, options?: JobOptions<Item>): Promise<Answer>;
  /** Starts up to `most` threads (default: all of the pool), so that the next jobs find them ready. Returns at once. */
  warm(most?: number): void;
}

/**
 * Why a thread did not answer. `limits`: it exceeded its memory or its time. `died`: it ended by itself; `cause` is the reason.
 * `closed`: the pool is closed.
 */
export class ThreadError extends Error {
  override readonly name = "ThreadError";
  readonly kind: "limits" | "died" | "closed";
  constructor(kind: "limits" | "died" | "closed", message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

export type ToThread<Job> =
  | { readonly kind: "job"; readonly id: number; readonly slot: number; readonly job: Job }
  /** The main thread received an item of job `id`. The job may send the next one. */
  | { readonly kind: "received"; readonly id: number };

export type FromThread<Answer, Item> =
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "item"; readonly id: number; readonly item: Item };

export interface ThreadSettings {
  /** One Int32 for each slot; 1 asks its job to stop. */
  readonly stops: SharedArrayBuffer;
  /** Whether the processors go to other threads first. */
  readonly isBatch: boolean;
}

interface Task<Job, Answer, Item> {
  readonly id: number;
  readonly job: Job;
  readonly options: JobOptions<Item>;
  readonly urgency: Urgency;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** The number of threads that died while they ran it. */
  deaths: number;
  /** The caller has its result. Later messages of the thread are dropped. */
  settled: boolean;
}

interface Thread<Job, Answer, Item> {
  readonly worker: Worker;
  readonly stops: Int32Array;
  /** By slot. */
  readonly tasks: (Task<Job, Answer, Item> | null)[];
  /** Slots in the order of their tasks. The thread works on the first. */
  readonly order: number[];
  /** The time limit of the running task, or the idle time. */
  timer: NodeJS.Timeout | undefined;
  error: unknown;
}

export function createThreadPool<Job, Answer, Item = never>(
  options: ThreadPoolOptions<Job>,
): ThreadPool<Job, Answer, Item> {
  const urgent = createThreads<Job, Answer, Item>(options, false);
  if (!THREADS_HAVE_PRIORITIES) return urgent;
  const batch = createThreads<Job, Answer, Item>(options, true);
  return {
    warm: urgent.warm,
    run: (job, jobOptions) => (presentUrgency() === 2 ? batch : urgent).run(job, jobOptions),
    async [Symbol.asyncDispose]() {
      await Promise.all([urgent[Symbol.asyncDispose](), batch[Symbol.asyncDispose]()]);
    },
  };
}

function createThreads<Job, Answer, Item>(
  options: ThreadPoolOptions<Job>,
  isBatch: boolean,
): ThreadPool<Job, Answer, Item> {
  type OwnTask = Task<Job, Answer, Item>;
  type OwnThread = Thread<Job, Answer, Item>;
  const { program, patienceMs, slots = 1, deaths = 1, stopsItself = false, idleMs } = options;
  const threads = Math.max(1, options.threads);
  const start = options.start ?? ((url, settings) => new Worker(url, settings));
  const running = new Set<OwnThread>();
  const waiting = createUrgentFirst<OwnTask>();
  let nextId = 1;
  let closed = false;

  /** Sets the timer for the running task or the idle time. A thread keeps the process alive only while it works. */
  function watch(thread: OwnThread): void {
    clearTimeout(thread.timer);
    thread.timer = undefined;
    const slot = thread.order[0];
    if (slot === undefined) {
      thread.worker.unref();
      if (idleMs !== undefined) thread.timer = setTimeout(() => end(thread, undefined), idleMs).unref();
      return;
    }
    thread.worker.ref();
    const late = () => end(thread, new ThreadError("limits", "The thread took too long."));
    thread.timer = setTimeout(late, patienceMs(thread.tasks[slot]!.job)).unref();
  }

  function startThread(): OwnThread {
    const stops = new SharedArrayBuffer(slots * 4);
    const worker = start(program, {
      workerData: { stops, isBatch } satisfies ThreadSettings,
      env: passedEnvironment(),
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.heapMib,
        maxYoungGenerationSizeMb: options.youngMib ?? YOUNG_MIB,
      },
    });
    const tasks: (OwnTask | null)[] = Array.from({ length: slots }, () => null);
    const thread: OwnThread = {
      worker,
      stops: new Int32Array(stops),
      tasks,
      order: [],
      timer: undefined,
      error: undefined,
    };
    running.add(thread);
    worker.on("message", (message: FromThread<Answer, Item>) => receive(thread, message));
    // "exit" follows "error" and is handled. Without a listener the error would end the process.
    worker.on("error", (error) => {
      thread.error = error;
    });
    worker.on("exit", (code) => bury(thread, deathOf(thread.error, code)));
    return thread;
  }

  function receive(thread: OwnThread, message: FromThread<Answer, Item>): void {
    const slot = thread.tasks.findIndex((task) => task?.id === message.id);
    const task = thread.tasks[slot];
    if (task === undefined || task === null) return;
    if (message.kind === "item") {
      if (!task.settled) task.options.onItem?.(message.item);
      thread.worker.postMessage({ kind: "received", id: task.id } satisfies ToThread<Job>);
      return;
    }
    thread.tasks[slot] = null;
    thread.order.splice(thread.order.indexOf(slot), 1);
    watch(thread);
    settle(task, () => task.resolve(message.answer));
    dispatch();
  }

  /** Ends a thread without waiting for it, because a hanging thread may not report its end. */
  function end(thread: OwnThread, reason: unknown): void {
    bury(thread, reason);
    void thread.worker.terminate();
  }

  /** Removes a thread from the pool. Its tasks return to the queue or are refused. */
  function bury(thread: OwnThread, reason: unknown): void {
    if (!running.delete(thread)) return;
    clearTimeout(thread.timer);
    const [first, ...others] = thread.order.map((slot) => thread.tasks[slot]!);
    for (const task of others.reverse()) if (!task.settled) waiting.putBack(task, task.urgency);
    if (first !== undefined && !first.settled) {
      first.deaths++;
      if (first.deaths < deaths && !closed) waiting.putBack(first, first.urgency);
      else settle(first, () => first.reject(reason));
    }
    if (closed) refuseAll();
    else dispatch();
  }

  /** The thread for the next job: an idle one, otherwise a new one, otherwise one with a free slot. */
  function freeThread(): OwnThread | null {
    let free: OwnThread | null = null;
    for (const thread of running) {
      if (thread.order.length === 0) return thread;
      if (thread.order.length < slots) free ??= thread;
    }
    return running.size < threads ? startThread() : free;
  }

  function dispatch(): void {
    while (waiting.size > 0 && !closed) {
      const thread = freeThread();
      if (thread === null) return;
      const task = waiting.take()!;
      const slot = thread.tasks.indexOf(null);
      thread.tasks[slot] = task;
      thread.order.push(slot);
      Atomics.store(thread.stops, slot, 0);
      const message: ToThread<Job> = { kind: "job", id: task.id, slot, job: task.job };
      thread.worker.postMessage(message, task.options.transfer ?? []);
      if (thread.order.length === 1) watch(thread);
    }
  }

  function stop(task: OwnTask): void {
    waiting.leave(task);
    for (const thread of running) {
      const slot = thread.tasks.indexOf(task);
      if (slot < 0) continue;
      if (stopsItself) Atomics.store(thread.stops, slot, 1);
      else end(thread, undefined);
    }
  }

  function settle(task: OwnTask, answer: () => void): void {
    if (task.settled) return;
    task.settled = true;
    answer();
  }

  function refuseAll(): void {
    for (const task of waiting.clear()) settle(task, () => task.reject(closedError()));
  }

  return {
    warm(most = threads) {
      while (!closed && running.size < Math.min(most, threads)) watch(startThread());
    },
    run(job, jobOptions = {}) {
      const { signal } = jobOptions;
      if (closed) return Promise.reject(closedError());
      if (signal?.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const urgency = presentUrgency();
      const task: OwnTask = {
        ...{ id: nextId++, job, options: jobOptions, urgency, resolve, reject },
        ...{ deaths: 0, settled: false },
      };
      waiting.add(task, urgency);
      dispatch();
      if (signal === undefined) return promise;
      const abort = () => {
        if (task.settled) return;
        settle(task, () => reject(signal.reason));
        stop(task);
      };
      signal.addEventListener("abort", abort, { once: true });
      return promise.finally(() => signal.removeEventListener("abort", abort));
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      refuseAll();
      const workers = [...running].map((thread) => {
        bury(thread, closedError());
        return thread.worker.terminate();
      });
      await Promise.all(workers);
    },
  };
}

const closedError = () => new ThreadError("closed", "The pool of threads is closed.");

function deathOf(error: unknown, code: number): ThreadError {
  const isMemory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (isMemory) return new ThreadError("limits", "The thread needs more memory than it may have.", error);
  return new ThreadError("died", `The thread ended with code ${code} before it answered.`, error);
}
