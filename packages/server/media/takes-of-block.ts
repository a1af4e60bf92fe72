// The takes of one block: read, added to, chosen from.

import { activeRendition, type Intent } from "@fullcast/core/media";
import { type RawBuilder, sql } from "kysely";
import type { StoredBlock } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { removeAssets } from "./removal-store.ts";
import { addAsset, type ChoiceRow, columnsOfTake, RENDITION_COLUMNS, type RenditionRow, type Take } from "./store.ts";

type Db = Pick<Services, "db">;

export interface BlockTakes {
  /** Newest first. */
  readonly takes: readonly RenditionRow[];
  /** The take that the block plays; null without one. */
  readonly active: RenditionRow | null;
  readonly choice: ChoiceRow | null;
}

export async function takesOfBlock({ db }: Db, sectionId: string, stored: StoredBlock): Promise<BlockTakes> {
  const takes = await db.q
    .selectFrom("renditions")
    .select(RENDITION_COLUMNS)
    .where("section_id", "=", sectionId)
    .where("block_id", "=", stored.block.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const choice = await choiceOf({ db }, { sectionId, blockId: stored.block.id });
  const intent: Intent = { intent_hash: stored.intent_hash, parts: stored.intent_parts as Intent["parts"] };
  return { takes, active: activeRendition(takes, intent, choice), choice };
}

export interface BlockPlace {
  readonly sectionId: string;
  readonly blockId: string;
}

/** Null: no person chose a take. */
export async function choiceOf({ db }: Db, { sectionId, blockId }: BlockPlace): Promise<ChoiceRow | null> {
  const row = await db.q
    .selectFrom("take_choices")
    .selectAll()
    .where("section_id", "=", sectionId)
    .where("block_id", "=", blockId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps other changes of the block's takes waiting until the caller's transaction ends. */
export async function lockBlock({ db }: Db, { sectionId, blockId }: BlockPlace): Promise<void> {
  await db.q
    .selectFrom("blocks")
    .select("id")
    .where("section_id", "=", sectionId)
    .where("id", "=", blockId)
    .forUpdate()
    .execute();
}

/** Gives a take rank 0 among those with its intent. Runs in the caller's transaction. */
export async function playTake(
  { db }: Db,
  take: Pick<RenditionRow, "section_id" | "block_id" | "intent_hash" | "rank">,
): Promise<void> {
  const setRank = (rank: number, from: number) =>
    sql`
    update renditions set rank = ${rank} where section_id = ${take.section_id} and block_id = ${take.block_id}
      and intent_hash = ${take.intent_hash} and rank = ${from}`.execute(db.q);
  if (take.rank !== 0) {
    await setRank(-1, 0);
    await setRank(0, take.rank);
    await setRank(take.rank, -1);
  } else await setRank(0, 0);
}

export async function setChoice({ db }: Db, choice: ChoiceRow): Promise<void> {
  const { plays_hash, for_hash, locked } = choice;
  await db.q
    .insertInto("take_choices")
    .values(choice)
    .onConflict((conflict) =>
      conflict.columns(["section_id", "block_id"]).doUpdateSet({ plays_hash, for_hash, locked }),
    )
    .execute();
}

export async function removeChoice({ db }: Db, { sectionId, blockId }: BlockPlace): Promise<void> {
  await db.q.deleteFrom("take_choices").where("section_id", "=", sectionId).where("block_id", "=", blockId).execute();
}

/**
 * Deletes every recording of an account that was made of these objects, with its asset and the choice to play it. The lines play
 * another take, or none. Runs in the caller's transaction. @returns where the recordings were
 */
export async function removeRecordings(
  services: Pick<Services, "db" | "clock">,
  {
    accountId,
    causeId,
    sha256s,
  }: { readonly accountId: string; readonly causeId: string; readonly sha256s: readonly string[] },
): Promise<BlockPlace[]> {
  if (sha256s.length === 0) return [];
  return removeTakesThat(
    services,
    { accountId, causeId },
    sql`r.source = 'recording'
      and r.asset_id in (select id from media_assets where sha256 = any(${sql.val(sha256s)}::text[]))`,
  );
}

/** The same for every take that a voice spoke. */
export async function removeTakesOfVoice(
  services: Pick<Services, "db" | "clock">,
  { voiceId, ...of }: { readonly accountId: string; readonly causeId: string; readonly voiceId: string },
): Promise<BlockPlace[]> {
  return removeTakesThat(services, of, sql`r.source = 'engine' and r.voice_id = ${voiceId}::uuid`);
}

async function removeTakesThat(
  services: Pick<Services, "db" | "clock">,
  { accountId, causeId }: { readonly accountId: string; readonly causeId: string },
  where: RawBuilder<unknown>,
): Promise<BlockPlace[]> {
  const { rows } = await sql<{
    section_id: string;
    block_id: string;
    intent_hash: string;
    asset_id: string;
  }>`
    delete from renditions r using sections s
    where s.id = r.section_id and s.account_id = ${accountId}::uuid and ${where}
    returning r.section_id, r.block_id, r.intent_hash, r.asset_id
  `.execute(services.db.q);
  for (const row of rows) {
    const { section_id, block_id, intent_hash } = row;
    await services.db.q
      .deleteFrom("take_choices")
      .where("section_id", "=", section_id)
      .where("block_id", "=", block_id)
      .where("plays_hash", "=", intent_hash)
      .execute();
  }
  await removeAssets(
    services,
    causeId,
    rows.map(({ asset_id }) => asset_id),
  );
  return rows.map(({ section_id, block_id }) => ({ sectionId: section_id, blockId: block_id }));
}

/** A take beside those that a block has. */
export type FurtherTake = Omit<Take, "file" | "costMillionths" | "provider" | "model" | "voiceId"> & {
  readonly source: "engine" | "recording";
  readonly provider: string;
  readonly model: string | null;
  readonly voiceId: string | null;
  readonly seed: number | null;
};

/**
 * Stores a take whose object is stored. A recording plays at once, unless the line is locked. For takes of engines the take
 * that plays stays: the first take of a line without audio plays, and so does a take of the line's present intent when the
 * one before it is stale. Runs in the caller's transaction, which holds the
 * block. @returns its id
 */
export async function addTake(
  services: Pick<Services, "db" | "newId" | "clock">,
  stored: StoredBlock,
  take: FurtherTake,
): Promise<string> {
  const { db, newId, clock } = services;
  const { sectionId, blockId } = take;
  const { takes, active, choice } = await takesOfBlock(services, sectionId, stored);
  const ranks = takes.filter((one) => one.intent_hash === take.intentHash).map((one) => one.rank);
  const id = newId();
  await db.q
    .insertInto("renditions")
    .values({
      id,
      asset_id: await addAsset(services, take),
      ...columnsOfTake(take),
      source: take.source,
      seed: take.seed,
      rank: ranks.length === 0 ? 0 : Math.max(...ranks) + 1,
      created_at: clock(),
    })
    .execute();
  if (take.source === "recording") {
    if (choice?.locked !== true) {
      const plays = { section_id: sectionId, block_id: blockId, plays_hash: take.intentHash };
      await setChoice(services, { ...plays, for_hash: null, locked: false });
    }
    return id;
  }
  // Without a choice the newest take would play where none has the present intent.
  if (choice === null && take.intentHash !== stored.intent_hash && active?.intent_hash !== stored.intent_hash) {
    const plays_hash = active?.intent_hash ?? take.intentHash;
    await setChoice(services, {
      section_id: sectionId,
      block_id: blockId,
      plays_hash,
      for_hash: stored.intent_hash,
      locked: false,
    });
  }
  return id;
}
