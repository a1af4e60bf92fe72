import { castVoices, conversationGraph } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { languageOf } from "@fullcast/core/structure";
import { blocksOf, sectionsOfProject, speakerUsage } from "../../documents/documents.ts";
import { applyAutomaticCasts, speakerRows } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

const ENOUGH_UNITS = 48_000;

/** Every speaker of the section gets a voice that fits and that is told apart from those they talk with. */
export const castVoicesStep: StepHandler = async (context) => {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const projectId = section.project_id;
  const speakers = await speakerRows(services, projectId);
  const usage = await speakerUsage(services, projectId);
  const heard = speakers.filter((speaker) => speaker.role === "narrator" || usage.has(speaker.id));
  const uncast = heard.filter((speaker) => speaker.casting_voice_id === null);
  if (uncast.length === 0) {
    return {
      kind: "skipped",
      summary: { reason: "Every speaker has a voice." },
      documentVersion: section.document_version,
    };
  }
  // The whole project's conversations: the people of this chapter talk in others too.
  const others = (await sectionsOfProject(services, projectId)).filter((one) => one.id !== section.id);
  const scripts = [blocks];
  for (const other of others) scripts.push((await blocksOf(services, other.id)).map((stored) => stored.block));
  const casts = castVoices({
    speakers: heard.map((speaker) => ({
      id: speaker.id,
      name: speaker.name,
      role: speaker.role,
      gender: speaker.gender,
      age: speaker.age,
      lines: usage.get(speaker.id)?.block_count ?? 0,
      characters: usage.get(speaker.id)?.character_count ?? 0,
      casting:
        speaker.casting_voice_id === null
          ? null
          : { voice_id: speaker.casting_voice_id, source: speaker.casting_source ?? "automatic" },
    })),
    conversations: scripts.flatMap((script) => conversationGraph(script)),
    voices: await services.engines.voices(),
    language: languageOf(textOf(blocks)),
  });
  return {
    kind: "succeeded",
    summary: { speakers: heard.length, cast: uncast.length },
    documentVersion: section.document_version,
    apply: async () => {
      await applyAutomaticCasts(services, projectId, casts);
    },
  };
};

/** As much of what is spoken as tells the language. */
function textOf(blocks: readonly Block[]): string {
  let text = "";
  for (const block of blocks) {
    if (text.length > ENOUGH_UNITS) break;
    if (block.kind === "speech" || block.kind === "narration") text += `${block.content.text} `;
  }
  return text;
}
