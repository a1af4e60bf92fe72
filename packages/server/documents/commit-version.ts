// The one place where a script changes: what was goes to past_blocks, what is now stands in blocks, the counters go
// along, and a row of document_versions says so. The cost is that of the blocks that change, however long the script.

import { ApiError } from "@fullcast/contract";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { type CastLookup, holdsSpeechTags, spokenOptions, textLength } from "./intents.ts";
import { idList } from "./store.ts";
import { type PlacedBlock, writeBlocks } from "./write-blocks.ts";

export interface VersionChange {
  /** Blocks whose present state ends: changed, moved or deleted. */
  readonly ended: readonly string[] | "all";
  /** Blocks as they stand from now on; those of them that were there before are in `ended` too. */
  readonly written: readonly PlacedBlock[];
  readonly title?: string | undefined;
  readonly soundEffectsEnabled?: boolean | undefined;
}

export interface VersionAuthor {
  /** Null for what the service itself does. */
  readonly actorSessionId: string | null;
  /** A few words for the list of versions. */
  readonly summary: string;
}

type CommitServices = Pick<Services, "db" | "clock">;

/**
 * Makes the next version of a script. Runs in the caller's transaction or one of its own.
 * @returns the new document version.
 * @throws ApiError VERSION_CONFLICT when the section's document is no longer at `baseVersion`.
 */
export async function commitVersion(
  services: CommitServices,
  sectionId: string,
  baseVersion: number,
  change: VersionChange,
  casts: CastLookup,
  author: VersionAuthor,
): Promise<number> {
  const { db } = services;
  const version = baseVersion + 1;
  return db.transaction(async () => {
    const isTagged = holdsSpeechTags(change.written.map(({ block }) => block));
    const options = isTagged ? await spokenOptions(services, sectionId) : {};
    const tally = tallyOf(await endStates(services, sectionId, version, change.ended), change.written);
    await takeVersion(services, sectionId, baseVersion, change, tally, author);
    await writeBlocks(services, change.written, { sectionId, version, casts, options });
    await countUsage(services, sectionId, tally);
    return version;
  });
}

interface Share {
  readonly speaker_id: string | null;
  readonly blocks: number;
  readonly units: number;
}

/** What a change adds to the counters. */
interface Tally {
  readonly blocks: number;
  readonly units: number;
  readonly bySpeaker: ReadonlyMap<string, { readonly blocks: number; readonly units: number }>;
}

function tallyOf(ended: readonly Share[], written: readonly PlacedBlock[]): Tally {
  const bySpeaker = new Map<string, { blocks: number; units: number }>();
  let blocks = 0;
  let units = 0;
  const add = (speakerId: string | null, moreBlocks: number, moreUnits: number) => {
    blocks += moreBlocks;
    units += moreUnits;
    if (speakerId === null) return;
    const known = bySpeaker.get(speakerId) ?? { blocks: 0, units: 0 };
    bySpeaker.set(speakerId, { blocks: known.blocks + moreBlocks, units: known.units + moreUnits });
  };
  for (const share of ended) add(share.speaker_id, -share.blocks, -share.units);
  for (const { block } of written) add(block.speaker_id, 1, textLength(block));
  return { blocks, units, bySpeaker };
}

/** Takes states out of the present; what they were stays in the past. @returns what they counted, by speaker. */
async function endStates(
  { db }: CommitServices,
  sectionId: string,
  version: number,
  ended: readonly string[] | "all",
): Promise<readonly Share[]> {
  if (ended.length === 0) return [];
  const which = ended === "all" ? sql`` : sql`and id in (${idList(ended)})`;
  // A state that this very version made (room for others, see make-room.ts) was never true at any version.
  const { rows } = await sql<Share>`
    with gone as (delete from blocks where section_id = ${sectionId} ${which} returning *),
    kept as (
      insert into past_blocks (section_id, id, since_version, until_version, position, kind, block_version, content,
        placement, generation_profile_override, speaker_id)
      select section_id, id, since_version, ${version}::int, position, kind, block_version, content,
        placement, generation_profile_override, speaker_id
      from gone where since_version < ${version}
    )
    select speaker_id, count(*)::int as blocks, coalesce(sum(text_length), 0)::int as units from gone group by speaker_id
  `.execute(db.q);
  return rows;
}

async function takeVersion(
  { db, clock }: CommitServices,
  sectionId: string,
  baseVersion: number,
  change: VersionChange,
  tally: Tally,
  author: VersionAuthor,
): Promise<void> {
  const at = clock();
  const { rows } = await sql<{ document_version: number }>`
    with taken as (
      update sections set document_version = document_version + 1, updated_at = ${at},
        source_text_length = source_text_length + ${tally.units}::int, block_count = block_count + ${tally.blocks}::int,
        title = coalesce(${change.title ?? null}::text, title),
        sound_effects_enabled = coalesce(${change.soundEffectsEnabled ?? null}::boolean, sound_effects_enabled)
      where id = ${sectionId} and document_version = ${baseVersion}
      returning *
    )
    insert into document_versions (section_id, document_version, created_at, actor_session_id, summary, title,
      sound_effects_enabled, source_text_length, block_count)
    select id, document_version, ${at}, ${author.actorSessionId}::uuid, ${author.summary}, title,
      sound_effects_enabled, source_text_length, block_count
    from taken returning document_version
  `.execute(db.q);
  if (rows.length > 0) return;
  const row = await db.q
    .selectFrom("sections")
    .select("document_version")
    .where("id", "=", sectionId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "section" });
  throw versionConflict(baseVersion, row.document_version);
}

export function versionConflict(expected: number, current: number): ApiError {
  return new ApiError("VERSION_CONFLICT", { field: "base_document_version", expected, current });
}

async function countUsage({ db }: CommitServices, sectionId: string, tally: Tally): Promise<void> {
  const changed = [...tally.bySpeaker].filter(([, { blocks, units }]) => blocks !== 0 || units !== 0);
  if (changed.length === 0) return;
  await db.q
    .insertInto("speaker_usage")
    .values(
      changed.map(([speaker_id, { blocks, units }]) => ({
        section_id: sectionId,
        speaker_id,
        block_count: blocks,
        character_count: units,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["section_id", "speaker_id"]).doUpdateSet((e) => ({
        block_count: e("speaker_usage.block_count", "+", e.ref("excluded.block_count")),
        character_count: e("speaker_usage.character_count", "+", e.ref("excluded.character_count")),
      })),
    )
    .execute();
}
