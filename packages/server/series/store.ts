// The SQL of series.

import { ApiError, type Caller } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { SeriesMatchesTable, SeriesPeopleTable, SeriesTable } from "../db/tables.ts";
import type { ProjectChanges } from "../documents/documents.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type SeriesRow = Selectable<SeriesTable>;
export type PersonRow = Selectable<SeriesPeopleTable>;
export type MatchRow = Selectable<SeriesMatchesTable>;

export interface SeriesProjectRow {
  readonly series_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly series_number: string | null;
}

/** @throws ApiError NOT_FOUND when the account has no such series. */
export async function findSeries(
  { db }: Db,
  { accountId }: Pick<Caller, "accountId">,
  seriesId: string,
): Promise<SeriesRow> {
  const row = await db.q
    .selectFrom("series")
    .selectAll()
    .where("id", "=", seriesId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "series" });
  return row;
}

/** Like findSeries, and locks the row: other changes of the series wait until the caller's transaction ends. */
export async function lockSeries(
  services: Db,
  caller: Pick<Caller, "accountId">,
  seriesId: string,
): Promise<SeriesRow> {
  await services.db.q.selectFrom("series").select("id").where("id", "=", seriesId).forUpdate().execute();
  return findSeries(services, caller, seriesId);
}

/** The account's row is the lock that makes looking and inserting one step. */
export async function lockSeriesOf({ db }: Db, accountId: string): Promise<readonly SeriesRow[]> {
  await db.q.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
  return db.q.selectFrom("series").selectAll().where("account_id", "=", accountId).execute();
}

export interface ListedSeries extends SeriesRow {
  readonly person_count: number;
}

/** The series of an account, or one of them, by name. */
export async function listedSeries({ db }: Db, accountId: string, seriesId?: string): Promise<ListedSeries[]> {
  return db.q
    .selectFrom("series as s")
    .selectAll("s")
    .select((e) =>
      e
        .selectFrom("series_people as p")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("p.series_id", "=", "s.id")
        .as("person_count"),
    )
    .$narrowType<{ person_count: number }>()
    .where("s.account_id", "=", accountId)
    .$if(seriesId !== undefined, (query) => query.where("s.id", "=", seriesId ?? ""))
    .orderBy("s.name_key")
    .orderBy("s.id")
    .execute();
}

const STORY_NAME = sql`coalesce(b.title, p.name,
  (select s.title from sections s where s.project_id = p.id order by s.section_index limit 1), '')`;
const STORY_ORDER = sql`substring(b.details->>'series_number' from '^[0-9]{1,9}(?:[.][0-9]{1,9})?')::numeric nulls last,
  sp.joined_at, sp.project_id`;

/** The stories of an account's series: by number in the series, then as they joined. */
export async function projectsOfSeries({ db }: Db, accountId: string): Promise<SeriesProjectRow[]> {
  const { rows } = await sql<SeriesProjectRow>`
    select sp.series_id, sp.project_id, b.details->>'series_number' as series_number, ${STORY_NAME} as name
    from series_projects sp join projects p on p.id = sp.project_id left join project_books b on b.project_id = p.id
    where p.account_id = ${accountId}::uuid
    order by ${STORY_ORDER}
  `.execute(db.q);
  return rows;
}

export interface KnownPerson extends Omit<SeriesProjectRow, "series_id"> {
  readonly person_id: string;
}

/** In which stories the people of a series are known, in the order of the stories. */
export async function knownPeople({ db }: Db, seriesId: string): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select m.person_id, sp.project_id, b.details->>'series_number' as series_number, ${STORY_NAME} as name
    from series_matches m join series_projects sp on sp.project_id = m.project_id
      join projects p on p.id = sp.project_id left join project_books b on b.project_id = p.id
    where sp.series_id = ${seriesId}::uuid and m.is_same
    order by ${STORY_ORDER}
  `.execute(db.q);
  return rows;
}

export async function insertSeries({ db }: Db, row: SeriesRow): Promise<void> {
  await db.q.insertInto("series").values(row).execute();
}

export async function nameSeries({ db, clock }: Pick<Services, "db" | "clock">, row: SeriesRow): Promise<void> {
  const { id, name, name_key } = row;
  await db.q.updateTable("series").set({ name, name_key, updated_at: clock() }).where("id", "=", id).execute();
}

export async function seriesNamed({ db }: Db, id: string): Promise<string> {
  const { name } = await db.q.selectFrom("series").select("name").where("id", "=", id).executeTakeFirstOrThrow();
  return name;
}

/** Which of these ids series or people of any account have. */
export async function takenIds({ db }: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly id: string }>`
    with wanted as (select value::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    select id from series where id in (select id from wanted)
    union select id from series_people where id in (select id from wanted)
  `.execute(db.q);
  return new Set(rows.map(({ id }) => id));
}

/** Its people and the membership of its stories go with it. */
export async function removeSeries({ db }: Db, id: string): Promise<void> {
  await db.q.deleteFrom("series").where("id", "=", id).execute();
}

/** The narrator first, then in the order in which they were saved. */
export async function peopleOf({ db }: Db, seriesId: string): Promise<PersonRow[]> {
  return db.q
    .selectFrom("series_people")
    .selectAll()
    .where("series_id", "=", seriesId)
    .orderBy((e) => e("role", "!=", "narrator"))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Writes people that are new or changed. Runs in the caller's transaction. */
export async function writePeople({ db }: Db, people: readonly PersonRow[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into series_people select * from jsonb_populate_recordset(null::series_people, ${JSON.stringify(people)}::jsonb)
    on conflict (id) do update set name = excluded.name, aliases = excluded.aliases, gender = excluded.gender,
      age = excluded.age, description = excluded.description, voice_id = excluded.voice_id,
      generation_profile = nullif(excluded.generation_profile, 'null'::jsonb), pronunciations = excluded.pronunciations,
      sample_text = excluded.sample_text, relations = excluded.relations, updated_at = excluded.updated_at
  `.execute(db.q);
}

/** @returns whether the series had this person. */
export async function removePerson({ db }: Db, seriesId: string, personId: string): Promise<boolean> {
  const gone = await db.q
    .deleteFrom("series_people")
    .where("id", "=", personId)
    .where("series_id", "=", seriesId)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

export async function seriesIdOf({ db }: Db, projectId: string): Promise<string | null> {
  const row = await db.q
    .selectFrom("series_projects")
    .select("series_id")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row?.series_id ?? null;
}

/** Makes the project a member of this series alone, or of none, and forgets its answers. Runs in the caller's transaction. */
export async function moveProject(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  seriesId: string | null,
): Promise<void> {
  await db.q.deleteFrom("series_matches").where("project_id", "=", projectId).execute();
  await db.q.deleteFrom("series_projects").where("project_id", "=", projectId).execute();
  if (seriesId !== null)
    await db.q
      .insertInto("series_projects")
      .values({ project_id: projectId, series_id: seriesId, joined_at: clock() })
      .execute();
}

/** What was said about the speakers of a project. */
export async function matchesOf({ db }: Db, projectId: string): Promise<MatchRow[]> {
  return db.q
    .selectFrom("series_matches")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Stores an answer in place of an earlier one about the same pair. A speaker is one person, and a person one speaker. */
export async function writeMatch({ db }: Db, match: MatchRow): Promise<void> {
  const { project_id, person_id, speaker_id, is_same } = match;
  await db.q
    .deleteFrom("series_matches")
    .where("project_id", "=", project_id)
    .where((e) => {
      const pair = e.and([e("person_id", "=", person_id), e("speaker_id", "=", speaker_id)]);
      if (!is_same) return pair;
      const either = e.or([e("person_id", "=", person_id), e("speaker_id", "=", speaker_id)]);
      return e.or([pair, e.and([either, e("is_same", "=", true)])]);
    })
    .execute();
  await db.q.insertInto("series_matches").values(match).execute();
}

/** Puts answers back as they were before a change, as far as their people still exist. Runs in the caller's transaction. */
export async function putMatchesBack({ db }: Db, { series_matches: changed = [] }: ProjectChanges): Promise<void> {
  if (changed.length === 0) return;
  await db.q
    .deleteFrom("series_matches")
    .where(
      "id",
      "in",
      changed.map(({ id }) => id),
    )
    .execute();
  const rows = JSON.stringify(changed.flatMap(({ before }) => (before === null ? [] : [before])));
  await sql`
    insert into series_matches
    select m.* from jsonb_populate_recordset(null::series_matches, ${rows}::jsonb) m
    where exists (
      select 1 from series_people p join series_projects s on s.series_id = p.series_id
      where p.id = m.person_id and s.project_id = m.project_id)
    on conflict do nothing
  `.execute(db.q);
}
