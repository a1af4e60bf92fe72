// Advice on a cast: names that are probably one person, and voices that sound too alike.

import {
  type CastableVoice,
  type Conversation,
  conversationGraph,
  tooAlike,
  turnReader,
} from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { languageOf, mergeConfidence, mergeSuggestions, type StoryTurn } from "@fullcast/core/structure";
import { blocksOf, blockWindows, sectionsOfProject } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { projectCasting } from "./project-casting.ts";
import { registryVersion, speakerRows } from "./store.ts";

/** Lines that are compared; a series of long novels has fewer. */
const MOST_TURNS = 200_000;
/** Only the beginning of a long line is searched for names. */
const TURN_UNITS = 2_000;
const LANGUAGE_UNITS = 20_000;

type Reader = Pick<Services, "db" | "engines">;

/** Pairs of characters that are probably one person, most probable first. */
export async function suggestMerges(services: Reader, projectId: string, signal: AbortSignal) {
  const version = await registryVersion(services, projectId);
  const people = (await speakerRows(services, projectId)).filter(({ role }) => role === "character");
  const indexOf = new Map(people.map(({ id }, index) => [id, index]));
  const turns: StoryTurn[] = [];
  let sample = "";
  for (const { id } of await sectionsOfProject(services, projectId)) {
    const read = turnReader();
    for await (const blocks of blockWindows(services, id)) {
      signal.throwIfAborted();
      for (const { speaker_id, words, newScene } of read(blocks)) {
        if (turns.length >= MOST_TURNS) break;
        turns.push({ person: indexOf.get(speaker_id ?? "") ?? null, words: words.slice(0, TURN_UNITS), newScene });
      }
      if (sample.length < LANGUAGE_UNITS) sample += textOf(blocks).slice(0, LANGUAGE_UNITS);
    }
  }
  const suggestions = mergeSuggestions(people, turns, languageOf(sample)).map(({ a, b, reasons }) => ({
    speaker_ids: [people[a]!.id, people[b]!.id],
    confidence: mergeConfidence(reasons),
    reasons: reasons.map((reason) => ({
      kind: reason.kind,
      name: "shared" in reason ? reason.shared : "name" in reason ? reason.name : null,
      count: "count" in reason ? reason.count : null,
    })),
  }));
  return { project_id: projectId, speaker_registry_version: version, suggestions };
}

const textOf = (blocks: readonly Block[]) =>
  blocks.map(({ content }) => (content.type === "text" ? content.text : "")).join(" ");

/** Pairs of people who talk with each other and whose voices a listener can confuse. */
export async function similarVoices(services: Reader, projectId: string, signal: AbortSignal) {
  const version = await registryVersion(services, projectId);
  const { narrator_only } = await projectCasting(services, projectId);
  const speakers = new Map((await speakerRows(services, projectId)).map((row) => [row.id, row]));
  const catalogue = await services.engines.catalogue();
  const voiceIdOf = (id: string) => speakers.get(id)?.casting_voice_id ?? null;
  const voiceOf = (id: string): CastableVoice | undefined => {
    const voiceId = voiceIdOf(id);
    const voice = voiceId === null ? undefined : catalogue.voice(voiceId);
    return voice === undefined ? undefined : { ...voice, rank: null };
  };
  const talks: Conversation[] = [];
  // The project wants one voice for all lines.
  if (!narrator_only)
    for (const { id } of await sectionsOfProject(services, projectId)) {
      signal.throwIfAborted();
      talks.push(...conversationGraph((await blocksOf(services, id)).map(({ block }) => block)));
    }
  return {
    project_id: projectId,
    speaker_registry_version: version,
    pairs: tooAlike(talks, voiceOf).map(({ a, b, distance }) => ({
      speaker_ids: [a, b],
      voice_ids: [voiceIdOf(a) ?? "", voiceIdOf(b) ?? ""],
      distance: Math.round(distance * 100) / 100,
    })),
  };
}
