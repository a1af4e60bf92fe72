// The story's place on the server. The same title and text always lead to the same section, so that running the command
// again finds everything that an earlier run had stored.

import { randomUUID } from "node:crypto";
import { uuidV5 } from "@fullcast/server/ids";
import { CliError } from "../cli-error.ts";
import { type Client, hasCode } from "../connection/client.ts";

export interface StorySection {
  readonly projectId: string;
  readonly sectionId: string;
  /** Whether an earlier run had made it. */
  readonly isKnown: boolean;
}

/** Namespace of the mutation ids that are made from a story. */
const STORY_NAMESPACE = "0d7f7c0e-41d6-4c3f-9a5c-6d2b8a1f3e90";
/** How often a story may have been deleted on the server and made again. */
const MOST_GENERATIONS = 100;
/** A request's whole JSON body, bytes. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const WINDOW = 5000;

/** Finds the section of this title and text, or makes it. */
export async function findOrCreateSection(client: Client, title: string, text: string): Promise<StorySection> {
  for (let generation = 0; generation < MOST_GENERATIONS; generation++) {
    const body = {
      schema_version: 1,
      actor_session_id: randomUUID(),
      client_mutation_id: uuidV5(STORY_NAMESPACE, JSON.stringify([title, text, generation])),
      title,
      raw_text: text,
    } as const;
    if (Buffer.byteLength(JSON.stringify(body)) > MAX_BODY_BYTES) {
      throw new CliError(
        "failed",
        "The text is too long: as JSON it needs more than 8 MiB. Split it into several files.",
      );
    }
    const created = await client.call("createStandaloneSection", { body });
    const section = { projectId: created.project_id, sectionId: created.section.id };
    if (!created.idempotent_replay) return { ...section, isKnown: false };
    if (await exists(client, section.sectionId)) return { ...section, isKnown: true };
    // Deleted since: the next generation of the same story.
  }
  throw new CliError("failed", "This story was deleted too often; give it another --title.");
}

/** Whether some of the section's text still waits to be structured. */
export async function hasUnparsedText(client: Client, sectionId: string): Promise<boolean> {
  for (let from = 0; ; from += WINDOW) {
    const { document, block_count } = await client.call("readDocument", {
      params: { sectionId },
      query: { from_index: from, limit: WINDOW },
    });
    if (document.blocks.some((block) => block.kind === "unparsed")) return true;
    if (document.blocks.length === 0 || from + WINDOW >= (block_count ?? 0)) return false;
  }
}

export interface SectionState {
  readonly documentVersion: number;
  readonly speakerRegistryVersion: number;
  /** Every block that can have audio has it, and it is current. */
  readonly isAudioReady: boolean;
}

export async function readSectionState(client: Client, { projectId, sectionId }: StorySection): Promise<SectionState> {
  const { sections, speaker_registry_version } = await client.call("readProjectSections", { params: { projectId } });
  const section = sections.find(({ id }) => id === sectionId);
  if (section === undefined || speaker_registry_version === null) {
    throw new CliError("failed", "The story was deleted on the server while the command ran.");
  }
  return {
    documentVersion: section.document_version,
    speakerRegistryVersion: speaker_registry_version,
    isAudioReady: section.activity_status === "audio_ready",
  };
}

async function exists(client: Client, sectionId: string): Promise<boolean> {
  try {
    await client.call("readDocument", { params: { sectionId }, query: { from_index: 0, limit: 1 } });
    return true;
  } catch (error) {
    if (hasCode(error, "NOT_FOUND", "FORBIDDEN")) return false;
    throw error;
  }
}
