import { assignRemainingSpeakers } from "@fullcast/core/document";
import { changeBlocks } from "../../documents/documents.ts";
import { castsOf, speakerRows } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { hasUnparsed, loadScript, prepareScript, savePrepared, unlessUnparsed } from "./script.ts";

/**
 * Gives every spoken line a speaker. Unprepared text is prepared first. Lines that still lack a speaker get their best
 * candidate, otherwise the narrator.
 */
export const assignSpeakers: StepHandler = async (context) => {
  const { services } = context;
  const loaded = await loadScript(context);
  const documentVersion = loaded.section.document_version;
  const prepared = hasUnparsed(loaded.blocks) ? await prepareScript(context, loaded) : null;
  const speakers = await speakerRows(services, loaded.section.project_id);
  const narrator = speakers.find((speaker) => speaker.role === "narrator");
  if (narrator === undefined) throw new Error("the project has no narrator");
  const people = new Set([...speakers, ...(prepared?.characters ?? [])].map((speaker) => speaker.id));
  const blocks = prepared?.blocks ?? loaded.blocks;
  const changed = assignRemainingSpeakers(blocks, { narratorId: narrator.id, speakerIds: people });
  if (prepared !== null) {
    const byId = new Map(changed.map((block) => [block.id, block]));
    const whole = { ...prepared, blocks: blocks.map((block) => byId.get(block.id) ?? block) };
    return {
      kind: "succeeded",
      summary: { ...prepared.summary, assigned: changed.length },
      documentVersion,
      apply: () => savePrepared(context, loaded, whole),
      again: unlessUnparsed(context, assignSpeakers),
    };
  }
  if (changed.length === 0) {
    return { kind: "skipped", summary: { reason: "Every spoken line has a speaker." }, documentVersion };
  }
  const casts = await castsOf(services, loaded.section.project_id);
  return {
    kind: "succeeded",
    summary: { assigned: changed.length },
    documentVersion,
    apply: async () => {
      await changeBlocks(services, loaded.section.id, documentVersion, changed, casts);
    },
  };
};
