// A long timeline compiled in a thread of its own. Blocks go there and units come back in slices, each copied between two
// turns of the loop, so that no request waits for a whole book to be copied.

import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Chapter, CompileBlock, CompileInput, ManifestTooLarge, RenderManifest } from "@fullcast/core/timeline";
import { compileHere } from "./compile-here.ts";

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

export type ToThread =
  /** From this index on. */
  | { readonly kind: "blocks"; readonly from: number; readonly blocks: readonly CompileBlock[] }
  | { readonly kind: "compile"; readonly input: CompileTask["input"]; readonly title: string };

export type LongField = "sequential_units" | "timed_text_units" | "overlay_units" | "gaps";

export type FromThread =
  /** The manifest of a compiled one comes without its long arrays. */
  | { readonly kind: "compiled"; readonly compiled: CompiledTimeline }
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
}

/** For about so many blocks: a long timeline's thread gets ready while the caller still reads them. */
export function timelineCompiler(expectedBlocks: number): TimelineCompiler {
  let worker = expectedBlocks > BLOCKS_HERE ? startThread() : null;
  const taken: CompileBlock[] = [];
  return {
    take(blocks) {
      if (worker === null) return;
      worker.postMessage({ kind: "blocks", from: taken.length, blocks } satisfies ToThread);
      for (const block of blocks) taken.push(block);
    },
    async compile(task) {
      if (task.blocks.length <= BLOCKS_HERE) return compileHere(task);
      worker ??= startThread();
      const answer = collect(worker);
      // Whoever waits below is told; nobody else is.
      answer.catch(() => undefined);
      for (let from = 0; from < task.blocks.length; from += SLICE) {
        const blocks = task.blocks.slice(from, from + SLICE);
        if (blocks.every((block, at) => block === taken[from + at])) continue;
        worker.postMessage({ kind: "blocks", from, blocks } satisfies ToThread);
        await nextTurn();
      }
      worker.postMessage({ kind: "compile", input: task.input, title: task.title } satisfies ToThread);
      return await answer;
    },
    [Symbol.dispose]: () => void worker?.terminate(),
  };
}

function startThread(): Worker {
  const worker = new Worker(new URL("./compile-thread.ts", import.meta.url));
  // It may die before anybody waits for it; whoever does, hears of it by its exit.
  worker.on("error", () => undefined);
  return worker;
}

function collect(worker: Worker): Promise<CompiledTimeline> {
  return new Promise((resolve, reject) => {
    let compiled: CompiledTimeline | undefined;
    const long: { [field in LongField]: unknown[] } = {
      sequential_units: [],
      timed_text_units: [],
      overlay_units: [],
      gaps: [],
    };
    worker.on("message", (message: FromThread) => {
      switch (message.kind) {
        case "compiled":
          compiled = message.compiled;
          break;
        case "items":
          for (const item of message.items) long[message.field].push(item);
          break;
        case "done":
          if (compiled?.kind !== "compiled") resolve(compiled as ManifestTooLarge);
          else resolve({ ...compiled, manifest: { ...compiled.manifest, ...long } as RenderManifest });
      }
    });
    if (worker.threadId === -1) reject(new Error("the compiling thread ended before its work"));
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the compiling thread ended with code ${code}`)));
  });
}
