// Earlier versions of a script: reading them, and the change that restores one.

import { ApiError } from "@fullcast/contract";
import type { Block } from "@fullcast/core/document";
import { type Selectable, sql } from "kysely";
import type { DocumentVersionsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";
import { idList, toBlock } from "./store.ts";
import type { PlacedBlock } from "./write-blocks.ts";

type Db = Pick<Services, "db">;
export type VersionRow = Selectable<DocumentVersionsTable>;

/** The highest version: the largest value of an integer column. */
const LATEST = 2 ** 31 - 1;

/** Newest first, those before `below`. */
export async function versionRows(
  { db }: Db,
  sectionId: string,
  page: { readonly below: number | null; readonly limit: number },
): Promise<VersionRow[]> {
  return db.q
    .selectFrom("document_versions")
    .selectAll()
    .where("section_id", "=", sectionId)
    .$if(page.below !== null, (query) => query.where("document_version", "<", page.below as number))
    .orderBy("document_version", "desc")
    .limit(page.limit)
    .execute();
}

/** @throws ApiError NOT_FOUND if the section never had this version, or the version is no longer kept. */
export async function versionRow({ db }: Db, sectionId: string, version: number): Promise<VersionRow> {
  if (version > LATEST) throw new ApiError("NOT_FOUND", { resource: "document_version" });
  const row = await db.q
    .selectFrom("document_versions")
    .selectAll()
    .where("section_id", "=", sectionId)
    .where("document_version", "=", version)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "document_version" });
  return row;
}

type Row = Parameters<typeof toBlock>[0] & { readonly position: number; readonly known_version: number };

/** The named blocks that a version wrote, as they were then, in order. */
export async function blocksOfVersion(
  { db }: Db,
  sectionId: string,
  version: number,
  ids: readonly string[],
): Promise<Block[]> {
  const { rows } = await sql<Row>`
    select * from (
      select id, kind, block_version, content, placement, generation_profile_override, speaker_id, position
      from blocks where section_id = ${sectionId} and since_version = ${version} and id in (${idList(ids)})
      union all
      select id, kind, block_version, content, placement, generation_profile_override, speaker_id, position
      from past_blocks where section_id = ${sectionId} and since_version = ${version} and id in (${idList(ids)})
    ) state order by position
  `.execute(db.q);
  return rows.map(toBlock);
}

/** A window of the blocks as they were at a version, in order. */
export async function pastBlockWindow(
  { db }: Db,
  sectionId: string,
  version: number,
  window: { readonly from: number; readonly limit: number },
): Promise<Block[]> {
  const { rows } = await sql<Row>`
    select * from (
      select id, kind, block_version, content, placement, generation_profile_override, speaker_id, position
      from blocks where section_id = ${sectionId} and since_version <= ${version}
      union all
      select id, kind, block_version, content, placement, generation_profile_override, speaker_id, position
      from past_blocks where section_id = ${sectionId} and since_version <= ${version} and until_version > ${version}
    ) state order by position offset ${window.from} limit ${window.limit}
  `.execute(db.q);
  return rows.map(toBlock);
}

export interface BackInTime {
  /** Blocks whose present state came after the version. */
  readonly ended: readonly string[];
  /** Their old states and those of deleted blocks; each block_version is higher than any that the block had. */
  readonly written: readonly PlacedBlock[];
}

/** The change that restores a script to a version; blocks that did not change since are not part of it. */
export async function backInTime({ db }: Db, sectionId: string, version: number): Promise<BackInTime> {
  const ended = await db.q
    .selectFrom("blocks")
    .select("id")
    .where("section_id", "=", sectionId)
    .where("since_version", ">", version)
    .execute();
  const { rows } = await sql<Row>`
    select p.id, p.kind, p.content, p.placement, p.generation_profile_override, p.speaker_id, p.position,
      p.block_version,
      greatest(coalesce(b.block_version, 0),
        (select max(all_of.block_version) from past_blocks all_of
         where all_of.section_id = p.section_id and all_of.id = p.id)) as known_version
    from past_blocks p left join blocks b on b.section_id = p.section_id and b.id = p.id
    where p.section_id = ${sectionId} and p.since_version <= ${version} and p.until_version > ${version}
    order by p.position
  `.execute(db.q);
  return {
    ended: ended.map((row) => row.id),
    written: rows.map((row) => ({
      block: { ...toBlock(row), block_version: row.known_version + 1 } as Block,
      position: row.position,
    })),
  };
}
