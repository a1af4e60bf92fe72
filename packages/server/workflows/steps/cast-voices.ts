import { castVoices, conversationGraph, spellingOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { languageOf } from "@fullcast/core/structure";
import { blocksOf, sectionsOfProject, speakerUsage } from "../../documents/documents.ts";
import { applyAutomaticCasts, isNarratorOnly, speakerRows } from "../../speakers/speakers.ts";
import type { StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

/** UTF-16 units of text that are enough to recognise the language, and the spelling. */
const LANGUAGE_UNITS = 48_000;
const SPELLING_UNITS = 1_000_000;

/** Gives every speaker of the section a voice that fits, and that differs from the voices of those they talk with. */
export const castVoicesStep: StepHandler = async (context) => {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const projectId = section.project_id;
  const speakers = await speakerRows(services, projectId);
  const usage = await speakerUsage(services, projectId);
  const heard = speakers.filter((speaker) => speaker.role === "narrator" || usage.has(speaker.id));
  const narratorOnly = await isNarratorOnly(services, projectId);
  const narratorsVoice = speakers.find(({ role }) => role === "narrator")?.casting_voice_id ?? null;
  const uncast = heard.filter(
    (speaker) =>
      speaker.casting_voice_id === null ||
      (narratorOnly && speaker.casting_source !== "user" && speaker.casting_voice_id !== narratorsVoice),
  );
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
    language: languageOf(textOf([blocks], LANGUAGE_UNITS)),
    spelling: spellingOf(textOf(scripts, SPELLING_UNITS)),
    narratorOnly,
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

/** Text of the scripts in their order, at least `units` long when they hold as much. */
function textOf(scripts: readonly (readonly Block[])[], units: number): string {
  const parts: string[] = [];
  let length = 0;
  for (const block of scripts.flat()) {
    if (length > units) break;
    if (block.kind !== "speech" && block.kind !== "narration" && block.kind !== "unparsed") continue;
    parts.push(block.content.text);
    length += block.content.text.length;
  }
  return parts.join(" ");
}
