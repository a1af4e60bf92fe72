import { AST_VERSION, type Block } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import { blockRow } from "./intents.ts";
import { POSITION_STEP } from "./store.ts";

export interface NewSection {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly title: string;
  readonly sectionIndex: number;
  readonly blockId: string;
  readonly text: string;
  readonly at: Date;
  readonly actorSessionId: string;
}

/** The one block that a new section holds: its exact text, unparsed. */
export function firstBlock(section: Pick<NewSection, "blockId" | "text">): Block {
  return {
    id: section.blockId,
    kind: "unparsed",
    block_version: 1,
    content: {
      type: "text",
      schema_version: AST_VERSION,
      text: section.text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    generation_profile_override: null,
    placement: null,
    speaker_id: null,
  };
}

/** Writes the section with its text as one unparsed block, version 1. Runs inside the caller's transaction. */
export async function addSection({ db }: Pick<Services, "db">, section: NewSection): Promise<Block> {
  await db.q
    .insertInto("sections")
    .values({
      id: section.id,
      project_id: section.projectId,
      account_id: section.accountId,
      title: section.title,
      section_index: section.sectionIndex,
      source_text_length: section.text.length,
      block_count: 1,
      created_at: section.at,
      updated_at: section.at,
    })
    .execute();
  const block = firstBlock(section);
  await db.q
    .insertInto("blocks")
    .values(blockRow(section.id, block, { position: POSITION_STEP, version: 1 }, new Map()))
    .execute();
  await db.q
    .insertInto("document_versions")
    .values({
      section_id: section.id,
      document_version: 1,
      created_at: section.at,
      actor_session_id: section.actorSessionId,
      summary: "Created the section",
      title: section.title,
      sound_effects_enabled: true,
      source_text_length: section.text.length,
      block_count: 1,
    })
    .execute();
  return block;
}
