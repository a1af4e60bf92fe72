// The SQL of requests for audio, and of the blocks that lack current audio (documents/ owns the blocks).

import type { BlockKind } from "@fullcast/core/document";
import { sql } from "kysely";
import { insertMany } from "../db/db.ts";
import type { StoredBlock } from "../documents/documents.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

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

interface RequestingStep {
  readonly runId: string;
  readonly stepId: string;
  readonly sectionId: string;
}

/** Writes requests of a step for audio of blocks. They replace those of other steps, unless these are named in `besides`. */
export async function requestAudio(
  services: Pick<Services, "db" | "clock">,
  step: RequestingStep,
  blocks: readonly StaleBlock[],
  besides: readonly string[] = [],
): Promise<void> {
  const { db } = services;
  await db.transaction(async () => {
    let replaced = db.q.deleteFrom("audio_requests").where("section_id", "=", step.sectionId);
    if (besides.length > 0) replaced = replaced.where("workflow_step_id", "not in", besides);
    await replaced.execute();
    await insertRequests(services, step, blocks);
  });
}

/** Writes further requests of a step. They replace requests of the same blocks only. */
export async function requestMoreAudio(
  services: Pick<Services, "db" | "clock">,
  step: RequestingStep,
  blocks: readonly StaleBlock[],
): Promise<void> {
  const { db } = services;
  const ids = blocks.map((block) => block.block_id);
  await db.transaction(async () => {
    await db.q
      .deleteFrom("audio_requests")
      .where("section_id", "=", step.sectionId)
      .where(sql<boolean>`block_id = any(${sql.val(ids)}::uuid[])`)
      .execute();
    await insertRequests(services, step, blocks);
  });
}

async function insertRequests(
  { db, clock }: Pick<Services, "db" | "clock">,
  step: RequestingStep,
  blocks: readonly StaleBlock[],
): Promise<void> {
  const at = clock();
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
}

/** Writes the request of a step for more takes of one block. */
export async function requestTake(
  { db, clock }: Pick<Services, "db" | "clock">,
  step: RequestingStep,
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
