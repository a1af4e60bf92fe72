// The story on the server: a standalone section, or a named project for a story in several sections. Their mutation ids are
// made from title and text, so running the command again finds everything that an earlier run has stored.

import { randomUUID } from "node:crypto";
import { uuidV5 } from "@fullcast/server/ids";
import { CliError } from "../cli-error.ts";
import { type Client, hasCode } from "../connection/client.ts";
import type { PlannedSection } from "./story-plan.ts";

export interface StorySection {
  readonly projectId: string;
  readonly sectionId: string;
  /** Whether an earlier run made it. */
  readonly isKnown: boolean;
}

/** Namespace of the mutation ids that are made from a story. */
const STORY_NAMESPACE = "0d7f7c0e-41d6-4c3f-9a5c-6d2b8a1f3e90";
/** How many times a story can be deleted on the server and created again. */
const MOST_GENERATIONS = 100;
/** Size limit of a request's JSON body, bytes. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const WINDOW = 5000;

const MAX_PROJECT_NAME_UNITS = 120;
const MAX_SECTION_TITLE_UNITS = 500;

/** Finds the sections of a story or creates them. Several sections share one project and its cast. */
export async function findOrCreateSections(
  client: Client,
  title: string,
  sections: readonly PlannedSection[],
): Promise<readonly StorySection[]> {
  const [only] = sections;
  return sections.length === 1 && only !== undefined
    ? [await findOrCreateStandalone(client, title, only.text)]
    : findOrCreateProject(client, title, sections);
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
  planned: readonly PlannedSection[],
): Promise<readonly StorySection[]> {
  const story = uuidV5(STORY_NAMESPACE, JSON.stringify([title, planned.map((part) => [part.title, part.text])]));
  for (let generation = 0; generation < MOST_GENERATIONS; generation++) {
    const id = (part: number | null) => uuidV5(STORY_NAMESPACE, JSON.stringify([story, generation, part]));
    const created = await client.call("createProject", {
      body: { schema_version: 1, client_mutation_id: id(null), name: cut(title, MAX_PROJECT_NAME_UNITS) },
    });
    const projectId = created.project.id;
    const known = await sectionsOf(client, projectId);
    if (known === null) continue;
    const sections: StorySection[] = [];
    /** Titles may repeat: each stored section is used once, in order. */
    const unused = [...known.sections];
    for (const [index, part] of planned.entries()) {
      const title = cut(part.title, MAX_SECTION_TITLE_UNITS);
      const at = unused.findIndex((section) => section.title === title);
      const [stored] = at < 0 ? [] : unused.splice(at, 1);
      const sectionId = stored?.id ?? (await createPart(client, projectId, { id: id(index), title, text: part.text }));
      if (sectionId === null) break;
      sections.push({ projectId, sectionId, isKnown: stored !== undefined });
    }
    if (sections.length === planned.length) return sections;
    // The project or a part of it was deleted since: the next generation of the same story.
  }
  throw deletedTooOften();
}

/** Null when it was created earlier and deleted since. */
async function createPart(
  client: Client,
  projectId: string,
  part: { readonly id: string; readonly title: string; readonly text: string },
): Promise<string | null> {
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
    try {
      return (await client.call("createSection", { params: { projectId }, body })).section.id;
    } catch (error) {
      if (hasCode(error, "IDEMPOTENCY_CONFLICT")) return null;
      // Another command creates parts of the same story at this moment.
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

/** Whether some of the section's text is not structured yet. */
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

export interface ProjectState {
  readonly speakerRegistryVersion: number;
  readonly masteringVersion: number;
  /** In the order of the request. */
  readonly sections: readonly SectionState[];
}

export interface SectionState extends StorySection {
  readonly documentVersion: number;
  /** Every block that can have audio has current audio. */
  readonly isAudioReady: boolean;
}

/** The state of sections of one project. */
export async function readSectionStates(client: Client, wanted: readonly StorySection[]): Promise<ProjectState> {
  const projectId = wanted[0]?.projectId ?? "";
  const { sections, speaker_registry_version } = await client.call("readProjectSections", { params: { projectId } });
  const mastering = await client.call("readMasteringProfile", { params: { projectId } });
  const byId = new Map(sections.map((section) => [section.id, section]));
  return {
    speakerRegistryVersion: speaker_registry_version ?? gone(),
    masteringVersion: mastering.mastering_version,
    sections: wanted.map((one) => {
      const section = byId.get(one.sectionId) ?? gone();
      return {
        ...one,
        documentVersion: section.document_version,
        isAudioReady: section.activity_status === "audio_ready",
      };
    }),
  };
}

function gone(): never {
  throw new CliError("failed", "The story was deleted on the server while the command ran.");
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
