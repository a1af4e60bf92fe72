// Advice on a cast: names that are probably one person, and voices that sound too alike.

import {
  type AlikePair,
  betterVoice,
  type CastableVoice,
  recastOrder,
  tooAlike,
  turnReader,
} from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { languageOf, mergeConfidence, mergeSuggestions, type StoryTurn } from "@fullcast/core/structure";
import { blockWindows, sectionsOfProject } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castableVoices } from "./castable-voices.ts";
import { castingSpeakers, ownEngine, storyOf } from "./casting-story.ts";
import { projectCasting } from "./project-casting.ts";
import { registryVersion, speakerRows } from "./store.ts";

/** Lines that are compared; a series of long novels has fewer. */
const MOST_TURNS = 200_000;
/** Only the beginning of a long line is searched for names. */
const TURN_UNITS = 2_000;
const LANGUAGE_UNITS = 20_000;
/** Pairs that are advised a better voice. The next ones follow when these are settled. */
const MOST_BETTER = 20;

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

/**
 * Pairs of people who talk with each other and whose voices a listener can confuse, each with the one of them who should get
 * another voice, and which.
 */
export async function similarVoices(services: Reader, projectId: string, signal: AbortSignal) {
  const version = await registryVersion(services, projectId);
  const casting = await projectCasting(services, projectId);
  const speakers = await castingSpeakers(services, projectId);
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  const catalogue = await services.engines.catalogue();
  const voiceIdOf = (id: string) => byId.get(id)?.casting?.voice_id ?? "";
  const voiceOf = (id: string): CastableVoice | undefined => {
    const voice = catalogue.voice(voiceIdOf(id));
    return voice === undefined ? undefined : { ...voice, rank: null };
  };
  // The project wants one voice for all lines.
  const story = casting.narrator_only ? null : await storyOf(services, projectId, casting, signal);
  const pairs = story === null ? [] : tooAlike(story.conversations, voiceOf);
  const better = ({ a, b }: AlikePair, at: number): { readonly speakerId: string; readonly voiceId: string | null } => {
    const order = recastOrder([a, b].flatMap((id) => byId.get(id) ?? []));
    for (const { id } of story === null || at >= MOST_BETTER ? [] : order) {
      signal.throwIfAborted();
      const voices = castableVoices(catalogue, casting.provider ?? ownEngine(catalogue, voiceIdOf(id)));
      const voiceId = betterVoice(
        { ...story!, speakers, voices },
        { speakerId: id, voiceId: voiceIdOf(id), reasons: [] },
      );
      if (voiceId !== null) return { speakerId: id, voiceId };
    }
    return { speakerId: order[0]?.id ?? a, voiceId: null };
  };
  return {
    project_id: projectId,
    speaker_registry_version: version,
    pairs: pairs.map((pair, at) => {
      const { speakerId, voiceId } = better(pair, at);
      return {
        speaker_ids: [pair.a, pair.b],
        voice_ids: [voiceIdOf(pair.a), voiceIdOf(pair.b)],
        distance: Math.round(pair.distance * 100) / 100,
        recast_speaker_id: speakerId,
        better_voice_id: voiceId,
      };
    }),
  };
}
