// A child process of ours that lives as long as it is used: it holds something that is costly to load. It does one job after
// the other. It ends when it has been idle, when a job exceeds its time, and with this process; the next job starts it again.
// Always true: each job is answered or has an end; a child that crashes harms nothing but the job that it worked on.
// serveParent() in child-side.ts is the other end.

import { type ChildProcess, spawn } from "node:child_process";
import { frameReader, writeFrame } from "./frames.ts";
import { command, killGroup } from "./limited-process.ts";
import { bareEnvironment, passedEnvironment } from "./passed-environment.ts";

export interface LastingOptions {
  /** The JavaScript heap, MiB. */
  readonly heapMib: number;
  /** The child ends when it had no job for so long. */
  readonly idleMs: number;
  /** The largest file that it may write, bytes; none by default. */
  readonly fileBytes?: number;
  /** The program reads no hostile bytes: it may use the cache of compiled sources, which makes its start quicker. */
  readonly trusted?: boolean;
  /** The longest answer, bytes. */
  readonly answerBytes?: number;
}

/**
 * How a job ended:
 * - `timeout`: it exceeded its time; the child was killed;
 * - `crashed`: the child ended while it worked on the job. `cause` is its signal or exit code;
 * - `aborted`: the caller's signal came before the job began. A job that has begun is completed, and its answer dropped;
 * - `closed`: the process was disposed.
 */
export type LastingEnd<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "crashed"; readonly cause: string }
  | { readonly kind: "timeout" | "aborted" | "closed" };

export interface LastingProcess<Job, Answer> extends AsyncDisposable {
  /** Jobs that wait or run. */
  readonly load: number;
  /** The id of the child while it lives. */
  readonly pid: number | undefined;
  /** Never rejects for what the child does. `ms`: the time of the job itself, without its wait. */
  ask(job: Job, ms: number, signal?: AbortSignal): Promise<LastingEnd<Answer>>;
  /** Starts the child, so that the next job finds it ready. Returns at once. */
  warm(): void;
}

const DEFAULT_ANSWER_BYTES = 256 * 1024 * 1024;

interface Waiting<Job, Answer> {
  readonly job: Job;
  readonly ms: number;
  readonly resolve: (end: LastingEnd<Answer>) => void;
}

/** @param program Path of the TypeScript file; it calls serveParent() of child-side.ts. */
export function lastingProcess<Job, Answer>(program: string, options: LastingOptions): LastingProcess<Job, Answer> {
  const waiting: Waiting<Job, Answer>[] = [];
  let running: Waiting<Job, Answer> | null = null;
  let child: ChildProcess | null = null;
  let clock: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;
  let gone: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const limits = {
      memoryKib: 0,
      heapMib: options.heapMib,
      cpuSeconds: 0,
      wallSeconds: 0,
      fileBytes: options.fileBytes ?? 0,
    };
    const started = spawn(...command(program, { limits, tidiesUp: false }, null), {
      env: options.trusted === true ? passedEnvironment() : bareEnvironment(),
      detached: process.platform !== "win32",
      stdio: ["pipe", "pipe", "ignore"],
    });
    const read = frameReader<Answer>();
    let bytes = 0;
    started.stdout!.on("data", (chunk: Buffer) => {
      if (child !== started) return;
      bytes += chunk.length;
      if (bytes > (options.answerBytes ?? DEFAULT_ANSWER_BYTES))
        return end(started, { kind: "crashed", cause: "size" });
      try {
        for (const answer of read(chunk)) {
          bytes = 0;
          settle({ kind: "answered", answer });
        }
      } catch {
        end(started, { kind: "crashed", cause: "damaged answer" });
      }
    });
    started.stdin!.on("error", () => undefined);
    started.on("error", () => end(started, { kind: "crashed", cause: "could not be started" }));
    const { promise, resolve } = Promise.withResolvers<void>();
    gone = promise;
    started.on("close", (code, signal) => {
      resolve();
      end(started, { kind: "crashed", cause: signal ?? `exit code ${code}` });
    });
    if (started.pid === undefined) resolve();
    return started;
  }

  /** Ends the child and the job that it worked on. Jobs that wait get a new child. */
  function end(ended: ChildProcess, why: LastingEnd<Answer>): void {
    if (child !== ended) return;
    child = null;
    killGroup(ended);
    settle(why);
  }

  function settle(result: LastingEnd<Answer>): void {
    const done = running;
    if (done === null) return;
    running = null;
    clearTimeout(clock);
    done.resolve(result);
    next();
  }

  function next(): void {
    if (running !== null) return;
    const first = waiting.shift();
    clearTimeout(idle);
    if (first === undefined) {
      rest();
      return;
    }
    running = first;
    child ??= start();
    const worker = child;
    clock = setTimeout(() => end(worker, { kind: "timeout" }), first.ms);
    writeFrame(worker.stdin!, first.job);
  }

  function rest(): void {
    const resting = child;
    if (resting === null) return;
    idle = setTimeout(() => end(resting, { kind: "closed" }), options.idleMs);
    // An idle child does not keep this process alive, and ends with it.
    idle.unref();
  }

  return {
    warm() {
      if (closed || child !== null) return;
      child = start();
      rest();
    },
    get load() {
      return waiting.length + (running === null ? 0 : 1);
    },
    get pid() {
      return child?.pid;
    },
    ask(job, ms, signal) {
      return new Promise((resolve) => {
        if (closed) return resolve({ kind: "closed" });
        if (signal?.aborted) return resolve({ kind: "aborted" });
        const abort = () => {
          const at = waiting.indexOf(entry);
          if (at >= 0) waiting.splice(at, 1);
          resolve({ kind: "aborted" });
        };
        const entry: Waiting<Job, Answer> = {
          job,
          ms,
          resolve(result) {
            signal?.removeEventListener("abort", abort);
            resolve(result);
          },
        };
        signal?.addEventListener("abort", abort, { once: true });
        waiting.push(entry);
        next();
      });
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(idle);
      for (const one of waiting.splice(0)) one.resolve({ kind: "closed" });
      if (child !== null) end(child, { kind: "closed" });
      await gone;
    },
  };
}
