// The SQL of assets, renditions and choices of takes.

import { type Selectable, sql } from "kysely";
import { insertMany, jsonRows } from "../db/db.ts";
import type { MediaAssetsTable, RenditionsTable, TakeChoicesTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
/** Without its words and the columns of its asset. */
export type RenditionRow = Omit<
  Selectable<RenditionsTable>,
  "words" | "seed" | "asset_sha256" | "asset_content_type" | "asset_size_bytes"
>;
export type ChoiceRow = Selectable<TakeChoicesTable>;
export type AssetRow = Selectable<MediaAssetsTable>;

/** Those of a RenditionRow. */
export const RENDITION_COLUMNS = [
  "id",
  "section_id",
  "block_id",
  "block_version",
  "intent_hash",
  "intent_parts",
  "asset_id",
  "provider",
  "model",
  "voice_id",
  "duration_ms",
  "integrated_lufs",
  "sample_peak_dbfs",
  "warnings",
  "source",
  "rank",
  "created_at",
] as const;

/** A finished take of one block. */
export interface Take {
  readonly sectionId: string;
  readonly blockId: string;
  readonly blockVersion: number;
  readonly intentHash: string;
  readonly intentParts: unknown;
  readonly accountId: string;
  /** The bytes of its file, until they are stored. */
  readonly file: Uint8Array<ArrayBuffer>;
  readonly sha256: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly provider: string;
  readonly model: string;
  readonly voiceId: string;
  /** The price of its speech in millionths of a snowcoin. */
  readonly costMillionths: number;
  readonly durationMs: number;
  readonly integratedLufs: number;
  readonly samplePeakDbfs: number;
  /** As in a Recording: of the spoken text. */
  readonly words_json: string | null;
  /** The directions that the engine could not follow. */
  readonly warnings: readonly string[];
}

/** The columns of the sound, the intent and the voice of a take. */
export const columnsOfTake = (
  take: Omit<Take, "accountId" | "file" | "costMillionths" | "model" | "voiceId"> & {
    readonly model: string | null;
    readonly voiceId: string | null;
  },
) => ({
  section_id: take.sectionId,
  block_id: take.blockId,
  block_version: take.blockVersion,
  intent_hash: take.intentHash,
  intent_parts: JSON.stringify(take.intentParts),
  asset_sha256: take.sha256,
  asset_content_type: take.contentType,
  asset_size_bytes: take.sizeBytes,
  provider: take.provider,
  model: take.model,
  voice_id: take.voiceId,
  duration_ms: take.durationMs,
  integrated_lufs: take.integratedLufs,
  sample_peak_dbfs: take.samplePeakDbfs,
  words: take.words_json,
  warnings: take.warnings.length === 0 ? null : JSON.stringify(take.warnings),
});

/**
 * Writes the rows of takes of one section, whose objects are stored, and settles their requests, in one transaction. A take
 * that exists already stays as it is; `alongside` runs in the same transaction with the new ones.
 */
export async function storeTakes(
  services: Pick<Services, "db" | "newId" | "clock">,
  takes: readonly Take[],
  alongside: (stored: readonly Take[]) => Promise<void>,
): Promise<void> {
  const [first] = takes;
  if (first === undefined) return;
  const { db, newId, clock } = services;
  const blockIds = takes.map((take) => take.blockId);
  await db.transaction(async () => {
    const at = clock();
    const known = await knownIntents(services, first.sectionId, blockIds);
    const rows = takes
      .filter((take) => !known.has(`${take.blockId} ${take.intentHash}`))
      .map((take) => ({ take, assetId: newId(), renditionId: newId() }));
    await insertMany(
      db,
      "media_assets",
      rows.map(({ take, assetId }) => ({
        id: assetId,
        account_id: take.accountId,
        sha256: take.sha256,
        content_type: take.contentType,
        size_bytes: take.sizeBytes,
        created_at: at,
      })),
    );
    await insertMany(
      db,
      "renditions",
      rows.map(({ take, assetId, renditionId }) => ({
        id: renditionId,
        asset_id: assetId,
        ...columnsOfTake(take),
        source: "engine" as const,
        rank: 0,
        seed: null,
        created_at: at,
      })),
    );
    await alongside(rows.map(({ take }) => take));
    // A take that a person chose plays until one of the line's present intent exists, unless the line is locked or recorded.
    await db.q
      .deleteFrom("take_choices")
      .where("section_id", "=", first.sectionId)
      .where("block_id", "in", blockIds)
      .where("for_hash", "is not", null)
      .execute();
    await db.q
      .deleteFrom("audio_requests")
      .where("section_id", "=", first.sectionId)
      .where("block_id", "in", blockIds)
      .execute();
  });
}

/** Writes the asset of an object that is stored already and belongs to no block. @returns the asset's id. */
export async function addAsset(
  { db, newId, clock }: Pick<Services, "db" | "newId" | "clock">,
  asset: {
    readonly accountId: string;
    readonly sha256: string;
    readonly contentType: string;
    readonly sizeBytes: number;
  },
): Promise<string> {
  const id = newId();
  await db.q
    .insertInto("media_assets")
    .values({
      id,
      account_id: asset.accountId,
      sha256: asset.sha256,
      content_type: asset.contentType,
      size_bytes: asset.sizeBytes,
      created_at: clock(),
    })
    .execute();
  return id;
}

/** "block intent" of takes that exist already; empty unless another run spoke the same lines at the same time. */
async function knownIntents({ db }: Db, sectionId: string, blockIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.q
    .selectFrom("renditions")
    .select(["block_id", "intent_hash"])
    .where("section_id", "=", sectionId)
    .where("block_id", "in", blockIds)
    .execute();
  return new Set(rows.map((row) => `${row.block_id} ${row.intent_hash}`));
}

/** The takes that people chose, by block. */
export async function choicesOf({ db }: Db, sectionId: string): Promise<ReadonlyMap<string, ChoiceRow>> {
  const rows = await db.q.selectFrom("take_choices").selectAll().where("section_id", "=", sectionId).execute();
  return new Map(rows.map((row) => [row.block_id, row]));
}

/** All renditions of a section, or of some of its blocks, without their words, oldest first. */
export async function renditionsOf(
  { db }: Db,
  sectionId: string,
  blockIds: readonly string[] | null = null,
): Promise<RenditionRow[]> {
  return db.q
    .selectFrom("renditions")
    .$if(blockIds !== null, (query) => query.where(sql<boolean>`block_id = any(${sql.val(blockIds)}::uuid[])`))
    .select(RENDITION_COLUMNS)
    .where("section_id", "=", sectionId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

const AT_ONCE = 1_000;

export async function wordsOf({ db }: Db, renditionIds: readonly string[]): Promise<Map<string, unknown>> {
  const words = new Map<string, unknown>();
  for (let from = 0; from < renditionIds.length; from += AT_ONCE) {
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("renditions")
        .select(["id", "words"])
        .where("id", "in", renditionIds.slice(from, from + AT_ONCE)),
    );
    for (const row of rows) words.set(row.id, row.words);
  }
  return words;
}

/** Assets by id. */
export async function assetsOf({ db }: Db, assetIds: readonly string[]): Promise<Map<string, AssetRow>> {
  const assets = new Map<string, AssetRow>();
  for (let from = 0; from < assetIds.length; from += AT_ONCE) {
    const rows = await db.q
      .selectFrom("media_assets")
      .selectAll()
      .where("id", "in", assetIds.slice(from, from + AT_ONCE))
      .execute();
    for (const row of rows) assets.set(row.id, row);
  }
  return assets;
}

/** Whether the account allows another engine as a fallback. */
export async function allowsFallbacks({ db }: Db, accountId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("accounts")
    .select("allow_fallbacks")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return row.allow_fallbacks;
}

/** Whether an engine with a price may retry an unusable answer. */
export async function allowsPaidRetries({ db }: Db, accountId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("accounts")
    .select("allow_paid_retries")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return row.allow_paid_retries;
}
