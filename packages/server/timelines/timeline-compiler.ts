// A timeline compiled where it holds nobody up: a short one here, a long one in a thread of its own. Rows go there as the
// text that the database told; what comes back is the text that is sent, or units in slices, each copied between two
// turns of the loop, so that no request waits for a whole book.

import { Worker } from "node:worker_threads";
import {
  type CompiledTimeline,
  type EffectAnswers,
  type EffectQuestions,
  type TimelineContext,
  timelineWork,
  type WrittenTimeline,
} from "./timeline-work.ts";

export type ToThread =
  | { readonly kind: "begin"; readonly context: TimelineContext }
  | { readonly kind: "rows"; readonly rows: string }
  | { readonly kind: "questions" }
  | { readonly kind: "compile" | "write"; readonly effects: EffectAnswers }
  /** What was given before is of a task that is over. */
  | { readonly kind: "forget" };

export type LongField = "sequential_units" | "timed_text_units" | "overlay_units" | "gaps" | "word_timings";

export type FromThread =
  | { readonly kind: "items"; readonly field: LongField; readonly items: readonly unknown[] }
  /** To the last question, without what went before it as items. */
  | { readonly kind: "answer"; readonly answer: unknown };

/** Starting a thread costs more than compiling so many blocks. */
const BLOCKS_HERE = 1_500;
export const SLICE = 500;

/** As TimelineWork, one question after the other. Each rejects with what compiling throws, or when the thread dies. */
export interface TimelineCompiler extends Disposable {
  take(rows: string): void;
  questions(): Promise<EffectQuestions>;
  compile(effects: EffectAnswers): Promise<CompiledTimeline>;
  write(effects: EffectAnswers): Promise<WrittenTimeline>;
}

/** For about so many blocks. */
export function timelineCompiler(expectedBlocks: number, context: TimelineContext): TimelineCompiler {
  return expectedBlocks > BLOCKS_HERE ? compilerInThread(context) : compilerHere(context);
}

function compilerHere(context: TimelineContext): TimelineCompiler {
  const work = timelineWork(context);
  return {
    take: (rows) => work.take(rows),
    questions: async () => work.questions(),
    compile: async (effects) => work.compile(effects),
    write: async (effects) => work.write(effects),
    [Symbol.dispose]: () => undefined,
  };
}

function compilerInThread(context: TimelineContext): TimelineCompiler {
  const worker = takeThread();
  let isIdle = true;
  const post = (message: ToThread) => worker.postMessage(message);
  const ask = async (question: ToThread) => {
    isIdle = false;
    const answered = await answerOf(worker, () => post(question));
    isIdle = true;
    return answered;
  };
  post({ kind: "begin", context });
  return {
    take: (rows) => post({ kind: "rows", rows }),
    questions: async () => (await ask({ kind: "questions" })).answer as EffectQuestions,
    async compile(effects) {
      const { answer, long } = await ask({ kind: "compile", effects });
      const compiled = answer as CompiledTimeline;
      if (compiled.kind !== "compiled") return compiled;
      const { word_timings, ...ofManifest } = long;
      return { ...compiled, manifest: { ...compiled.manifest, ...ofManifest }, wordTimings: word_timings };
    },
    write: async (effects) => (await ask({ kind: "write", effects })).answer as WrittenTimeline,
    [Symbol.dispose]() {
      if (isIdle) keepThread(worker);
      else void worker.terminate();
    },
  };
}

/** A thread that has compiled before is several times as quick: one is kept for a while. */
const KEPT_MS = 60_000;
let kept: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null;

function takeThread(): Worker {
  if (kept === null) return startThread();
  const { worker, timer } = kept;
  kept = null;
  clearTimeout(timer);
  worker.ref();
  return worker;
}

function keepThread(worker: Worker): void {
  if (kept !== null || worker.threadId === -1) return void worker.terminate();
  worker.postMessage({ kind: "forget" } satisfies ToThread);
  // The process may end with it.
  worker.unref();
  kept = { worker, timer: setTimeout(() => void worker.terminate(), KEPT_MS).unref() };
}

function startThread(): Worker {
  const worker = new Worker(new URL("./timeline-thread.ts", import.meta.url));
  // It may die before anybody waits for it; whoever does, hears of it by its exit.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    if (kept?.worker === worker) kept = null;
  });
  return worker;
}

// biome-ignore lint/suspicious/noExplicitAny: of the types that LongField's owners have.
type Long = { readonly [field in LongField]: any[] };

async function answerOf(worker: Worker, ask: () => void): Promise<{ readonly answer: unknown; readonly long: Long }> {
  if (worker.threadId === -1) throw new Error("the compiling thread ended before its work");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const long: Long = { sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [], word_timings: [] };
  const onMessage = (message: FromThread) => {
    if (message.kind === "answer") resolve(message.answer);
    else for (const item of message.items) long[message.field].push(item);
  };
  const onExit = (code: number) => reject(new Error(`the compiling thread ended with code ${code}`));
  worker.on("message", onMessage).on("error", reject).on("exit", onExit);
  try {
    ask();
    return { answer: await promise, long };
  } finally {
    worker.off("message", onMessage).off("error", reject).off("exit", onExit);
  }
}
