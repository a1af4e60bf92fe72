// A project of a series: its speakers, the people of the series, and what was said about them.

import type { LexiconEntry } from "@fullcast/core/lexicon";
import { newEntries } from "@fullcast/core/lexicon";
import {
  type JudgedPair,
  languageOf,
  type Recognition,
  recognisePeople,
  type SeriesFigure,
} from "@fullcast/core/structure";
import { bookOf } from "../books/books.ts";
import { lexiconEntries } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { newAliases, presentSpeakers, type SpeakerRow, speakerRows } from "../speakers/speakers.ts";
import { type ScriptOfPeople, scriptOfPeople } from "./relations.ts";
import { type MatchRow, matchesOf, type PersonRow, peopleOf, seriesIdOf } from "./store.ts";

export interface Members {
  readonly projectId: string;
  readonly seriesId: string;
  readonly speakers: readonly SpeakerRow[];
  readonly people: readonly PersonRow[];
  /** Answers about speakers who exist, or about those that they were merged into. */
  readonly matches: readonly MatchRow[];
  readonly lexicon: readonly LexiconEntry[];
}

/** The caller has access to the project; this is checked before. Null: the project belongs to no series. */
export async function membersOf(services: Pick<Services, "db">, projectId: string): Promise<Members | null> {
  const seriesId = await seriesIdOf(services, projectId);
  if (seriesId === null) return null;
  const speakers = await speakerRows(services, projectId);
  const present = await presentSpeakers(services, projectId, { speakerIds: new Set(speakers.map(({ id }) => id)) });
  const matches = (await matchesOf(services, projectId)).flatMap((match) => {
    const speaker_id = present(match.speaker_id);
    return speaker_id === null ? [] : [{ ...match, speaker_id }];
  });
  const people = await peopleOf(services, seriesId);
  return { projectId, seriesId, speakers, people, matches, lexicon: await lexiconEntries(services, projectId) };
}

/** What the scripts of a project show of its people. Read before a transaction: a book is long. */
export async function scriptOf(services: Pick<Services, "db">, projectId: string, signal: AbortSignal) {
  const speakers = await speakerRows(services, projectId);
  const narrator = speakers.find(({ role }) => role === "narrator")?.id ?? "";
  const script = await scriptOfPeople(services, projectId, narrator, signal);
  const language = (await bookOf(services, projectId))?.language?.split("-")[0] ?? languageOf(script.opening);
  return { ...script, language };
}

/** Recognises the people of the series among the speakers. */
export function recognised(
  { speakers, people, matches }: Members,
  { relations, language }: Pick<ScriptOfPeople, "relations"> & { readonly language: string },
): readonly Recognition[] {
  const placeOf = (list: readonly { readonly id: string }[]) => new Map(list.map(({ id }, index) => [id, index]));
  const [personAt, speakerAt] = [placeOf(people), placeOf(speakers)];
  const indices = (ids: readonly string[], at: ReadonlyMap<string, number>) => ids.flatMap((id) => at.get(id) ?? []);
  const figure = (row: SpeakerRow | PersonRow, talksWith: readonly number[]): SeriesFigure => ({
    name: row.name,
    aliases: row.aliases,
    role: row.role,
    gender: row.gender,
    age: row.age,
    talksWith,
  });
  const judged = matches.flatMap(({ person_id, speaker_id, is_same }): JudgedPair[] => {
    const [person, speaker] = [personAt.get(person_id), speakerAt.get(speaker_id)];
    return person === undefined || speaker === undefined ? [] : [{ person, speaker, isSame: is_same }];
  });
  return recognisePeople(
    people.map((row) => figure(row, indices(row.relations, personAt))),
    speakers.map((row) => figure(row, indices(relations.get(row.id) ?? [], speakerAt))),
    judged,
    language,
  );
}

export interface Takeable {
  /** The voice that the speaker would get; null: the speaker keeps the present one. */
  readonly voice: { readonly voice_id: string; readonly profile: unknown } | null;
  readonly names: readonly string[];
  readonly entries: readonly Omit<LexiconEntry, "id">[];
}

type Catalogue = Awaited<ReturnType<Services["engines"]["catalogue"]>>;

/** What a speaker takes over from a person. A voice that the server does not know is not taken over. */
export function takeable(
  catalogue: Catalogue,
  speaker: SpeakerRow,
  person: PersonRow,
  lexicon: readonly LexiconEntry[],
): Takeable {
  const isKnown = person.voice_id !== null && catalogue.voice(person.voice_id) !== undefined;
  return {
    voice: isKnown ? { voice_id: person.voice_id ?? "", profile: person.generation_profile } : null,
    names: speaker.role === "narrator" ? [] : newAliases(speaker, [person.name, ...person.aliases]),
    entries: newEntries(lexicon, person.pronunciations, speaker.id),
  };
}
