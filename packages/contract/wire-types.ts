// The shapes of the wire as read-only types, with their names in the OpenAPI document.

import type { z } from "zod";
import type { DeepReadonly } from "./endpoints/endpoint.ts";
import type {
  accountCapabilities,
  accountProfile,
  apiKey,
  balance,
  balanceEntry,
  generationPreferences,
  managedAccount,
} from "./schemas/account.ts";
import type { activity } from "./schemas/activity.ts";
import type { book, bookDetails, bookImport, editionUpdate, importPreview } from "./schemas/books.ts";
import type { bundleImport } from "./schemas/bundles.ts";
import type { customVoice, customVoiceRequest } from "./schemas/custom-voices.ts";
import type { scriptDocument } from "./schemas/document.ts";
import type { historyEntry } from "./schemas/document-history.ts";
import type { projectEvent } from "./schemas/events.ts";
import type {
  bookExport,
  exportFormat,
  exportFreshness,
  exportManifest,
  exportPhase,
  exportStatus,
  masteringProfileResource,
  projectExport,
  sectionExport,
} from "./schemas/exports.ts";
import type { feedback, feedbackAttachment, feedbackRequest } from "./schemas/feedback.ts";
import type { guestLine, guestLink, guestRecording, guestView } from "./schemas/guests.ts";
import type { samplePronunciation } from "./schemas/lexicon.ts";
import type { importCheck, manuscriptCheck } from "./schemas/manuscript.ts";
import type {
  blockMedia,
  generationAvailability,
  mediaAccessUrl,
  playbackManifest,
  sectionMedia,
  staleReason,
} from "./schemas/media.ts";
import type { signedPassport } from "./schemas/passport.ts";
import type {
  projectDeletion,
  projectDeletionPreview,
  projectSections,
  projectSummary,
  sectionCreation,
  sectionDeletionPreview,
  sectionLifecycle,
  sectionSummary,
} from "./schemas/projects.ts";
import type { projectSeries, recognition, series, seriesPerson, seriesWithPeople } from "./schemas/series.ts";
import type { session, signedIn } from "./schemas/sessions.ts";
import type { publishRequest, shareLink, shareState } from "./schemas/sharing.ts";
import type {
  projectSoundMembership,
  sound,
  soundCreation,
  soundShare,
  soundUpload,
  soundUploadStatus,
} from "./schemas/sounds.ts";
import type { speaker } from "./schemas/speakers.ts";
import type { storyEntry } from "./schemas/stories.ts";
import type { engine, voice, voicePreparation, voicePreview } from "./schemas/voices.ts";
import type { webhook, webhookDelivery } from "./schemas/webhooks.ts";
import type {
  createAudioRequest,
  prepareRequest,
  quote,
  runStage,
  runStatus,
  stepKind,
  stepStatus,
  targetScope,
  workflow,
  workflowProgress,
  workflowRun,
  workflowStep,
} from "./schemas/workflows.ts";

type Wire<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

export type AccountCapabilities = Wire<typeof accountCapabilities>;
export type AccountProfile = Wire<typeof accountProfile>;
export type ApiKey = Wire<typeof apiKey>;
export type Balance = Wire<typeof balance>;
export type BalanceEntry = Wire<typeof balanceEntry>;
export type Book = Wire<typeof book>;
/** Metadata of a book other than title, author, language and cover. */
export type BookDetails = Pick<Book, keyof typeof bookDetails>;
export type BookImport = Wire<typeof bookImport>;
export type EditionUpdate = Wire<typeof editionUpdate>;
export type GuestLine = Wire<typeof guestLine>;
export type GuestLink = Wire<typeof guestLink>;
export type GuestRecording = Wire<typeof guestRecording>;
export type GuestView = Wire<typeof guestView>;
export type CustomVoice = Wire<typeof customVoice>;
export type CustomVoiceRequest = Wire<typeof customVoiceRequest>;
export type ImportPreview = Wire<typeof importPreview>;
export type ImportCheck = Wire<typeof importCheck>;
export type ManuscriptCheck = Wire<typeof manuscriptCheck>;
export type BundleImport = Wire<typeof bundleImport>;
export type BlockMedia = Wire<typeof blockMedia>;
export type CreateAudioRequest = Wire<typeof createAudioRequest>;
export type Document = Wire<typeof scriptDocument>;
export type Engine = Wire<typeof engine>;
export type Export = Wire<typeof sectionExport>;
export type ExportFormat = Wire<typeof exportFormat>;
export type ExportFreshness = Wire<typeof exportFreshness>;
export type ExportManifest = Wire<typeof exportManifest>;
export type ExportPhase = Wire<typeof exportPhase>;
export type ExportStatus = Wire<typeof exportStatus>;
export type Feedback = Wire<typeof feedback>;
export type FeedbackAttachment = Wire<typeof feedbackAttachment>;
export type FeedbackRequest = Wire<typeof feedbackRequest>;
export type GenerationAvailability = Wire<typeof generationAvailability>;
export type GenerationPreferences = Wire<typeof generationPreferences>;
export type HistoryEntry = Wire<typeof historyEntry>;
export type ManagedAccount = Wire<typeof managedAccount>;
export type MasteringProfileResource = Wire<typeof masteringProfileResource>;
export type MediaAccessUrl = Wire<typeof mediaAccessUrl>;
export type PlaybackManifest = Wire<typeof playbackManifest>;
export type PrepareSectionsRequest = Wire<typeof prepareRequest>;
export type ProjectDeletion = Wire<typeof projectDeletion>;
export type ProjectDeletionPreview = Wire<typeof projectDeletionPreview>;
export type ProjectExport = Wire<typeof projectExport>;
export type BookExport = Wire<typeof bookExport>;
export type ProjectEvent = Wire<typeof projectEvent>;
export type ProjectSections = Wire<typeof projectSections>;
export type ProjectSummary = Wire<typeof projectSummary>;
export type PublishRequest = Wire<typeof publishRequest>;
export type Quote = Wire<typeof quote>;
export type RunStage = Wire<typeof runStage>;
export type RunStatus = Wire<typeof runStatus>;
export type SectionCreation = Wire<typeof sectionCreation>;
export type SectionDeletionPreview = Wire<typeof sectionDeletionPreview>;
export type SectionLifecycle = Wire<typeof sectionLifecycle>;
export type SectionMedia = Wire<typeof sectionMedia>;
export type SectionSummary = Wire<typeof sectionSummary>;
export type ProjectSeries = Wire<typeof projectSeries>;
export type Recognition = Wire<typeof recognition>;
export type Series = Wire<typeof series>;
export type SeriesPerson = Wire<typeof seriesPerson>;
export type SeriesWithPeople = Wire<typeof seriesWithPeople>;
export type Session = Wire<typeof session>;
export type SignedIn = Wire<typeof signedIn>;
export type Activity = Wire<typeof activity>;
export type SamplePronunciation = Wire<typeof samplePronunciation>;
export type StoryEntry = Wire<typeof storyEntry>;
export type Webhook = Wire<typeof webhook>;
export type WebhookDelivery = Wire<typeof webhookDelivery>;
export type { WebhookEvent } from "./schemas/webhooks.ts";
export type ShareLink = Wire<typeof shareLink>;
export type SignedPassport = Wire<typeof signedPassport>;
export type ShareState = Wire<typeof shareState>;
export type ProjectSoundMembership = Wire<typeof projectSoundMembership>;
export type Sound = Wire<typeof sound>;
export type SoundCreation = Wire<typeof soundCreation>;
export type SoundShare = Wire<typeof soundShare>;
export type SoundUpload = Wire<typeof soundUpload>;
export type SoundUploadStatus = Wire<typeof soundUploadStatus>;
export type Speaker = Wire<typeof speaker>;
export type StaleReason = Wire<typeof staleReason>;
export type StepKind = Wire<typeof stepKind>;
export type StepStatus = Wire<typeof stepStatus>;
export type TargetScope = Wire<typeof targetScope>;
export type Voice = Wire<typeof voice>;
export type VoicePreparation = Wire<typeof voicePreparation>;
export type VoicePreview = Wire<typeof voicePreview>;
export type Workflow = Wire<typeof workflow>;
export type WorkflowProgress = Wire<typeof workflowProgress>;
export type WorkflowRun = Wire<typeof workflowRun>;
export type WorkflowStep = Wire<typeof workflowStep>;
