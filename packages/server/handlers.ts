// Which room answers which row of the endpoint table. Handlers hold no rules: they pass on what the row has checked.

import { openApiDocument } from "@fullcast/contract";
import {
  type Authenticator,
  changeAccount,
  createAccount,
  createApiKey,
  getBalance,
  getCapabilities,
  getPreferences,
  getProfile,
  grantSnowcoins,
  listAccounts,
  listApiKeys,
  type Profiles,
  revokeApiKey,
  setPreferences,
} from "./accounts/accounts.ts";
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  exportAccount,
  listKeysOf,
  revokeKeyOf,
} from "./administration/administration.ts";
import { changeBook, getBook, importBook, putCover } from "./books/books.ts";
import { deleteRecoveryDraft, listVersions, putRecoveryDraft } from "./documents/documents.ts";
import { editDocument, importScript, readDocument, readScript, restoreDocument } from "./editing/editing.ts";
import type { EventFollower } from "./events/events.ts";
import {
  cancelBookExport,
  cancelExport,
  createAssetAccessUrl,
  createBookExport,
  createExport,
  createProjectExport,
  getBookExport,
  getExport,
  getExportFreshness,
  getExportManifest,
  getExportReport,
  getProjectExport,
  listBookExports,
  listExports,
  listProjectExports,
  type RunningExports,
} from "./exports/exports.ts";
import { listFeedback, sendFeedback, uploadAttachment } from "./feedback/feedback.ts";
import type { Handlers } from "./http/http.ts";
import { changeLexicon, previewLexicon, readLexicon } from "./lexicon/lexicon.ts";
import { getGenerationAvailability, getSectionMedia, openSignedMedia } from "./media/media.ts";
import { previewVoice } from "./previews/previews.ts";
import {
  changeMasteringProfile,
  changeProject,
  createNamedProject,
  findProject,
  getMasteringProfile,
} from "./projects/projects.ts";
import {
  createSection,
  createStandaloneSection,
  deleteProject,
  deleteSection,
  listProjects,
  listSections,
  moveSection,
  previewProjectDeletion,
  previewSectionDeletion,
} from "./sections/sections.ts";
import type { Services } from "./services.ts";
import { publish, readShare, revoke } from "./sharing/sharing.ts";
import {
  answerShare,
  changeSound,
  completeUpload,
  createSound,
  createSoundPreviewUrl,
  createSoundUpload,
  deleteSound,
  getCatalogSound,
  getSound,
  latestUpload,
  linkProjectSound,
  listCatalog,
  listProjectSounds,
  listSounds,
  shareSound,
  unlinkProjectSound,
} from "./sounds/sounds.ts";
import {
  castSpeaker,
  changeSpeaker,
  createSpeaker,
  deleteSpeaker,
  listSpeakers,
  mergeSpeakers,
  setNarratorOnly,
} from "./speakers/speakers.ts";
import { getPlaybackManifest } from "./timelines/timelines.ts";
import { VERSION } from "./version.ts";
import { listEngines, listVoices, voicePreparation } from "./voices/voices.ts";
import {
  cancelWorkflow,
  createWorkflow,
  getWorkflow,
  latestWorkflow,
  quoteWorkflow,
  type RunningSteps,
  resumeWorkflow,
  workflowProgress,
} from "./workflows/workflows.ts";

export type HandlerServices = Services & {
  readonly authenticator: Authenticator;
  readonly profiles: Profiles;
  readonly running: RunningSteps;
  readonly runningExports: RunningExports;
  readonly events: EventFollower;
};

const ok = <T>(data: T) => ({ status: 200 as const, data });

export function createHandlers(services: HandlerServices): Handlers {
  return {
    readHealth: async () => ok({ status: "ok" as const, version: VERSION }),
    readOpenApi: async () => ok(openApiDocument(`${services.publicUrl()}/v1`)),

    readProfile: async ({ caller }) => ok(await getProfile(services, caller)),
    readGenerationPreferences: async ({ caller }) => ok(await getPreferences(services, caller)),
    changeGenerationPreferences: async ({ caller, body }) => ok(await setPreferences(services, caller, body)),
    listApiKeys: async ({ caller }) => ok(await listApiKeys(services, caller)),
    createApiKey: async ({ caller, body }) => ({ status: 201, data: await createApiKey(services, caller, body) }),
    revokeApiKey: async ({ caller, params }) => ok(await revokeApiKey(services, caller, params.apiKeyId)),

    readBalance: async ({ caller }) => ok(await getBalance(services, caller)),
    readAccountCapabilities: async ({ caller }) => ok(await getCapabilities(services, caller)),

    createAccount: async ({ body }) => ({ status: 201, data: await createAccount(services, body) }),
    listAccounts: async ({ query }) => ok(await listAccounts(services, query)),
    changeAccount: async ({ params, body }) => ok(await changeAccount(services, params.accountId, body)),
    disableAccount: async ({ params }) => ok(await disableAccount(services, params.accountId)),
    enableAccount: async ({ params }) => ok(await enableAccount(services, params.accountId)),
    deleteAccount: async ({ params }) => ok(await deleteAccount(services, params.accountId)),
    exportAccount: async ({ params }) => ({ file: await exportAccount(services, params.accountId) }),
    listAccountApiKeys: async ({ params }) => ok(await listKeysOf(services, params.accountId)),
    revokeAccountApiKey: async ({ params }) => ok(await revokeKeyOf(services, params.accountId, params.keyId)),
    grantSnowcoins: async ({ caller, params, body }) => {
      const data = await grantSnowcoins(services, caller, params.accountId, body);
      return data.idempotent_replay ? { status: 200, data } : { status: 201, data };
    },

    listVoices: async ({ query }) => ok(await listVoices(services, query)),
    readVoicePreparation: async ({ query }) => ok(await voicePreparation(services, query.voice_ids ?? null)),
    previewVoice: async ({ caller, params, body, signal }) =>
      ok(await previewVoice(services, caller, params.voiceId, body?.text ?? null, signal)),
    listEngines: async () => ok(await listEngines(services)),

    createProject: async ({ caller, body }) => {
      const data = await createNamedProject(services, caller, body);
      return data.idempotent_replay ? { status: 200, data } : { status: 201, data };
    },
    listProjects: async ({ caller, query }) => ok(await listProjects(services, caller, query)),
    changeProject: async ({ caller, params, body }) =>
      ok(await changeProject(services, caller, params.projectId, body)),
    previewProjectDeletion: async ({ caller, params }) =>
      ok(await previewProjectDeletion(services, caller, params.projectId)),
    deleteProject: async ({ caller, params, body }) =>
      ok(await deleteProject(services, caller, params.projectId, body)),
    importBook: async ({ caller, headers, query, upload, signal }) =>
      importBook(
        services,
        caller,
        { key: headers["idempotency-key"], filename: query.filename ?? null, upload },
        signal,
      ),
    readBook: async ({ caller, params }) => ok(await getBook(services, caller, params.projectId)),
    changeBook: async ({ caller, params, body }) => ok(await changeBook(services, caller, params.projectId, body)),
    putBookCover: async ({ caller, params, upload }) => ok(await putCover(services, caller, params.projectId, upload)),
    createStandaloneSection: async ({ caller, body }) => createStandaloneSection(services, caller, body),
    readProjectSections: async ({ caller, params }) => ok(await listSections(services, caller, params.projectId)),
    createSection: async ({ caller, params, body }) => createSection(services, caller, params.projectId, body),
    moveSection: async ({ caller, params, body }) => ok(await moveSection(services, caller, params, body)),
    previewSectionDeletion: async ({ caller, params }) => ok(await previewSectionDeletion(services, caller, params)),
    deleteSection: async ({ caller, params, body }) => ok(await deleteSection(services, caller, params, body)),

    readDocument: async ({ caller, params, query }) =>
      ok(await readDocument(services, caller, params.sectionId, query)),
    editDocument: async ({ caller, params, body }) => ok(await editDocument(services, caller, params.sectionId, body)),
    listDocumentVersions: async ({ caller, params, query }) =>
      ok(await listVersions(services, caller, params.sectionId, query)),
    restoreDocument: async ({ caller, params, body }) =>
      ok(await restoreDocument(services, caller, params.sectionId, body)),
    putRecoveryDraft: async ({ caller, params, body }) =>
      ok(await putRecoveryDraft(services, caller, params.sectionId, body)),
    deleteRecoveryDraft: async ({ caller, params }) =>
      ok(await deleteRecoveryDraft(services, caller, params.sectionId)),
    readScript: async ({ caller, params }) => ok(await readScript(services, caller, params.sectionId)),
    importScript: async ({ caller, params, body }) => ok(await importScript(services, caller, params.sectionId, body)),

    listSpeakers: async ({ caller, params }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await listSpeakers(services, project.id));
    },
    createSpeaker: async ({ caller, params, body }) => {
      const project = await findProject(services, caller, params.projectId);
      const data = await createSpeaker(services, caller, project.id, body);
      return data.idempotent_replay ? { status: 200, data } : { status: 201, data };
    },
    changeSpeaker: async ({ caller, params, body }) => {
      await findProject(services, caller, params.projectId);
      return ok(await changeSpeaker(services, caller, params, body));
    },
    deleteSpeaker: async ({ caller, params, body }) => {
      await findProject(services, caller, params.projectId);
      return ok(await deleteSpeaker(services, caller, params, body));
    },
    mergeSpeakers: async ({ caller, params, body }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await mergeSpeakers(services, caller, project.id, body));
    },
    changeProjectCasting: async ({ caller, params, body }) => {
      await findProject(services, caller, params.projectId);
      return ok(await setNarratorOnly(services, params.projectId, body));
    },
    castSpeaker: async ({ caller, params, body }) => {
      await findProject(services, caller, params.projectId);
      return ok(await castSpeaker(services, caller, params, body));
    },

    readLexicon: async ({ caller, params }) => ok(await readLexicon(services, caller, params.projectId)),
    changeLexicon: async ({ caller, params, body }) =>
      ok(await changeLexicon(services, caller, params.projectId, body)),
    previewLexicon: async ({ caller, params, body }) =>
      ok(await previewLexicon(services, caller, params.projectId, body)),

    startWorkflow: async ({ caller, params, body }) => ({
      status: 202,
      data: await createWorkflow(services, caller, params.projectId, body),
    }),
    quoteWorkflow: async ({ caller, params, body }) =>
      ok(await quoteWorkflow(services, caller, params.projectId, body)),
    readLatestWorkflow: async ({ caller, params, query }) =>
      ok(await latestWorkflow(services, caller, params.projectId, query.section_id)),
    readWorkflow: async ({ caller, params }) => ok(await getWorkflow(services, caller, params.workflowRunId)),
    readWorkflowProgress: async ({ caller, params }) =>
      ok(await workflowProgress(services, caller, params.workflowRunId)),
    cancelWorkflow: async ({ caller, params }) => ok(await cancelWorkflow(services, caller, params.workflowRunId)),
    resumeWorkflow: async ({ caller, params, body }) => ({
      status: 202,
      data: await resumeWorkflow(services, caller, params.workflowRunId, body),
    }),

    followProjectEvents: async ({ caller, params, headers, signal }) => ({
      events: await services.events.follow(caller, params.projectId, headers["last-event-id"], signal),
    }),

    readSectionMedia: async ({ caller, params, query }) =>
      ok(await getSectionMedia(services, caller, params.sectionId, query.schema_version)),
    readGenerationAvailability: async ({ caller, params }) =>
      ok(await getGenerationAvailability(services, caller, params.sectionId)),
    readPlaybackManifest: async ({ caller, params, query }) =>
      ok(await getPlaybackManifest(services, caller, params.sectionId, query)),
    createMediaAccessUrl: async ({ caller, params }) =>
      ok(await createAssetAccessUrl(services, caller, params.assetId)),
    readSignedMedia: async ({ params }) => ({ file: await openSignedMedia(services, params.token) }),

    readMasteringProfile: async ({ caller, params }) =>
      ok(await getMasteringProfile(services, caller, params.projectId)),
    changeMasteringProfile: async ({ caller, params, body }) =>
      ok(await changeMasteringProfile(services, caller, params.projectId, body)),
    createExport: async ({ caller, headers, body }) => createExport(services, caller, headers["idempotency-key"], body),
    listExports: async ({ caller, query }) => ok(await listExports(services, caller, query)),
    readExport: async ({ caller, params }) => ok(await getExport(services, caller, params.exportId)),
    cancelExport: async ({ caller, params }) => ok(await cancelExport(services, caller, params.exportId)),
    readExportReport: async ({ caller, params }) => ok(await getExportReport(services, caller, params.exportId)),
    readExportManifest: async ({ caller, params, query }) =>
      ok(await getExportManifest(services, caller, params.exportId, query.schema_version)),
    createProjectExport: async ({ caller, params, headers, body }) =>
      createProjectExport(services, caller, params.projectId, headers["idempotency-key"], body),
    listProjectExports: async ({ caller, params, query }) =>
      ok(await listProjectExports(services, caller, params.projectId, query)),
    readProjectExport: async ({ caller, params }) =>
      ok(await getProjectExport(services, caller, params.projectId, params.exportId)),
    createBookExport: async ({ caller, params, headers, body }) =>
      createBookExport(services, caller, params.projectId, headers["idempotency-key"], body),
    listBookExports: async ({ caller, params, query }) =>
      ok(await listBookExports(services, caller, params.projectId, query)),
    readBookExport: async ({ caller, params }) =>
      ok(await getBookExport(services, caller, params.projectId, params.exportId)),
    cancelBookExport: async ({ caller, params }) =>
      ok(await cancelBookExport(services, caller, params.projectId, params.exportId)),
    readExportFreshness: async ({ caller, params }) => ok(await getExportFreshness(services, caller, params.projectId)),

    publishSection: async ({ caller, params, body }) => publish(services, caller, params, body),
    readSectionShare: async ({ caller, params }) => ok(await readShare(services, caller, params)),
    revokeSectionShare: async ({ caller, params }) => ok(await revoke(services, caller, params)),
    publishProject: async ({ caller, params, body }) => publish(services, caller, params, body),
    readProjectShare: async ({ caller, params }) => ok(await readShare(services, caller, params)),
    revokeProjectShare: async ({ caller, params }) => ok(await revoke(services, caller, params)),

    uploadFeedbackAttachment: async ({ caller, upload }) => ({
      status: 201,
      data: await uploadAttachment(services, caller, upload),
    }),
    sendFeedback: async ({ caller, body }) => {
      const { feedback, replayed } = await sendFeedback(services, caller, body);
      return { status: replayed ? 200 : 201, data: { feedback } };
    },
    listFeedback: async ({ caller, query }) => ok(await listFeedback(services, caller, query)),
    listSounds: async ({ caller, query }) => ok(await listSounds(services, caller, query)),
    createSound: async ({ caller, body }) => createSound(services, caller, body),
    createSoundUpload: async ({ caller, params, body }) => createSoundUpload(services, caller, params.soundId, body),
    completeSoundUpload: async ({ caller, params }) => completeUpload(services, caller, params),
    readLatestSoundUpload: async ({ caller, params }) => ok(await latestUpload(services, caller, params.soundId)),
    readSound: async ({ caller, params, query }) =>
      ok(await getSound(services, caller, params.soundId, query.project_id)),
    changeSound: async ({ caller, params, body }) => ok(await changeSound(services, caller, params.soundId, body)),
    deleteSound: async ({ caller, params, body }) => ok(await deleteSound(services, caller, params.soundId, body)),
    createSoundPreviewUrl: async ({ caller, params }) =>
      ok(await createSoundPreviewUrl(services, caller, params.soundId)),
    shareSound: async ({ caller, params, body }) => shareSound(services, caller, params.soundId, body),
    acceptSoundShare: async ({ caller, params }) =>
      ok((await answerShare(services, caller, params.shareId, "accepted")).sound),
    declineSoundShare: async ({ caller, params }) => {
      const { share } = await answerShare(services, caller, params.shareId, "declined");
      return ok({ share });
    },
    listProjectSounds: async ({ caller, params, query }) =>
      ok(await listProjectSounds(services, caller, params.projectId, query)),
    linkProjectSound: async ({ caller, params, body }) => linkProjectSound(services, caller, params.projectId, body),
    unlinkProjectSound: async ({ caller, params, body }) =>
      ok(await unlinkProjectSound(services, caller, params, body)),
    listCatalogSounds: async ({ caller, query }) => ok(await listCatalog(services, caller, query)),
    readCatalogSound: async ({ caller, params }) => ok(await getCatalogSound(services, caller, params.soundId)),
  };
}
