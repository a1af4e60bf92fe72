// The handler of each kind of step. A new kind does not compile until it has a handler here.

import type { StepKind } from "@fullcast/core/workflow";
import type { StepHandler, StepOutcome } from "./step.ts";
import { assignSpeakers } from "./steps/assign-speakers.ts";
import { castVoicesStep } from "./steps/cast-voices.ts";
import { directEmotionStep } from "./steps/direct-emotion.ts";
import { directSfx } from "./steps/direct-sfx.ts";
import { generateStaleAudio } from "./steps/generate-stale-audio.ts";
import { placeProjectSounds } from "./steps/place-project-sounds.ts";
import { prepareSection } from "./steps/prepare-section.ts";
import { prepareVoices } from "./steps/prepare-voices.ts";

const skipped =
  (reason: string): StepHandler =>
  async (): Promise<StepOutcome> => ({ kind: "skipped", summary: { reason }, documentVersion: null });

export const STEP_HANDLERS: Record<StepKind, StepHandler> = {
  prepare_section: prepareSection,
  assign_speakers: assignSpeakers,
  cast_voices: castVoicesStep,
  direct_emotion: directEmotionStep,
  place_project_sounds: placeProjectSounds,
  direct_sfx: directSfx,
  prepare_voices: prepareVoices,
  generate_stale_audio: generateStaleAudio,
  direct_section_delivery: skipped("This step belongs to older runs; new ones direct delivery in direct_emotion."),
  render_section: skipped("This step belongs to older runs; exports render sections."),
};
