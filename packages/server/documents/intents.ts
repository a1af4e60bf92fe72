// The intent columns of a block row: everything that its audio depends on, with the present cast of its speaker.

import type { Block, GenerationProfileOverride } from "@fullcast/core/document";
import {
  type BlockIntentParts,
  blockIntentParts,
  type IntentProfile,
  type IntentVoice,
  intentOf,
  isGeneratable,
  type SpeakingRules,
} from "@fullcast/core/media";
import { type Insertable, sql } from "kysely";
import type { BlocksTable } from "../db/tables.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { PLAYED_TAKE, PLAYS_STALE } from "./played-takes.ts";

/** How a speaker is cast: the voice, and the cast's part of the generation profile. */
export interface Cast {
  readonly voice: IntentVoice;
  readonly profile: IntentProfile | null;
}

/** The casts of a project by speaker id; speakers without a usable voice are absent. */
export type CastLookup = ReadonlyMap<string, Cast>;

type BlockRow = Insertable<BlocksTable> & {
  readonly content: string;
  readonly intent_parts: string;
  readonly generatable: boolean;
  readonly intent_hash: string | null;
};

/** The position of a block, and the document version that wrote its present state. */
export interface BlockPlace {
  readonly position: number;
  readonly version: number;
}

/** UTF-16 units that a block adds to the source text. */
export const textLength = ({ content }: Block) => (content.type === "text" ? content.text.length : 0);

/** A block as a row; `rules` are those of its project. */
export function blockRow(
  sectionId: string,
  block: Block,
  place: BlockPlace,
  casts: CastLookup,
  rules: SpeakingRules = {},
): BlockRow {
  const parts = blockIntentParts(block, sha256, rules);
  return {
    section_id: sectionId,
    id: block.id,
    position: place.position,
    since_version: place.version,
    kind: block.kind,
    block_version: block.block_version,
    content: JSON.stringify(block.content),
    placement: block.placement === null ? null : JSON.stringify(block.placement),
    generation_profile_override:
      block.generation_profile_override === null ? null : JSON.stringify(block.generation_profile_override),
    speaker_id: block.speaker_id,
    text_length: textLength(block),
    intent_parts: JSON.stringify(parts),
    generatable: isGeneratable(parts),
    intent_hash: intentHash(parts, block, casts),
  };
}

/** The block's override wins over the cast's profile; a model that is the voice's own changes nothing. */
export function effectiveProfile(
  cast: Cast | undefined,
  override: GenerationProfileOverride | null,
): IntentProfile | null {
  const options = { ...cast?.profile?.options, ...override?.options };
  const model = override?.model ?? cast?.profile?.model;
  return {
    ...(model === undefined || model === cast?.voice.model ? {} : { model }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

/** The intent hash of a block with the present cast of its speaker. Null if the block can have no audio. */
export function intentHash(
  parts: BlockIntentParts,
  block: Pick<Block, "speaker_id" | "generation_profile_override">,
  casts: CastLookup,
): string | null {
  const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
  const profile = effectiveProfile(cast, block.generation_profile_override);
  return intentOf(parts, cast?.voice ?? null, profile, sha256).intent_hash;
}

/**
 * Rewrites the intents of every block that the named speakers speak, after their cast changed. Runs in the caller's
 * transaction. @returns how many blocks have audio that is stale now.
 */
export async function refreshIntents(
  { db }: Pick<Services, "db">,
  projectId: string,
  speakerIds: readonly string[],
  casts: CastLookup,
): Promise<number> {
  if (speakerIds.length === 0) return 0;
  const rows = await db.q
    .selectFrom("blocks")
    .innerJoin("sections", "sections.id", "blocks.section_id")
    .select([
      "blocks.section_id",
      "blocks.id",
      "blocks.speaker_id",
      "blocks.intent_parts",
      "blocks.generation_profile_override",
    ])
    .where("sections.project_id", "=", projectId)
    .where("blocks.speaker_id", "in", speakerIds)
    .where("blocks.generatable", "=", true)
    .execute();
  const intents = rows.map((row) => ({
    section_id: row.section_id,
    id: row.id,
    intent_hash: intentHash(
      row.intent_parts as BlockIntentParts,
      {
        speaker_id: row.speaker_id,
        generation_profile_override: row.generation_profile_override as GenerationProfileOverride | null,
      },
      casts,
    ),
  }));
  await sql`
    update blocks set intent_hash = c.intent_hash
    from jsonb_to_recordset(${JSON.stringify(intents)}::jsonb) as c (section_id uuid, id uuid, intent_hash text)
    where blocks.section_id = c.section_id and blocks.id = c.id
      and blocks.intent_hash is distinct from c.intent_hash
  `.execute(db.q);
  const { rows: stale } = await sql<{ count: number }>`
    select count(*)::int as count
    from blocks b join sections s on s.id = b.section_id ${PLAYED_TAKE}
    where s.project_id = ${projectId} and b.speaker_id in (${sql.join(speakerIds)}) and (r.id is null or ${PLAYS_STALE})
      and exists (select 1 from renditions o where o.section_id = b.section_id and o.block_id = b.id)
  `.execute(db.q);
  return stale[0]!.count;
}
