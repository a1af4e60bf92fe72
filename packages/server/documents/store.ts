// The SQL of sections and blocks.

import { ApiError, type Caller } from "@fullcast/contract";
import type { Block, BlockKind } from "@fullcast/core/document";
import { type Selectable, sql } from "kysely";
import type { BlocksTable, SectionsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

export type SectionRow = Selectable<SectionsTable>;
type Db = Pick<Services, "db">;

/** Rows between two neighbours' positions, so that an insert in the middle moves nobody. */
export const POSITION_STEP = 65_536;

/** @throws ApiError `NOT_FOUND` (or `refusal`) when there is no such section of the caller's account. */
export async function findSection(
  { db }: Db,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
  refusal: "NOT_FOUND" | "FORBIDDEN" = "NOT_FOUND",
): Promise<SectionRow> {
  const row = await db.q
    .selectFrom("sections")
    .selectAll()
    .where("id", "=", sectionId)
    .where("account_id", "=", caller.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError(refusal, { resource: "section" });
  return row;
}

/** A section by id alone, for work that the account already asked for. @throws ApiError NOT_FOUND */
export async function sectionRow({ db }: Db, sectionId: string): Promise<SectionRow> {
  const row = await db.q.selectFrom("sections").selectAll().where("id", "=", sectionId).executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "section" });
  return row;
}

export async function sectionsOfProject({ db }: Db, projectId: string): Promise<SectionRow[]> {
  return db.q.selectFrom("sections").selectAll().where("project_id", "=", projectId).orderBy("section_index").execute();
}

export async function deleteSectionRow({ db }: Db, sectionId: string): Promise<void> {
  await db.q.deleteFrom("sections").where("id", "=", sectionId).execute();
}

const BLOCK_COLUMNS = [
  "id",
  "kind",
  "block_version",
  "content",
  "placement",
  "generation_profile_override",
  "speaker_id",
] as const;

type BlockRow = Pick<Selectable<BlocksTable>, (typeof BLOCK_COLUMNS)[number]>;

/** Rows hold what a block is, and nothing else writes them: the cast is sound. */
export const toBlock = (row: BlockRow): Block =>
  ({
    id: row.id,
    kind: row.kind,
    block_version: row.block_version,
    content: row.content,
    generation_profile_override: row.generation_profile_override,
    placement: row.placement,
    speaker_id: row.speaker_id,
  }) as unknown as Block;

export interface StoredBlock {
  readonly block: Block;
  readonly position: number;
  readonly intent_parts: unknown;
  readonly intent_hash: string | null;
}

const STORED_COLUMNS = [...BLOCK_COLUMNS, "position", "intent_parts", "intent_hash"] as const;

const toStoredBlock = (row: Pick<Selectable<BlocksTable>, (typeof STORED_COLUMNS)[number]>): StoredBlock => ({
  block: toBlock(row),
  position: row.position,
  intent_parts: row.intent_parts,
  intent_hash: row.intent_hash,
});

/** Whole rows travel in windows: one huge answer would stop the database's thread and ours. */
const WINDOW = 2_000;

/** All blocks of a section in order. */
export async function blocksOf({ db }: Db, sectionId: string): Promise<StoredBlock[]> {
  const blocks: StoredBlock[] = [];
  let after = -1;
  for (;;) {
    const rows = await db.q
      .selectFrom("blocks")
      .select(STORED_COLUMNS)
      .where("section_id", "=", sectionId)
      .where("position", ">", after)
      .orderBy("position")
      .limit(WINDOW)
      .execute();
    for (const row of rows) blocks.push(toStoredBlock(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return blocks;
    after = last.position;
  }
}

/** The named blocks of a section, by id; those that are gone are absent. */
export async function blocksById(
  { db }: Db,
  sectionId: string,
  ids: readonly string[],
): Promise<Map<string, StoredBlock>> {
  if (ids.length === 0) return new Map();
  const rows = await db.q
    .selectFrom("blocks")
    .select(STORED_COLUMNS)
    .where("section_id", "=", sectionId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, toStoredBlock(row)]));
}

/** How many blocks of a section have something to say. */
export async function spokenBlockCount({ db }: Db, sectionId: string): Promise<number> {
  const { count } = await db.q
    .selectFrom("blocks")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("section_id", "=", sectionId)
    .where("kind", "in", ["speech", "narration"])
    .where("generatable", "=", true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A window of blocks in order, and how many there are. */
export async function blockWindow(
  { db }: Db,
  sectionId: string,
  window: { readonly from: number; readonly limit: number },
): Promise<{ blocks: Block[]; count: number }> {
  const rows = await db.q
    .selectFrom("blocks")
    .select(BLOCK_COLUMNS)
    .where("section_id", "=", sectionId)
    .orderBy("position")
    .offset(window.from)
    .limit(window.limit)
    .execute();
  const { count } = await db.q
    .selectFrom("blocks")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("section_id", "=", sectionId)
    .executeTakeFirstOrThrow();
  return { blocks: rows.map(toBlock), count: Number(count) };
}

/** The source-text projection (interface.md): the text of all text blocks, joined in order. */
export async function textOfSection({ db }: Db, sectionId: string): Promise<string> {
  const parts: string[] = [];
  let after = -1;
  const kinds: BlockKind[] = ["speech", "narration", "unparsed", "excluded"];
  for (;;) {
    const rows = await db.q
      .selectFrom("blocks")
      .select(["position", sql<string>`content->>'text'`.as("text")])
      .where("section_id", "=", sectionId)
      .where("kind", "in", kinds)
      .where("position", ">", after)
      .orderBy("position")
      .limit(WINDOW)
      .execute();
    for (const row of rows) parts.push(row.text);
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return parts.join("");
    after = last.position;
  }
}

export interface SpeakerUsageRow {
  readonly speaker_id: string;
  readonly section_count: number;
  readonly block_count: number;
  readonly character_count: number;
}

export async function speakerUsage({ db }: Db, projectId: string): Promise<ReadonlyMap<string, SpeakerUsageRow>> {
  const rows = await db.q
    .selectFrom("blocks")
    .innerJoin("sections", "sections.id", "blocks.section_id")
    .where("sections.project_id", "=", projectId)
    .where("blocks.speaker_id", "is not", null)
    .groupBy("blocks.speaker_id")
    .select((e) => [
      "blocks.speaker_id",
      e.fn.count<number>("blocks.section_id").distinct().as("section_count"),
      e.fn.countAll<number>().as("block_count"),
      e.fn.sum<number>("blocks.text_length").as("character_count"),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.speaker_id as string,
      {
        speaker_id: row.speaker_id as string,
        section_count: Number(row.section_count),
        block_count: Number(row.block_count),
        character_count: Number(row.character_count),
      },
    ]),
  );
}
