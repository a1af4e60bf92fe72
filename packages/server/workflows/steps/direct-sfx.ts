import { LIMITS } from "@fullcast/contract";
import { LEAST_WORDS_FOR_CUES, soundCues, withCues } from "@fullcast/core/direction";
import { byWorkflow, reviseScript } from "../../documents/documents.ts";
import { castsOf } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

const NO_CUE = `The narration tells of no further sound, or has as many effects as its length takes (under ${LEAST_WORDS_FOR_CUES} words none).`;

/** Sound effects are put where the narration tells of a sound that is heard now; each place is decided once. */
export const directSfx: StepHandler = async (context) => {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const documentVersion = section.document_version;
  const skipped = (reason: string) => ({ kind: "skipped" as const, summary: { reason }, documentVersion });
  if (!section.sound_effects_enabled) return skipped("Sound effects are switched off for this section.");
  const cues = soundCues(blocks).filter((cue) => services.engines.effects.understands(cue.prompt));
  if (cues.length === 0) return skipped(NO_CUE);
  const after = withCues(blocks, cues, services.newId);
  if (after.length > LIMITS.document_blocks) return skipped("The document has no room for more blocks.");
  const casts = await castsOf(services, section.project_id);
  return {
    kind: "succeeded",
    summary: { effects_added: cues.length },
    documentVersion,
    apply: async () => {
      const author = byWorkflow(cues.length === 1 ? "Added 1 sound effect" : `Added ${cues.length} sound effects`);
      await reviseScript(services, section.id, documentVersion, { before: blocks, after }, casts, author);
    },
  };
};
