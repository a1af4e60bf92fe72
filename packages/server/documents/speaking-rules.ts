// What a project states about how all its texts are spoken: its lexicon, its language, and whether speech tags are heard.

import { compileLexicon, type Lexicon, type LexiconEntry } from "@fullcast/core/lexicon";
import type { SpeakingRules } from "@fullcast/core/media";
import { sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** The columns that rulesOf() reads, of a project p and its book b. */
export const RULE_COLUMNS = sql`p.id as project_id, p.lexicon_stamp, p.mastering_profile->>'spoken_tags' as spoken_tags, b.language`;

export interface RuleRow {
  readonly project_id: string;
  readonly lexicon_stamp: string | null;
  readonly spoken_tags: string | null;
  readonly language: string | null;
}

/** The rules of a project in the caller's transaction. */
export async function speakingRules(services: Db, projectId: string): Promise<SpeakingRules> {
  const { rows } = await sql<RuleRow>`
    select ${RULE_COLUMNS} from projects p left join project_books b on b.project_id = p.id where p.id = ${projectId}
  `.execute(services.db.q);
  return rows[0] === undefined ? {} : rulesOf(services, rows[0]);
}

/** The rules that a row states. Most projects have no lexicon: then nothing more is read. */
export async function rulesOf(services: Db, row: RuleRow): Promise<SpeakingRules> {
  const rules: SpeakingRules = {
    ...(row.spoken_tags === "omit" ? { omitTags: true } : {}),
    ...(row.language === null ? {} : { language: row.language }),
  };
  if (row.lexicon_stamp === null) return rules;
  return { ...rules, lexicon: await lexiconAt(services, row.project_id, row.lexicon_stamp) };
}

/** Lexicons by stamp, the one used last at the end. A stamp never stands for two, so none is ever out of date. */
const compiled = new Map<string, Lexicon>();
const MOST_COMPILED = 32;

async function lexiconAt(services: Db, projectId: string, stamp: string): Promise<Lexicon> {
  const lexicon = compiled.get(stamp) ?? compileLexicon(await lexiconEntries(services, projectId));
  compiled.delete(stamp);
  compiled.set(stamp, lexicon);
  const [oldest] = compiled.keys();
  if (compiled.size > MOST_COMPILED && oldest !== undefined) compiled.delete(oldest);
  return lexicon;
}

/** The entries of a project's lexicon, by term. */
export async function lexiconEntries({ db }: Db, projectId: string): Promise<LexiconEntry[]> {
  const rows = await db.q
    .selectFrom("lexicon_entries")
    .select(["id", "term", "case_sensitive", "alphabet", "value", "language", "speaker_id"])
    .where("project_id", "=", projectId)
    .execute();
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return rows.sort((one, other) => compare(one.term, other.term) || compare(one.id, other.id));
}

/** Replaces entries of a lexicon and makes the next version of it. Runs in the caller's transaction. @returns the version. */
export async function writeLexicon(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  projectId: string,
  change: { readonly upsert: readonly LexiconEntry[]; readonly deleted: readonly string[] },
): Promise<number> {
  const ids = [...change.deleted, ...change.upsert.map((entry) => entry.id)];
  await sql`
    delete from lexicon_entries where project_id = ${projectId}
      and id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
  `.execute(db.q);
  await sql`
    insert into lexicon_entries (project_id, id, term, case_sensitive, alphabet, value, language, speaker_id)
    select ${projectId}::uuid, id, term, case_sensitive, alphabet, value, language, speaker_id
    from jsonb_to_recordset(${JSON.stringify(change.upsert)}::jsonb) as entry
      (id uuid, term text, case_sensitive boolean, alphabet text, value text, language text, speaker_id uuid)
  `.execute(db.q);
  const { lexicon_version } = await db.q
    .updateTable("projects")
    .set((e) => ({ lexicon_version: e("lexicon_version", "+", 1), lexicon_stamp: newId(), updated_at: clock() }))
    .where("id", "=", projectId)
    .returning("lexicon_version")
    .executeTakeFirstOrThrow();
  return lexicon_version;
}
