// Sections as a bundle states them: the script at its version, without the versions before.

import type { BundleProject } from "@fullcast/contract";
import type { Block } from "@fullcast/core/document";
import type { LexiconEntry } from "@fullcast/core/lexicon";
import { sql } from "kysely";
import { insertMany } from "../db/db.ts";
import type { Services } from "../services.ts";
import { type CastLookup, textLength } from "./intents.ts";
import { speakingRules } from "./speaking-rules.ts";
import { POSITION_STEP } from "./store.ts";
import { writeBlocks } from "./write-blocks.ts";

export interface RestoredSection {
  readonly section: BundleProject["sections"][number];
  readonly projectId: string;
  readonly accountId: string;
  readonly sectionIndex: number;
  readonly blocks: readonly Block[];
  /** Intents of blocks that cannot be computed here, because the engine of their voice is away. */
  readonly intents: ReadonlyMap<string, string>;
}

/** Writes the entries of a new project's lexicon. Runs in the caller's transaction, before its sections are written. */
export async function restoreLexicon(
  { db }: Pick<Services, "db">,
  projectId: string,
  entries: readonly LexiconEntry[],
): Promise<void> {
  await insertMany(
    db,
    "lexicon_entries",
    entries.map((entry) => ({ ...entry, project_id: projectId })),
  );
}

/** Writes a section with its script. Runs in the caller's transaction. @returns the length of its source text. */
export async function restoreSection(
  services: Pick<Services, "db" | "clock">,
  casts: CastLookup,
  { section, projectId, accountId, sectionIndex, blocks, intents }: RestoredSection,
): Promise<number> {
  const { db } = services;
  const at = services.clock();
  const { id, title, document_version, sound_effects_enabled } = section;
  const source_text_length = blocks.reduce((sum, block) => sum + textLength(block), 0);
  const counts = { title, sound_effects_enabled, source_text_length, block_count: blocks.length };
  await db.q
    .insertInto("sections")
    .values({
      ...{ id, project_id: projectId, account_id: accountId, section_index: sectionIndex, document_version },
      ...counts,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db.q
    .insertInto("document_versions")
    .values({
      ...{
        section_id: id,
        document_version,
        created_at: at,
        actor_session_id: null,
        summary: "Imported from a bundle",
      },
      ...counts,
    })
    .execute();
  await writeBlocks(
    services,
    blocks.map((block, index) => ({ block, position: (index + 1) * POSITION_STEP })),
    { sectionId: id, version: document_version, casts, rules: await speakingRules(services, projectId) },
  );
  await sql`
    insert into speaker_usage (section_id, speaker_id, block_count, character_count)
    select section_id, speaker_id, count(*), sum(text_length) from blocks
    where section_id = ${id} and speaker_id is not null group by section_id, speaker_id
  `.execute(db.q);
  if (intents.size > 0) {
    const rows = [...intents].map(([block_id, intent_hash]) => ({ block_id, intent_hash }));
    await sql`
      update blocks set intent_hash = i.intent_hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (block_id uuid, intent_hash text)
      where blocks.section_id = ${id} and blocks.id = i.block_id and blocks.generatable
    `.execute(db.q);
  }
  return source_text_length;
}
