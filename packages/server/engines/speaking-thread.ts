// A thread that speaks: what it is asked, what it answers, and how an engine's synthesiser becomes one. One utterance at a
// time; the audio moves to the main thread without a copy.

import { variedDelivery } from "@fullcast/core/direction";
import { answerJobs } from "../compute/thread-side.ts";
import { recordingOf } from "./recording.ts";
import { EngineError, type PcmSpeech, type Recorded, type SpeakRequest } from "./speak.ts";

export interface SpeakingJob {
  readonly request: SpeakRequest;
  /** Answer with a finished recording instead of samples. */
  readonly record: boolean;
}

export type SpeakingAnswer =
  | { readonly kind: "spoken"; readonly speech: PcmSpeech }
  | { readonly kind: "recorded"; readonly recorded: Recorded }
  | { readonly kind: "stopped" }
  | { readonly kind: "refused"; readonly reason: string };

/** Thrown by a synthesiser when `stopped` returned true. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/**
 * Makes this worker thread speak. `speak` throws EngineError for what it refuses and Stopped when it was stopped; any other
 * error may leave the synthesiser's memory in an undefined state: it ends the thread, which is replaced.
 */
export function speakInThread(speak: (request: SpeakRequest, stopped: () => boolean) => PcmSpeech): void {
  answerJobs<SpeakingJob, SpeakingAnswer>(({ request, record }, { stopped }) => {
    if (stopped()) return { kind: "stopped" };
    try {
      const speech = speak(seeded(request), stopped);
      if (!record) return { kind: "spoken", speech };
      const recorded = recordingOf(speech);
      // Frees the samples now instead of at the next garbage collection.
      (speech.pcm.buffer as ArrayBuffer).transfer(0);
      return { kind: "recorded", recorded };
    } catch (error) {
      if (error instanceof Stopped) return { kind: "stopped" };
      if (error instanceof EngineError) return { kind: "refused", reason: error.message };
      throw error;
    }
  }, movedOf);
}

function movedOf(answer: SpeakingAnswer): ArrayBuffer[] {
  if (answer.kind === "spoken") return [answer.speech.pcm.buffer as ArrayBuffer];
  return answer.kind === "recorded" ? [answer.recorded.file.buffer] : [];
}

/** The embedded synthesisers always speak a text in the same way, so a seed varies the delivery. */
function seeded(request: SpeakRequest): SpeakRequest {
  const { seed, delivery } = request;
  return seed === undefined ? request : { ...request, delivery: variedDelivery(delivery, seed) };
}
