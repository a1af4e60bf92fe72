// Spoken stories with a public page.

import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "../../packages/contract/contract.ts";
import { published } from "../public-sounds.ts";
import { mutation, novel, storyOf } from "./stories.ts";

/** A chapter with an MP3, and one without it. */
export async function publicStories(client: Client) {
  const [file, parts] = [await spokenOf(client, novel(20_000, 1)), await spokenOf(client, novel(20_000, 2))];
  return [
    await published(client, "one MP3", file.sectionId, true),
    await published(client, "mixed while it plays", parts.sectionId, false),
  ];
}

/** A chapter with all its audio. */
async function spokenOf(client: Client, text: string) {
  const place = await storyOf(client, text);
  const section_ids = [place.sectionId];
  const params = { projectId: place.projectId };
  const statusOf = (id: string) => async () =>
    (await client.call("readWorkflow", { params: { workflowRunId: id } })).run.status;
  const prepared = await client.call("startWorkflow", {
    params,
    body: { ...mutation(), workflow_kind: "prepare_sections", section_ids },
  });
  await ended(statusOf(prepared.run.id));
  const spoken = await client.call("startWorkflow", {
    params,
    body: { ...mutation(), schema_version: 2, workflow_kind: "create_audio", section_ids },
  });
  await ended(statusOf(spoken.run.id));
  return place;
}

/** Waits until a run is over. */
export async function ended(statusOf: () => Promise<string>): Promise<void> {
  for (let status = await statusOf(); status !== "completed"; status = await statusOf()) {
    if (/failed|cancelled|partially/.test(status)) throw new Error(`it ended as ${status}`);
    await pause(500);
  }
}
