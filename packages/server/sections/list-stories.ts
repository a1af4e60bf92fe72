// The library: all stories of an account in one list, with what a row of it shows.

import { type Caller, LIMITS, type StoryEntry } from "@fullcast/contract";
import { storyActivity } from "@fullcast/core/media";
import { type RawBuilder, sql } from "kysely";
import { type Place, readCursor, writeCursor } from "../http/http.ts";
import { activityOfSections } from "../media/media.ts";
import type { Services } from "../services.ts";

interface Row {
  readonly project_id: string;
  readonly kind: "named" | "standalone";
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly cover_asset_id: string | null;
  readonly created_at: Date;
  readonly changed_at: Date;
  readonly source_text_length: number;
  readonly section_ids: readonly string[];
}

/** Most words of a search that are looked at. */
const MOST_WORDS = 10;

/** The last changed first. @throws ApiError INVALID_REQUEST for a bad cursor */
export async function listStories(
  services: Pick<Services, "db">,
  caller: Caller,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly q?: string | undefined },
) {
  const limit = query.limit ?? LIMITS.story_page;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await storiesOf(services, caller.accountId, { after, words: wordsOf(query.q ?? ""), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const activity = await activityOfSections(
    services,
    page.flatMap((row) => row.section_ids),
  );
  const stories = page.map(({ section_ids, ...row }): StoryEntry => {
    const { state, ready, total } = storyActivity(section_ids.map((id) => activity.get(id) ?? "blank"));
    return {
      ...row,
      created_at: row.created_at.toISOString(),
      changed_at: row.changed_at.toISOString(),
      section_count: section_ids.length,
      spoken_section_count: total,
      ready_section_count: ready,
      activity_status: state,
    };
  });
  const hasMore = rows.length > limit && last !== undefined;
  return { stories, next_cursor: hasMore ? writeCursor({ at: last.changed_at, id: last.project_id }) : null };
}

const wordsOf = (search: string) => search.split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);

interface Wanted {
  readonly after: Place | null;
  readonly words: readonly string[];
  readonly limit: number;
}

/**
 * Without regard to case and accents. Accents go first: in a database with the locale C, lower() knows only the letters of
 * ASCII. There, other alphabets are compared with their case.
 */
const folded = (text: RawBuilder<unknown>) =>
  sql<string>`lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g'))`;

/** Times are compared in milliseconds, as a cursor holds them. */
async function storiesOf({ db }: Pick<Services, "db">, accountId: string, { after, words, limit }: Wanted) {
  const isLater =
    after === null ? sql`true` : sql`(changed_at, project_id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const subject = folded(sql`title || ' ' || coalesce(author, '')`);
  const matches = words.map((word) => sql`and strpos(${subject}, ${folded(sql`${word}::text`)}) > 0`);
  const { rows } = await sql<Row>`
    select * from (
      select p.id as project_id, p.project_kind as kind,
        coalesce(p.name, (array_agg(s.title order by s.section_index))[1], '') as title,
        b.author, b.language, b.cover_asset_id,
        date_trunc('milliseconds', p.created_at) as created_at,
        date_trunc('milliseconds', greatest(p.updated_at, b.updated_at, max(s.updated_at))) as changed_at,
        coalesce(sum(s.source_text_length), 0)::integer as source_text_length,
        coalesce(jsonb_agg(s.id) filter (where s.id is not null), '[]') as section_ids
      from projects p
      left join sections s on s.project_id = p.id
      left join project_books b on b.project_id = p.id
      where p.account_id = ${accountId}::uuid
      group by p.id, b.project_id
    ) story
    where ${isLater} ${sql.join(matches, sql` `)}
    order by changed_at desc, project_id desc limit ${limit}
  `.execute(db.q);
  return rows;
}
