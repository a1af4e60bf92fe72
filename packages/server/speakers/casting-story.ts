// What casting reads of a story: its speakers, their conversations, its language and spelling.

import {
  type CastingRequest,
  type CastingSpeaker,
  type Conversation,
  conversationGraph,
  spellingOf,
  spellingOfLanguage,
} from "@fullcast/core/direction";
import { blocksOf, sectionsOfProject, speakerUsage } from "../documents/documents.ts";
import type { Catalogue } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { castableVoices } from "./castable-voices.ts";
import { castingSpeaker } from "./casting-speaker.ts";
import type { ProjectCasting } from "./project-casting.ts";
import { speakerRows } from "./store.ts";
import { LANGUAGE_UNITS, languageForCasting } from "./unspoken-language.ts";

/** UTF-16 units of text that suffice to recognise the spelling. */
export const SPELLING_UNITS = 1_000_000;

type Reader = Pick<Services, "db" | "engines">;

/** What casting reads of the scripts. */
export type CastingStory = Pick<CastingRequest, "conversations" | "language" | "spelling">;

export async function castingSpeakers(services: Reader, projectId: string): Promise<CastingSpeaker[]> {
  const usage = await speakerUsage(services, projectId);
  return (await speakerRows(services, projectId)).map((row) => castingSpeaker(row, usage));
}

/** A person with a voice of a service or an installed engine is advised another voice of it. */
export function ownEngine(catalogue: Catalogue, voiceId: string): string | null {
  const provider = catalogue.voice(voiceId)?.provider;
  const engine = catalogue.engines.find((one) => one.provider === provider);
  return engine === undefined || engine.kind === "embedded" ? null : engine.provider;
}

export async function storyOf(
  services: Reader,
  projectId: string,
  casting: ProjectCasting,
  signal: AbortSignal,
): Promise<CastingStory> {
  const conversations: Conversation[] = [];
  const parts: string[] = [];
  let units = 0;
  for (const { id } of await sectionsOfProject(services, projectId)) {
    signal.throwIfAborted();
    const blocks = (await blocksOf(services, id)).map(({ block }) => block);
    conversations.push(...conversationGraph(blocks));
    for (const { kind, content } of blocks) {
      if (units > SPELLING_UNITS) break;
      if (content.type !== "text" || kind === "note" || kind === "excluded") continue;
      parts.push(content.text);
      units += content.text.length;
    }
  }
  const text = parts.join(" ");
  const voices = castableVoices(await services.engines.catalogue(), casting.provider);
  return {
    conversations,
    language: languageForCasting(voices, text.slice(0, LANGUAGE_UNITS), casting.language),
    spelling: spellingOfLanguage(casting.language) ?? spellingOf(text),
  };
}
