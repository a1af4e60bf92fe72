// The thread that speaks: one synthesiser, one utterance at a time. The audio moves to the main thread without a copy.

import { answerJobs } from "../../compute/thread-side.ts";
import { EngineError, type Recorded, type SpeakRequest, type SpeakResult } from "../engine.ts";
import { recordingOf } from "../recording.ts";
import { createSynthesizer } from "./espeak-module.ts";
import { Stopped, speakUtterance } from "./utterance.ts";
import { findVoice, utteranceVoice, VOICES } from "./voice-catalogue.ts";

export interface WorkerJob {
  readonly request: SpeakRequest;
  /** Answer with a finished recording instead of samples. */
  readonly record: boolean;
}

export type WorkerAnswer =
  | { readonly kind: "spoken"; readonly result: SpeakResult }
  | { readonly kind: "recorded"; readonly recorded: Recorded }
  | { readonly kind: "stopped" }
  | { readonly kind: "refused"; readonly reason: string };

const synthesizer = await createSynthesizer(VOICES);

/** Any other error may leave the synthesiser's memory in an undefined state: it ends the thread, which is replaced. */
function speak({ request, record }: WorkerJob, stopped: () => boolean): WorkerAnswer {
  if (stopped()) return { kind: "stopped" };
  try {
    const voice = findVoice(request.voice);
    if (voice === undefined) throw new EngineError("rejected", "The embedded engine has no such voice.");
    const result = speakUtterance(synthesizer, utteranceVoice(voice), request, stopped);
    if (!record) return { kind: "spoken", result };
    const recorded = recordingOf(result);
    // Frees the samples now instead of at the next garbage collection.
    (result.pcm.buffer as ArrayBuffer).transfer(0);
    return { kind: "recorded", recorded };
  } catch (error) {
    if (error instanceof Stopped) return { kind: "stopped" };
    if (error instanceof EngineError) return { kind: "refused", reason: error.message };
    throw error;
  }
}

function movedOf(answer: WorkerAnswer): ArrayBuffer[] {
  if (answer.kind === "spoken") return [answer.result.pcm.buffer as ArrayBuffer];
  return answer.kind === "recorded" ? [answer.recorded.file.buffer] : [];
}

answerJobs<WorkerJob, WorkerAnswer>((job, { stopped }) => speak(job, stopped), movedOf);
