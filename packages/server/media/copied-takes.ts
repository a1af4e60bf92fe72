// The takes of a line that moves to another section.

import { sql } from "kysely";
import type { Services } from "../services.ts";

export interface MovedBlock {
  readonly from_section: string;
  readonly from_block: string;
  readonly to_section: string;
  readonly to_block: string;
}

/** Gives moved blocks the takes and choices that they had. The audio itself is shared. Runs in the caller's transaction. */
export async function copyTakes({ db }: Pick<Services, "db">, moved: readonly MovedBlock[]): Promise<void> {
  if (moved.length === 0) return;
  const pairs = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
    as m (from_section uuid, from_block uuid, to_section uuid, to_block uuid)`;
  await sql`
    insert into renditions (id, section_id, block_id, block_version, intent_hash, intent_parts, asset_id, asset_sha256,
      asset_content_type, asset_size_bytes, provider, model, voice_id, duration_ms, integrated_lufs, sample_peak_dbfs,
      words, warnings, source, rank, seed, created_at)
    select gen_random_uuid(), m.to_section, m.to_block, 1, r.intent_hash, r.intent_parts, r.asset_id, r.asset_sha256,
      r.asset_content_type, r.asset_size_bytes, r.provider, r.model, r.voice_id, r.duration_ms, r.integrated_lufs,
      r.sample_peak_dbfs, r.words, r.warnings, r.source, r.rank, r.seed, r.created_at
    from renditions r join ${pairs} on r.section_id = m.from_section and r.block_id = m.from_block
  `.execute(db.q);
  await sql`
    insert into take_choices (section_id, block_id, plays_hash, for_hash, locked)
    select m.to_section, m.to_block, c.plays_hash, c.for_hash, c.locked
    from take_choices c join ${pairs} on c.section_id = m.from_section and c.block_id = m.from_block
  `.execute(db.q);
}
