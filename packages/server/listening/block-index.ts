// The place of a block in its section. Blocks belong to documents/; they are read here only.

import { sql } from "kysely";
import { PLAYED_TAKE } from "../documents/documents.ts";
import type { Services } from "../services.ts";

/** From 0; null when the section has no such block. */
export async function blockIndex(
  { db }: Pick<Services, "db">,
  sectionId: string,
  blockId: string,
): Promise<number | null> {
  const { rows } = await sql<{ place: number }>`
    select (select count(*) from blocks o where o.section_id = b.section_id and o.position < b.position)::int as place
    from blocks b where b.section_id = ${sectionId}::uuid and b.id = ${blockId}::uuid
  `.execute(db.q);
  return rows[0]?.place ?? null;
}

/** Whether a block has audio that its timeline plays. */
export async function hasCurrentAudio(
  { db }: Pick<Services, "db">,
  sectionId: string,
  blockId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from blocks b ${PLAYED_TAKE}
    where b.section_id = ${sectionId}::uuid and b.id = ${blockId}::uuid and r.id is not null limit 1
  `.execute(db.q);
  return rows.length > 0;
}
