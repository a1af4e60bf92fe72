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

/** All blocks of a section in order. A block's stored intent is always that of its present state (documents/intents). */
export async function* timelineRows(
  { db }: Pick<Services, "db">,
  sectionId: string,
): AsyncGenerator<readonly TimelineRow[]> {
  for (let after = -1; ; ) {
    // The window is cut before anything is joined to it: without statistics of the tables, a plan may join a whole book
    // for each of its windows.
    const rows = await jsonRows<TimelineRow>(
      db,
      sql`(
        with b as materialized (
          select * from blocks where section_id = ${sectionId} and position > ${after} order by position limit ${WINDOW}
        )
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
        from b
        left join renditions r on r.section_id = b.section_id and r.block_id = b.id and r.intent_hash = b.intent_hash
        left join media_assets a on a.id = r.asset_id
        left join audio_requests q on q.section_id = b.section_id and q.block_id = b.id
        order by b.position
      )`,
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return;
    after = last.position;
  }
}
