import { LIMITS, type SeriesPerson } from "@fullcast/contract";
import type { Services } from "../services.ts";
import type { KnownPerson, PersonRow } from "./store.ts";

type Catalogue = Awaited<ReturnType<Services["engines"]["catalogue"]>>;

export interface PeopleOfSeries {
  readonly people: readonly PersonRow[];
  /** In the order of the stories. */
  readonly known: readonly KnownPerson[];
}

/** People of a series as the interface shows them, by id. */
export function peopleOnWire(
  catalogue: Catalogue,
  { people, known }: PeopleOfSeries,
): ReadonlyMap<string, SeriesPerson> {
  const ids = new Set(people.map(({ id }) => id));
  const stories = Map.groupBy(known, ({ person_id }) => person_id);
  return new Map(people.map((row) => [row.id, personOnWire(catalogue, row, ids, stories.get(row.id) ?? [])]));
}

function personOnWire(
  catalogue: Catalogue,
  row: PersonRow,
  people: ReadonlySet<string>,
  known: readonly KnownPerson[],
): SeriesPerson {
  const voice = row.voice_id === null ? undefined : catalogue.voice(row.voice_id);
  return {
    id: row.id,
    role: row.role,
    name: row.name,
    aliases: [...row.aliases],
    gender: row.gender,
    age: row.age,
    description: row.description,
    voice:
      row.voice_id === null
        ? null
        : {
            voice_id: row.voice_id,
            voice_name: voice?.name ?? "unavailable",
            provider: voice?.provider ?? "unavailable",
            available: voice !== undefined,
          },
    generation_profile: row.generation_profile as SeriesPerson["generation_profile"],
    pronunciations: row.pronunciations.map((one) => ({ ...one })),
    sample_text: row.sample_text,
    talks_with: row.relations.filter((id) => people.has(id)),
    known_in: known.slice(0, LIMITS.series_person_stories).map(({ project_id, name, series_number }) => ({
      ...{ project_id, name, series_number },
    })),
  };
}
