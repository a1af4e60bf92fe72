// The SQL of sections and blocks.

import { ApiError, type Caller } from "@fullcast/contract";
import type { Block, BlockKind } from "@fullcast/core/document";
import { type Selectable, sql } from "kysely";
import { jsonRows } from "../db/db.ts";
import type { BlocksTable, SectionsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

export type SectionRow = Selectable<SectionsTable>;
type Db = Pick<Services, "db">;

/** The distance between two neighbours' positions: room for 24 inserts at one place before other blocks move. */
export const POSITION_STEP = 2 ** 24;

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

/** The versions that decide what is read of a section (document, cast, mastering, lexicon), as one text. */
export async function versionsOf({ db }: Db, sectionId: string): Promise<string> {
  const row = await db.q
    .selectFrom("sections")
    .innerJoin("projects", "projects.id", "sections.project_id")
    .select(["document_version", "project_id", ...PROJECT_VERSIONS])
    .where("sections.id", "=", sectionId)
    .executeTakeFirst();
  return row === undefined ? "" : versionsText(row);
}

/** A section as findSection() finds it, with its versionsOf(). @throws ApiError NOT_FOUND */
export async function sectionAtVersions(
  { db }: Db,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
): Promise<{ readonly section: SectionRow; readonly versions: string }> {
  const row = await db.q
    .selectFrom("sections")
    .innerJoin("projects", "projects.id", "sections.project_id")
    .selectAll("sections")
    .select(PROJECT_VERSIONS)
    .where("sections.id", "=", sectionId)
    .where("sections.account_id", "=", caller.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "section" });
  return { section: row, versions: versionsText(row) };
}

const PROJECT_VERSIONS = ["speaker_registry_version", "mastering_version", "lexicon_version"] as const;

const versionsText = (
  row: Pick<SectionRow, "document_version" | "project_id"> & {
    readonly [version in (typeof PROJECT_VERSIONS)[number]]: number;
  },
): string => [row.document_version, ...PROJECT_VERSIONS.map((name) => row[name]), row.project_id].join(" ");

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

export const BLOCK_COLUMNS = [
  "id",
  "kind",
  "block_version",
  "content",
  "placement",
  "generation_profile_override",
  "speaker_id",
] as const;

type BlockRow = Pick<Selectable<BlocksTable>, (typeof BLOCK_COLUMNS)[number]>;

/** Only this room writes rows, always from blocks, so the type assertion holds. */
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

/** Whole rows are read in windows: one huge result would block the database's thread and this one. */
const WINDOW = 2_000;

/** The blocks of a section in order, window by window, for callers that need one window at a time. */
export async function* blockWindows({ db }: Db, sectionId: string): AsyncGenerator<Block[]> {
  let after = -1;
  for (;;) {
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("blocks")
        .select([...BLOCK_COLUMNS, "position"])
        .where("section_id", "=", sectionId)
        .where("position", ">", after)
        .orderBy("position")
        .limit(WINDOW),
    );
    yield rows.map(toBlock);
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return;
    after = last.position;
  }
}

/** All blocks of a section in order. */
export async function blocksOf({ db }: Db, sectionId: string): Promise<StoredBlock[]> {
  const blocks: StoredBlock[] = [];
  let after = -1;
  for (;;) {
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("blocks")
        .select(STORED_COLUMNS)
        .where("section_id", "=", sectionId)
        .where("position", ">", after)
        .orderBy("position")
        .limit(WINDOW),
    );
    for (const row of rows) blocks.push(toStoredBlock(row));
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return blocks;
    after = last.position;
  }
}

/** A window of a section's blocks in order. */
export async function storedBlockWindow(
  services: Db,
  sectionId: string,
  window: { readonly from: number; readonly limit: number },
): Promise<StoredBlock[]> {
  const ends = await positionsOfWindow(services, sectionId, window);
  if (ends === null) return [];
  const rows = await jsonRows(
    services.db,
    services.db.q
      .selectFrom("blocks")
      .select(STORED_COLUMNS)
      .where("section_id", "=", sectionId)
      .where("position", ">=", ends.first)
      .where("position", "<=", ends.last)
      .orderBy("position"),
  );
  return rows.map(toStoredBlock);
}

/** The named blocks of a section, by id; deleted ones are absent. */
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
    .where(sql<boolean>`id in (${idList(ids)})`)
    .execute();
  return new Map(rows.map((row) => [row.id, toStoredBlock(row)]));
}

/** The lines just before and after a position of a section; sounds between them do not count. */
export async function linesAround(
  { db }: Db,
  sectionId: string,
  position: number,
): Promise<{ readonly before: StoredBlock | undefined; readonly after: StoredBlock | undefined }> {
  const nearest = (side: "<" | ">") =>
    db.q
      .selectFrom("blocks")
      .select(STORED_COLUMNS)
      .where("section_id", "=", sectionId)
      .where("position", side, position)
      .where("kind", "<>", "sfx")
      .orderBy("position", side === "<" ? "desc" : "asc")
      .limit(1)
      .executeTakeFirst();
  const [before, after] = await Promise.all([nearest("<"), nearest(">")]);
  return { before: before && toStoredBlock(before), after: after && toStoredBlock(after) };
}

/** The blocks of a section that these speakers speak, in order. */
export async function blocksSpokenBy(
  { db }: Db,
  sectionId: string,
  speakerIds: readonly string[],
): Promise<StoredBlock[]> {
  const rows = await db.q
    .selectFrom("blocks")
    .select(STORED_COLUMNS)
    .where("section_id", "=", sectionId)
    .where("speaker_id", "in", speakerIds)
    .orderBy("position")
    .execute();
  return rows.map(toStoredBlock);
}

/** The positions of the named blocks of a section; deleted ones are absent. */
export async function positionsOf(
  { db }: Db,
  sectionId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; position: number }>`
    select id, position from blocks where section_id = ${sectionId} and id in (${idList(ids)})
  `.execute(db.q);
  return new Map(rows.map((row) => [row.id, row.position]));
}

/** More ids are sent as one JSON text: a statement takes at most 65,535 parameters. */
const FEW_IDS = 200;

/** Ids for `id in (…)`. */
export function idList(ids: readonly string[]) {
  if (ids.length === 0) return sql`null`;
  return ids.length <= FEW_IDS
    ? sql.join(ids)
    : sql`select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;
}

/** The number of blocks of a section with spoken text. */
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

/** The number of a block in its section, from 1, by its position. */
export async function blockNumber({ db }: Db, sectionId: string, position: number): Promise<number> {
  const { count } = await db.q
    .selectFrom("blocks")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("section_id", "=", sectionId)
    .where("position", "<=", position)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * A window of blocks in order. Its positions are found first, on the index alone: skipping whole rows would read every text
 * before the window. The caller reads at one version (atOneVersion).
 */
export async function blockWindow(
  services: Db,
  sectionId: string,
  window: { readonly from: number; readonly limit: number },
): Promise<Block[]> {
  const ends = await positionsOfWindow(services, sectionId, window);
  if (ends === null) return [];
  const rows = await services.db.q
    .selectFrom("blocks")
    .select(BLOCK_COLUMNS)
    .where("section_id", "=", sectionId)
    .where("position", ">=", ends.first)
    .where("position", "<=", ends.last)
    .orderBy("position")
    .execute();
  return rows.map(toBlock);
}

/** The positions of the first and the last block of a window, from the index alone; null when it is empty. */
async function positionsOfWindow(
  { db }: Db,
  sectionId: string,
  window: { readonly from: number; readonly limit: number },
): Promise<{ readonly first: number; readonly last: number } | null> {
  const positions = await db.q
    .selectFrom("blocks")
    .select("position")
    .where("section_id", "=", sectionId)
    .orderBy("position")
    .offset(window.from)
    .limit(window.limit)
    .execute();
  const [first] = positions;
  const last = positions.at(-1);
  return first === undefined || last === undefined ? null : { first: first.position, last: last.position };
}

/** A block of the source text. */
export interface TextOfBlock {
  readonly id: string;
  readonly kind: BlockKind;
  readonly block_version: number;
  readonly text: string;
}

/** The blocks of the source text in order; their texts joined are textOfSection(). */
export async function textBlocksOf({ db }: Db, sectionId: string): Promise<readonly TextOfBlock[]> {
  const blocks: TextOfBlock[] = [];
  const kinds: BlockKind[] = ["speech", "narration", "unparsed", "excluded"];
  for (let after = -1; ; ) {
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("blocks")
        .select(["id", "position", "kind", "block_version", sql<string>`content->>'text'`.as("text")])
        .where("section_id", "=", sectionId)
        .where("kind", "in", kinds)
        .where("position", ">", after)
        .orderBy("position")
        .limit(WINDOW),
    );
    for (const { id, kind, block_version, text } of rows)
      blocks.push({ id, kind: kind as BlockKind, block_version, text });
    const last = rows.at(-1);
    if (last === undefined || rows.length < WINDOW) return blocks;
    after = last.position;
  }
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
