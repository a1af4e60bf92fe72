// The SQL of timelines: every block of a section beside the take that is current, read in windows.

import type { Block } from "@fullcast/core/document";
import { sql } from "kysely";
import { jsonTuples } from "../db/db.ts";
import type { Services } from "../services.ts";

/** The file of a take. */
export interface TimelineAsset {
  readonly sha256: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

export interface TimelineRow extends TimelineAsset {
  readonly id: string;
  readonly position: number;
  readonly kind: Block["kind"];
  readonly block_version: number;
  readonly content: Block["content"];
  readonly placement: Block["placement"];
  readonly generation_profile_override: Block["generation_profile_override"];
  readonly speaker_id: string | null;
  readonly spoken: string | null;
  readonly leading_silence_ms: number | null;
  readonly trailing_silence_ms: number | null;
  /** True or null, as in the parts of its intent. */
  readonly tags_omitted: true | null;
  readonly generatable: boolean;
  /** Takes of other intents exist, and none of the present one. */
  readonly stale: boolean;
  /** The latest request for audio failed. */
  readonly failed: boolean;
  /** The current take; null when there is none. */
  readonly rendition_id: string | null;
  readonly intent_hash: string | null;
  readonly asset_id: string;
  readonly provider: string;
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
}

const WINDOW = 1_000;

type Db = Pick<Services, "db">;

/** Windows that are asked for before the caller is done with the one before them: the database never waits for it. */
const AHEAD = 2;

/** All blocks of a section in order. A block's stored intent is always that of its present state (documents/intents). */
export async function* timelineRows(db: Db, sectionId: string): AsyncGenerator<readonly TimelineRow[]> {
  const ends = await windowEnds(db, sectionId);
  const reading: Promise<readonly TimelineRow[]>[] = [];
  let asked = 0;
  const readAhead = () => {
    for (; asked < ends.length && reading.length < AHEAD; asked += 1) {
      const window = readWindow(db, sectionId, ends[asked - 1] ?? -1, ends[asked]!);
      window.catch(() => undefined);
      reading.push(window);
    }
  };
  try {
    for (readAhead(); reading.length > 0; readAhead()) {
      const window: readonly TimelineRow[] = await reading[0]!;
      void reading.shift();
      readAhead();
      yield window;
    }
  } finally {
    // A transaction around this must not end before its statements have.
    await Promise.allSettled(reading);
  }
}

/**
 * The positions at which windows end. Known ends keep each window's plan to its own rows: without statistics of the
 * tables, `order by position limit 1000` may join and sort a whole book for every window.
 */
async function windowEnds({ db }: Db, sectionId: string): Promise<readonly number[]> {
  const { rows } = await sql<{ position: number }>`
    select max(position) as position
    from (select position, (row_number() over (order by position) - 1) / ${WINDOW}::int as place
          from blocks where section_id = ${sectionId}) as placed
    group by place order by place
  `.execute(db.q);
  return rows.map((row) => Number(row.position));
}

/** One value a line, in the order in which toRow takes them. */
const COLUMNS = sql`
  b.id,
  b.position,
  b.kind,
  b.block_version,
  b.content,
  b.placement,
  b.generation_profile_override,
  b.speaker_id,
  b.intent_parts->>'spoken',
  (b.intent_parts->>'leading_silence_ms')::float8,
  (b.intent_parts->>'trailing_silence_ms')::float8,
  (b.intent_parts->'tags_omitted')::boolean,
  b.generatable,
  r.id is null and exists (select 1 from renditions o where o.section_id = b.section_id and o.block_id = b.id),
  q.status is not distinct from 'failed',
  r.id,
  b.intent_hash,
  r.asset_id,
  r.asset_sha256,
  r.asset_content_type,
  r.asset_size_bytes,
  r.provider,
  r.duration_ms,
  r.integrated_lufs,
  r.sample_peak_dbfs`;

// biome-ignore lint/suspicious/noExplicitAny: the types of the columns stand in TimelineRow.
function toRow(tuple: readonly any[]): TimelineRow {
  return {
    id: tuple[0],
    position: tuple[1],
    kind: tuple[2],
    block_version: tuple[3],
    content: tuple[4],
    placement: tuple[5],
    generation_profile_override: tuple[6],
    speaker_id: tuple[7],
    spoken: tuple[8],
    leading_silence_ms: tuple[9],
    trailing_silence_ms: tuple[10],
    tags_omitted: tuple[11],
    generatable: tuple[12],
    stale: tuple[13],
    failed: tuple[14],
    rendition_id: tuple[15],
    intent_hash: tuple[16],
    asset_id: tuple[17],
    sha256: tuple[18],
    content_type: tuple[19],
    size_bytes: tuple[20],
    provider: tuple[21],
    duration_ms: tuple[22],
    integrated_lufs: tuple[23],
    sample_peak_dbfs: tuple[24],
  };
}

// At most one of each, by a unique index; "limit 1" keeps the planner to one look for each block. With statistics of the
// blocks and none yet of the takes it would read all takes of the section for every window.
async function readWindow({ db }: Db, sectionId: string, after: number, end: number): Promise<TimelineRow[]> {
  const tuples = await jsonTuples(
    db,
    COLUMNS,
    sql`
      from blocks b
      left join lateral (
        select * from renditions t
        where t.section_id = b.section_id and t.block_id = b.id and t.intent_hash = b.intent_hash limit 1
      ) r on true
      left join lateral (
        select * from audio_requests t where t.section_id = b.section_id and t.block_id = b.id limit 1
      ) q on true
      where b.section_id = ${sectionId} and b.position > ${after} and b.position <= ${end}
      order by b.position`,
  );
  return tuples.map(toRow);
}
