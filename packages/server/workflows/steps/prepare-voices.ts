import { castsOf, speakerRows } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

/** Looks whether every voice of the section's cast can be used now. No engine of this server prepares voices. */
export const prepareVoices: StepHandler = async (context) => {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const documentVersion = section.document_version;
  const casts = await castsOf(services, section.project_id);
  const speaking = new Set(blocks.flatMap((block) => (block.speaker_id === null ? [] : [block.speaker_id])));
  const voiceless = (await speakerRows(services, section.project_id)).filter(
    (speaker) => speaking.has(speaker.id) && !casts.has(speaker.id),
  );
  if (voiceless.length > 0) {
    return {
      kind: "failed",
      summary: { speakers_without_voice: voiceless.length },
      documentVersion,
      code: "STUDIO_WORKFLOW_VOICE_UNAVAILABLE",
      message: `${voiceless.length} speakers have no voice that this server can use; give them another voice.`,
    };
  }
  const providers = new Set([...speaking].map((id) => casts.get(id)?.voice.provider ?? ""));
  for (const provider of providers) {
    const status = await services.engines.byProvider(provider)?.status();
    if (status?.status === "exhausted") {
      return {
        kind: "failed",
        summary: { provider },
        documentVersion,
        code: "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED",
        message: `The account limit of ${provider} is reached; restore access, then resume.`,
      };
    }
    if (status !== undefined && status.status !== "available") {
      return {
        kind: "failed",
        summary: { provider },
        documentVersion,
        code: "STUDIO_WORKFLOW_ENGINE_UNAVAILABLE",
        message: `The speech engine ${provider} is ${status.status}.`,
      };
    }
  }
  return {
    kind: "skipped",
    summary: { reason: "Every voice of this cast is ready; none needs preparation." },
    documentVersion,
  };
};
