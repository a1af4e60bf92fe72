// Writes the data of a fixture through the API of a release, so that its rows are real.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type Client, createClient } from "@fullcast/contract";
import { PNG } from "../api/images.ts";
import { poll } from "../api/server.ts";
import { link, readySound } from "../api/sound.ts";
import {
  createAudio,
  createBook,
  createStory,
  exportEnded,
  prepare,
  readDocument,
  startAudio,
  startExport,
  studioMutation,
} from "../api/story.ts";
import type { Keys, UpgradeStory } from "./record.ts";

const TEXT = [
  'Mara sat by the window. "Is the boat back?" asked Mara.',
  '"Not yet," whispered old Tom. Then there was a knock at the door.',
  "Slowly the door creaked open behind her.",
  '"You are late!" cried Mara.',
].join("\n\n");

const UNFINISHED = Array.from({ length: 12 }, (_, line) => `"I counted ${line} boats today," said Tom.`).join("\n\n");

export interface Written {
  readonly keys: Keys;
  readonly story: UpgradeStory;
  readonly voiceIds: readonly string[];
  /** What must be answered as before, with the key that asks. */
  readonly questions: readonly (readonly [key: keyof Keys, path: string])[];
}

/** @param baseUrl of a server that was started for the first time, with its version segment. */
export async function writeData(baseUrl: string, ownerKey: string): Promise<Written> {
  const withKey = (apiKey: string) => createClient({ baseUrl, apiKey });
  const client = withKey(ownerKey);
  const keys = await makeKeys(client, ownerKey);

  const { projectId, sectionIds } = await createBook(client, TEXT, '"Only a scene," said Ines.');
  const [sectionId = "", unspokenId = ""] = sectionIds;
  await client.call("putBookCover", { params: { projectId }, upload: { contentType: "image/png", bytes: PNG } });
  await client.call("changeBook", {
    params: { projectId },
    body: { schema_version: 1, title: "The Boat", author: "Ann Ash", language: "en" },
  });
  const sound = await readySound(client, { name: "Door creak", tags: ["door", "creak"] });
  await link(client, projectId, sound.id, 1);
  await completed(prepare(client, projectId, sectionId, unspokenId));
  await completed(createAudio(client, projectId, sectionId));
  await castByHand(client, projectId, /Tom/);
  await replaceText(client, sectionId, /late/, '"You are very late!" ');
  await completed(createAudio(client, projectId, sectionId));
  const mp3Id = await exported(client, { projectId, sectionId }, "mp3");
  const srtId = await exported(client, { projectId, sectionId }, "srt");
  // One line whose audio is stale, and stays so.
  await replaceText(client, sectionId, /boat back/, '"Is the old boat back?" ');
  const publication = () => ({ schema_version: 1 as const, client_mutation_id: randomUUID(), allow_download: true });
  const share = await client.call("publishSection", { params: { sectionId }, body: publication() });
  await client.call("publishProject", { params: { projectId }, body: publication() });
  await client.call("revokeProjectShare", { params: { projectId } });
  await client.call("changeMasteringProfile", {
    params: { projectId },
    body: { ...studioMutation(), base_mastering_version: 1, profile: { target_lufs: -16 } },
  });
  await client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
  await client.call("sendFeedback", {
    body: {
      schema_version: 1,
      client_mutation_id: randomUUID(),
      category: "idea",
      message: "A key that jumps to the next speaker would help.",
    },
  });
  const guest = await createStory(withKey(keys.guest), '"Mine," said Abel.', "A guest's story");

  const { voices } = await client.call("listVoices");
  const project = `/studio/projects/${projectId}`;
  const section = `/studio/sections/${sectionId}`;
  return {
    keys,
    voiceIds: voices.map((voice) => voice.voice_id),
    story: { projectId, sectionId, shareSlug: share.share_link?.slug ?? "" },
    questions: [
      ["owner", "/me"],
      ["owner", "/me/balance"],
      ["owner", "/me/generation-preferences"],
      ["owner", "/api-keys"],
      ["owner", "/admin/accounts"],
      ["owner", `${project}/book`],
      ["owner", `${project}/sections`],
      ["owner", `${project}/speakers`],
      ["owner", `${project}/mastering-profile`],
      ["owner", `${project}/sounds`],
      ["owner", `${project}/share`],
      ["owner", `${project}/export-freshness`],
      ["owner", `${section}/document`],
      ["owner", `${section}/document/versions`],
      ["owner", `${section}/media`],
      ["owner", `${section}/share`],
      ["owner", `/studio/sections/${unspokenId}/document`],
      ["owner", "/studio/sounds"],
      ["owner", `/studio/sounds/${sound.id}`],
      ["owner", "/feedback"],
      ["owner", `/studio/exports/${mp3Id}`],
      ["owner", `/studio/exports/${srtId}`],
      ["owner", `/studio/exports/${mp3Id}/report`],
      ["reader", `${section}/document`],
      ["guest", "/me"],
      ["guest", "/me/balance"],
      ["guest", `/studio/sections/${guest.sectionId}/document`],
    ],
  };
}

/** Starts a run that the next start of the service must finish: stop the server right afterwards. Returns its id. */
export async function leaveUnfinished(baseUrl: string, ownerKey: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey: ownerKey });
  const story = await createStory(client, UNFINISHED, "The Count");
  await completed(prepare(client, story.projectId, story.sectionId));
  const { run } = await startAudio(client, story.projectId, [story.sectionId]);
  await poll(
    () => client.call("readWorkflowProgress", { params: { workflowRunId: run.id } }),
    ({ blocks }) => blocks.ready > 0,
  );
  return run.id;
}

async function makeKeys(client: Client, owner: string): Promise<Keys> {
  const make = (name: string) =>
    client.call("createApiKey", { body: { name, scopes: ["studio:read"], expires_in_days: null } });
  const reader = await make("reader");
  const revoked = await make("revoked");
  await client.call("revokeApiKey", { params: { apiKeyId: revoked.api_key.id } });
  const guest = await client.call("createAccount", {
    body: { username: "guest", display_name: "Guest", plan: "creator", snowcoins: 500 },
  });
  return { owner, reader: reader.raw_key, revoked: revoked.raw_key, guest: guest.raw_key };
}

async function completed(ending: ReturnType<typeof prepare>): Promise<void> {
  const { run } = await ending;
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
}

async function exported(client: Client, story: Parameters<typeof startExport>[1], format: "mp3" | "srt") {
  const { id } = await startExport(client, story, format);
  assert.equal((await exportEnded(client, id)).status, "completed");
  return id;
}

async function castByHand(client: Client, projectId: string, name: RegExp): Promise<void> {
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  const speaker = speakers.find((one) => name.test(one.name)) ?? assert.fail(`no speaker matches ${name}`);
  const { voices } = await client.call("listVoices");
  const voice = voices.find((one) => one.language.startsWith("en") && one.voice_id !== speaker.casting?.voice_id);
  await client.call("castSpeaker", {
    params: { projectId, speakerId: speaker.id },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voice?.voice_id ?? assert.fail("no other voice"),
    },
  });
}

async function replaceText(client: Client, sectionId: string, now: RegExp, text: string): Promise<void> {
  const { document } = await readDocument(client, sectionId);
  const block = document.blocks.find((one) => one.content.type === "text" && now.test(one.content.text));
  assert.ok(block?.content.type === "text");
  await client.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [
        {
          op: "replace_block",
          block_id: block.id,
          base_block_version: block.block_version,
          set: { content: { ...block.content, text, annotations: [] } },
        },
      ],
    },
  });
}
