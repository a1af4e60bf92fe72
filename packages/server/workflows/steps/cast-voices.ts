import { castVoices, conversationGraph, spellingOf, spellingOfLanguage } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { blocksOf, type SectionRow, sectionsOfProject, speakerUsage } from "../../documents/documents.ts";
import type { Services } from "../../services.ts";
import {
  applyAutomaticCasts,
  castableVoices,
  castingSpeaker,
  hasUncast,
  LANGUAGE_UNITS,
  languageForCasting,
  projectCasting,
  SPELLING_UNITS,
  type SpeakerRow,
  speakerRows,
} from "../../speakers/speakers.ts";
import { asPresentAttempt } from "../present-attempt.ts";
import type { StepContext, StepHandler } from "../step.ts";
import { loadScript } from "./script.ts";

/** Gives every speaker of the section a suitable voice that differs from the voices of their conversation partners. */
export const castVoicesStep: StepHandler = async (context) => {
  const { services } = context;
  const { section, chosen } = await voicesForScript(context);
  const projectId = section.project_id;
  if (chosen === null) {
    return {
      kind: "skipped",
      summary: { reason: "Every speaker has a voice." },
      documentVersion: section.document_version,
    };
  }
  return {
    kind: "succeeded",
    summary: { speakers: chosen.heard, cast: chosen.uncast },
    documentVersion: section.document_version,
    apply: async () => {
      await applyAutomaticCasts(services, projectId, chosen.casts);
    },
  };
};

/**
 * Casts the speakers who joined the section after cast_voices, for example with a script that a person imported while the
 * run was working. Commits the casts.
 * @throws StepPostponed if another attempt of the step has started
 */
export async function castNewcomers(context: StepContext): Promise<void> {
  const { services, step } = context;
  if (!(await hasUncast(services, step.section_id))) return;
  const { section, chosen } = await voicesForScript(context);
  if (chosen === null) return;
  await asPresentAttempt(services, step, () => applyAutomaticCasts(services, section.project_id, chosen.casts));
}

async function voicesForScript(context: StepContext) {
  const { services } = context;
  const { section, blocks } = await loadScript(context);
  const [speakers, usage] = await Promise.all([
    speakerRows(services, section.project_id),
    speakerUsage(services, section.project_id),
  ]);
  return { section, chosen: await chooseVoices(services, { section, blocks, speakers, usage }) };
}

export interface CastingOf {
  readonly section: SectionRow;
  /** The script of the section after the step. */
  readonly blocks: readonly Block[];
  /** The speakers of the project, in order of appearance. */
  readonly speakers: readonly Pick<
    SpeakerRow,
    "id" | "name" | "role" | "gender" | "age" | "casting_voice_id" | "casting_source"
  >[];
  /** How much each speaker says in the project. Speakers without lines are absent. */
  readonly usage: ReadonlyMap<string, { readonly block_count: number; readonly character_count: number }>;
}

export interface ChosenVoices {
  /** Voices by speaker. */
  readonly casts: ReadonlyMap<string, string>;
  /** The number of speakers with lines. */
  readonly heard: number;
  /** The number of speakers with lines that had no voice. */
  readonly uncast: number;
}

/** The voices of a project's speakers if one of them has none, otherwise null. */
export async function chooseVoices(
  services: Pick<Services, "db" | "engines">,
  { section, blocks, speakers, usage }: CastingOf,
): Promise<ChosenVoices | null> {
  const projectId = section.project_id;
  const heard = speakers.filter((speaker) => speaker.role === "narrator" || usage.has(speaker.id));
  const { narrator_only: narratorOnly, provider, language } = await projectCasting(services, projectId);
  const narratorsVoice = speakers.find(({ role }) => role === "narrator")?.casting_voice_id ?? null;
  const uncast = heard.filter(
    (speaker) =>
      speaker.casting_voice_id === null ||
      (narratorOnly && speaker.casting_source !== "user" && speaker.casting_voice_id !== narratorsVoice),
  );
  if (uncast.length === 0) return null;
  // Conversations of the whole project, because the people of this chapter also talk in other chapters.
  const others = (await sectionsOfProject(services, projectId)).filter((one) => one.id !== section.id);
  const scripts = [blocks];
  for (const other of others) scripts.push((await blocksOf(services, other.id)).map((stored) => stored.block));
  const voices = castableVoices(await services.engines.catalogue(), provider);
  const casts = castVoices({
    speakers: heard.map((speaker) => castingSpeaker(speaker, usage)),
    conversations: scripts.flatMap((script) => conversationGraph(script)),
    voices,
    language: languageForCasting(voices, textOf([blocks], LANGUAGE_UNITS), language),
    // The book states the country, or the words show it.
    spelling: spellingOfLanguage(language) ?? spellingOf(textOf(scripts, SPELLING_UNITS)),
    narratorOnly,
  });
  return { casts, heard: heard.length, uncast: uncast.length };
}

/** The text of the scripts in order, at least `units` long if they contain that much. */
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
