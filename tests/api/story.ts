// What most tests need: a story of ours, structured and spoken.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { CallOf, Client, CreateAudioRequest, Document, Endpoints, Export, Workflow } from "@fullcast/contract";
import { pollEnd } from "./server.ts";

export const TEXT = [
  "CHAPTER ONE",
  "",
  "The rain had not stopped for three days. Mara counted the drops on the sill.",
  "",
  '"Is the boat back?" asked Mara.',
  "",
  '"Not yet," said old Tom, and he shook his head. "Give it an hour."',
  "",
  '"You said that an hour ago!" cried Mara.',
  "",
  "He laughed, and the fire spat.",
  "",
].join("\n");

/** A story with this many paragraphs, every second one a spoken line; no two paragraphs are alike. */
export function longText(paragraphs: number): string {
  const people = ["Mara", "Tom", "Ines", "Abel"];
  const lines = Array.from({ length: paragraphs }, (_, index) => {
    const who = people[Math.floor(index / 2) % people.length];
    return index % 2 === 0
      ? `"I have counted ${index} boats since the morning, and not one of them was ours," said ${who}.`
      : `The tide went out for the ${index}th time, and the gulls came down to look at what it had left on the sand.`;
  });
  return `${lines.join("\n\n")}\n`;
}

export const session = randomUUID();

export const mutation = () => ({ actor_session_id: session, client_mutation_id: randomUUID() });

export const studioMutation = () => ({ schema_version: 1 as const, ...mutation() });

export async function createStory(client: Client, text = TEXT, title = "The Boat") {
  const created = await client.call("createStandaloneSection", {
    body: { ...studioMutation(), title, raw_text: text },
  });
  return { created, projectId: created.project_id, sectionId: created.section.id, text };
}

/** A named project with one section for each text. */
export async function createBook(client: Client, ...texts: string[]) {
  const { project } = await client.call("createProject", {
    body: { schema_version: 1, client_mutation_id: randomUUID(), name: `Book ${randomUUID()}` },
  });
  const sectionIds: string[] = [];
  for (const [index, raw_text] of texts.entries()) {
    const { section } = await client.call("createSection", {
      params: { projectId: project.id },
      body: { ...studioMutation(), title: `Chapter ${index + 1}`, raw_text, base_section_order_version: index + 1 },
    });
    sectionIds.push(section.id);
  }
  return { projectId: project.id, sectionIds };
}

const TERMINAL: ReadonlySet<string> = new Set(["completed", "partially_completed", "failed", "cancelled"]);

export async function finished(client: Client, workflowRunId: string): Promise<Workflow> {
  return pollEnd(
    () => client.call("readWorkflow", { params: { workflowRunId } }),
    ({ run }) => TERMINAL.has(run.status),
  );
}

export function startPrepare(client: Client, projectId: string, ...sectionIds: string[]) {
  return client.call("startWorkflow", {
    params: { projectId },
    body: { ...studioMutation(), workflow_kind: "prepare_sections", section_ids: sectionIds },
  });
}

export type AudioOptions = Partial<
  Pick<CreateAudioRequest, "include_generated_sfx" | "place_project_sounds" | "direct_emotion" | "target_scope">
>;

export function startAudio(
  client: Client,
  projectId: string,
  sectionIds: readonly string[],
  options: AudioOptions = {},
) {
  return client.call("startWorkflow", {
    params: { projectId },
    body: {
      schema_version: 2,
      workflow_kind: "create_audio",
      ...mutation(),
      section_ids: [...sectionIds],
      ...options,
    },
  });
}

export async function prepare(client: Client, projectId: string, ...sectionIds: string[]) {
  return finished(client, (await startPrepare(client, projectId, ...sectionIds)).run.id);
}

export async function createAudio(client: Client, projectId: string, ...sectionIds: string[]) {
  return finished(client, (await startAudio(client, projectId, sectionIds)).run.id);
}

/** A story with all its audio. */
export async function spokenStory(client: Client, text = TEXT, title?: string) {
  const story = await createStory(client, text, title);
  const prepared = await prepare(client, story.projectId, story.sectionId);
  assert.equal(prepared.run.status, "completed", JSON.stringify(prepared.run.error_summary));
  const workflow = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(workflow.run.status, "completed", JSON.stringify(workflow.run.error_summary));
  return { ...story, workflow };
}

export async function readDocument(client: Client, sectionId: string) {
  return client.call("readDocument", { params: { sectionId } });
}

export async function media(client: Client, sectionId: string) {
  return (await client.call("readSectionMedia", { params: { sectionId } })).blocks;
}

type EditRequest = CallOf<Endpoints["editDocument"]>["body"];
type ReplaceBlock = Extract<EditRequest["operations"][number], { readonly op: "replace_block" }>;

/** Changes parts of one block; the document and the block are as they were read. */
export async function replaceBlock(
  client: Client,
  sectionId: string,
  { document_version }: Pick<Document, "document_version">,
  block: Pick<Document["blocks"][number], "id" | "block_version">,
  set: ReplaceBlock["set"],
) {
  return client.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document_version,
      operations: [{ op: "replace_block", block_id: block.id, base_block_version: block.block_version, set }],
    },
  });
}

/** The source-text projection: the text of all speech, narration, unparsed and excluded blocks, joined in order. */
export function projection(blocks: Document["blocks"]): string {
  return blocks.map((block) => (block.content.type === "text" ? block.content.text : "")).join("");
}

/** The versions that manifests and exports ask for. */
export async function versions(client: Client, story: { readonly projectId: string; readonly sectionId: string }) {
  const document = await readDocument(client, story.sectionId);
  const mastering = await client.call("readMasteringProfile", { params: { projectId: story.projectId } });
  return {
    document_version: document.document.document_version,
    speaker_registry_version: document.speaker_registry_version,
    mastering_version: mastering.mastering_version,
  };
}

export async function playbackManifest(
  client: Client,
  story: { readonly projectId: string; readonly sectionId: string },
  schema_version: 1 | 2 = 1,
) {
  const { document_version, speaker_registry_version } = await versions(client, story);
  return client.call("readPlaybackManifest", {
    params: { sectionId: story.sectionId },
    query: { document_version, speaker_registry_version, schema_version },
  });
}

export type FileFormat = Export["format"];

export async function startExport(
  client: Client,
  story: { readonly projectId: string; readonly sectionId: string },
  format: FileFormat,
  key: string = randomUUID(),
) {
  return client.call("createExport", {
    headers: { "idempotency-key": key },
    body: { schema_version: 1, section_id: story.sectionId, ...(await versions(client, story)), format },
  });
}

export async function exportEnded(client: Client, exportId: string) {
  return pollEnd(
    () => client.call("readExport", { params: { exportId } }),
    (one) => one.completed_at !== null,
  );
}

export async function exportStory(
  client: Client,
  story: { readonly projectId: string; readonly sectionId: string },
  format: FileFormat,
) {
  return exportEnded(client, (await startExport(client, story, format)).id);
}
