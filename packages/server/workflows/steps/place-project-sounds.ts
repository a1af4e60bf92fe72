import { LIMITS } from "@fullcast/contract";
import { placeSounds, withPlacedSounds } from "@fullcast/core/direction";
import { byWorkflow, reviseScript } from "../../documents/documents.ts";
import { placeableSounds } from "../../sounds/sounds.ts";
import { castsOf } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

/** Places linked sounds where the narration mentions them. Each occurrence is decided once. */
export const placeProjectSounds: StepHandler = async (context) => {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const documentVersion = section.document_version;
  const skipped = (reason: string) => ({ kind: "skipped" as const, summary: { reason }, documentVersion });
  if (!section.sound_effects_enabled) return skipped("Sound effects are switched off for this section.");
  const sounds = await placeableSounds(services, section.project_id);
  if (sounds.length === 0) return skipped("This project has no linked sounds to place.");
  const decisions = placeSounds(blocks, sounds);
  if (decisions.length === 0) return skipped("No linked sound fits a place where none was decided before.");
  const next = withPlacedSounds(blocks, decisions, services.newId);
  if (next.length > LIMITS.document_blocks) return skipped("The document has no room for more blocks.");
  const placed = next.length - blocks.length;
  const casts = await castsOf(services, section.project_id);
  return {
    kind: "succeeded",
    summary: { sounds: sounds.length, placed },
    documentVersion,
    apply: async () => {
      const author = byWorkflow(placed === 1 ? "Placed 1 sound" : `Placed ${placed} sounds`);
      await reviseScript(services, section.id, documentVersion, { before: blocks, after: next }, casts, author);
    },
  };
};
