// The thread that makes effects, one after the other. It answers each with a Recorded.

import { parentPort } from "node:worker_threads";
import { EFFECT_RATE, renderEffect, understandPrompt } from "@fullcast/core/sound";
import { recordingOf } from "../recording.ts";

export interface EffectTask {
  readonly request: { readonly prompt: string; readonly duration_ms: number; readonly seed: number | null };
}

const port = parentPort;
if (port === null) throw new Error("This module runs in a worker thread.");

port.on("message", ({ request }: EffectTask) => {
  const understood = understandPrompt(request.prompt);
  // Whoever sends a task has looked: this would be a fault of the program.
  if (understood === null) throw new Error("a prompt came that no recipe makes");
  const pcm = renderEffect({ understood, ...request });
  const made = recordingOf({ pcm, sample_rate: EFFECT_RATE, words: null, warnings: [], billed_characters: 0 });
  port.postMessage(made, [made.file.buffer]);
});
