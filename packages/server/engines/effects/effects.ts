// Makes sound effects: the procedural recipes of core, run in a pool of threads. Always true: a prompt gives its
// sound or is refused; the same prompt, length and seed give the same bytes.

import { EFFECTS_REVISION, nearestKinds, understandPrompt } from "@fullcast/core/effects";
import { createThreadPool, ThreadError } from "../../compute/compute.ts";
import { EngineError, type Recorded } from "../engine.ts";
import type { EffectRequest } from "./effect-thread.ts";

export type { EffectRequest } from "./effect-thread.ts";

export interface EffectMaker extends AsyncDisposable {
  readonly provider: string;
  readonly model: string;
  /** Changes whenever the same request would sound different. */
  readonly revision: string;
  /** Whether a recipe makes the sound of this prompt. */
  understands(prompt: string): boolean;
  /**
   * @throws EngineError `rejected` for a prompt that is not understood, `unavailable` when the thread died; the signal's
   * reason.
   */
  make(request: EffectRequest, signal?: AbortSignal): Promise<Recorded>;
}

/** The longest effect has 120 s; making it takes about as long on a slow machine at most. */
const PATIENCE_MS = 300_000;
const HEAP_MIB = 512;
const IDLE_MS = 60_000;

/** Makes at most `threads` effects at once. */
export function createEffectMaker({ threads }: { readonly threads: number }): EffectMaker {
  const pool = createThreadPool<EffectRequest, Recorded>({
    program: new URL("./effect-thread.ts", import.meta.url),
    threads,
    heapMib: HEAP_MIB,
    patienceMs: () => PATIENCE_MS,
    idleMs: IDLE_MS,
  });
  return {
    provider: "fullcast",
    model: "procedural-effects",
    revision: EFFECTS_REVISION,
    understands: (prompt) => understandPrompt(prompt) !== null,
    async make({ prompt, duration_ms, seed }, signal) {
      if (understandPrompt(prompt) === null) {
        const near = nearestKinds(prompt).join(", ");
        const asked = prompt.length > 80 ? `${prompt.slice(0, 79)}…` : prompt;
        throw new EngineError(
          "rejected",
          `No sound effect matches “${asked}”. Closest: ${near}. Rewrite the prompt, or link an uploaded sound to the project and name it as the source of this line.`,
        );
      }
      try {
        return await pool.run({ prompt, duration_ms, seed }, { signal });
      } catch (error) {
        if (!(error instanceof ThreadError)) throw error;
        throw new EngineError("unavailable", "The thread that made the effect stopped working.");
      }
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
