// Compiles a short timeline in the event loop and a long one in a thread. The thread receives rows as the text that the
// database returned, and returns the text to send, or units in slices. Each slice is copied in its own turn of the event
// loop, so no request waits for a whole book.

import { MessageChannel, type MessagePort } from "node:worker_threads";
import { createThreadPool } from "../compute/compute.ts";
import {
  type CompiledTimeline,
  type EffectAnswers,
  type EffectQuestions,
  type TimelineContext,
  timelineWork,
  type WrittenTimeline,
} from "./timeline-work.ts";

export type ToThread =
  | { readonly kind: "rows"; readonly rows: string }
  | { readonly kind: "questions" }
  | { readonly kind: "compile" | "write"; readonly effects: EffectAnswers };

/** The job of a thread: it answers the messages of the port until the port closes. */
export interface TimelineSession {
  readonly context: TimelineContext;
  readonly port: MessagePort;
}

export type LongField = "sequential_units" | "timed_text_units" | "overlay_units" | "gaps" | "word_timings";

export type FromThread =
  | { readonly kind: "items"; readonly field: LongField; readonly items: readonly unknown[] }
  /** To the last question, without what went before it as items. */
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "failure"; readonly error: unknown };

/** Compiling this many blocks costs less than starting a thread. */
const BLOCKS_HERE = 1_500;
export const SLICE = 500;

/** Like TimelineWork, one request after the other. Each rejects with the error of the compilation, or when the thread ends. */
export interface TimelineCompiler extends Disposable {
  take(rows: string): void;
  questions(): Promise<EffectQuestions>;
  compile(effects: EffectAnswers): Promise<CompiledTimeline>;
  write(effects: EffectAnswers): Promise<WrittenTimeline>;
}

/** A compiler for about this many blocks. */
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

/** A warm thread is several times faster, so idle threads stay for a while. */
const IDLE_MS = 60_000;
/** Timelines that are compiled at once; more of them wait. */
const THREADS = 4;
/** A timeline takes seconds; its rows come from the database meanwhile. */
const PATIENCE_MS = 600_000;
const HEAP_MIB = 2_048;

const pool = createThreadPool<TimelineSession, null>({
  program: new URL("./timeline-thread.ts", import.meta.url),
  threads: THREADS,
  heapMib: HEAP_MIB,
  patienceMs: () => PATIENCE_MS,
  idleMs: IDLE_MS,
});

/** The thread belongs to this compiler until the port is closed. */
function compilerInThread(context: TimelineContext): TimelineCompiler {
  const { port1: port, port2 } = new MessageChannel();
  const session = pool.run({ context, port: port2 }, { transfer: [port2] });
  const ended = session.then(() => {
    throw new Error("The compiling thread ended before its work was done.");
  });
  // A pending request awaits the same promise and throws its error.
  ended.catch(() => port.close());
  const post = (message: ToThread) => port.postMessage(message);
  const ask = (question: ToThread) => answerOf(port, ended, () => post(question));
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
    [Symbol.dispose]: () => port.close(),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: of the types that LongField's owners have.
type Long = { readonly [field in LongField]: any[] };

async function answerOf(
  port: MessagePort,
  ended: Promise<never>,
  ask: () => void,
): Promise<{ readonly answer: unknown; readonly long: Long }> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const long: Long = { sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [], word_timings: [] };
  const onMessage = (message: FromThread) => {
    if (message.kind === "answer") resolve(message.answer);
    else if (message.kind === "failure") reject(message.error);
    else for (const item of message.items) long[message.field].push(item);
  };
  port.on("message", onMessage);
  try {
    ask();
    return { answer: await Promise.race([promise, ended]), long };
  } finally {
    port.off("message", onMessage);
  }
}
