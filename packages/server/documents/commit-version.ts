// The only place that changes a script: it moves old states to past_blocks, writes new ones to blocks, updates the counters and
// records a row of document_versions. The cost depends on the changed blocks, not on the length of the script.

import { ApiError } from "@fullcast/contract";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { type CastLookup, textLength } from "./intents.ts";
import { RULE_COLUMNS, type RuleRow, rulesOf } from "./speaking-rules.ts";
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
  /** Null for changes by the service. */
  readonly actorSessionId: string | null;
  /** A few words for the list of versions. */
  readonly summary: string;
  /** Whether the history gets an entry that can be undone; by default when a person made the change. */
  readonly isEntry?: boolean;
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
    const rules = await rulesOf(services, await takeVersion(services, sectionId, baseVersion, change, author));
    await writeBlocks(services, change.written, { sectionId, version, casts, rules });
    return version;
  });
}

interface Share {
  readonly speaker_id: string | null;
  readonly blocks: number;
  readonly units: number;
}

/** What blocks add to the counters, by speaker. */
function sharesOf(written: readonly PlacedBlock[]): readonly Share[] {
  const shares = new Map<string | null, Share>();
  for (const { block } of written) {
    const { speaker_id } = block;
    const { blocks, units } = shares.get(speaker_id) ?? { blocks: 0, units: 0 };
    shares.set(speaker_id, { speaker_id, blocks: blocks + 1, units: units + textLength(block) });
  }
  return [...shares.values()];
}

/**
 * Moves old states to the past, updates the counters and records the version. One statement: on the embedded database each
 * statement is a message to its thread and back. @returns what the blocks of the version are spoken with
 */
async function takeVersion(
  { db, clock }: CommitServices,
  sectionId: string,
  baseVersion: number,
  change: VersionChange,
  author: VersionAuthor,
): Promise<RuleRow> {
  const at = clock();
  const version = baseVersion + 1;
  const { ended } = change;
  const isEntry = author.isEntry ?? author.actorSessionId !== null;
  const which = ended === "all" ? sql`` : ended.length === 0 ? sql`and false` : sql`and id in (${idList(ended)})`;
  // A state that this version made itself (makeRoom) was not true at any version.
  const { rows } = await sql<RuleRow>`
    with gone as (delete from blocks where section_id = ${sectionId} ${which} returning *),
    kept as (
      insert into past_blocks (section_id, id, since_version, until_version, position, kind, block_version, content,
        placement, generation_profile_override, speaker_id)
      select section_id, id, since_version, ${version}::int, position, kind, block_version, content,
        placement, generation_profile_override, speaker_id
      from gone where since_version < ${version}
    ),
    shares as (
      select speaker_id, sum(blocks)::int as blocks, sum(units)::int as units
      from (
        select speaker_id, -1 as blocks, -text_length as units from gone
        union all
        select speaker_id, blocks, units
        from jsonb_to_recordset(${JSON.stringify(sharesOf(change.written))}::jsonb)
          as written (speaker_id uuid, blocks int, units int)
      ) as changed
      group by speaker_id
    ),
    counted as (
      insert into speaker_usage (section_id, speaker_id, block_count, character_count)
      select ${sectionId}::uuid, speaker_id, blocks, units
      from shares where speaker_id is not null and (blocks <> 0 or units <> 0)
      on conflict (section_id, speaker_id) do update set
        block_count = speaker_usage.block_count + excluded.block_count,
        character_count = speaker_usage.character_count + excluded.character_count
    ),
    taken as (
      update sections set document_version = document_version + 1, updated_at = ${at},
        source_text_length = source_text_length + coalesce((select sum(units) from shares), 0)::int,
        block_count = block_count + coalesce((select sum(blocks) from shares), 0)::int,
        title = coalesce(${change.title ?? null}::text, title),
        sound_effects_enabled = coalesce(${change.soundEffectsEnabled ?? null}::boolean, sound_effects_enabled)
      where id = ${sectionId} and document_version = ${baseVersion}
      returning *
    ),
    noted as (
      insert into document_versions (section_id, document_version, created_at, actor_session_id, summary, title,
        sound_effects_enabled, source_text_length, block_count)
      select id, document_version, ${at}, ${author.actorSessionId}::uuid, ${author.summary}, title,
        sound_effects_enabled, source_text_length, block_count
      from taken
    ),
    cleared as (
      delete from edit_entries using taken
      where ${isEntry} and edit_entries.section_id = taken.id and edit_entries.undone_at is not null
    ),
    cleared_of_project as (
      delete from edit_entries using taken
      where ${isEntry} and edit_entries.section_id is null and edit_entries.project_id = taken.project_id
        and edit_entries.undone_at is not null
        and coalesce(edit_entries.changes->>'section_id', taken.id::text) = taken.id::text
    ),
    entered as (
      insert into edit_entries (project_id, section_id, document_version, summary, actor_session_id, created_at)
      select project_id, id, document_version, ${author.summary}, ${author.actorSessionId}::uuid, ${at} from taken
      where ${isEntry}
    )
    select ${RULE_COLUMNS}
    from taken join projects p on p.id = taken.project_id left join project_books b on b.project_id = p.id
  `.execute(db.q);
  const [rules] = rows;
  if (rules !== undefined) return rules;
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

/**
 * Locks the section until the caller's transaction ends, for a change that writes other rows before the script: it refuses a
 * changed document first. @throws ApiError NOT_FOUND, VERSION_CONFLICT
 */
export async function lockVersion({ db }: Pick<Services, "db">, sectionId: string, baseVersion: number): Promise<void> {
  const row = await db.q
    .selectFrom("sections")
    .select("document_version")
    .where("id", "=", sectionId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "section" });
  if (row.document_version !== baseVersion) throw versionConflict(baseVersion, row.document_version);
}
