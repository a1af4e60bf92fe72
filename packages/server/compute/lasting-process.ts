// A child process that stays alive between jobs, because its state is expensive to load. It does one job after the other. It
// ends after an idle time, when a job exceeds its time limit, and with this process; the next job starts it again. Always
// true: each job gets an answer or an end, and a crash of the child fails only the running job. serveParent() in
// child-side.ts is the child's side.

import { type ChildProcess, spawn } from "node:child_process";
import { frameReader, writeFrame } from "./frames.ts";
import { command, killGroup } from "./limited-process.ts";
import { bareEnvironment, passedEnvironment } from "./passed-environment.ts";

export interface LastingOptions {
  /** The JavaScript heap, MiB. */
  readonly heapMib: number;
  /** The child ends after this idle time. */
  readonly idleMs: number;
  /** The largest file that it may write, bytes; none by default. */
  readonly fileBytes?: number;
  /** The program reads no hostile bytes. It may use the cache of compiled sources, which makes its start faster. */
  readonly trusted?: boolean;
  /** The longest answer, bytes. */
  readonly answerBytes?: number;
}

/**
 * How a job ended:
 * - `timeout`: it exceeded its time limit, and the child was killed.
 * - `crashed`: the child ended during the job. `cause` is its signal or exit code.
 * - `aborted`: the caller aborted before the job started. A started job is completed, and its answer is dropped.
 * - `closed`: the process was disposed.
 */
export type LastingEnd<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "crashed"; readonly cause: string }
  | { readonly kind: "timeout" | "aborted" | "closed" };

export interface LastingProcess<Job, Answer> extends AsyncDisposable {
  /** The number of waiting and running jobs. */
  readonly load: number;
  /** The process id of the child while it lives. */
  readonly pid: number | undefined;
  /** Never rejects because of the child. `ms`: the time limit of the job, without its wait. */
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
    // What it left behind would hold its output open.
    started.on("exit", () => killGroup(started));
    started.on("close", (code, signal) => {
      resolve();
      end(started, { kind: "crashed", cause: signal ?? `exit code ${code}` });
    });
    if (started.pid === undefined) resolve();
    return started;
  }

  /** Ends the child and its running job. Waiting jobs get a new child. */
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
