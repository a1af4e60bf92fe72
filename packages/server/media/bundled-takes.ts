// The takes of a section as a bundle holds them: read from the tables, and written with the ids that they had.

import type { BundleTake } from "@fullcast/contract";
import { sql } from "kysely";
import { insertMany, jsonRows } from "../db/db.ts";
import type { Services } from "../services.ts";

const PAGE = 2_000;

/** The takes of the blocks that a section has now, the oldest first. */
export async function takesOf({ db }: Pick<Services, "db">, sectionId: string): Promise<readonly BundleTake[]> {
  const takes: BundleTake[] = [];
  for (let from = 0; ; from += PAGE) {
    const rows = await jsonRows(
      db,
      db.q
        .selectFrom("renditions as r")
        .innerJoin("blocks as b", (join) =>
          join.onRef("b.section_id", "=", "r.section_id").onRef("b.id", "=", "r.block_id"),
        )
        .leftJoin("take_choices as c", (join) =>
          join
            .onRef("c.section_id", "=", "r.section_id")
            .onRef("c.block_id", "=", "r.block_id")
            .onRef("c.plays_hash", "=", "r.intent_hash")
            .on("r.rank", "=", 0),
        )
        .where("r.section_id", "=", sectionId)
        .orderBy("r.created_at")
        .orderBy("r.id")
        .offset(from)
        .limit(PAGE)
        .select([
          "r.id",
          "r.block_id",
          "r.block_version",
          "r.intent_hash",
          "r.intent_parts",
          "r.asset_id",
          "r.asset_sha256 as audio",
          "r.provider",
          "r.model",
          "r.voice_id",
          "r.duration_ms",
          "r.integrated_lufs",
          "r.sample_peak_dbfs",
          "r.words",
          "r.warnings",
          "r.source",
          "r.rank",
          sql<BundleTake["choice"]>`case when c.block_id is null then null
            else jsonb_build_object('for_hash', c.for_hash, 'locked', c.locked) end`.as("choice"),
          "r.created_at",
        ]),
    );
    // The rows are JSON: times are texts.
    for (const row of rows) takes.push(row as unknown as BundleTake);
    if (rows.length < PAGE) return takes;
  }
}

/** An asset whose object is stored. */
export interface RestoredAsset {
  readonly id: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Writes the rows of sounds in WAV. Runs in the caller's transaction. */
export async function restoreAssets(
  { db, clock }: Pick<Services, "db" | "clock">,
  accountId: string,
  assets: readonly RestoredAsset[],
): Promise<void> {
  const created_at = clock();
  await insertMany(
    db,
    "media_assets",
    assets.map((asset) => ({ ...asset, account_id: accountId, content_type: "audio/wav", created_at })),
  );
}

/** Writes takes whose assets are there. Runs in the caller's transaction. */
export async function restoreTakes(
  { db }: Pick<Services, "db">,
  sectionId: string,
  takes: readonly BundleTake[],
  sizeOf: (sha256: string) => number,
): Promise<void> {
  await insertMany(
    db,
    "renditions",
    takes.map(({ audio, choice: _choice, ...take }) => ({
      ...take,
      section_id: sectionId,
      seed: null,
      intent_parts: JSON.stringify(take.intent_parts),
      words: take.words === null ? null : JSON.stringify(take.words),
      warnings: take.warnings === null ? null : JSON.stringify(take.warnings),
      asset_sha256: audio,
      asset_content_type: "audio/wav",
      asset_size_bytes: sizeOf(audio),
      created_at: new Date(take.created_at),
    })),
  );
  await insertMany(
    db,
    "take_choices",
    takes.flatMap(({ block_id, intent_hash, rank, choice }) =>
      choice === null || rank !== 0 ? [] : [{ section_id: sectionId, block_id, plays_hash: intent_hash, ...choice }],
    ),
  );
}
