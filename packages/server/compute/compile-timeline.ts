// A long timeline compiled in a thread of its own. Blocks go there and units come back in slices, each copied between two
// turns of the loop, so that no request waits for a whole book to be copied.

import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type {
  AssetUnit,
  Chapter,
  CompileBlock,
  CompileInput,
  ManifestTooLarge,
  RenderManifest,
} from "@fullcast/core/timeline";
import { compileHere, writeHere } from "./compile-here.ts";

export interface CompileTask {
  readonly input: Omit<CompileInput, "blocks" | "hash">;
  readonly blocks: readonly CompileBlock[];
  /** Of the section, for its chapters. */
  readonly title: string;
}

export type CompiledTimeline =
  | {
      readonly kind: "compiled";
      readonly manifest: RenderManifest;
      readonly manifestHash: string;
      readonly chapters: readonly Chapter[];
    }
  | ManifestTooLarge;

/** A timeline as it is sent: nobody needs its units as objects. */
export type WrittenTimeline =
  | {
      readonly kind: "written";
      /** The manifest as canonical JSON in UTF-8, of which manifestHash is the hash. */
      readonly json: Uint8Array<ArrayBuffer>;
      readonly manifestHash: string;
      /** The assets that it plays, as assetIdsOf. */
      readonly assetIds: readonly string[];
      /** The units of audio; empty unless they were asked for. */
      readonly asset_units: readonly AssetUnit[];
    }
  | ManifestTooLarge;

export type ToThread =
  /** From this index on. */
  | { readonly kind: "blocks"; readonly from: number; readonly blocks: readonly CompileBlock[] }
  /** What was given before is of a task that is over. */
  | { readonly kind: "forget" }
  | { readonly kind: "compile"; readonly input: CompileTask["input"]; readonly title: string }
  | {
      readonly kind: "write";
      readonly input: CompileTask["input"];
      readonly title: string;
      readonly withUnits: boolean;
    };

export type LongField = "sequential_units" | "timed_text_units" | "overlay_units" | "gaps" | "asset_units";

export type FromThread =
  /** The answer without its long arrays. */
  | { readonly kind: "head"; readonly head: CompiledTimeline | WrittenTimeline }
  | { readonly kind: "items"; readonly field: LongField; readonly items: readonly unknown[] }
  | { readonly kind: "done" };

/** Starting a thread costs more than compiling so many blocks. */
const BLOCKS_HERE = 1_500;
export const SLICE = 500;

export interface TimelineCompiler extends Disposable {
  /** Blocks in their order, while later ones are still being read: a long timeline's thread copies them meanwhile. */
  take(blocks: readonly CompileBlock[]): void;
  /** Once. Of blocks that were taken and changed since, those of the task count. @throws what compiling throws, or when the thread dies. */
  compile(task: CompileTask): Promise<CompiledTimeline>;
  /** Instead of compile(), as writeHere. */
  write(task: CompileTask, withUnits: boolean): Promise<WrittenTimeline>;
}

/** For about so many blocks: a long timeline's thread gets ready while the caller still reads them. */
export function timelineCompiler(expectedBlocks: number): TimelineCompiler {
  let worker = expectedBlocks > BLOCKS_HERE ? takeThread() : null;
  let isIdle = true;
  const taken: CompileBlock[] = [];
  /** Gives the thread the blocks that it lacks, then the command; answers what comes back. */
  const ask = async (blocks: readonly CompileBlock[], command: ToThread) => {
    worker ??= takeThread();
    isIdle = false;
    const answer = collect(worker);
    // Whoever waits below is told; nobody else is.
    answer.catch(() => undefined);
    for (let from = 0; from < blocks.length; from += SLICE) {
      const slice = blocks.slice(from, from + SLICE);
      if (slice.every((block, at) => block === taken[from + at])) continue;
      worker.postMessage({ kind: "blocks", from, blocks: slice } satisfies ToThread);
      await nextTurn();
    }
    worker.postMessage(command);
    const answered = await answer;
    isIdle = true;
    return answered;
  };
  return {
    take(blocks) {
      if (worker === null) return;
      worker.postMessage({ kind: "blocks", from: taken.length, blocks } satisfies ToThread);
      for (const block of blocks) taken.push(block);
    },
    async compile(task) {
      const { input, blocks, title } = task;
      if (blocks.length <= BLOCKS_HERE) return compileHere(task);
      return (await ask(blocks, { kind: "compile", input, title })) as CompiledTimeline;
    },
    async write(task, withUnits) {
      const { input, blocks, title } = task;
      if (blocks.length <= BLOCKS_HERE) return writeHere(task, withUnits);
      return (await ask(blocks, { kind: "write", input, title, withUnits })) as WrittenTimeline;
    },
    [Symbol.dispose]() {
      if (worker === null) return;
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
  const worker = new Worker(new URL("./compile-thread.ts", import.meta.url));
  // It may die before anybody waits for it; whoever does, hears of it by its exit.
  worker.on("error", () => undefined);
  worker.on("exit", () => {
    if (kept?.worker === worker) kept = null;
  });
  return worker;
}

async function collect(worker: Worker): Promise<CompiledTimeline | WrittenTimeline> {
  if (worker.threadId === -1) throw new Error("the compiling thread ended before its work");
  const { promise, resolve, reject } = Promise.withResolvers<CompiledTimeline | WrittenTimeline>();
  let head: CompiledTimeline | WrittenTimeline | undefined;
  const asset_units: AssetUnit[] = [];
  const long = { sequential_units: [], timed_text_units: [], overlay_units: [], gaps: [], asset_units };
  const onMessage = (message: FromThread) => {
    switch (message.kind) {
      case "head":
        head = message.head;
        break;
      case "items":
        for (const item of message.items) (long[message.field] as unknown[]).push(item);
        break;
      case "done": {
        const { asset_units: _, ...ofManifest } = long;
        if (head?.kind === "compiled") resolve({ ...head, manifest: { ...head.manifest, ...ofManifest } });
        else if (head?.kind === "written") resolve({ ...head, asset_units });
        else resolve(head as ManifestTooLarge);
      }
    }
  };
  const onExit = (code: number) => reject(new Error(`the compiling thread ended with code ${code}`));
  worker.on("message", onMessage).on("error", reject).on("exit", onExit);
  try {
    return await promise;
  } finally {
    worker.off("message", onMessage).off("error", reject).off("exit", onExit);
  }
}
