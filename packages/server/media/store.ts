// The SQL of audio: assets, renditions and requests. Blocks are read here beside them (their owner is documents/).

import type { BlockKind, GenerationProfileOverride } from "@fullcast/core/document";
import type { SectionAudioFacts } from "@fullcast/core/media";
import { type Selectable, sql } from "kysely";
import { insertMany, jsonRows } from "../db/db.ts";
import type { MediaAssetsTable, RenditionsTable, TakeChoicesTable } from "../db/tables.ts";
import { PLAYED_TAKE, type StoredBlock } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { playsProjectSound } from "./project-sounds.ts";

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
        section_id: take.sectionId,
        block_id: take.blockId,
        block_version: take.blockVersion,
        intent_hash: take.intentHash,
        intent_parts: JSON.stringify(take.intentParts),
        asset_id: assetId,
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

export interface StaleBlock {
  readonly block_id: string;
  readonly block_version: number;
  readonly intent_hash: string;
  readonly text_length: number;
  readonly kind: BlockKind;
  readonly speaker_id: string | null;
}

/** Blocks with spoken text, a voice and no current audio, in order; without those that are locked or recorded. */
export async function staleBlocks({ db }: Db, sectionId: string): Promise<StaleBlock[]> {
  const rows = await db.q
    .selectFrom("blocks")
    .leftJoin("renditions", (join) =>
      join
        .onRef("renditions.section_id", "=", "blocks.section_id")
        .onRef("renditions.block_id", "=", "blocks.id")
        .onRef("renditions.intent_hash", "=", "blocks.intent_hash")
        .on("renditions.rank", "=", 0),
    )
    .leftJoin("take_choices", (join) =>
      join
        .onRef("take_choices.section_id", "=", "blocks.section_id")
        .onRef("take_choices.block_id", "=", "blocks.id")
        .on("take_choices.for_hash", "is", null),
    )
    .where("take_choices.block_id", "is", null)
    .where("blocks.section_id", "=", sectionId)
    .where("blocks.intent_hash", "is not", null)
    .where("renditions.id", "is", null)
    // An uploaded sound needs no engine.
    .where(sql<boolean>`(blocks.kind <> 'sfx' or blocks.content->'source' is null)`)
    .orderBy("blocks.position")
    .select([
      "blocks.id as block_id",
      "blocks.block_version",
      "blocks.intent_hash",
      "blocks.text_length",
      "blocks.kind",
      "blocks.speaker_id",
    ])
    .execute();
  return rows.map((row) => ({ ...row, intent_hash: row.intent_hash as string }));
}

/** Writes requests of a step for audio of blocks. They replace those of other steps, unless these are named in `besides`. */
export async function requestAudio(
  { db, clock }: Pick<Services, "db" | "clock">,
  step: { readonly runId: string; readonly stepId: string; readonly sectionId: string },
  blocks: readonly StaleBlock[],
  besides: readonly string[] = [],
): Promise<void> {
  const at = clock();
  await db.transaction(async () => {
    let replaced = db.q.deleteFrom("audio_requests").where("section_id", "=", step.sectionId);
    if (besides.length > 0) replaced = replaced.where("workflow_step_id", "not in", besides);
    await replaced.execute();
    await insertMany(
      db,
      "audio_requests",
      blocks.map((block) => ({
        section_id: step.sectionId,
        block_id: block.block_id,
        block_version: block.block_version,
        intent_hash: block.intent_hash,
        workflow_run_id: step.runId,
        workflow_step_id: step.stepId,
        status: "pending" as const,
        error_code: null,
        error_message: null,
        updated_at: at,
      })),
    );
  });
}

/** Writes the request of a step for more takes of one block. */
export async function requestTake(
  { db, clock }: Pick<Services, "db" | "clock">,
  step: { readonly runId: string; readonly stepId: string; readonly sectionId: string },
  { block, intent_hash }: StoredBlock,
): Promise<void> {
  const request = {
    block_version: block.block_version,
    intent_hash: intent_hash ?? "",
    workflow_run_id: step.runId,
    workflow_step_id: step.stepId,
    status: "pending" as const,
    error_code: null,
    error_message: null,
    updated_at: clock(),
  };
  await db.q
    .insertInto("audio_requests")
    .values({ section_id: step.sectionId, block_id: block.id, ...request })
    .onConflict((conflict) => conflict.columns(["section_id", "block_id"]).doUpdateSet(request))
    .execute();
}

export async function failRequest(
  { db, clock }: Pick<Services, "db" | "clock">,
  request: { readonly sectionId: string; readonly blockId: string; readonly code: string; readonly message: string },
): Promise<void> {
  await db.q
    .updateTable("audio_requests")
    .set({ status: "failed", error_code: request.code, error_message: request.message, updated_at: clock() })
    .where("section_id", "=", request.sectionId)
    .where("block_id", "=", request.blockId)
    .execute();
}

/** Marks all open requests of a step as failed for one reason. */
export async function failPendingRequests(
  { db, clock }: Pick<Services, "db" | "clock">,
  request: {
    readonly stepId: string;
    readonly code: string;
    readonly message: string;
    /** Only these blocks; all by default. */
    readonly blockIds?: readonly string[];
  },
): Promise<void> {
  let open = db.q
    .updateTable("audio_requests")
    .set({ status: "failed", error_code: request.code, error_message: request.message, updated_at: clock() })
    .where("workflow_step_id", "=", request.stepId)
    .where("status", "=", "pending");
  if (request.blockIds !== undefined)
    open = open.where(sql<boolean>`block_id = any(${sql.val(request.blockIds)}::uuid[])`);
  await open.execute();
}

/** Deletes the open requests of a step that was cancelled or ended; failed ones stay visible. */
export async function dropPendingRequests({ db }: Db, stepId: string): Promise<void> {
  await db.q
    .deleteFrom("audio_requests")
    .where("workflow_step_id", "=", stepId)
    .where("status", "=", "pending")
    .execute();
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

export interface RequestRow {
  readonly block_id: string;
  readonly status: "pending" | "failed";
  readonly block_version: number;
  readonly error_message: string | null;
  readonly workflow_run_id: string;
}

export async function requestsOf(
  { db }: Db,
  sectionId: string,
  blockIds: readonly string[] | null = null,
): Promise<RequestRow[]> {
  return db.q
    .selectFrom("audio_requests")
    .$if(blockIds !== null, (query) => query.where(sql<boolean>`block_id = any(${sql.val(blockIds)}::uuid[])`))
    .select(["block_id", "status", "block_version", "error_message", "workflow_run_id"])
    .where("section_id", "=", sectionId)
    .execute();
}

/** White space as `\s` of JavaScript means it; PostgreSQL's own classes depend on the locale, and expressions are slow. */
const WHITE_SPACE =
  "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";

/** The facts that decide the activity of sections. */
export async function sectionAudioFacts(
  { db }: Db,
  sectionIds: readonly string[],
): Promise<readonly (SectionAudioFacts & { readonly section_id: string })[]> {
  if (sectionIds.length === 0) return [];
  return jsonRows(
    db,
    sql<SectionAudioFacts & { readonly section_id: string }>`(
    select s.id as section_id,
      exists (select 1 from audio_requests r where r.section_id = s.id and r.status = 'pending')
        or exists (select 1 from workflow_steps st join workflow_runs run on run.id = st.workflow_run_id
                   where st.section_id = s.id and run.completed_at is null
                     and st.status in ('pending', 'active')) as working,
      exists (select 1 from audio_requests r where r.section_id = s.id and r.status = 'failed') as failed,
      exists (select 1 from blocks b where b.section_id = s.id and b.kind = 'unparsed'
              and ltrim(b.content->>'text', ${WHITE_SPACE}) <> '') as unparsed,
      exists (select 1 from blocks b where b.section_id = s.id and b.generatable) as generatable,
      exists (select 1 from blocks b ${PLAYED_TAKE} where b.section_id = s.id and b.generatable and r.id is null
              and not ${playsProjectSound}) as lacking
    from sections s
    where s.id = any(${sql.val(sectionIds)}::uuid[])
  )`,
  );
}

export interface SectionProgress {
  readonly section_id: string;
  readonly total: number;
  readonly ready: number;
  readonly characters: number;
  readonly characters_ready: number;
  readonly audio_ms: number;
  /** Characters of blocks whose audio was made since the given time. */
  readonly characters_since: number;
  readonly pending: number;
  readonly failed: number;
}

export async function sectionProgress(
  { db }: Db,
  sectionIds: readonly string[],
  since: Date,
): Promise<SectionProgress[]> {
  if (sectionIds.length === 0) return [];
  const { rows } = await sql<SectionProgress>`
    select s.id as section_id,
      count(b.id)::int as total,
      (count(b.id) filter (where r.id is not null or ${playsProjectSound}))::int as ready,
      coalesce(sum(b.text_length), 0)::int as characters,
      coalesce(sum(b.text_length) filter (where r.id is not null), 0)::int as characters_ready,
      coalesce(sum(r.duration_ms), 0)::float8 as audio_ms,
      coalesce(sum(b.text_length) filter (where r.created_at >= ${since}), 0)::int as characters_since,
      (select count(*)::int from audio_requests q where q.section_id = s.id and q.status = 'pending') as pending,
      (select count(*)::int from audio_requests q where q.section_id = s.id and q.status = 'failed') as failed
    from sections s
    left join blocks b on b.section_id = s.id and b.generatable
    ${PLAYED_TAKE}
    where s.id in (${sql.join(sectionIds)})
    group by s.id
  `.execute(db.q);
  return rows;
}

export interface BlockCasting {
  readonly id: string;
  readonly kind: BlockKind;
  readonly speaker_id: string | null;
  readonly override: GenerationProfileOverride | null;
  /** Whether there are words to speak. */
  readonly spoken: boolean;
}

/** The speaker and the profile of each block of a section, in order. */
export async function blockCasting({ db }: Db, sectionId: string): Promise<BlockCasting[]> {
  const { rows } = await sql<BlockCasting>`
    select id, kind, speaker_id, generation_profile_override as override,
      generatable and kind in ('speech', 'narration') as spoken
    from blocks where section_id = ${sectionId} order by position
  `.execute(db.q);
  return rows;
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
