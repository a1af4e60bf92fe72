// The SQL of editions: what the file of a book said for each section.

import { sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** Sections whose texts are read in one statement. */
const SECTIONS_AT_ONCE = 50;

/**
 * What the file said for sections when the story was last updated from it; else the text of their first version. Sections
 * without either are absent.
 */
export async function sourcesOf({ db }: Db, sectionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  for (let from = 0; from < sectionIds.length; from += SECTIONS_AT_ONCE) {
    const ids = sql.join(sectionIds.slice(from, from + SECTIONS_AT_ONCE));
    const { rows } = await sql<{ section_id: string; text: string }>`
      with stored as (select section_id, text from section_sources where section_id in (${ids}))
      select * from stored
      union all
      select section_id, string_agg(content ->> 'text', '' order by position) from (
        select section_id, position, kind, content from blocks where since_version <= 1
        union all
        select section_id, position, kind, content from past_blocks where since_version <= 1 and until_version > 1
      ) first
      where section_id in (${ids}) and kind in ('speech', 'narration', 'unparsed', 'excluded')
        and section_id not in (select section_id from stored)
      group by section_id
    `.execute(db.q);
    for (const { section_id, text } of rows) sources.set(section_id, text);
  }
  return sources;
}

/** Stores what the file says for a section. Runs in the caller's transaction. */
export async function writeSource({ db }: Db, section_id: string, text: string): Promise<void> {
  await db.q
    .insertInto("section_sources")
    .values({ section_id, text })
    .onConflict((conflict) => conflict.column("section_id").doUpdateSet({ text }))
    .execute();
}
