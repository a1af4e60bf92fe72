// Every change of a stored script goes through here: checked against its base version, all or nothing, one new version.

import { setImmediate as breathe } from "node:timers/promises";
import { ApiError } from "@fullcast/contract";
import type { Block } from "@fullcast/core/document";
import { sql } from "kysely";
import { insertMany } from "../db/db.ts";
import type { Services } from "../services.ts";
import { blockRow, type CastLookup } from "./intents.ts";
import { POSITION_STEP } from "./store.ts";

/** Rows that are worked out between two chances for other requests. */
const ROWS_AT_ONCE = 500;

/** Rows for a whole script; long scripts leave the thread free in between. */
async function rowsOf(sectionId: string, blocks: readonly Block[], casts: CastLookup) {
  const rows = [];
  for (const [index, block] of blocks.entries()) {
    rows.push(blockRow(sectionId, block, (index + 1) * POSITION_STEP, casts));
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breathe();
  }
  return rows;
}

/**
 * Replaces the whole script. Runs in the caller's transaction or one of its own.
 * @returns the new document version.
 * @throws ApiError VERSION_CONFLICT when the section's document is no longer at `baseVersion`.
 */
export async function replaceScript(
  services: Pick<Services, "db" | "clock">,
  sectionId: string,
  baseVersion: number,
  blocks: readonly Block[],
  casts: CastLookup,
): Promise<number> {
  const rows = await rowsOf(sectionId, blocks, casts);
  return services.db.transaction(async () => {
    const version = await takeNextVersion(services, sectionId, baseVersion);
    await services.db.q.deleteFrom("blocks").where("section_id", "=", sectionId).execute();
    await insertMany(services.db, "blocks", rows);
    await services.db.q
      .updateTable("sections")
      .set({ source_text_length: rows.reduce((sum, row) => sum + row.text_length, 0) })
      .where("id", "=", sectionId)
      .execute();
    return version;
  });
}

/**
 * Writes changed blocks of a script in place (their text must be unchanged: this serves casting and direction).
 * `block_version` counts up by one for each. @returns the new document version, or the old one when nothing changed.
 * @throws ApiError VERSION_CONFLICT when the section's document is no longer at `baseVersion`.
 */
export async function changeBlocks(
  services: Pick<Services, "db" | "clock">,
  sectionId: string,
  baseVersion: number,
  changed: readonly Block[],
  casts: CastLookup,
): Promise<number> {
  if (changed.length === 0) return baseVersion;
  const next = changed.map((block) => ({ ...block, block_version: block.block_version + 1 }) as Block);
  const rows = await rowsOf(sectionId, next, casts);
  return services.db.transaction(async () => {
    const version = await takeNextVersion(services, sectionId, baseVersion);
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const part = rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({
        id: row.id,
        kind: row.kind,
        block_version: row.block_version,
        content: JSON.parse(row.content),
        speaker_id: row.speaker_id,
        intent_parts: JSON.parse(row.intent_parts),
        generatable: row.generatable,
        intent_hash: row.intent_hash,
      }));
      await sql`
        update blocks set kind = c.kind, block_version = c.block_version, content = c.content,
          speaker_id = c.speaker_id, intent_parts = c.intent_parts,
          generatable = c.generatable, intent_hash = c.intent_hash
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as c (id uuid, kind text, block_version integer,
          content jsonb, speaker_id uuid, intent_parts jsonb, generatable boolean, intent_hash text)
        where blocks.section_id = ${sectionId} and blocks.id = c.id
      `.execute(services.db.q);
    }
    return version;
  });
}

async function takeNextVersion(
  { db, clock }: Pick<Services, "db" | "clock">,
  sectionId: string,
  baseVersion: number,
): Promise<number> {
  const taken = await db.q
    .updateTable("sections")
    .set({ document_version: baseVersion + 1, updated_at: clock() })
    .where("id", "=", sectionId)
    .where("document_version", "=", baseVersion)
    .returning("document_version")
    .executeTakeFirst();
  if (taken !== undefined) return taken.document_version;
  const row = await db.q
    .selectFrom("sections")
    .select("document_version")
    .where("id", "=", sectionId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "section" });
  throw new ApiError("VERSION_CONFLICT", {
    field: "base_document_version",
    expected: baseVersion,
    current: row.document_version,
  });
}
