import { changeBlocks } from "../../documents/documents.ts";
import { addCharacters, castsOf, speakerRows } from "../../speakers/speakers.ts";
import type { StepContext, StepHandler, StepOutcome } from "../step.ts";
import { askedOfStored, askLanguageModel } from "./ask-language-model.ts";
import { afterListeners } from "./listeners.ts";
import { hasUnparsed, loadScript, prepareScript, type Script, savePrepared } from "./script.ts";

/** Turns unparsed text into narration and dialogue with speakers. A prepared script is asked about where it is unsure. */
export const prepareSection: StepHandler = async (context) => {
  await afterListeners(context.step.section_id);
  const outcome = await prepareOnce(context);
  // A listener's preparation that began meanwhile wrote the script, and this step looks at it again.
  return (await afterListeners(context.step.section_id)) ? prepareOnce(context) : outcome;
};

const prepareOnce: StepHandler = async (context) => {
  const script = await loadScript(context);
  const documentVersion = script.section.document_version;
  if (!hasUnparsed(script.blocks)) {
    return (
      (await askAgain(context, script)) ?? {
        kind: "skipped",
        summary: { reason: "The section has no unparsed text." },
        documentVersion,
      }
    );
  }
  const prepared = await prepareScript(context, script);
  return {
    kind: "succeeded",
    summary: { ...prepared.summary },
    documentVersion,
    apply: () => savePrepared(context, script, prepared),
  };
};

/** Asks the language model about the unsure lines of a prepared script; null without a model or without such lines. */
async function askAgain(context: StepContext, { section, blocks }: Script): Promise<StepOutcome | null> {
  const { services } = context;
  if (services.languageModel === null) return null;
  const speakers = await speakerRows(services, section.project_id);
  const questions = askedOfStored(blocks, speakers, services.languageModel.settings.threshold);
  const asked = await askLanguageModel(context, blocks, [], questions);
  if (asked === null) return null;
  const before = new Map(blocks.map((block) => [block.id, block]));
  const changed = asked.blocks.filter((block) => before.get(block.id) !== block);
  return {
    kind: "succeeded",
    summary: { language_model: { ...asked.summary } },
    documentVersion: section.document_version,
    apply: async () => {
      if (changed.length === 0) return;
      await addCharacters(services, section.project_id, asked.created);
      const casts = await castsOf(services, section.project_id);
      await changeBlocks(services, section.id, section.document_version, changed, casts);
    },
  };
}
