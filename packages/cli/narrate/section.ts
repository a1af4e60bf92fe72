// The story's place on the server: a standalone section, or, for a story in several parts, a named project that holds a
// section for each. The same title and text always lead to the same place, so that running the command again finds
// everything that an earlier run had stored.

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

const MAX_PROJECT_NAME_UNITS = 120;
const MAX_PART_TITLE_UNITS = 480;

/** Finds the sections of this title and these texts, or makes them; several share one project and its cast. */
export async function findOrCreateSections(
  client: Client,
  title: string,
  texts: readonly string[],
): Promise<readonly StorySection[]> {
  const [only] = texts;
  return texts.length === 1 && only !== undefined
    ? [await findOrCreateStandalone(client, title, only)]
    : findOrCreateProject(client, title, texts);
}

async function findOrCreateStandalone(client: Client, title: string, text: string): Promise<StorySection> {
  for (let generation = 0; generation < MOST_GENERATIONS; generation++) {
    const body = {
      schema_version: 1,
      actor_session_id: randomUUID(),
      client_mutation_id: uuidV5(STORY_NAMESPACE, JSON.stringify([title, text, generation])),
      title,
      raw_text: text,
    } as const;
    refuseLargeBody(body);
    const created = await client.call("createStandaloneSection", { body });
    const section = { projectId: created.project_id, sectionId: created.section.id };
    if (!created.idempotent_replay) return { ...section, isKnown: false };
    if (await exists(client, section.sectionId)) return { ...section, isKnown: true };
    // Deleted since: the next generation of the same story.
  }
  throw deletedTooOften();
}

async function findOrCreateProject(
  client: Client,
  title: string,
  texts: readonly string[],
): Promise<readonly StorySection[]> {
  const story = uuidV5(STORY_NAMESPACE, JSON.stringify([title, texts]));
  for (let generation = 0; generation < MOST_GENERATIONS; generation++) {
    const id = (part: number | null) => uuidV5(STORY_NAMESPACE, JSON.stringify([story, generation, part]));
    const created = await client.call("createProject", {
      body: { schema_version: 1, client_mutation_id: id(null), name: cut(title, MAX_PROJECT_NAME_UNITS) },
    });
    const projectId = created.project.id;
    if (created.idempotent_replay && (await sectionsOf(client, projectId)) === null) continue;
    const sections: StorySection[] = [];
    for (const [index, text] of texts.entries()) {
      const found = await findOrCreatePart(client, projectId, {
        id: id(index),
        title: `${cut(title, MAX_PART_TITLE_UNITS)} (${index + 1} of ${texts.length})`,
        text,
      });
      if (found === null) break;
      sections.push(found);
    }
    if (sections.length === texts.length) return sections;
    // The project or a part of it was deleted since: the next generation of the same story.
  }
  throw deletedTooOften();
}

/** Null when it was deleted. */
async function findOrCreatePart(
  client: Client,
  projectId: string,
  part: { readonly id: string; readonly title: string; readonly text: string },
): Promise<StorySection | null> {
  for (let attempt = 1; ; attempt++) {
    const project = await sectionsOf(client, projectId);
    if (project === null) return null;
    const body = {
      schema_version: 1,
      actor_session_id: randomUUID(),
      client_mutation_id: part.id,
      base_section_order_version: project.section_order_version,
      title: part.title,
      raw_text: part.text,
    } as const;
    refuseLargeBody(body);
    const known = project.sections.find(({ title }) => title === part.title);
    if (known !== undefined) return { projectId, sectionId: known.id, isKnown: true };
    try {
      const created = await client.call("createSection", { params: { projectId }, body });
      return { projectId, sectionId: created.section.id, isKnown: false };
    } catch (error) {
      if (hasCode(error, "IDEMPOTENCY_CONFLICT")) return null;
      // Another command makes parts of the same story at this moment.
      if (!hasCode(error, "VERSION_CONFLICT") || attempt === MOST_GENERATIONS) throw error;
    }
  }
}

async function sectionsOf(client: Client, projectId: string) {
  try {
    return await client.call("readProjectSections", { params: { projectId } });
  } catch (error) {
    if (hasCode(error, "NOT_FOUND", "FORBIDDEN")) return null;
    throw error;
  }
}

function refuseLargeBody(body: unknown): void {
  if (Buffer.byteLength(JSON.stringify(body)) <= MAX_BODY_BYTES) return;
  throw new CliError("failed", "The text is too long: as JSON it needs more than 8 MiB. Split it into several files.");
}

function deletedTooOften(): CliError {
  return new CliError("failed", "This story was deleted too often; give it another --title.");
}

const cut = (text: string, units: number): string => text.slice(0, units).toWellFormed().trim();

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
