// Which room answers which row of the endpoint table. Handlers hold no rules: they pass on what the row has checked.

import { LIMITS, type OpenApiDocument, openApiDocument } from "@fullcast/contract";
import {
  type Authenticator,
  cancelPairing,
  changeAccount,
  createAccount,
  createApiKey,
  createPairing,
  endSession,
  getBalance,
  getCapabilities,
  getPreferences,
  getProfile,
  getStorage,
  grantSnowcoins,
  listAccounts,
  listApiKeys,
  listBalanceEntries,
  listSessions,
  openSession,
  type Profiles,
  redeemPairing,
  revokeApiKey,
  revokeSession,
  sessionOf,
  setPreferences,
} from "./accounts/accounts.ts";
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  exportAccount,
  listFailedJobs,
  listKeysOf,
  retryFailedJob,
  revokeKeyOf,
} from "./administration/administration.ts";
import { createDatabaseDump } from "./backup/backup.ts";
import {
  applyImport,
  changeBook,
  getBook,
  importBook,
  previewImport,
  putCover,
  uploadOriginal,
} from "./books/books.ts";
import { exportBundle, importBundle } from "./bundles/bundles.ts";
import { createCatalogueLink, deleteCatalogueLink, listCatalogueLinks } from "./catalogues/catalogues.ts";
import {
  cancelCertificate,
  readCertificate,
  readConfirmedWords,
  startCertificate,
} from "./certificates/certificates.ts";
import {
  listCustomVoices,
  readCloneConsent,
  readCustomVoice,
  removeCustomVoice,
  requestCustomVoice,
} from "./custom-voices/custom-voices.ts";
import { deleteRecoveryDraft, listVersions, putRecoveryDraft, readDocumentChanges } from "./documents/documents.ts";
import {
  changeHistoryEntry,
  editDocument,
  importScript,
  mendManuscript,
  previewReplacement,
  readDocument,
  readHistory,
  readScript,
  replaceInProject,
  restoreDocument,
  searchProject,
  stepInHistory,
} from "./editing/editing.ts";
import { updateFromBook } from "./editions/editions.ts";
import { type EventFollower, listActivity } from "./events/events.ts";
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
import {
  agreeAsGuest,
  createGuestLink,
  declineGuestRecording,
  listGuestLines,
  listGuestLinks,
  listGuestRecordings,
  readGuest,
  readGuestRecording,
  readGuestUse,
  readSentRecording,
  recordAsGuest,
  revokeGuestLink,
  sendAsGuest,
  useGuestRecording,
  withdrawAsGuest,
  withdrawForGuest,
} from "./guests/guests.ts";
import { type Handlers, JsonText, sessionCookie } from "./http/http.ts";
import { quoteLanguageModel, readLanguageModel } from "./language-model/language-model.ts";
import { changeLexicon, previewLexicon, readLexicon } from "./lexicon/lexicon.ts";
import { createPreview, readListeningPlace, readPreview, writeListeningPlace } from "./listening/listening.ts";
import { checkPreview, checkStory, ignoreFindings, restoreFindings } from "./manuscript/manuscript.ts";
import { getGenerationAvailability, getSectionMedia, openSignedMedia } from "./media/media.ts";
import { getPassport, getPassportKeys } from "./passports/passports.ts";
import { previewVoice } from "./previews/previews.ts";
import {
  changeMasteringProfile,
  changeProject,
  createNamedProject,
  findProject,
  getMasteringProfile,
} from "./projects/projects.ts";
import { readiness } from "./readiness.ts";
import {
  addReviewComment,
  createReviewLink,
  deleteReviewComment,
  listReviewLinks,
  revokeReviewLink,
} from "./reviews/reviews.ts";
import {
  createSection,
  createStandaloneSection,
  deleteProject,
  deleteSection,
  listProjects,
  listSections,
  listStories,
  moveSection,
  previewProjectDeletion,
  previewSectionDeletion,
} from "./sections/sections.ts";
import {
  answerProposals,
  createSeries,
  deleteSeries,
  listSeries,
  readProjectSeries,
  readSeries,
  removeSeriesPerson,
  renameSeries,
  savePeople,
  setProjectSeries,
} from "./series/series.ts";
import type { Services } from "./services.ts";
import {
  createListenerPlace,
  deleteListenerPlace,
  publish,
  readListenerPlace,
  readShare,
  revoke,
  writeListenerPlace,
} from "./sharing/sharing.ts";
import {
  answerShare,
  changeSound,
  completeUpload,
  createSound,
  createSoundPreviewUrl,
  createSoundUpload,
  deleteSound,
  endShare,
  getCatalogSound,
  getSound,
  latestUpload,
  linkProjectSound,
  listCatalog,
  listProjectSounds,
  listShares,
  listSounds,
  shareSound,
  unlinkProjectSound,
} from "./sounds/sounds.ts";
import {
  castMissingVoices,
  castSpeaker,
  changeProjectCasting,
  changeSpeaker,
  createSpeaker,
  deleteSpeaker,
  listMisfits,
  listSpeakers,
  mergeSpeakers,
  readSpeakerLines,
  similarVoices,
  suggestMerges,
} from "./speakers/speakers.ts";
import { listSpeechModels, listSpeechVoices, readSpeechModel, speak, speakInParts } from "./speech/speech.ts";
import { activateTake, listTakes, recordTake, requestTakes, setTakeLock } from "./takes/takes.ts";
import { getPlaybackManifest } from "./timelines/timelines.ts";
import { VERSION } from "./version.ts";
import { forgetEngine, listEngines, listVoices, voicePreparation } from "./voices/voices.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  testWebhook,
} from "./webhooks/webhooks.ts";
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

const DAY_SECONDS = 86_400;

/** The OpenAPI document as JSON, written once for each address. */
function openApiText(): (url: string) => OpenApiDocument {
  let written: { readonly url: string; readonly json: JsonText } | null = null;
  return (url) => {
    if (written?.url !== url)
      written = { url, json: new JsonText([Buffer.from(JSON.stringify(openApiDocument(url)))]) };
    return written.json.as<OpenApiDocument>();
  };
}

const ok = <T>(data: T) => ({ status: 200 as const, data });

export function createHandlers(services: HandlerServices): Handlers {
  const openApi = openApiText();
  return {
    readHealth: async () => ok({ status: "ok" as const, version: VERSION }),
    readReady: async () => ok(await readiness(services)),
    readOpenApi: async () => ok(openApi(`${services.publicUrl()}/v1`)),

    openSession: async ({ body, browser }) => {
      const { token, session } = await openSession(services, body);
      const cookie = sessionCookie(token, LIMITS.session_days * DAY_SECONDS, browser.isHttps);
      return { status: 201, data: { session }, headers: { "set-cookie": cookie } };
    },
    readSession: async ({ browser }) => ok({ session: await sessionOf(services, browser.token) }),
    listSessions: async ({ caller }) => ok(await listSessions(services, caller)),
    revokeSession: async ({ caller, params }) => ok(await revokeSession(services, caller, params.sessionId)),
    createPairing: async ({ caller, body }) => ({ status: 201, data: await createPairing(services, caller, body) }),
    cancelPairing: async ({ caller, params }) => ok(await cancelPairing(services, caller, params.pairingId)),
    redeemPairing: async ({ body, browser }) => {
      const { token, session } = await redeemPairing(services, body);
      const cookie = sessionCookie(token, LIMITS.session_days * DAY_SECONDS, browser.isHttps);
      return { status: 201, data: { session }, headers: { "set-cookie": cookie } };
    },
    endSession: async ({ browser }) => {
      await endSession(services, browser.token);
      return { ...ok({ session: null }), headers: { "set-cookie": sessionCookie(null, 0, browser.isHttps) } };
    },
    readProfile: async ({ caller }) => ok(await getProfile(services, caller)),
    readGenerationPreferences: async ({ caller }) => ok(await getPreferences(services, caller)),
    changeGenerationPreferences: async ({ caller, body }) => ok(await setPreferences(services, caller, body)),
    listApiKeys: async ({ caller }) => ok(await listApiKeys(services, caller)),
    createApiKey: async ({ caller, body }) => ({ status: 201, data: await createApiKey(services, caller, body) }),
    revokeApiKey: async ({ caller, params }) => ok(await revokeApiKey(services, caller, params.apiKeyId)),

    readBalance: async ({ caller }) => ok(await getBalance(services, caller)),
    listBalanceEntries: async ({ caller, query }) => ok(await listBalanceEntries(services, caller, query)),
    readStorage: async ({ caller }) => ok(await getStorage(services, caller)),
    readAccountCapabilities: async ({ caller }) => ok(await getCapabilities(services, caller)),

    createAccount: async ({ body }) => ({ status: 201, data: await createAccount(services, body) }),
    listAccounts: async ({ query }) => ok(await listAccounts(services, query)),
    changeAccount: async ({ params, body }) => ok(await changeAccount(services, params.accountId, body)),
    disableAccount: async ({ params }) => ok(await disableAccount(services, params.accountId)),
    enableAccount: async ({ params }) => ok(await enableAccount(services, params.accountId)),
    deleteAccount: async ({ params }) => ok(await deleteAccount(services, params.accountId)),
    exportAccount: async ({ params }) => ({ file: await exportAccount(services, params.accountId) }),
    createDatabaseDump: async () => ({ status: 201, data: await createDatabaseDump(services) }),
    listFailedJobs: async () => ok(await listFailedJobs(services)),
    retryFailedJob: async ({ params }) => ok(await retryFailedJob(services, params.jobId)),
    listAccountApiKeys: async ({ params }) => ok(await listKeysOf(services, params.accountId)),
    revokeAccountApiKey: async ({ params }) => ok(await revokeKeyOf(services, params.accountId, params.keyId)),
    grantSnowcoins: async ({ caller, params, body }) => {
      const data = await grantSnowcoins(services, caller, params.accountId, body);
      return data.idempotent_replay ? { status: 200, data } : { status: 201, data };
    },

    listCustomVoices: async ({ caller }) => ok(await listCustomVoices(services, caller)),
    readCloneConsent: async ({ query }) => ok(await readCloneConsent(services, query)),
    requestCustomVoice: async ({ caller, body }) => ({
      status: 202,
      data: await requestCustomVoice(services, caller, body),
    }),
    readCustomVoice: async ({ caller, params }) => ok(await readCustomVoice(services, caller, params.customVoiceId)),
    removeCustomVoice: async ({ caller, params, query }) =>
      ok(await removeCustomVoice(services, caller, params.customVoiceId, query.takes)),
    listVoices: async ({ caller, query }) => ok(await listVoices(services, caller, query)),
    readVoicePreparation: async ({ caller, query }) =>
      ok(await voicePreparation(services, caller, query.voice_ids ?? null)),
    previewVoice: async ({ caller, params, body, signal }) =>
      ok(await previewVoice(services, caller, params.voiceId, body ?? {}, signal)),
    createSpeech: async ({ caller, body, signal }) =>
      body.stream_format === undefined
        ? { file: await speak(services, caller, body, signal) }
        : { parts: await speakInParts(services, caller, body) },
    listSpeechVoices: async ({ caller }) => ok(await listSpeechVoices(services, caller)),
    listSpeechModels: async () => ok(await listSpeechModels(services)),
    readSpeechModel: async ({ params }) => ok(await readSpeechModel(services, params.model)),
    listEngines: async () => ok(await listEngines(services)),
    readLanguageModel: async ({ caller }) => ok(await readLanguageModel(services, caller)),
    quoteLanguageModel: async ({ caller, params }) => ok(await quoteLanguageModel(services, caller, params.projectId)),
    forgetEngine: async ({ params }) => ok(await forgetEngine(services, params.provider)),

    createProject: async ({ caller, body }) => {
      const data = await createNamedProject(services, caller, body);
      return data.idempotent_replay ? { status: 200, data } : { status: 201, data };
    },
    listStories: async ({ caller, query }) => ok(await listStories(services, caller, query)),
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
    previewImport: async ({ caller, query, upload, signal }) => ({
      status: 201,
      data: await previewImport(services, caller, { filename: query.filename ?? null, upload }, signal),
    }),
    applyImport: async ({ caller, params, body }) => applyImport(services, caller, params.importId, body),
    exportBundle: async ({ caller, params, signal }) => ({
      file: await exportBundle(services, caller, params.projectId, signal),
    }),
    importBundle: async ({ caller, headers, upload, signal }) =>
      importBundle(services, caller, { key: headers["idempotency-key"], upload }, signal),
    updateFromBook: async ({ caller, params, headers, query, upload, signal }) =>
      ok(
        await updateFromBook(
          services,
          caller,
          params.projectId,
          {
            mode: query.mode,
            filename: query.filename ?? null,
            chapters: query.chapters ?? null,
            comparison: query.comparison ?? null,
            key: headers["idempotency-key"] ?? null,
            upload,
          },
          signal,
        ),
      ),
    readBook: async ({ caller, params }) => ok(await getBook(services, caller, params.projectId)),
    changeBook: async ({ caller, params, body }) => ok(await changeBook(services, caller, params.projectId, body)),
    putBookOriginal: async ({ caller, params, upload, signal }) =>
      ok(await uploadOriginal(services, caller, params.projectId, upload, signal)),
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
    readDocumentHistory: async ({ caller, params }) => ok(await readHistory(services, caller, params.sectionId)),
    changeHistoryEntry: async ({ caller, params, body }) =>
      ok(await changeHistoryEntry(services, caller, params, body)),
    undoDocument: async ({ caller, params, body }) =>
      ok(await stepInHistory(services, caller, params.sectionId, "undo", body)),
    redoDocument: async ({ caller, params, body }) =>
      ok(await stepInHistory(services, caller, params.sectionId, "redo", body)),
    readDocumentChanges: async ({ caller, params, query }) =>
      ok(await readDocumentChanges(services, caller, params.sectionId, query.since)),
    searchProject: async ({ caller, params, query, signal }) =>
      ok(await searchProject(services, caller, params.projectId, query, signal)),
    previewReplacement: async ({ caller, params, body, signal }) =>
      ok(await previewReplacement(services, caller, params.projectId, body, signal)),
    replaceText: async ({ caller, params, body }) =>
      ok(await replaceInProject(services, caller, params.projectId, body)),
    ignoreFindings: async ({ caller, params, body }) =>
      ok(await ignoreFindings(services, caller, params.projectId, body.findings)),
    restoreFindings: async ({ caller, params }) => ok(await restoreFindings(services, caller, params.projectId)),
    checkManuscript: async ({ caller, params, query, signal }) =>
      ok(await checkStory(services, caller, params.projectId, query, signal)),
    checkImport: async ({ caller, params, query, signal }) =>
      ok(await checkPreview(services, caller, params.importId, query, signal)),
    startCertificate: async ({ caller, params }) => ({
      status: 202,
      data: await startCertificate(services, caller, params.projectId),
    }),
    readCertificate: async ({ caller, params }) => ok(await readCertificate(services, caller, params.projectId)),
    cancelCertificate: async ({ caller, params }) => ok(await cancelCertificate(services, caller, params.projectId)),
    readConfirmedWords: async ({ caller, params, query, signal }) =>
      ok(await readConfirmedWords(services, caller, params.projectId, query, signal)),
    mendManuscript: async ({ caller, params, body }) =>
      ok(await mendManuscript(services, caller, params.projectId, body)),
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
    readSpeakerLines: async ({ caller, params }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await readSpeakerLines(services, project.id, params.speakerId));
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
    suggestMerges: async ({ caller, params, signal }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await suggestMerges(services, project.id, signal));
    },
    listSimilarVoices: async ({ caller, params, signal }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await similarVoices(services, project.id, signal));
    },
    listVoiceMisfits: async ({ caller, params, signal }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await listMisfits(services, project.id, signal));
    },
    changeProjectCasting: async ({ caller, params, body }) => {
      await findProject(services, caller, params.projectId);
      return ok(await changeProjectCasting(services, params.projectId, body));
    },
    castMissingVoices: async ({ caller, params, body, signal }) => {
      const project = await findProject(services, caller, params.projectId);
      return ok(await castMissingVoices(services, caller, project.id, body, signal));
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

    listSeries: async ({ caller }) => ok(await listSeries(services, caller)),
    createSeries: async ({ caller, body }) => {
      const data = await createSeries(services, caller, body);
      return data.idempotent_replay ? { status: 200, data } : { status: 201, data };
    },
    readSeries: async ({ caller, params }) => ok(await readSeries(services, caller, params.seriesId)),
    renameSeries: async ({ caller, params, body }) =>
      ok(await renameSeries(services, caller, params.seriesId, body.name)),
    deleteSeries: async ({ caller, params }) => ok(await deleteSeries(services, caller, params.seriesId)),
    removeSeriesPerson: async ({ caller, params }) => ok(await removeSeriesPerson(services, caller, params)),
    readProjectSeries: async ({ caller, params, signal }) =>
      ok(await readProjectSeries(services, caller, params.projectId, signal)),
    setProjectSeries: async ({ caller, params, body }) =>
      ok(await setProjectSeries(services, caller, params.projectId, body.series_id)),
    saveSeriesPeople: async ({ caller, params, body, signal }) =>
      ok(await savePeople(services, caller, params.projectId, body.speaker_ids, signal)),
    answerSeriesProposals: async ({ caller, params, body }) =>
      ok(await answerProposals(services, caller, params.projectId, body)),

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

    listActivity: async ({ caller, query }) => ok(await listActivity(services, caller, query)),
    followAccountEvents: async ({ caller, headers, signal }) => ({
      events: await services.events.followAccount(caller, headers["last-event-id"], signal),
    }),
    followProjectEvents: async ({ caller, params, headers, signal }) => ({
      events: await services.events.follow(caller, params.projectId, headers["last-event-id"], signal),
    }),

    readListeningPlace: async ({ caller, params }) => ok(await readListeningPlace(services, caller, params.projectId)),
    writeListeningPlace: async ({ caller, params, body }) =>
      ok(await writeListeningPlace(services, caller, params.projectId, body)),
    createMixPreview: async ({ caller, params, body }) => ({
      status: 202,
      data: await createPreview(services, caller, params.sectionId, body),
    }),
    readMixPreview: async ({ caller, params, query, signal }) =>
      ok(await readPreview(services, caller, params.previewId, { after: query.after, waitMs: query.wait_ms, signal })),
    readSectionMedia: async ({ caller, params, query }) =>
      ok(await getSectionMedia(services, caller, params.sectionId, query)),
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
    readExportReport: async ({ caller, params, query }) =>
      ok(await getExportReport(services, caller, params.exportId, query.shop)),
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

    readPassport: async ({ caller, params }) => ok(await getPassport(services, caller, params.projectId)),
    readPassportKeys: async () => ok(await getPassportKeys(services)),
    publishSection: async ({ caller, params, body }) => publish(services, caller, params, body),
    readSectionShare: async ({ caller, params }) => ok(await readShare(services, caller, params)),
    revokeSectionShare: async ({ caller, params }) => ok(await revoke(services, caller, params)),
    publishProject: async ({ caller, params, body }) => publish(services, caller, params, body),
    readProjectShare: async ({ caller, params }) => ok(await readShare(services, caller, params)),
    revokeProjectShare: async ({ caller, params }) => ok(await revoke(services, caller, params)),

    createListenerPlace: async ({ params, body }) => ({
      status: 201,
      data: await createListenerPlace(services, params.shareSlug, body),
    }),
    readListenerPlace: async ({ params, headers }) =>
      ok(await readListenerPlace(services, params.shareSlug, headers["place-token"])),
    writeListenerPlace: async ({ params, headers, body }) =>
      ok(await writeListenerPlace(services, params.shareSlug, headers["place-token"], body)),
    deleteListenerPlace: async ({ params, headers }) =>
      ok(await deleteListenerPlace(services, params.shareSlug, headers["place-token"])),

    createReviewLink: async ({ caller, params, body }) => ({
      status: 201,
      data: await createReviewLink(services, caller, params.projectId, body),
    }),
    listReviewLinks: async ({ caller, params }) => ok(await listReviewLinks(services, caller, params.projectId)),
    revokeReviewLink: async ({ caller, params }) => ok(await revokeReviewLink(services, caller, params.reviewLinkId)),
    deleteReviewComment: async ({ caller, params }) =>
      ok(await deleteReviewComment(services, caller, params.reviewCommentId)),
    addReviewComment: async ({ params, body }) => ({
      status: 201,
      data: await addReviewComment(services, params.reviewSlug, body),
    }),

    createCatalogueLink: async ({ caller, body }) => ({
      status: 201,
      data: await createCatalogueLink(services, caller, body.name),
    }),
    listCatalogueLinks: async ({ caller }) => ok(await listCatalogueLinks(services, caller)),
    deleteCatalogueLink: async ({ caller, params }) =>
      ok(await deleteCatalogueLink(services, caller, params.catalogueLinkId)),
    createGuestLink: async ({ caller, params, body }) => ({
      status: 201,
      data: await createGuestLink(services, caller, params.projectId, body),
    }),
    listGuestLinks: async ({ caller, params }) => ok(await listGuestLinks(services, caller, params.projectId)),
    revokeGuestLink: async ({ caller, params }) => ok(await revokeGuestLink(services, caller, params.guestLinkId)),
    listGuestRecordings: async ({ caller, params }) =>
      ok(await listGuestRecordings(services, caller, params.guestLinkId)),
    readSentRecording: async ({ caller, params }) => ({
      file: await readSentRecording(services, caller, params.guestRecordingId),
    }),
    useGuestRecording: async ({ caller, params }) =>
      ok(await useGuestRecording(services, caller, params.guestRecordingId)),
    declineGuestRecording: async ({ caller, params }) =>
      ok(await declineGuestRecording(services, caller, params.guestRecordingId)),
    readGuestUse: async ({ caller, params }) => ok(await readGuestUse(services, caller, params.guestLinkId)),
    withdrawForGuest: async ({ caller, params }) => ok(await withdrawForGuest(services, caller, params.guestLinkId)),
    readGuest: async ({ params, query }) => ok(await readGuest(services, params.guestToken, query.language)),
    agreeAsGuest: async ({ params, body }) => ok(await agreeAsGuest(services, params.guestToken, body)),
    withdrawAsGuest: async ({ params }) => ok(await withdrawAsGuest(services, params.guestToken)),
    listGuestLines: async ({ params, query }) => ok(await listGuestLines(services, params.guestToken, query)),
    recordAsGuest: async ({ params, upload, signal }) => ({
      status: 201,
      data: await recordAsGuest(services, params.guestToken, params, upload, signal),
    }),
    readGuestRecording: async ({ params }) => ({
      file: await readGuestRecording(services, params.guestToken, params.guestRecordingId),
    }),
    sendAsGuest: async ({ params }) => ok(await sendAsGuest(services, params.guestToken)),

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
    listSoundShares: async ({ caller, params }) => ok(await listShares(services, caller, params.soundId)),
    endSoundShare: async ({ caller, params }) => ok(await endShare(services, caller, params.shareId)),
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
    listTakes: async ({ caller, params }) => ok(await listTakes(services, caller, params)),
    requestTakes: async ({ caller, params, body }) => ({
      status: 202,
      data: await requestTakes(services, caller, params, body),
    }),
    recordTake: async ({ caller, params, headers, upload, signal }) => ({
      status: 202,
      data: await recordTake(services, caller, params, { key: headers["idempotency-key"] ?? null, upload }, signal),
    }),
    activateTake: async ({ caller, params, body }) => ok(await activateTake(services, caller, params, body)),
    setTakeLock: async ({ caller, params, body }) => ok(await setTakeLock(services, caller, params, body)),
    createWebhook: async ({ caller, body }) => ({ status: 201, data: await createWebhook(services, caller, body) }),
    listWebhooks: async ({ caller }) => ok(await listWebhooks(services, caller)),
    deleteWebhook: async ({ caller, params }) => ok(await deleteWebhook(services, caller, params.webhookId)),
    listWebhookDeliveries: async ({ caller, params, query }) =>
      ok(await listWebhookDeliveries(services, caller, params.webhookId, query)),
    redeliverWebhook: async ({ caller, params }) => ({
      status: 202,
      data: await redeliverWebhook(services, caller, params),
    }),
    testWebhook: async ({ caller, params }) => ({
      status: 202,
      data: await testWebhook(services, caller, params.webhookId),
    }),
    readCatalogSound: async ({ caller, params }) => ok(await getCatalogSound(services, caller, params.soundId)),
  };
}
