import type { StepHandler } from "../step.ts";
import { hasUnparsed, loadScript, prepareScript, savePrepared } from "./script.ts";

/** Turns unparsed text into narration and dialogue with speakers. */
export const prepareSection: StepHandler = async (context) => {
  const script = await loadScript(context);
  const documentVersion = script.section.document_version;
  if (!hasUnparsed(script.blocks)) {
    return { kind: "skipped", summary: { reason: "The section has no unparsed text." }, documentVersion };
  }
  const prepared = await prepareScript(context, script);
  return {
    kind: "succeeded",
    summary: { ...prepared.summary },
    documentVersion,
    apply: () => savePrepared(context, script, prepared),
  };
};
