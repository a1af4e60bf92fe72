// The thread that makes effects, one after the other, each into its file.

import { parentPort } from "node:worker_threads";
import { EFFECT_RATE, renderEffect, understandPrompt } from "@fullcast/core/sound";
import { StorageError, type StorageErrorCode } from "../../files/files.ts";
import type { Recording } from "../engine.ts";
import { recordNow } from "../recording.ts";

export interface EffectTask {
  readonly request: { readonly prompt: string; readonly duration_ms: number; readonly seed: number | null };
  readonly path: string;
}

export type EffectAnswer =
  | { readonly kind: "made"; readonly recording: Recording }
  | { readonly kind: "not_stored"; readonly code: StorageErrorCode };

const port = parentPort;
if (port === null) throw new Error("This module runs in a worker thread.");

port.on("message", ({ request, path }: EffectTask) => {
  const understood = understandPrompt(request.prompt);
  // Whoever sends a task has looked: this would be a fault of the program.
  if (understood === null) throw new Error("a prompt came that no recipe makes");
  const pcm = renderEffect({ understood, ...request });
  try {
    const recording = recordNow(
      { pcm, sample_rate: EFFECT_RATE, words: null, warnings: [], billed_characters: 0 },
      path,
    );
    port.postMessage({ kind: "made", recording } satisfies EffectAnswer);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    port.postMessage({ kind: "not_stored", code: error.code } satisfies EffectAnswer);
  }
});
