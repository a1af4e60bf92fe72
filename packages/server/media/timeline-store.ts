// The SQL of timelines: every block of a section beside the take that is current, read in windows.

import type { Block } from "@fullcast/core/document";
import { sql } from "kysely";
import { jsonRows } from "../db/db.ts";
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
      const window: readonly TimelineRow[] = await (reading ?? readWindow(db, sectionId, after, end));
      after = end;
      const next = ends[index + 1];
      // The database reads on while the caller works.
      reading = next === undefined ? null : readWindow(db, sectionId, after, next);
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

function readWindow({ db }: Db, sectionId: string, after: number, end: number): Promise<readonly TimelineRow[]> {
  return jsonRows<TimelineRow>(
    db,
    sql`(
      select b.id, b.position, b.kind, b.block_version, b.content, b.placement, b.generation_profile_override,
        b.speaker_id, b.intent_parts->>'spoken' as spoken,
        (b.intent_parts->>'leading_silence_ms')::float8 as leading_silence_ms,
        (b.intent_parts->>'trailing_silence_ms')::float8 as trailing_silence_ms,
        (b.intent_parts->'tags_omitted')::boolean as tags_omitted, b.generatable, b.intent_hash,
        r.id is null and exists (select 1 from renditions o where o.section_id = b.section_id and o.block_id = b.id)
          as stale,
        q.status is not distinct from 'failed' as failed,
        r.id as rendition_id, r.asset_id, a.sha256, a.content_type, a.size_bytes, r.provider, r.duration_ms,
        r.integrated_lufs, r.sample_peak_dbfs
      from blocks b
      left join renditions r on r.section_id = b.section_id and r.block_id = b.id and r.intent_hash = b.intent_hash
      left join media_assets a on a.id = r.asset_id
      left join audio_requests q on q.section_id = b.section_id and q.block_id = b.id
      where b.section_id = ${sectionId} and b.position > ${after} and b.position <= ${end}
      order by b.position
    )`,
  );
}
