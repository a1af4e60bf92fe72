// Examples for the reference, recorded from a server: `node tests/docs/record-examples.ts` starts one, tells a short
// story through every endpoint and writes what was sent and answered to packages/contract/examples.json. Long lists are
// cut short; ids, hashes, times and signatures are replaced by ones that stay the same from one recording to the next.

import { createHash, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient, type Endpoint, type EndpointId, endpointRows } from "@fullcast/contract";
import { PNG } from "../api/images.ts";
import { poll, startTestServer } from "../api/server.ts";
import { complete, newSound, newUpload, put, SHORT_WAV, sent, unlink, uploadEnded } from "../api/sound.ts";
import {
  createAudio,
  createStory,
  exportEnded,
  finished,
  prepare,
  startExport,
  startPrepare,
  studioMutation,
  versions,
} from "../api/story.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Examples = { [id: string]: { body?: Json; responses: { [status: number]: Json } } };

const STORY = [
  "CHAPTER ONE",
  "",
  "The rain had not stopped for three days. Far off, thunder rolled over the bay.",
  "",
  "“Is the boat back?” asked Mara.",
  "",
  "“Not yet,” said old Tom.",
].join("\n");
const OUT = join(import.meta.dirname, "../../packages/contract/examples.json");
const PUBLIC_URL = "http://127.0.0.1:7411";
const SLUG = "Qv6ot0JmTJaS7Jk7F2WMLg";
/** Items of a list that are shown. */
const SHOWN = 2;

const rows = (Object.entries(endpointRows) as [EndpointId, Endpoint][]).map(([id, row]) => ({
  id,
  row,
  path: new RegExp(`^/v1${row.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** A fetch that keeps the last answer of each status of each endpoint. */
function recording(examples: Examples): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    const { pathname } = new URL(String(address));
    const found = rows
      .filter(({ row, path }) => row.method === (init?.method ?? "GET") && path.test(pathname))
      .sort((a, b) => a.row.path.split("{").length - b.row.path.split("{").length)[0];
    if (found === undefined || !response.ok || (found.row.answer ?? "data") !== "data") return response;
    const { data } = (await response.clone().json()) as { readonly data: Json };
    const example = examples[found.id] ?? { responses: {} };
    examples[found.id] = example;
    example.responses[response.status] = data;
    if (found.row.body !== undefined && typeof init?.body === "string") example.body = JSON.parse(init.body);
    return response;
  };
}

/** Lists are cut, and what differs from one recording to the next is made the same. */
function settled(examples: Examples, serverUrl: string): Examples {
  const known = new Map<string, string>();
  const same = (found: string, make: (n: number) => string) => {
    if (!known.has(found)) known.set(found, make(known.size));
    return known.get(found) ?? found;
  };
  const digest = (what: string) => createHash("sha256").update(what).digest("hex");
  const uuidOf = (n: number) =>
    digest(`example ${n}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");
  let first = Number.POSITIVE_INFINITY;
  const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
  for (const [time] of JSON.stringify(examples).matchAll(times)) first = Math.min(first, Date.parse(time));
  const origin = Date.parse("2026-11-21T04:00:00.000Z");
  const text = (value: string) =>
    value
      .replaceAll(serverUrl, PUBLIC_URL)
      .replace(/\/v1\/(media|uploads)\/[\w.-]+/g, (_all, kind: string) => `/v1/${kind}/WyJleGFtcGxlIl0.c2lnbmF0dXJl`)
      .replace(/\/s\/[\w-]{22}/g, `/s/${SLUG}`)
      .replace(/^fc_[\w-]{20,}$/, "fc_shown-once")
      .replace(/^fc_[\w-]{1,10}$/, "fc_Zk3xQ")
      .replace(times, (time) =>
        new Date(origin + Math.round((Date.parse(time) - first) / 60_000) * 60_000).toISOString(),
      )
      .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => same(id, uuidOf))
      .replace(/\b[0-9a-f]{64}\b/g, (hash) => same(hash, (n) => digest(`hash ${n}`)))
      .replace(/\b[0-9a-f]{32}\b/g, (hash) => same(hash, (n) => digest(`snapshot ${n}`).slice(0, 32)));
  const walk = (value: Json, key: string): Json => {
    if (typeof value === "string") return key === "slug" ? SLUG : text(value);
    if (Array.isArray(value)) {
      const items = key === "scopes" || key === "sections" ? value : value.slice(0, SHOWN);
      return items.map((item) => walk(item, key));
    }
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), walk(item, name)]));
  };
  return walk(examples as unknown as Json, "") as unknown as Examples;
}

async function recordStory(client: Client, stranger: Client, strangerName: string): Promise<void> {
  await client.call("readHealth");
  for (const id of [
    "readProfile",
    "readBalance",
    "readAccountCapabilities",
    "readGenerationPreferences",
    "listApiKeys",
    "listEngines",
    "readLanguageModel",
  ] as const) {
    await client.call(id);
  }

  // A script: typed, imported, edited, restored.
  const script = await createStory(client, "", "The Harbour");
  const { sectionId: scriptId, projectId: scriptProject } = script;
  await client.call("importScript", {
    params: { sectionId: scriptId },
    body: {
      ...studioMutation(),
      base_document_version: 1,
      text: "MARA: Is the boat back?\n\nTOM (whispering): Not yet.\n\n[SFX: rain on a roof, 4s]\n",
    },
  });
  const { document } = await client.call("readDocument", { params: { sectionId: scriptId } });
  const [line] = document.blocks;
  if (line === undefined) throw new Error("the script has no block");
  await client.call("editDocument", {
    params: { sectionId: scriptId },
    body: {
      ...studioMutation(),
      base_document_version: 2,
      operations: [
        { op: "split_block", block_id: line.id, base_block_version: 1, offset_utf16: 12 },
        { op: "set_title", title: "At the Harbour" },
      ],
    },
  });
  await client.call("putRecoveryDraft", {
    params: { sectionId: scriptId },
    body: {
      schema_version: 1,
      actor_session_id: randomUUID(),
      base_document_version: 3,
      draft: { open_block: line.id, typed: "Is the boat" },
    },
  });
  await client.call("deleteRecoveryDraft", { params: { sectionId: scriptId } });
  await client.call("restoreDocument", {
    params: { sectionId: scriptId },
    body: { ...studioMutation(), base_document_version: 3, document_version: 2 },
  });
  await client.call("listDocumentVersions", { params: { sectionId: scriptId } });

  // The cast.
  const params = { projectId: scriptProject };
  const registry = async () => (await client.call("listSpeakers", { params })).speaker_registry_version;
  const pilot = { ...studioMutation(), base_speaker_registry_version: await registry(), name: "Ines" };
  const created = await client.call("createSpeaker", { params, body: { ...pilot, gender: "female" } });
  await client.call("createSpeaker", { params, body: { ...pilot, gender: "female" } });
  const nobody = { ...params, speakerId: created.speaker.id };
  await client.call("changeSpeaker", {
    params: nobody,
    body: {
      ...studioMutation(),
      base_speaker_registry_version: await registry(),
      aliases: ["the pilot"],
      age: "adult",
    },
  });
  await client.call("deleteSpeaker", {
    params: nobody,
    body: { ...studioMutation(), base_speaker_registry_version: await registry() },
  });
  const { speakers } = await client.call("listSpeakers", { params });
  const [mara, tom] = speakers.filter((one) => one.role === "character");
  if (mara === undefined || tom === undefined) throw new Error("the script has no cast");
  const { voices } = await client.call("listVoices", { query: { language: "en-GB", gender: "female", limit: 2 } });
  const voiceId = voices[0]?.voice_id ?? "";
  await client.call("castSpeaker", {
    params: { ...params, speakerId: mara.id },
    body: { ...studioMutation(), base_speaker_registry_version: await registry(), voice_id: voiceId },
  });
  await client.call("readVoicePreparation", { query: { voice_ids: voiceId } });
  await client.call("previewVoice", { params: { voiceId }, body: { text: "Is the boat back?" } });
  await client.call("mergeSpeakers", {
    params,
    body: {
      ...studioMutation(),
      base_speaker_registry_version: await registry(),
      from_speaker_ids: [tom.id],
      into_speaker_id: mara.id,
    },
  });

  // A story: created, promoted, prepared, spoken.
  const body = { ...studioMutation(), title: "The Boat", raw_text: STORY };
  const story = await client.call("createStandaloneSection", { body });
  await client.call("createStandaloneSection", { body });
  const projectId = story.project_id;
  const sectionId = story.section.id;
  await client.call("changeProject", { params: { projectId }, body: { schema_version: 1, name: "Boats" } });
  const more = { ...studioMutation(), title: "The Fog", raw_text: "Then the fog came.", base_section_order_version: 1 };
  const second = await client.call("createSection", { params: { projectId }, body: more });
  await client.call("createSection", { params: { projectId }, body: more });
  await client.call("moveSection", {
    params: { projectId, sectionId: second.section.id },
    body: { ...studioMutation(), base_section_order_version: 2, to_index: 0 },
  });
  await prepare(client, projectId, sectionId);
  const sound = await newSound(client, SHORT_WAV, {
    name: "Thunder",
    description: "Thunder rolls.",
    tags: ["thunder"],
  });
  await sent(client, sound, SHORT_WAV);
  const membership = {
    schema_version: "studio-project-sound-source-1",
    client_mutation_id: randomUUID(),
    sound_effect_id: sound.sound.id,
    expected_registry_version: 1,
  } as const;
  await client.call("linkProjectSound", { params: { projectId }, body: membership });
  await client.call("linkProjectSound", { params: { projectId }, body: membership });
  await client.call("listProjectSounds", { params: { projectId } });
  const work = { schema_version: 2, workflow_kind: "create_audio", section_ids: [sectionId] } as const;
  await client.call("quoteWorkflow", { params: { projectId }, body: work });
  const failing = await client.call("startWorkflow", {
    params: { projectId },
    body: { ...work, ...{ actor_session_id: randomUUID(), client_mutation_id: randomUUID() } },
  });
  await finished(client, failing.run.id);
  await client.call("readWorkflowProgress", { params: { workflowRunId: failing.run.id } });
  await client.call("readLatestWorkflow", { params: { projectId } });
  await client.call("readDocument", { params: { sectionId } });
  await client.call("readSectionMedia", { params: { sectionId }, query: { schema_version: 2 } });
  await client.call("readGenerationAvailability", { params: { sectionId } });
  const { mastering_version: _mastering, ...seen } = await versions(client, { projectId, sectionId });
  const playback = await client.call("readPlaybackManifest", {
    params: { sectionId },
    query: { ...seen, schema_version: 2 },
  });
  const { preview_id: previewId } = await client.call("createMixPreview", {
    params: { sectionId },
    body: { from_block_id: null },
  });
  await poll(
    () => client.call("readMixPreview", { params: { previewId }, query: { wait_ms: 1_000 } }),
    (mix) => mix.state !== "working",
  );
  await client.call("createMediaAccessUrl", { params: { assetId: playback.assets[0]?.asset_id ?? "" } });
  const mastering = await client.call("readMasteringProfile", { params: { projectId } });
  await client.call("changeMasteringProfile", {
    params: { projectId },
    body: { ...studioMutation(), base_mastering_version: mastering.mastering_version, profile: { target_lufs: -19 } },
  });

  // Files.
  const started = await startExport(client, { projectId, sectionId }, "mp3");
  await exportEnded(client, started.id);
  await startExport(client, { projectId, sectionId }, "mp3");
  await client.call("listExports", { query: { section_id: sectionId } });
  await client.call("readExportManifest", { params: { exportId: started.id }, query: { schema_version: 2 } });
  await client.call("readExportReport", { params: { exportId: started.id } });
  const wave = await startExport(client, { projectId, sectionId }, "wav");
  await client.call("cancelExport", { params: { exportId: wave.id } }).catch(() => undefined);
  await client.call("readExport", { params: { exportId: started.id } });
  const job = {
    params: { projectId },
    headers: { "idempotency-key": randomUUID() },
    body: { schema_version: 1, format: "srt", pin: "current", sections: [sectionId] },
  } as const;
  const parent = await client.call("createProjectExport", job);
  await exportEnded(client, parent.sections[0]?.export_id ?? "");
  await client.call("createProjectExport", job);
  await client.call("readProjectExport", { params: { projectId, exportId: parent.id } });
  await client.call("listProjectExports", { params: { projectId } });
  const book = {
    params: { projectId },
    headers: { "idempotency-key": randomUUID() },
    body: { schema_version: 1, format: "epub", pin: "current", sections: [sectionId], book: { author: "Ann Ash" } },
  } as const;
  const made = await client.call("createBookExport", book);
  await client.call("cancelBookExport", { params: { projectId, exportId: made.id } });
  await client.call("createBookExport", book);
  await client.call("listBookExports", { params: { projectId } });
  await client.call("readExportFreshness", { params: { projectId } });
  // The export that is read last is the one of the story above.
  await client.call("readExport", { params: { exportId: started.id } });

  // Public links.
  const publish = { schema_version: 1, client_mutation_id: randomUUID(), allow_download: true } as const;
  for (let times = 0; times < 2; times++) {
    await client.call("publishSection", { params: { sectionId }, body: publish });
    await client.call("publishProject", {
      params: { projectId },
      body: { ...publish, client_mutation_id: SECOND_LINK },
    });
  }
  await client.call("readSectionShare", { params: { sectionId } });
  await client.call("readProjectShare", { params: { projectId } });
  await client.call("revokeSectionShare", { params: { sectionId } });
  await client.call("revokeProjectShare", { params: { projectId } });

  // The sound library.
  const soundId = sound.sound.id;
  await newSound(client, SHORT_WAV, { name: "Door creak" }, SECOND_SOUND);
  await newSound(client, SHORT_WAV, { name: "Door creak" }, SECOND_SOUND);
  const again = await newUpload(client, soundId, SHORT_WAV, REPLACEMENT);
  await newUpload(client, soundId, SHORT_WAV, REPLACEMENT);
  await put(again.upload, SHORT_WAV);
  await complete(client, soundId, again.upload.id);
  await uploadEnded(client, soundId);
  await complete(client, soundId, again.upload.id);
  await client.call("readLatestSoundUpload", { params: { soundId } });
  await client.call("createSoundPreviewUrl", { params: { soundId } });
  const share = { params: { soundId }, body: { username: strangerName } };
  const { share: shared } = await client.call("shareSound", share);
  await client.call("shareSound", share);
  await stranger.call("acceptSoundShare", { params: { shareId: shared.id } });
  await stranger.call("declineSoundShare", { params: { shareId: shared.id } });
  await client.call("changeSound", { params: { soundId }, body: { is_public: true } });
  await client.call("readSound", { params: { soundId } });
  await client.call("listSounds", { query: { q: "thunder" } });
  await client.call("listCatalogSounds");
  await client.call("readCatalogSound", { params: { soundId } });
  const { sound_source_registry_version } = await client.call("listProjectSounds", { params: { projectId } });
  await unlink(client, projectId, soundId, sound_source_registry_version);
  const { metadata_version } = await client.call("readSound", { params: { soundId } });
  await client.call("deleteSound", {
    params: { soundId },
    body: {
      schema_version: "studio-sound-mutation-1",
      client_mutation_id: randomUUID(),
      expected_metadata_version: metadata_version,
    },
  });

  // Feedback.
  const { attachment_id } = await client.call("uploadFeedbackAttachment", {
    upload: { contentType: "image/png", bytes: PNG },
  });
  const feedback = {
    body: {
      schema_version: 1,
      client_mutation_id: randomUUID(),
      category: "idea",
      message: "Let me hear two voices side by side.",
      context: { page: "cast" },
      attachment_ids: [attachment_id],
    },
  } as const;
  await client.call("sendFeedback", feedback);
  await client.call("sendFeedback", feedback);
  await client.call("listFeedback");

  // A run that is cancelled, one that fails and is resumed.
  const late = await startPrepare(client, projectId, second.section.id);
  await client
    .call("cancelWorkflow", { params: { workflowRunId: late.run.id }, body: { schema_version: 1 } })
    .catch(() => undefined);
  await finished(client, late.run.id);

  // The end of all of it.
  await client.call("readProjectSections", { params: { projectId } });
  await client.call("listProjects");
  await client.call("previewSectionDeletion", { params: { projectId, sectionId: second.section.id } });
  const order = await client.call("readProjectSections", { params: { projectId } });
  const last = order.sections.find((one) => one.id === second.section.id);
  await client.call("deleteSection", {
    params: { projectId, sectionId: second.section.id },
    body: {
      ...studioMutation(),
      base_section_order_version: order.section_order_version ?? 1,
      base_document_version: last?.document_version ?? 1,
    },
  });
  await client.call("previewProjectDeletion", { params: { projectId } });
  await client.call("deleteProject", {
    params: { projectId },
    body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: false },
  });
  const project = { schema_version: 1, client_mutation_id: randomUUID(), name: "Winter stories" } as const;
  await client.call("createProject", { body: project });
  await client.call("createProject", { body: project });
}

/** Without money nothing is made: the run fails, and can be resumed when there is some. */
async function runOutOfMoney(admin: Client, poor: Client, accountId: string): Promise<void> {
  const { projectId, sectionId } = await createStory(poor, STORY);
  const { run } = await createAudio(poor, projectId, sectionId);
  await admin.call("grantSnowcoins", {
    params: { accountId },
    body: { client_mutation_id: randomUUID(), snowcoins: 500, kind: "account", note: "for the winter" },
  });
  const resumed = await poor.call("resumeWorkflow", { params: { workflowRunId: run.id }, body: studioMutation() });
  const again = await poor.call("cancelWorkflow", { params: { workflowRunId: resumed.run.id } }).catch(() => resumed);
  await finished(poor, again.run.id);
}

const SECOND_LINK = randomUUID();
const SECOND_SOUND = randomUUID();
const REPLACEMENT = randomUUID();

export async function recordExamples(): Promise<string> {
  const examples: Examples = {};
  await using server = await startTestServer({ FULLCAST_PRICES: JSON.stringify({ flite: 120, espeak: 120 }) });
  const recorder = recording(examples);
  const clientOf = (apiKey: string) => createClient({ baseUrl: `${server.url}/v1`, apiKey, fetch: recorder });
  const admin = clientOf(server.key);
  const newAccount = (username: string, snowcoins: number) =>
    admin.call("createAccount", { body: { username, display_name: "Mara", plan: "creator", snowcoins } });
  const poor = await newAccount("ines", 1);
  const stranger = await newAccount("tobias", 100);
  const main = await newAccount("mara", 5_000);
  await admin.call("listAccounts");
  await admin.call("changeAccount", { params: { accountId: poor.account.id }, body: { plan: "studio" } });
  await runOutOfMoney(admin, clientOf(poor.raw_key), poor.account.id);
  const client = clientOf(main.raw_key);
  await client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
  const { api_key } = await client.call("createApiKey", {
    body: { name: "laptop", scopes: ["studio:read", "studio:write"], expires_in_days: 90 },
  });
  await client.call("revokeApiKey", { params: { apiKeyId: api_key.id } });
  await recordStory(client, clientOf(stranger.raw_key), "tobias");
  return `${JSON.stringify(settled(examples, server.url), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(OUT, await recordExamples());
