// The step that adds sound effects where the narration reports a sound, and replaces generated sounds with uploaded ones.

import { LIMITS } from "@fullcast/contract";
import { LEAST_WORDS_FOR_CUES, soundCues, soundNamed, withCues, withNamedSounds } from "@fullcast/core/direction";
import { byWorkflow, reviseScript } from "../../documents/documents.ts";
import { nameableSounds } from "../../sounds/sounds.ts";
import { castsOf } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

const NO_CUE = `The narration reports no further sound, or has as many effects as its length takes (under ${LEAST_WORDS_FOR_CUES} words none).`;

/**
 * Each place is decided once. A sound of the account whose name or tag matches the prompt of an effect replaces the generated
 * one, also for effects that are already in the script. Effects with a seed stay generated.
 */
export const directSfx: StepHandler = async (context) => {
  const { services, run } = context;
  const { section, blocks } = await loadScript(context);
  const documentVersion = section.document_version;
  const skipped = (reason: string) => ({ kind: "skipped" as const, summary: { reason }, documentVersion });
  if (!section.sound_effects_enabled) return skipped("Sound effects are switched off for this section.");
  const named = soundNamed(await nameableSounds(services, run.account_id, section.project_id));
  const canBeHeard = (prompt: string) => services.engines.canMakeEffect(prompt) || named(prompt) !== null;
  const cues = soundCues(blocks).filter((cue) => canBeHeard(cue.prompt));
  const withAdded = withCues(blocks, cues, services.newId);
  const { blocks: after, named: replaced } = withNamedSounds(withAdded, named);
  if (cues.length === 0 && replaced === 0) return skipped(NO_CUE);
  if (after.length > LIMITS.document_blocks) return skipped("The document has no room for more blocks.");
  const casts = await castsOf(services, section.project_id);
  return {
    kind: "succeeded",
    summary: { effects_added: cues.length, ...(replaced > 0 ? { uploaded_sounds_used: replaced } : {}) },
    documentVersion,
    apply: async () => {
      const author = byWorkflow(summaryOf(cues.length, replaced));
      await reviseScript(services, section.id, documentVersion, { before: blocks, after }, casts, author);
    },
  };
};

function summaryOf(added: number, replaced: number): string {
  const parts = [
    ...(added > 0 ? [added === 1 ? "added 1 sound effect" : `added ${added} sound effects`] : []),
    ...(replaced > 0 ? [replaced === 1 ? "used 1 uploaded sound" : `used ${replaced} uploaded sounds`] : []),
  ].join(", ");
  return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`;
}
