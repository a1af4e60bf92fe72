// The SQL of timelines: every block of a section with its current take, read in windows.

import { type RawBuilder, sql } from "kysely";
import { jsonColumns } from "../db/db.ts";
import { PLAYED_TAKE_OF_EACH, takeOfEachIn } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { timelineColumns } from "./timeline-rows.ts";

/** Blocks of a window. A thousand cost two thirds of what two thousand cost; the database does nothing else meanwhile. */
const WINDOW = 2_000;
/** Of the first one, so that compiling, which takes longest, begins soon; enough to show how lines are laid out. */
const FIRST_WINDOW = 1_000;

type Db = Pick<Services, "db">;

/** Windows that are requested ahead, so that the database does not wait for the caller. */
const AHEAD = 2;

/**
 * The blocks of a section in order, as texts for timelineBlocks(). A block's stored intent is always that of its present
 * state (documents/intents).
 * @param most how many, from the first block on; null for all
 * @param voiceId one voice for all lines, where they have takes in it; null: the voices of the cast
 */
export async function* timelineRows(
  db: Db,
  sectionId: string,
  withWords: boolean,
  most: number | null = null,
  voiceId: string | null = null,
): AsyncGenerator<string> {
  const ends = most === null ? await windowEnds(db, sectionId) : [await endOf(db, sectionId, most)];
  const reading: Promise<string>[] = [];
  let asked = 0;
  const readAhead = () => {
    for (; asked < ends.length && reading.length < AHEAD; asked += 1) {
      const window = readWindow(db, sectionId, { withWords, voiceId }, ends[asked - 1] ?? -1, ends[asked]!);
      window.catch(() => undefined);
      reading.push(window);
    }
  };
  try {
    for (readAhead(); reading.length > 0; readAhead()) {
      const window = await reading[0]!;
      void reading.shift();
      readAhead();
      yield window;
    }
  } finally {
    // A surrounding transaction must not end before these statements.
    await Promise.allSettled(reading);
  }
}

/**
 * The positions at which windows end; the last has no end. Known ends keep each window's plan to its own rows: without
 * statistics of the tables, `order by position limit 1000` may join and sort a whole book for every window. Found by going
 * along the index of positions, which is a quarter of numbering all rows.
 */
async function windowEnds({ db }: Db, sectionId: string): Promise<readonly number[]> {
  const nextEnd = (after: RawBuilder<unknown>, blocks: number) => sql`(
    select position from blocks where section_id = ${sectionId} and position > ${after}
    order by position offset ${blocks - 1}::int limit 1)`;
  const { rows } = await sql<{ position: number }>`
    with recursive ends (position) as (
      select ${nextEnd(sql`-1`, FIRST_WINDOW)}
      union all
      select ${nextEnd(sql`ends.position`, WINDOW)} from ends where ends.position is not null
    )
    select position from ends where position is not null order by position
  `.execute(db.q);
  return [...rows.map((row) => Number(row.position)), LAST];
}

/** The position of block number `blocks`, or one after every block when there are fewer. */
async function endOf({ db }: Db, sectionId: string, blocks: number): Promise<number> {
  const row = await db.q
    .selectFrom("blocks")
    .select("position")
    .where("section_id", "=", sectionId)
    .orderBy("position")
    .offset(blocks - 1)
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? LAST : Number(row.position);
}

/** A position after every block. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Blocks whose latest request for audio failed. */
export async function failedBlocks({ db }: Db, sectionId: string): Promise<readonly string[]> {
  const rows = await db.q
    .selectFrom("audio_requests")
    .select("block_id")
    .where("section_id", "=", sectionId)
    .where("status", "=", "failed")
    .execute();
  return rows.map((row) => row.block_id);
}

// At most one take, by a unique index; "limit 1" keeps the planner to one look for each block. With statistics of the
// blocks and none yet of the takes it would read all takes of the section for every window.
function readWindow(
  { db }: Db,
  sectionId: string,
  { withWords, voiceId }: { readonly withWords: boolean; readonly voiceId: string | null },
  after: number,
  end: number,
): Promise<string> {
  return jsonColumns(
    db,
    timelineColumns(withWords),
    sql`
      from blocks b ${voiceId === null ? PLAYED_TAKE_OF_EACH : takeOfEachIn(voiceId)}
      where b.section_id = ${sectionId} and b.position > ${after} and b.position <= ${end}
      order by b.position`,
  );
}
