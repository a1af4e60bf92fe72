// The thread that makes sound effects, one at a time. It answers each with a Recorded.

import { EFFECT_RATE, renderEffect, understandPrompt } from "@fullcast/core/effects";
import { answerJobs } from "../../compute/thread-side.ts";
import type { Recorded } from "../engine.ts";
import { recordingOf } from "../recording.ts";

export interface EffectRequest {
  readonly prompt: string;
  readonly duration_ms: number;
  readonly seed: number | null;
}

answerJobs<EffectRequest, Recorded>(
  (request) => {
    const understood = understandPrompt(request.prompt);
    // The caller has checked the prompt: this is a fault of the program.
    if (understood === null) throw new Error("no recipe makes this prompt");
    const pcm = renderEffect({ understood, ...request });
    return recordingOf({ pcm, sample_rate: EFFECT_RATE, words: null, warnings: [] });
  },
  ({ file }) => [file.buffer],
);
