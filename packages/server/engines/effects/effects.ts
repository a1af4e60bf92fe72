// The maker of sound effects: core's procedural recipes, run in threads of their own. What always holds: what a prompt asks
// for is made, or the prompt is refused; the same prompt, length and seed give the same bytes.

import { Worker } from "node:worker_threads";
import { EFFECTS_REVISION, understandPrompt } from "@fullcast/core/sound";
import { EngineError, type Recorded } from "../engine.ts";
import type { EffectTask } from "./effect-thread.ts";

export type EffectRequest = EffectTask["request"];

export interface EffectMaker extends AsyncDisposable {
  readonly provider: string;
  readonly model: string;
  /** Changes whenever the same request would sound different. */
  readonly revision: string;
  /** Whether it can make what a prompt asks for. */
  understands(prompt: string): boolean;
  /**
   * @throws EngineError `rejected` for a prompt that is not understood, `transient` when the thread died; the signal's
   * reason.
   */
  make(request: EffectRequest, signal?: AbortSignal): Promise<Recorded>;
}

/** Makes at most `threads` effects at once. Threads start when first needed; what is stopped costs its thread. */
export function createEffectMaker({ threads }: { readonly threads: number }): EffectMaker {
  const idle: Worker[] = [];
  const running = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let free = Math.max(1, threads);

  const turn = async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };

  function startThread(): Worker {
    const worker = new Worker(new URL("./effect-thread.ts", import.meta.url));
    // Without a listener an error would end the process.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  async function inThread(task: EffectTask, signal: AbortSignal | undefined): Promise<Recorded> {
    const worker = idle.pop() ?? startThread();
    worker.ref();
    running.add(worker);
    try {
      const recorded = await answerOf(worker, task, signal);
      worker.unref();
      idle.push(worker);
      return recorded;
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      running.delete(worker);
    }
  }

  return {
    provider: "fullcast",
    model: "procedural-effects",
    revision: EFFECTS_REVISION,
    understands: (prompt) => understandPrompt(prompt) !== null,
    async make(request, signal) {
      if (understandPrompt(request.prompt) === null) {
        throw new EngineError("rejected", "no recipe makes the sound that this prompt asks for");
      }
      await turn();
      try {
        signal?.throwIfAborted();
        return await inThread({ request }, signal);
      } finally {
        done();
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...idle.splice(0), ...running].map((worker) => worker.terminate()));
    },
  };
}

function answerOf(worker: Worker, task: EffectTask, signal: AbortSignal | undefined): Promise<Recorded> {
  const { promise, resolve, reject } = Promise.withResolvers<Recorded>();
  const die = () => reject(new EngineError("transient", "the thread that made the effect stopped working"));
  const stop = () => reject(signal?.reason);
  worker.on("message", resolve).on("error", die).on("exit", die);
  signal?.addEventListener("abort", stop, { once: true });
  worker.postMessage(task);
  return promise.finally(() => {
    worker.off("message", resolve).off("error", die).off("exit", die);
    signal?.removeEventListener("abort", stop);
  });
}
