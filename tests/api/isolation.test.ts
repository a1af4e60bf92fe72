// Projects, sections, exports and audio belong to the account of the key. No other account can read or change them.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type EndpointId, endpointRows, errorCodesOf, requestErrors } from "@fullcast/contract";
import { PNG } from "./images.ts";
import { sharedServer } from "./server.ts";
import { fileOf, newSound, SHORT_WAV } from "./sound.ts";
import { createBook, exportStory, media, playbackManifest, spokenStory, studioMutation, versions } from "./story.ts";

const server = await sharedServer();
const story = await spokenStory(server.client);
const book = await createBook(server.client, "A chapter.");
const exported = await exportStory(server.client, story, "srt");
const manifest = await playbackManifest(server.client, story);
const { speakers } = await server.client.call("listSpeakers", { params: { projectId: story.projectId } });
const attachment = await server.client.call("uploadFeedbackAttachment", {
  upload: { contentType: "image/png", bytes: PNG },
});
const { api_keys } = await server.client.call("listApiKeys");
const { sound, upload } = await newSound(server.client, SHORT_WAV);
const { raw_key: strangerKey } = await server.client.call("createAccount", {
  body: { username: "stranger", display_name: "Stranger", plan: "free" },
});
const stranger = server.withKey(strangerKey);
const saved = await versions(server.client, story);
const { preview_id } = await server.client.call("createMixPreview", {
  params: { sectionId: story.sectionId },
  body: { from_block_id: null },
});
const { pairing } = await server.client.call("createPairing", { body: { kind: "listening" } });
const opened = await server.request("/session", {
  method: "POST",
  key: null,
  body: JSON.stringify({ key: server.key }),
});
const { import_id } = await server.client.call("previewImport", {
  query: {},
  upload: { contentType: "text/plain", bytes: new TextEncoder().encode("Once upon a time.") },
});
const line =
  (await media(server.client, story.sectionId)).find((one) => one.active_rendition_id !== null) ??
  assert.fail("no take");
const review = await server.client.call("createReviewLink", {
  params: { projectId: story.projectId },
  body: { schema_version: 1, name: "Ann", days: 7 },
});
const comment = await server.client.call("addReviewComment", {
  params: { reviewSlug: review.url.split("/").at(-1) ?? "" },
  body: { section_id: story.sectionId, block_id: line.block_id, name: "Ann", text: "Slower." },
});
const guest = await server.client.call("createGuestLink", {
  params: { projectId: story.projectId },
  body: { schema_version: 1, speaker_id: speakers[0]?.id ?? "", guest_name: "Ann", asked_by: "Ben", days: 7 },
});
const catalogue = await server.client.call("createCatalogueLink", { body: { schema_version: 1, name: "My phone" } });
const hook = await server.client.call("createWebhook", {
  body: { url: "https://hooks.example.org/", events: ["sound.ended"] },
});
const { series } = await server.client.call("createSeries", {
  body: { schema_version: 1, client_mutation_id: randomUUID(), name: "The Harbour" },
});
await server.client.call("setProjectSeries", {
  params: { projectId: story.projectId },
  body: { schema_version: 1, series_id: series.id },
});
const { saved: seriesPeople } = await server.client.call("saveSeriesPeople", {
  params: { projectId: story.projectId },
  body: { schema_version: 1 },
});
await server.client.call("changeBook", {
  params: { projectId: story.projectId },
  body: { schema_version: 1, author: "Ann Writer" },
});
const { entries } = await server.client.call("readDocumentHistory", { params: { sectionId: story.sectionId } });
const before = await snapshot();

/** No account but an administrator's is admitted, and that one may ask for every account. */
type NotAsked = "nothing named" | "an administrator's";

interface Case {
  /** In body and query `{sectionId}` and the like stand for the owner's ids, then for ids of nothing. */
  readonly body?: unknown;
  readonly query?: string;
  /** The body is a picture. */
  readonly picture?: true;
  /** The body is a sound. */
  readonly sound?: true;
  readonly headers?: { readonly [name: string]: string };
}

const ids: { readonly [name: string]: string } = {
  projectId: story.projectId,
  sectionId: story.sectionId,
  speakerId: speakers[0]?.id ?? "",
  workflowRunId: story.workflow.run.id,
  exportId: exported.id,
  assetId: manifest.assets[0]?.asset_id ?? "",
  apiKeyId: api_keys[0]?.id ?? "",
  attachmentId: attachment.attachment_id,
  soundId: sound.id,
  reviewLinkId: review.review_link.id,
  reviewCommentId: comment.review_comment_id,
  // No engine of this server makes voices. Its own check: custom-voices.test.ts.
  customVoiceId: randomUUID(),
  guestLinkId: guest.guest_link.id,
  // Owned through its link. Its own check: guests.test.ts.
  guestRecordingId: randomUUID(),
  catalogueLinkId: catalogue.catalogue_link.id,
  webhookId: hook.webhook.id,
  seriesId: series.id,
  entryId: entries[0]?.id ?? "",
  personId: seriesPeople[0]?.person_id ?? "",
  // Owned through its webhook. Its own check: webhooks.test.ts.
  deliveryId: randomUUID(),
  blockId: line.block_id,
  takeId: line.active_rendition_id ?? "",
  uploadId: upload.id,
  previewId: preview_id,
  importId: import_id,
  pairingId: pairing.id,
  sessionId: opened.body.data.session.id,
  // Owned by no account: only its recipient can name a share.
  shareId: randomUUID(),
};

const membership = {
  schema_version: "studio-project-sound-source-1",
  client_mutation_id: randomUUID(),
  sound_effect_id: "{soundId}",
  expected_registry_version: 1,
};

const byId: Case = {};
const withBody = (body: { readonly [field: string]: unknown } = {}): Case => ({
  body: { ...studioMutation(), ...body },
});

const publication: Case = { body: { schema_version: 1, client_mutation_id: randomUUID() } };

/** Every endpoint: what is asked of the owner's things; "nothing named" shows or makes only what is the caller's own. */
const cases: { readonly [id in EndpointId]?: Case | NotAsked } = {
  readHealth: "nothing named",
  readReady: "nothing named",
  readPassportKeys: "nothing named",
  readOpenApi: "nothing named",
  openSession: "nothing named",
  readSession: "nothing named",
  followAccountEvents: "nothing named",
  endSession: "nothing named",
  listSessions: "nothing named",
  revokeSession: byId,
  createPairing: "nothing named",
  cancelPairing: byId,
  redeemPairing: "nothing named",
  readProfile: "nothing named",
  readGenerationPreferences: "nothing named",
  changeGenerationPreferences: "nothing named",
  listApiKeys: "nothing named",
  createApiKey: "nothing named",
  revokeApiKey: byId,
  readBalance: "nothing named",
  listBalanceEntries: "nothing named",
  listActivity: "nothing named",
  listStories: "nothing named",
  readStorage: "nothing named",
  readAccountCapabilities: "nothing named",
  createAccount: "nothing named",
  listAccounts: "nothing named",
  changeAccount: "an administrator's",
  deleteAccount: "an administrator's",
  disableAccount: "an administrator's",
  enableAccount: "an administrator's",
  exportAccount: "an administrator's",
  createDatabaseDump: "an administrator's",
  listFailedJobs: "nothing named",
  retryFailedJob: "an administrator's",
  listAccountApiKeys: "an administrator's",
  revokeAccountApiKey: "an administrator's",
  grantSnowcoins: "an administrator's",
  listCustomVoices: "nothing named",
  readCloneConsent: "nothing named",
  requestCustomVoice: "nothing named",
  readCustomVoice: byId,
  removeCustomVoice: byId,
  listVoices: "nothing named",
  createSpeech: "nothing named",
  listSpeechModels: "nothing named",
  readSpeechModel: "nothing named",
  listSpeechVoices: "nothing named",
  readVoicePreparation: "nothing named",
  previewVoice: "nothing named",
  listEngines: "nothing named",
  forgetEngine: "an administrator's",
  readLanguageModel: "nothing named",
  quoteLanguageModel: byId,
  suggestMerges: byId,
  listSimilarVoices: byId,
  listVoiceMisfits: byId,
  changeProjectCasting: { body: { schema_version: 1, narrator_only: true } },
  createProject: "nothing named",
  listProjects: "nothing named",
  changeProject: { body: { schema_version: 1, name: "Mine now" } },
  previewProjectDeletion: byId,
  deleteProject: { body: { schema_version: 1, expected_project_kind: "standalone", delete_ai_designed_voices: true } },
  importBook: "nothing named",
  updateFromBook: { query: "?mode=apply", headers: { "content-type": "text/plain" }, body: "Mine now" },
  previewImport: "nothing named",
  applyImport: { body: {} },
  exportBundle: byId,
  importBundle: "nothing named",
  readBook: byId,
  changeBook: { body: { schema_version: 1, title: "Mine now" } },
  putBookCover: { picture: true },
  putBookOriginal: { headers: { "content-type": "application/epub+zip" }, body: "Mine now" },
  createStandaloneSection: "nothing named",
  readProjectSections: byId,
  createSection: withBody({ title: "t", raw_text: "x", base_section_order_version: 1 }),
  moveSection: withBody({ base_section_order_version: 1, to_index: 0 }),
  previewSectionDeletion: byId,
  deleteSection: withBody({ base_section_order_version: 1, base_document_version: saved.document_version }),
  readDocument: byId,
  editDocument: withBody({
    base_document_version: saved.document_version,
    operations: [{ op: "set_title", title: "Mine now" }],
  }),
  listDocumentVersions: byId,
  readDocumentHistory: byId,
  changeHistoryEntry: { body: { schema_version: 1, skipped: true } },
  undoDocument: withBody({ base_document_version: 1 }),
  redoDocument: withBody({ base_document_version: 1 }),
  readDocumentChanges: { query: "?since=1" },
  searchProject: { query: "?q=boat" },
  previewReplacement: { body: { q: "boat", replacement: "ship" } },
  replaceText: withBody({
    q: "boat",
    replacement: "ship",
    sections: [{ section_id: "{sectionId}", base_document_version: saved.document_version }],
  }),
  startCertificate: byId,
  readCertificate: byId,
  cancelCertificate: byId,
  readConfirmedWords: byId,
  checkManuscript: byId,
  restoreFindings: byId,
  ignoreFindings: {
    body: { schema_version: 1, findings: [{ kind: "stray_symbol", before: "a", words: "&amp;", after: "b" }] },
  },
  checkImport: byId,
  mendManuscript: withBody({
    sections: [{ section_id: "{sectionId}", base_document_version: saved.document_version }],
    mends: [{ block_id: "{blockId}", start_utf16: 0, end_utf16: 1, text: "M" }],
  }),
  restoreDocument: withBody({ base_document_version: saved.document_version, document_version: 1 }),
  putRecoveryDraft: {
    body: {
      schema_version: 1,
      actor_session_id: studioMutation().actor_session_id,
      base_document_version: saved.document_version,
      draft: {},
    },
  },
  deleteRecoveryDraft: byId,
  readScript: byId,
  importScript: withBody({ base_document_version: saved.document_version, text: "ANN: Mine now." }),
  listSpeakers: byId,
  readSpeakerLines: byId,
  createSpeaker: withBody({ base_speaker_registry_version: saved.speaker_registry_version, name: "Mine" }),
  changeSpeaker: withBody({ base_speaker_registry_version: saved.speaker_registry_version, name: "Mine" }),
  deleteSpeaker: withBody({ base_speaker_registry_version: saved.speaker_registry_version }),
  readLexicon: byId,
  changeLexicon: withBody({ base_lexicon_version: 1, upsert: [{ term: "Mine", alphabet: "alias", value: "now" }] }),
  previewLexicon: withBody({ base_lexicon_version: 1, upsert: [{ term: "Mine", alphabet: "alias", value: "now" }] }),
  listSeries: "nothing named",
  createSeries: "nothing named",
  readSeries: byId,
  renameSeries: { body: { schema_version: 1, name: "Mine now" } },
  deleteSeries: byId,
  removeSeriesPerson: byId,
  readProjectSeries: byId,
  setProjectSeries: { body: { schema_version: 1, series_id: "{seriesId}" } },
  saveSeriesPeople: { body: { schema_version: 1 } },
  answerSeriesProposals: withBody({
    base_speaker_registry_version: saved.speaker_registry_version,
    answers: [{ speaker_id: "{speakerId}", person_id: "{personId}", same: true }],
  }),
  mergeSpeakers: withBody({
    base_speaker_registry_version: saved.speaker_registry_version,
    from_speaker_ids: [speakers[1]?.id ?? ""],
    into_speaker_id: speakers[0]?.id ?? "",
  }),
  castMissingVoices: withBody({ base_speaker_registry_version: saved.speaker_registry_version }),
  castSpeaker: withBody({ base_speaker_registry_version: saved.speaker_registry_version, voice_id: null }),
  startWorkflow: withBody({ workflow_kind: "prepare_sections", section_ids: ["{sectionId}"] }),
  quoteWorkflow: { body: { schema_version: 2, workflow_kind: "create_audio", section_ids: ["{sectionId}"] } },
  readLatestWorkflow: byId,
  readWorkflow: byId,
  readWorkflowProgress: byId,
  cancelWorkflow: byId,
  resumeWorkflow: withBody(),
  readSectionMedia: byId,
  listTakes: byId,
  requestTakes: withBody({ count: 1 }),
  activateTake: withBody(),
  setTakeLock: withBody({ locked: true }),
  recordTake: { sound: true },
  readGenerationAvailability: byId,
  readPlaybackManifest: {
    query: `?document_version=${saved.document_version}&speaker_registry_version=${saved.speaker_registry_version}`,
  },
  createMixPreview: { body: { from_block_id: null } },
  readMixPreview: byId,
  readListeningPlace: byId,
  writeListeningPlace: { body: { section_id: null, block_id: null, offset_ms: 0, bookmarks: [] } },
  createMediaAccessUrl: byId,
  readSignedMedia: "nothing named",
  readMasteringProfile: byId,
  changeMasteringProfile: withBody({ base_mastering_version: 1, profile: { enabled: false } }),
  createProjectExport: {
    headers: { "idempotency-key": randomUUID() },
    body: { schema_version: 1, format: "srt", pin: "current" },
  },
  listProjectExports: byId,
  readProjectExport: byId,
  createBookExport: {
    headers: { "idempotency-key": randomUUID() },
    body: { schema_version: 1, format: "srt", pin: "current" },
  },
  listBookExports: byId,
  readBookExport: byId,
  cancelBookExport: byId,
  readExportFreshness: byId,
  createExport: {
    headers: { "idempotency-key": randomUUID() },
    body: { schema_version: 1, section_id: "{sectionId}", ...saved, format: "mp3" },
  },
  listExports: { query: "?section_id={sectionId}" },
  readExport: byId,
  cancelExport: byId,
  readExportManifest: byId,
  readExportReport: byId,
  followProjectEvents: byId,
  publishSection: publication,
  readSectionShare: byId,
  revokeSectionShare: byId,
  publishProject: publication,
  readProjectShare: byId,
  readPassport: byId,
  revokeProjectShare: byId,
  // Asked without a key. What the token of a place opens: listener-place.test.ts.
  createListenerPlace: "nothing named",
  readListenerPlace: "nothing named",
  writeListenerPlace: "nothing named",
  deleteListenerPlace: "nothing named",
  createCatalogueLink: "nothing named",
  listCatalogueLinks: "nothing named",
  deleteCatalogueLink: byId,
  createWebhook: "nothing named",
  listWebhooks: "nothing named",
  deleteWebhook: byId,
  listWebhookDeliveries: byId,
  redeliverWebhook: byId,
  testWebhook: byId,
  createReviewLink: { body: { schema_version: 1, name: "Mine", days: 7 } },
  listReviewLinks: byId,
  revokeReviewLink: byId,
  deleteReviewComment: byId,
  // Asked without a key. What the slug opens: reviews.test.ts.
  addReviewComment: "nothing named",
  createGuestLink: {
    body: { schema_version: 1, speaker_id: "{speakerId}", guest_name: "Ann", asked_by: "Me", days: 7 },
  },
  listGuestLinks: byId,
  revokeGuestLink: byId,
  listGuestRecordings: byId,
  readSentRecording: byId,
  useGuestRecording: byId,
  declineGuestRecording: byId,
  readGuestUse: byId,
  // Asked without a key. What the token opens: guests.test.ts.
  readGuest: "nothing named",
  agreeAsGuest: "nothing named",
  withdrawForGuest: byId,
  withdrawAsGuest: "nothing named",
  listGuestLines: "nothing named",
  recordAsGuest: "nothing named",
  readGuestRecording: "nothing named",
  sendAsGuest: "nothing named",
  uploadFeedbackAttachment: "nothing named",
  sendFeedback: {
    body: {
      schema_version: 1,
      client_mutation_id: randomUUID(),
      category: "bug",
      message: "m",
      attachment_ids: ["{attachmentId}"],
    },
  },
  listFeedback: "nothing named",
  listSounds: { query: "?project_id={projectId}" },
  createSound: "nothing named",
  createSoundUpload: {
    body: {
      schema_version: "studio-sound-upload-1",
      client_mutation_id: randomUUID(),
      rights_acknowledgment_version: "studio-sound-rights-1",
      file: fileOf(SHORT_WAV),
    },
  },
  completeSoundUpload: { body: { schema_version: "studio-sound-upload-complete-1" } },
  readLatestSoundUpload: byId,
  readSound: byId,
  changeSound: { body: { name: "Mine now" } },
  deleteSound: {
    body: {
      schema_version: "studio-sound-mutation-1",
      client_mutation_id: randomUUID(),
      expected_metadata_version: 1,
    },
  },
  createSoundPreviewUrl: byId,
  shareSound: { body: { username: "stranger" } },
  listSoundShares: byId,
  endSoundShare: byId,
  acceptSoundShare: byId,
  declineSoundShare: byId,
  listProjectSounds: byId,
  linkProjectSound: { body: membership },
  unlinkProjectSound: { body: membership },
  listCatalogSounds: "nothing named",
  readCatalogSound: byId,
};

describe("another account", () => {
  test("has no projects, exports or keys of others", async () => {
    assert.equal((await stranger.call("readProfile")).username, "stranger");
    assert.deepEqual(await stranger.call("listProjects"), { projects: [], unassigned_sections: [] });
    assert.deepEqual((await stranger.call("listExports")).exports, []);
    assert.equal((await stranger.call("listApiKeys")).api_keys.length, 1);
  });
  test("has a case here for every endpoint of the table", () => {
    assert.deepEqual(Object.keys(cases).sort(), Object.keys(endpointRows).sort());
  });
  for (const [id, given] of Object.entries(cases) as [EndpointId, Case | NotAsked][]) {
    if (typeof given === "string") continue;
    test(`is denied ${id} of something of the owner's, exactly as if it did not exist`, async () => {
      const row = endpointRows[id];
      const { body, query = "", headers = {}, picture, sound: isSound } = given;
      const ask = (of: (name: string) => string) => {
        const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name) => of(name));
        return server.request(fill(row.path + query), {
          method: row.method,
          key: strangerKey,
          headers: {
            ...headers,
            ...(picture ? { "content-type": "image/png" } : {}),
            ...(isSound ? { "content-type": "audio/wav" } : {}),
          },
          ...(picture ? { body: PNG } : {}),
          ...(isSound ? { body: SHORT_WAV } : {}),
          ...(body === undefined ? {} : { body: fill(JSON.stringify(body)) }),
        });
      };
      const there = await ask((name) => ids[name] ?? assert.fail(`no ${name} for ${id}`));
      const nowhere = await ask(() => randomUUID());
      const refusals = errorCodesOf(row).map((code) => requestErrors[code].status);
      assert.equal(there.status, refusals.includes(404) ? 404 : 403, id);
      assert.deepEqual([there.status, there.body.error], [nowhere.status, nowhere.body.error], id);
    });
  }
  test("cannot prepare the owner's section inside a project of its own", async () => {
    const own = await createBook(stranger, "Mine.");
    const prepare = await server.request(`/studio/projects/${own.projectId}/workflows`, {
      method: "POST",
      key: strangerKey,
      body: JSON.stringify({
        ...studioMutation(),
        workflow_kind: "prepare_sections",
        section_ids: [...own.sectionIds, ...book.sectionIds],
      }),
    });
    assert.equal(prepare.status, 404);
  });
  test("may use the same client_mutation_id and Idempotency-Key, which are unique per account", async () => {
    const body = JSON.stringify({ ...studioMutation(), title: "Same", raw_text: "Same." });
    const [mine, theirs] = [
      await server.request("/studio/sections", { method: "POST", body }),
      await server.request("/studio/sections", { method: "POST", body, key: strangerKey }),
    ];
    assert.deepEqual([mine.status, theirs.status], [201, 201]);
    assert.notEqual(mine.body.data.section.id, theirs.body.data.section.id);
  });
  test("has changed nothing", async () => {
    assert.deepEqual(await snapshot(), before);
  });
});

async function snapshot() {
  const entries = await media(server.client, story.sectionId);
  return {
    document: (await server.client.call("readDocument", { params: { sectionId: story.sectionId } })).document,
    speakers: await server.client.call("listSpeakers", { params: { projectId: story.projectId } }),
    sections: await server.client.call("readProjectSections", { params: { projectId: book.projectId } }),
    audio: entries.map((one) => [one.freshness, one.active_rendition_id]),
    workflow: await server.client.call("readLatestWorkflow", { params: { projectId: story.projectId } }),
  };
}
