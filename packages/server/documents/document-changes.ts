import type { Caller } from "@fullcast/contract";
import type { Block } from "@fullcast/core/document";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { atOneVersion } from "./get-document.ts";
import { versionRow } from "./past-versions.ts";
import { findSection, toBlock } from "./store.ts";

type Row = Parameters<typeof toBlock>[0] & { readonly position: number; readonly stood: number | null };

/** How a script differs from an earlier version of it. @throws ApiError NOT_FOUND for a version that it never had */
export async function readDocumentChanges(
  services: Pick<Services, "db">,
  caller: Caller,
  sectionId: string,
  since: number,
) {
  await findSection(services, caller, sectionId);
  await versionRow(services, sectionId, since);
  const { value } = await atOneVersion(services, caller, sectionId, async (section) => {
    const { db } = services;
    const { rows } = await sql<Row>`
      select b.id, b.kind, b.block_version, b.content, b.placement, b.generation_profile_override, b.speaker_id, b.position,
        p.position as stood
      from blocks b left join past_blocks p on p.section_id = b.section_id and p.id = b.id
        and p.since_version <= ${since} and p.until_version > ${since}
      where b.section_id = ${sectionId} and b.since_version > ${since}
      order by b.position
    `.execute(db.q);
    const gone = await sql<{ id: string }>`
      select p.id from past_blocks p
      where p.section_id = ${sectionId} and p.since_version <= ${since} and p.until_version > ${since}
        and not exists (select 1 from blocks b where b.section_id = p.section_id and b.id = p.id)
    `.execute(db.q);
    const isReordered = rows.some(({ position, stood }) => stood === null || Number(stood) !== Number(position));
    return {
      section_id: sectionId,
      document_version: section.document_version,
      title: section.title,
      sound_effects_enabled: section.sound_effects_enabled,
      blocks: rows.map(toBlock) as Block[],
      deleted_block_ids: gone.rows.map(({ id }) => id),
      order: isReordered ? await orderOf(services, sectionId) : null,
    };
  });
  return value;
}

async function orderOf({ db }: Pick<Services, "db">, sectionId: string): Promise<string[]> {
  // One text: 100,000 rows would be as many messages from the database's thread.
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(id::text, ' ' order by position) as ids from blocks where section_id = ${sectionId}
  `.execute(db.q);
  return rows[0]?.ids?.split(" ") ?? [];
}
