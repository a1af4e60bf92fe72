// The endpoint table. Request validation, the OpenAPI document and the typed client derive from these rows. The server's
// handlers are a Record over their ids, so a new row does not compile until it has a handler.

import { accountEndpoints } from "./endpoints/account.ts";
import { administrationEndpoints } from "./endpoints/administration.ts";
import { bookEndpoints } from "./endpoints/books.ts";
import { bundleEndpoints } from "./endpoints/bundles.ts";
import { catalogueEndpoints } from "./endpoints/catalogues.ts";
import { certificateEndpoints } from "./endpoints/certificates.ts";
import { customVoiceEndpoints } from "./endpoints/custom-voices.ts";
import { documentHistoryEndpoints } from "./endpoints/document-history.ts";
import { documentEndpoints } from "./endpoints/documents.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import { eventEndpoints } from "./endpoints/events.ts";
import { exportEndpoints } from "./endpoints/exports.ts";
import { feedbackEndpoints } from "./endpoints/feedback.ts";
import { guestEndpoints } from "./endpoints/guests.ts";
import { languageModelEndpoints } from "./endpoints/language-model.ts";
import { lexiconEndpoints } from "./endpoints/lexicon.ts";
import { listeningEndpoints } from "./endpoints/listening.ts";
import { manuscriptEndpoints } from "./endpoints/manuscript.ts";
import { mediaEndpoints } from "./endpoints/media.ts";
import { passportEndpoints } from "./endpoints/passport.ts";
import { projectEndpoints } from "./endpoints/projects.ts";
import { reviewEndpoints } from "./endpoints/reviews.ts";
import { searchEndpoints } from "./endpoints/search.ts";
import { sectionEndpoints } from "./endpoints/sections.ts";
import { seriesEndpoints } from "./endpoints/series.ts";
import { serviceEndpoints } from "./endpoints/service.ts";
import { sessionEndpoints } from "./endpoints/sessions.ts";
import { sharingEndpoints } from "./endpoints/sharing.ts";
import { soundEndpoints } from "./endpoints/sounds.ts";
import { speakerEndpoints } from "./endpoints/speakers.ts";
import { speechEndpoints } from "./endpoints/speech.ts";
import { takeEndpoints } from "./endpoints/takes.ts";
import { voiceEndpoints } from "./endpoints/voices.ts";
import { webhookEndpoints } from "./endpoints/webhooks.ts";
import { workflowEndpoints } from "./endpoints/workflows.ts";

export const endpoints: Endpoints = {
  ...serviceEndpoints,
  ...sessionEndpoints,
  ...accountEndpoints,
  ...administrationEndpoints,
  ...customVoiceEndpoints,
  ...voiceEndpoints,
  ...speechEndpoints,
  ...projectEndpoints,
  ...bookEndpoints,
  ...bundleEndpoints,
  ...sectionEndpoints,
  ...documentEndpoints,
  ...documentHistoryEndpoints,
  ...searchEndpoints,
  ...manuscriptEndpoints,
  ...certificateEndpoints,
  ...speakerEndpoints,
  ...lexiconEndpoints,
  ...seriesEndpoints,
  ...workflowEndpoints,
  ...languageModelEndpoints,
  ...eventEndpoints,
  ...mediaEndpoints,
  ...listeningEndpoints,
  ...takeEndpoints,
  ...exportEndpoints,
  ...sharingEndpoints,
  ...passportEndpoints,
  ...reviewEndpoints,
  ...guestEndpoints,
  ...feedbackEndpoints,
  ...soundEndpoints,
  ...catalogueEndpoints,
  ...webhookEndpoints,
};

type ServiceEndpoints = typeof serviceEndpoints;
type SessionEndpoints = typeof sessionEndpoints;
type AccountEndpoints = typeof accountEndpoints;
type AdministrationEndpoints = typeof administrationEndpoints;
type CustomVoiceEndpoints = typeof customVoiceEndpoints;
type VoiceEndpoints = typeof voiceEndpoints;
type SpeechEndpoints = typeof speechEndpoints;
type ProjectEndpoints = typeof projectEndpoints;
type BookEndpoints = typeof bookEndpoints;
type BundleEndpoints = typeof bundleEndpoints;
type SectionEndpoints = typeof sectionEndpoints;
type DocumentEndpoints = typeof documentEndpoints;
type DocumentHistoryEndpoints = typeof documentHistoryEndpoints;
type SearchEndpoints = typeof searchEndpoints;
type CertificateEndpoints = typeof certificateEndpoints;
type ManuscriptEndpoints = typeof manuscriptEndpoints;
type SpeakerEndpoints = typeof speakerEndpoints;
type LexiconEndpoints = typeof lexiconEndpoints;
type SeriesEndpoints = typeof seriesEndpoints;
type WorkflowEndpoints = typeof workflowEndpoints;
type LanguageModelEndpoints = typeof languageModelEndpoints;
type EventEndpoints = typeof eventEndpoints;
type MediaEndpoints = typeof mediaEndpoints;
type ListeningEndpoints = typeof listeningEndpoints;
type TakeEndpoints = typeof takeEndpoints;
type ExportEndpoints = typeof exportEndpoints;
type SharingEndpoints = typeof sharingEndpoints;
type PassportEndpoints = typeof passportEndpoints;
type ReviewEndpoints = typeof reviewEndpoints;
type GuestEndpoints = typeof guestEndpoints;
type FeedbackEndpoints = typeof feedbackEndpoints;
type SoundEndpoints = typeof soundEndpoints;
type CatalogueEndpoints = typeof catalogueEndpoints;
type WebhookEndpoints = typeof webhookEndpoints;

/** An interface, because the compiler writes an inferred type out in full wherever it is used. */
export interface Endpoints
  extends ServiceEndpoints,
    SessionEndpoints,
    AccountEndpoints,
    AdministrationEndpoints,
    CustomVoiceEndpoints,
    VoiceEndpoints,
    SpeechEndpoints,
    ProjectEndpoints,
    BookEndpoints,
    BundleEndpoints,
    SectionEndpoints,
    DocumentEndpoints,
    DocumentHistoryEndpoints,
    SearchEndpoints,
    ManuscriptEndpoints,
    CertificateEndpoints,
    SpeakerEndpoints,
    LexiconEndpoints,
    SeriesEndpoints,
    WorkflowEndpoints,
    LanguageModelEndpoints,
    EventEndpoints,
    MediaEndpoints,
    ListeningEndpoints,
    TakeEndpoints,
    ExportEndpoints,
    SharingEndpoints,
    PassportEndpoints,
    ReviewEndpoints,
    GuestEndpoints,
    FeedbackEndpoints,
    SoundEndpoints,
    CatalogueEndpoints,
    WebhookEndpoints {}

export type EndpointId = keyof Endpoints;

/** The same rows, all of one type: for code that treats every row alike. */
export const endpointRows: { readonly [Id in EndpointId]: Endpoint } = endpoints;
