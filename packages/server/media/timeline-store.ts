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

/** All blocks of a section in order. A block's stored intent is always that of its present state (documents/intents). */
export async function* timelineRows(db: Db, sectionId: string): AsyncGenerator<readonly TimelineRow[]> {
  const ends = await windowEnds(db, sectionId);
  let after = -1;
  let reading: Promise<readonly TimelineRow[]> | null = null;
  try {
    for (const [index, end] of ends.entries()) {
      const window: readonly TimelineRow[] = await (reading ?? readWindow(db.db, sectionId, after, end));
      after = end;
      const next = ends[index + 1];
      // The database reads on while the caller works.
      reading = next === undefined ? null : readWindow(db.db, sectionId, after, next);
      reading?.catch(() => undefined);
      yield window;
    }
  } finally {
    // A transaction around this must not end before its statements have.
    await reading?.catch(() => undefined);
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

/** Of blocks b, their current renditions r and their audio requests q. */
const COLUMNS: { readonly [column in keyof TimelineRow]: string } = {
  id: "b.id",
  position: "b.position",
  kind: "b.kind",
  block_version: "b.block_version",
  content: "b.content",
  placement: "b.placement",
  generation_profile_override: "b.generation_profile_override",
  speaker_id: "b.speaker_id",
  spoken: "b.intent_parts->>'spoken'",
  leading_silence_ms: "(b.intent_parts->>'leading_silence_ms')::float8",
  trailing_silence_ms: "(b.intent_parts->>'trailing_silence_ms')::float8",
  tags_omitted: "(b.intent_parts->'tags_omitted')::boolean",
  generatable: "b.generatable",
  intent_hash: "b.intent_hash",
  stale: "r.id is null and exists (select 1 from renditions o where o.section_id = b.section_id and o.block_id = b.id)",
  failed: "q.status is not distinct from 'failed'",
  rendition_id: "r.id",
  asset_id: "r.asset_id",
  sha256: "r.asset_sha256",
  content_type: "r.asset_content_type",
  size_bytes: "r.asset_size_bytes",
  provider: "r.provider",
  duration_ms: "r.duration_ms",
  integrated_lufs: "r.integrated_lufs",
  sample_peak_dbfs: "r.sample_peak_dbfs",
};
const NAMES = Object.keys(COLUMNS);
const VALUES = sql.raw(Object.values(COLUMNS).join(", "));

async function readWindow(db: Db["db"], sectionId: string, after: number, end: number): Promise<TimelineRow[]> {
  const tuples = await jsonTuples(
    db,
    VALUES,
    sql`
      from blocks b
      left join renditions r on r.section_id = b.section_id and r.block_id = b.id and r.intent_hash = b.intent_hash
      left join audio_requests q on q.section_id = b.section_id and q.block_id = b.id
      where b.section_id = ${sectionId} and b.position > ${after} and b.position <= ${end}
      order by b.position`,
  );
  return tuples.map((tuple) => {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < NAMES.length; at += 1) row[NAMES[at]!] = tuple[at];
    return row as unknown as TimelineRow;
  });
}
