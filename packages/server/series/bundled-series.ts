// The series of a project as a bundle holds it: its people, and which speakers they are. Read from the tables, and brought
// into the series of another account.

import { type BundleProject, type Caller, LIMITS } from "@fullcast/contract";
import { seriesKey } from "@fullcast/core/structure";
import { insertMany } from "../db/db.ts";
import { voiceId } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { newSeries } from "./manage.ts";
import { membersOf } from "./members.ts";
import {
  insertSeries,
  lockSeriesOf,
  type MatchRow,
  moveProject,
  type PersonRow,
  peopleOf,
  type SeriesRow,
  seriesNamed,
  takenIds,
  writePeople,
} from "./store.ts";

type BundledSeries = NonNullable<BundleProject["series"]>;
type BundledPerson = BundledSeries["people"][number];

/** Null: the project belongs to no series. The caller has access to the project; this is checked before. */
export async function seriesOfProject(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
): Promise<BundledSeries | null> {
  const members = await membersOf(services, projectId);
  if (members === null) return null;
  const catalogue = await services.engines.catalogue();
  const people = members.people.map((row): BundledPerson => {
    const { id, role, name, aliases, gender, age, description, voice_id, pronunciations, sample_text, relations } = row;
    const voice = voice_id === null ? undefined : catalogue.voice(voice_id);
    return {
      ...{ id, role, name, gender, age, description, sample_text },
      aliases: [...aliases],
      casting:
        voice_id === null
          ? null
          : {
              voice: voice === undefined ? null : { provider: voice.provider, id: voice.engine_voice_id },
              voice_id,
              generation_profile: row.generation_profile as never,
            },
      pronunciations: pronunciations.map((one) => ({ ...one })),
      relations: [...relations],
    };
  });
  const { seriesId: id } = members;
  return { id, name: await seriesNamed(services, id), people, speakers: answersOf(members.matches) };
}

/** Each speaker is at most one person. Speakers who were merged can have answers that differ: those for "the same" stay. */
function answersOf(matches: readonly MatchRow[]): BundledSeries["speakers"] {
  const found = new Map<string, BundledSeries["speakers"][number]>();
  const same = new Set<string>();
  for (const { person_id, speaker_id, is_same } of [...matches].sort((a, b) => Number(b.is_same) - Number(a.is_same))) {
    const key = `${person_id} ${speaker_id}`;
    if (found.has(key) || (is_same && (same.has(person_id) || same.has(speaker_id)))) continue;
    if (is_same) same.add(person_id).add(speaker_id);
    found.set(key, { person_id, speaker_id, is_same });
  }
  // Answers are stored at different times; the same project gives the same bytes.
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, answer]) => answer);
}

/**
 * Makes a new project a member of the series that its bundle names: the account's series with this id or this name, or a new
 * one. People that the series has already stay as they are; the others are added. Runs in the caller's transaction.
 * @returns what is wrong when the account or the series is full; null otherwise
 */
export async function restoreSeries(
  services: Pick<Services, "db" | "clock" | "newId">,
  { accountId }: Pick<Caller, "accountId">,
  projectId: string,
  bundled: BundledSeries,
): Promise<string | null> {
  const all = await lockSeriesOf(services, accountId);
  const key = seriesKey(bundled.name);
  const known = all.find(({ id }) => id === bundled.id) ?? all.find(({ name_key }) => name_key === key);
  if (known === undefined && all.length >= LIMITS.series)
    return `The account has ${LIMITS.series} series, the most possible: delete one, then import again.`;
  const taken = await takenIds(services, [bundled.id, ...bundled.people.map(({ id }) => id)]);
  const idFor = (id: string) => (taken.has(id) ? services.newId() : id);
  const series = known ?? (await made(services, { id: idFor(bundled.id), accountId, name: bundled.name }));
  const present = known === undefined ? [] : await peopleOf(services, series.id);
  const personOf = new Map<string, string>();
  const used = new Set<string>();
  const added: BundledPerson[] = [];
  for (const person of bundled.people) {
    const open = present.filter(({ id }) => !used.has(id));
    const same = open.find(({ id }) => id === person.id) ?? open.find((one) => isNamedAlike(one, person));
    if (same !== undefined) used.add(same.id);
    personOf.set(person.id, same?.id ?? idFor(person.id));
    if (same === undefined) added.push(person);
  }
  const sum = present.length + added.length;
  if (sum > LIMITS.series_people)
    return `The series “${series.name}” would have ${sum} people, at most ${LIMITS.series_people} are possible: remove people, then import again.`;
  const at = services.clock().getTime();
  await writePeople(
    services,
    added.map((person, index) => rowOf(person, { seriesId: series.id, personOf, at, index })),
  );
  await moveProject(services, projectId, series.id);
  const answers = bundled.speakers.map(({ person_id, ...answer }) => ({
    ...answer,
    ...{ id: services.newId(), project_id: projectId, person_id: personOf.get(person_id) ?? person_id },
    created_at: new Date(at),
  }));
  await insertMany(services.db, "series_matches", answers);
  return null;
}

async function made(
  services: Pick<Services, "db" | "clock">,
  about: { readonly id: string; readonly accountId: string; readonly name: string },
): Promise<SeriesRow> {
  const row = newSeries(services, about);
  await insertSeries(services, row);
  return row;
}

/** A series has one narrator; of people with one name only the first is meant. */
const isNamedAlike = (one: PersonRow, other: BundledPerson): boolean =>
  one.role === other.role && (one.role === "narrator" || seriesKey(one.name) === seriesKey(other.name));

interface Added {
  readonly seriesId: string;
  readonly personOf: ReadonlyMap<string, string>;
  readonly at: number;
  readonly index: number;
}

function rowOf({ casting, relations, ...person }: BundledPerson, { seriesId, personOf, at, index }: Added): PersonRow {
  return {
    ...person,
    id: personOf.get(person.id) ?? person.id,
    series_id: seriesId,
    voice_id:
      casting === null
        ? null
        : casting.voice === null
          ? casting.voice_id
          : voiceId(casting.voice.provider, casting.voice.id),
    generation_profile: casting?.generation_profile ?? null,
    relations: relations.flatMap((id) => personOf.get(id) ?? []),
    // People of one bundle keep their order.
    created_at: new Date(at + index),
    updated_at: new Date(at),
  };
}
