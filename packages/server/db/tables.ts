// Kysely's types of the tables in migrations/. The migrations name the owners.

import type { BookDetails, DeliveryReason, WebhookEvent } from "@fullcast/contract";
import type { BlockKind, JsonValue, PronunciationAlphabet } from "@fullcast/core/document";
import type { Book } from "@fullcast/core/ledger";
import type { RecordingFinding } from "@fullcast/core/sound";
import type { MasteringProfile } from "@fullcast/core/timeline";
import type { IssueKind, RunStatus, StepKind, StepStatus } from "@fullcast/core/workflow";
import type { ColumnType, GeneratedAlways } from "kysely";

/** jsonb: read parsed; written as a JSON text. */
export type Json<T> = ColumnType<T, string, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface AccountsTable {
  id: string;
  username: string;
  display_name: string;
  avatar_url: string | null;
  email: string | null;
  plan: "free" | "creator" | "studio" | "unlimited";
  allow_fallbacks: Defaulted<boolean>;
  /** Whether an engine with a price may retry an unusable answer. */
  allow_paid_retries: Defaulted<boolean>;
  created_at: Date;
  /** True of one account at most. */
  is_owner: Defaulted<boolean>;
  disabled_at: Defaulted<Date | null>;
  /** The row stays for the ledger, under a pseudonym. */
  deleted_at: Defaulted<Date | null>;
}

export interface ApiKeysTable {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  key_hash: string;
  scopes: Json<readonly string[]>;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

export interface SessionsTable {
  id: string;
  account_id: string;
  api_key_id: string;
  token_hash: string;
  kind: "browser" | "working" | "listening";
  /** The scopes of the session. Null: all scopes of its key. */
  scopes: ColumnType<readonly string[] | null, string | null, never>;
  name: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

export interface PairingCodesTable {
  id: string;
  account_id: string;
  api_key_id: string;
  code_hash: string;
  kind: "working" | "listening";
  created_at: Date;
  expires_at: Date;
}

export interface InstallationSecretsTable {
  name: string;
  secret: string;
}

export interface InstallationFactsTable {
  name: string;
  value: string;
}

export interface VoicePreparationsTable {
  id: string;
  account_id: string;
  provider: string;
  engine_voice_id: string;
  created_at: Date;
  /** Null while the preparation runs. */
  prepared_at: Date | null;
}

export interface CustomVoicesTable {
  id: string;
  account_id: string;
  provider: string;
  kind: "cloned" | "designed";
  about: Json<CustomVoiceAbout>;
  state: "making" | "ready" | "failed" | "removing" | "removed";
  fault: string | null;
  /** Null until the engine made it. */
  engine_voice_id: string | null;
  /** Null for a designed voice. */
  consent: ColumnType<CloneConsent | null, string | null, string | null>;
  recordings: Json<readonly CloneRecording[]>;
  created_at: Date;
  /** When it was made, failed or was removed. */
  ended_at: Date | null;
}

/** A custom voice as its account describes it; the fields of EngineVoice (engines/engine.ts). */
export interface CustomVoiceAbout {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly gender: "male" | "female" | "neutral";
  readonly age: "child" | "young" | "adult" | "old";
  readonly description: string;
  readonly tags: readonly string[];
  readonly license: string;
  readonly publishable: boolean | null;
}

/** What was confirmed before a voice was cloned. */
export interface CloneConsent {
  readonly person: string;
  readonly by: "self" | "other";
  /** Where the agreement of the person is kept; null for an own voice. */
  readonly proof: string | null;
  readonly version: number;
  readonly language: "en" | "de";
  readonly text: string;
  readonly text_sha256: string;
  /** ISO 8601. */
  readonly agreed_at: string;
  /** ISO 8601; null while it holds. */
  readonly withdrawn_at: string | null;
}

/** A sound of the account that a voice is cloned from, as it was then. */
export interface CloneRecording {
  readonly sound_id: string;
  readonly name: string;
  readonly sha256: string;
  readonly content_type: string;
  readonly size_bytes: number;
  readonly duration_ms: number;
}

export interface SpeechEnginesTable {
  provider: string;
  name: string;
  kind: "embedded" | "local" | "remote";
  status: "available" | "unconfigured" | "unreachable" | "exhausted";
  notice: string | null;
  /** EngineModel[] and EngineLimits, engines/engine.ts. */
  models: Json<unknown>;
  limits: Json<unknown>;
  digest: string;
  last_seen_at: Defaulted<Date | null>;
  served_until: Defaulted<Date | null>;
}

export interface SpeechVoicesTable {
  voice_id: string;
  provider: string;
  engine_voice_id: string;
  revision: string;
  /** EngineVoice, engines/engine.ts. */
  data: Json<unknown>;
  available: boolean;
  last_seen_at: Date;
}

export interface VoicePreviewsTable {
  preview_key: string;
  /** Null: stored before the column was added. */
  voice_id: string | null;
  sha256: string;
  content_type: string;
  duration_ms: number;
  integrated_lufs: number;
  sample_peak_dbfs: number;
  created_at: Date;
}

export interface BookPreviewsTable {
  id: string;
  account_id: string;
  /** A JSON value of PreviewedBook in books/previews.ts. */
  book: ColumnType<unknown, string, never>;
  cover_asset_id: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface BookPreviewChaptersTable {
  preview_id: string;
  index: number;
  title: string;
  text: string;
  words: number;
  left_out: string | null;
}

export interface SectionSourcesTable {
  section_id: string;
  text: string;
}

export interface MixPreviewsTable {
  id: string;
  account_id: string;
  section_id: string;
  voice_only: boolean;
  sounds_gain_db: number;
  one_narrator: boolean;
  /** Whether the whole section can be heard with one narrator, as far as this mix found out. */
  narrator_takes: boolean;
  state: "working" | "complete" | "waiting" | "ended";
  waiting_block_id: string | null;
  waiting_reason:
    | "price"
    | "failed"
    | "quota"
    | "unassigned"
    | "unsupported"
    | "storage"
    | "too_long"
    | "changed"
    | null;
  next_block_id: string | null;
  next_start_ms: number | null;
  next_sample: number;
  next_index: number;
  duration_ms: number | null;
  is_estimate: boolean;
  unmade: Json<readonly (readonly [from_ms: number, to_ms: number])[]>;
  manifest_hash: string | null;
  asked_index: number;
  wanted_until: Date;
  created_at: Date;
}

export interface MixSegmentsTable {
  preview_id: string;
  index: number;
  sha256: string;
  size_bytes: number;
  start_ms: number;
  duration_ms: number;
  lines: Json<readonly PlayedLineJson[]>;
  created_at: Date;
}

/** A line of a segment; times in ms of the stream, offsets in UTF-16 units of the block's text. */
export interface PlayedLineJson {
  readonly block_id: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly words: readonly {
    readonly start_utf16: number;
    readonly end_utf16: number;
    readonly start_ms: number;
    readonly end_ms: number;
  }[];
}

export interface LedgerTransactionsTable {
  id: string;
  account_id: string;
  kind: "grant" | "hold" | "charge" | "release";
  hold_id: string | null;
  note: string | null;
  created_at: Date;
}

export interface LedgerEntriesTable {
  transaction_id: string;
  account_id: string;
  book: Book;
  amount: number;
}

export interface LedgerBalancesTable {
  account_id: string;
  account: Defaulted<number>;
  promotional: Defaulted<number>;
  held_account: Defaulted<number>;
  held_promotional: Defaulted<number>;
  /** The welcome grant was claimed. */
  welcomed: Defaulted<boolean>;
  /** Counts the account's ledger transactions. */
  version: Defaulted<number>;
}

export interface LedgerHoldsTable {
  id: string;
  account_id: string;
  purpose: "workflow_step" | "voice_preview";
  held_account: number;
  held_promotional: number;
  /** Exact cost of what was sent, millionths of a snowcoin. */
  sent_millionths: number;
  charged: number;
  updated_at: Date;
}

export interface MutationsTable {
  account_id: string;
  mutation_key: string;
  operation: string;
  request_hash: string;
  result: Json<JsonValue>;
  created_at: Date;
}

export interface ProjectsTable {
  id: string;
  account_id: string;
  project_kind: "standalone" | "named";
  name: string | null;
  casting_defaults_mode: Defaulted<"apply_exact" | "suggest" | "ignore">;
  default_automation_profile: Defaulted<"quick" | "balanced" | "directed">;
  narrator_only: Defaulted<boolean>;
  casting_provider: Defaulted<string | null>;
  section_order_version: Defaulted<number>;
  speaker_registry_version: Defaulted<number>;
  mastering_version: Defaulted<number>;
  mastering_profile: Json<MasteringProfile>;
  lexicon_version: Defaulted<number>;
  lexicon_stamp: Defaulted<string | null>;
  created_at: Date;
  updated_at: Date;
}

export interface LexiconEntriesTable {
  project_id: string;
  id: string;
  term: string;
  case_sensitive: boolean;
  alphabet: PronunciationAlphabet;
  value: string;
  language: string | null;
  speaker_id: string | null;
}

export interface SectionsTable {
  id: string;
  project_id: string;
  account_id: string;
  title: string;
  section_index: number;
  document_version: Defaulted<number>;
  source_text_length: number;
  sound_effects_enabled: Defaulted<boolean>;
  block_count: Defaulted<number>;
  created_at: Date;
  updated_at: Date;
}

export interface BlocksTable {
  section_id: string;
  id: string;
  position: number;
  kind: BlockKind;
  block_version: number;
  content: Json<unknown>;
  placement: Json<unknown> | null;
  generation_profile_override: Json<unknown> | null;
  speaker_id: string | null;
  /** UTF-16 units of the text of a text block; 0 for the others. */
  text_length: number;
  intent_parts: Json<unknown>;
  /** Whether the block has spoken text or a sound. */
  generatable: boolean;
  intent_hash: string | null;
  /** The document version that brought the block into this state. */
  since_version: number;
}

export interface PastBlocksTable {
  section_id: string;
  id: string;
  since_version: number;
  /** The first version without this state. */
  until_version: number;
  position: number;
  kind: BlockKind;
  block_version: number;
  content: Json<unknown>;
  placement: Json<unknown> | null;
  generation_profile_override: Json<unknown> | null;
  speaker_id: string | null;
}

export interface DocumentVersionsTable {
  section_id: string;
  document_version: number;
  created_at: Date;
  actor_session_id: string | null;
  summary: string;
  title: string;
  sound_effects_enabled: boolean;
  source_text_length: number;
  block_count: number;
}

export interface EditEntriesTable {
  id: Defaulted<string>;
  /** In the order of the edits. */
  place: GeneratedAlways<number>;
  project_id: string;
  /** Null: an edit of the cast or the lexicon. */
  section_id: string | null;
  /** For an edit of a script: the version of its latest redo or undo. */
  document_version: number | null;
  /** For an edit of the cast or the lexicon. */
  changes: ColumnType<unknown, string | null, string>;
  summary: string;
  actor_session_id: string | null;
  created_at: Date;
  undone_at: Date | null;
  /** Undo and redo pass over the entry since then. */
  skipped_at: Defaulted<Date | null>;
}

export interface ListenedPlace {
  readonly section_id: string;
  readonly block_id: string;
  readonly offset_ms: number;
}

export interface ListeningPlacesTable {
  account_id: string;
  project_id: string;
  section_id: string | null;
  block_id: string | null;
  offset_ms: number;
  bookmarks: Json<readonly ListenedPlace[]>;
  updated_at: Date;
}

export interface SpeakerUsageTable {
  section_id: string;
  speaker_id: string;
  block_count: number;
  character_count: number;
}

export interface RecoveryDraftsTable {
  section_id: string;
  base_document_version: number;
  draft: Json<JsonValue>;
  updated_at: Date;
}

export interface MergedSpeakersTable {
  id: string;
  project_id: string;
  into_speaker_id: string;
}

export interface SpeakersTable {
  id: string;
  project_id: string;
  name: string;
  role: "narrator" | "character" | "group";
  aliases: Json<readonly string[]>;
  gender: "male" | "female" | "neutral" | null;
  age: "child" | "young" | "adult" | "old" | null;
  description: string | null;
  color_index: number;
  casting_voice_id: string | null;
  casting_profile: Json<unknown> | null;
  casting_source: "automatic" | "user" | null;
  created_at: Date;
}

export interface SeriesTable {
  id: string;
  account_id: string;
  name: string;
  /** The name without regard to case and white space. */
  name_key: string;
  created_at: Date;
  updated_at: Date;
}

/** An entry of a lexicon that a person of a series brings along. */
export interface SeriesPronunciation {
  readonly term: string;
  readonly case_sensitive: boolean;
  readonly alphabet: PronunciationAlphabet;
  readonly value: string;
  readonly language: string | null;
  /** Only for the lines of this person. */
  readonly own_lines_only: boolean;
}

export interface SeriesPeopleTable {
  id: string;
  series_id: string;
  role: "narrator" | "character" | "group";
  name: string;
  aliases: Json<readonly string[]>;
  gender: "male" | "female" | "neutral" | null;
  age: "child" | "young" | "adult" | "old" | null;
  description: string | null;
  voice_id: string | null;
  generation_profile: Json<unknown> | null;
  pronunciations: Json<readonly SeriesPronunciation[]>;
  sample_text: string | null;
  /** Ids of people of the series that this one talks with. */
  relations: Json<readonly string[]>;
  created_at: Date;
  updated_at: Date;
}

export interface SeriesProjectsTable {
  project_id: string;
  series_id: string;
  joined_at: Date;
}

export interface SeriesMatchesTable {
  id: string;
  project_id: string;
  person_id: string;
  speaker_id: string;
  is_same: boolean;
  created_at: Date;
}

export interface IgnoredFindingsTable {
  project_id: string;
  key: string;
  /** In the order in which they were ignored. */
  place: GeneratedAlways<number>;
}

export interface WorkflowRunsTable {
  id: string;
  account_id: string;
  project_id: string;
  workflow_kind: "prepare_sections" | "create_audio";
  automation_profile: "quick" | "balanced" | "directed" | null;
  profile_snapshot: Json<{ readonly [key: string]: JsonValue }>;
  target_scope: Json<unknown> | null;
  status: RunStatus;
  cancel_requested_at: Date | null;
  cancel_acknowledged_at: Date | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  resumes_workflow_run_id: string | null;
  /** 0: a person waits. 1: short. 2: a batch. */
  urgency: Defaulted<0 | 1 | 2>;
}

export interface WorkflowStepsTable {
  id: string;
  workflow_run_id: string;
  section_id: string;
  step_key: string;
  step_index: number;
  step_kind: StepKind;
  status: StepStatus;
  requested_document_version: number;
  execution_document_version: number | null;
  result_summary: Json<{ readonly [key: string]: JsonValue }>;
  issue_kind: IssueKind | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  attempt: number;
}

export interface EngineStopsTable {
  workflow_run_id: string;
  provider: string;
  kind: "quota" | "auth";
  message: string;
}

export interface MediaAssetsTable {
  id: string;
  account_id: string;
  sha256: string;
  content_type: string;
  size_bytes: number;
  created_at: Date;
}

export interface RenditionsTable {
  id: string;
  section_id: string;
  block_id: string;
  block_version: number;
  intent_hash: string;
  intent_parts: Json<unknown>;
  asset_id: string;
  /** As in media_assets, where they never change. */
  asset_sha256: string;
  asset_content_type: string;
  asset_size_bytes: number;
  /** "recording" for a recording. */
  provider: string;
  /** Null for a recording, as its voice. */
  model: string | null;
  voice_id: string | null;
  duration_ms: number;
  integrated_lufs: number;
  sample_peak_dbfs: number;
  words: Json<unknown> | null;
  warnings: Json<readonly string[]> | null;
  source: "engine" | "recording";
  /** The order among the takes of its block with its intent. The take of rank 0 plays. */
  rank: number;
  /** The seed of a further take. */
  seed: number | null;
  created_at: Date;
}

/** Written by media. */
export interface TakeChoicesTable {
  section_id: string;
  block_id: string;
  plays_hash: string;
  for_hash: string | null;
  locked: boolean;
}

export interface AudioRequestsTable {
  section_id: string;
  block_id: string;
  workflow_run_id: string;
  workflow_step_id: string;
  status: "pending" | "failed";
  block_version: number;
  intent_hash: string;
  error_code: string | null;
  error_message: string | null;
  updated_at: Date;
}

export interface ExportArtifactsTable {
  id: string;
  account_id: string;
  artifact_key: string;
  sha256: string;
  filename: string;
  content_type: string;
  size_bytes: number;
  report: Json<unknown>;
  created_at: Date;
  expires_at: Date;
  file_removed: Defaulted<boolean>;
  /** SHA-256 of the recordings of people in the file. Null: not known, the file is of an earlier version. */
  recorded: Json<readonly string[]> | null;
}

export interface ExportsTable {
  id: string;
  account_id: string;
  project_id: string;
  /** Null for a book: its sections are in book_export_sections. */
  section_id: string | null;
  format: "mp3" | "wav" | "m4b" | "opus" | "epub" | "srt" | "vtt";
  status: string;
  phase: string;
  percent: Defaulted<number>;
  cache_result: "miss" | "reused" | "coalesced";
  /** Null exactly where section_id is. */
  document_version: number | null;
  speaker_registry_version: number;
  mastering_version: number;
  manifest_hash: string | null;
  /** The object that holds the manifest and the word timings. */
  timeline_sha256: string | null;
  /** The duration of the manifest. */
  duration_ms: number | null;
  artifact_id: string | null;
  error_code: string | null;
  error_message: string | null;
  attempts: Defaulted<number>;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}

export interface ProjectExportsTable {
  id: string;
  account_id: string;
  project_id: string;
  format: ExportsTable["format"];
  final_status: "completed" | "partial_failed" | "failed" | null;
  created_at: Date;
}

export interface ProjectExportSectionsTable {
  project_export_id: string;
  place: number;
  section_id: string;
  title: string;
  export_id: string;
  document_version: number;
  speaker_registry_version: number;
  mastering_version: number;
}

export interface BookExportsTable {
  export_id: string;
  project_id: string;
  book: Json<ExportedBook>;
}

/** `lyrics`: MP3 files hold the spoken text. `undisclosed_reason`: why files and pages do not state that machines speak. */
export type StoredDetails = BookDetails & {
  readonly lyrics?: boolean;
  readonly undisclosed_reason?: string | null;
};

/** The book data of a book export, captured when it was requested. */
export interface ExportedBook {
  readonly title: string;
  readonly author: string | null;
  /** BCP 47; null: the language of the narrator's voice. */
  readonly language: string | null;
  /** Null: the names of the voices. */
  readonly narrator: string | null;
  readonly cover_asset_id: string | null;
  /** Absent in rows of earlier versions. */
  readonly details?: StoredDetails | null;
  readonly credits: boolean;
  readonly chapters: "sections" | "headings";
  /** Absent in rows of earlier versions: the whole. */
  readonly part?: "whole" | "opening_credits" | "closing_credits" | "sample";
  /** Of an EPUB. Absent: Fullcast's own pages, lit word by word. */
  readonly pages?: "original";
  readonly highlight?: "sentence";
}

export interface BookExportSectionsTable {
  export_id: string;
  place: number;
  section_id: string;
  title: string;
  document_version: number;
}

export interface ObjectRemovalsTable {
  sha256: string;
  /** The project, section or upload whose deletion left the object unused. */
  cause_id: string;
  marked_at: Date;
}

export interface ShareLinksTable {
  id: string;
  account_id: string;
  kind: "section" | "project";
  project_id: string;
  section_id: string | null;
  slug: string;
  allow_download: boolean;
  follows_edits: Defaulted<boolean>;
  created_at: Date;
  revoked_at: Date | null;
}

export interface HeldPagesTable {
  share_link_id: string;
  account_id: string;
  updated_at: Date;
  /** HeldFacts of sharing/story-facts.ts. */
  facts: Json<unknown>;
}

export interface HeldSectionsTable {
  share_link_id: string;
  section_id: string;
  is_next: boolean;
  title: string;
  opening: string;
  document_version: number;
  speaker_registry_version: number;
  mastering_version: number;
  text_length: number;
  text_sha256: string;
  export_id: string | null;
}

export interface CatalogueLinksTable {
  id: string;
  account_id: string;
  name: string;
  token_hash: string;
  created_at: Date;
}

export interface ListenerPlacesTable {
  token_hash: string;
  share_link_id: string;
  section_id: string | null;
  position_ms: number;
  version: number;
  created_at: Date;
  written_at: Date;
}

export interface ReviewLinksTable {
  id: string;
  account_id: string;
  project_id: string;
  name: string;
  slug_hash: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface ReviewCommentsTable {
  id: string;
  account_id: string;
  review_link_id: string;
  section_id: string;
  block_id: string;
  quote: string;
  name: string;
  text: string;
  created_at: Date;
}

export interface GuestLinksTable {
  id: string;
  account_id: string;
  project_id: string;
  /** It can be merged or deleted. */
  speaker_id: string;
  person: string;
  guest_name: string;
  asked_by: string;
  token_hash: string;
  shows_cue: boolean;
  plays_at_once: boolean;
  limit_megabytes: number;
  created_at: Date;
  expires_at: Date;
  opened_at: Date | null;
  revoked_at: Date | null;
}

export interface GuestConsentsTable {
  guest_link_id: string;
  account_id: string;
  name: string;
  version: number;
  language: "en" | "de";
  text: string;
  /** SHA-256 of the text, lowercase hex. */
  text_hash: string;
  agreed_at: Date;
  withdrawn_at: Date | null;
  /** Null until the withdrawal. */
  withdrawn_takes: Json<readonly GuestTake[]> | null;
  /** SHA-256 of the recordings that the withdrawal deleted. Null until then, and for withdrawals of earlier versions. */
  withdrawn_sounds: Json<readonly string[]> | null;
  /** The same in every bundle and on every installation. */
  origin_id: string;
}

/** A take made of a guest's recording. */
export interface GuestTake {
  readonly section_id: string;
  readonly block_id: string;
  /** The first words of the line when it was recorded. */
  readonly text: string;
  /** When it became a take, ISO 8601. */
  readonly since: string;
  /** Whether the line plays it, or did until the withdrawal. Absent in withdrawals of earlier versions. */
  readonly plays?: boolean;
}

export interface GuestRecordingsTable {
  id: string;
  account_id: string;
  guest_link_id: string;
  section_id: string;
  block_id: string;
  block_version: number;
  intent_parts: Json<unknown>;
  text: string;
  state: "draft" | "sent" | "used";
  sha256: string;
  content_type: string;
  size_bytes: number;
  duration_ms: number;
  integrated_lufs: number;
  sample_peak_dbfs: number;
  findings: Json<readonly RecordingFinding[]>;
  created_at: Date;
  sent_at: Date | null;
}

export interface GuestUploadsTable {
  id: string;
  guest_link_id: string;
  started_at: Date;
  ends_at: Date;
}

export interface WebhooksTable {
  id: string;
  account_id: string;
  url: string;
  events: Json<readonly WebhookEvent[]>;
  secret: string;
  created_at: Date;
}

export interface WebhookDeliveriesTable {
  id: Defaulted<string>;
  webhook_id: string;
  lane: string;
  seq: GeneratedAlways<number>;
  project_id: string | null;
  event: WebhookEvent;
  data: Json<{ readonly [key: string]: JsonValue }>;
  state: Defaulted<"waiting" | "delivered" | "failed">;
  attempts: Defaulted<number>;
  last_status: number | null;
  last_reason: DeliveryReason | null;
  created_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  retry_until: Defaulted<Date>;
  ended_at: Date | null;
}

/** Written by certificates. */
export interface CertificatesTable {
  project_id: string;
  account_id: string;
  state: "running" | "done" | "failed" | "cancelled";
  recogniser_key: string;
  recogniser: string;
  fault: string | null;
  started_at: Date;
  ended_at: Date | null;
}

/** Written by certificates. */
export interface HeardTextsTable {
  account_id: string;
  sha256: string;
  recogniser_key: string;
  text: string | null;
  heard_at: Date;
}

export interface LanguageModelUseTable {
  month: string;
  requests: Defaulted<number>;
  prompt_tokens: Defaulted<number>;
  completion_tokens: Defaulted<number>;
  last_answer_at: Date | null;
  last_fault: string | null;
  last_fault_at: Date | null;
}

export interface LanguageModelAnswersTable {
  account_id: string;
  key: string;
  reply: Json<{ readonly [key: string]: JsonValue }>;
  used_at: Date;
}

export interface FeedbackTable {
  id: string;
  account_id: string;
  category: "bug" | "idea" | "praise" | "other";
  message: string;
  context: Json<{ readonly [key: string]: JsonValue }> | null;
  created_at: Date;
}

export interface FeedbackAttachmentsTable {
  id: string;
  account_id: string;
  feedback_id: string | null;
  position: number | null;
  sha256: string;
  content_type: string;
  size_bytes: number;
  created_at: Date;
}

/** Rows come from triggers only. */
export interface ProjectEventsTable {
  id: ColumnType<number, never, never>;
  transaction_id: ColumnType<number, never, never>;
  project_id: ColumnType<string, never, never>;
  /** Set if the event outlives its project. */
  account_id: ColumnType<string | null, never, never>;
  event: ColumnType<string, never, never>;
  data: ColumnType<{ readonly [key: string]: JsonValue }, never, never>;
  created_at: ColumnType<Date, never, never>;
}

export interface ProjectBooksTable {
  project_id: string;
  title: string | null;
  author: string | null;
  language: string | null;
  cover_asset_id: string | null;
  source_format: "text" | "markdown" | "html" | "epub" | "docx" | null;
  /** Series, description, publisher and so on (BookDetails). Null: unknown. */
  details: Json<StoredDetails> | null;
  updated_at: Date;
}

export interface BookOriginalsTable {
  project_id: string;
  asset_id: string;
}

export interface BookCoversTable {
  asset_id: string;
  project_id: string;
  /** Identifies the image of a cover that Fullcast drew; null for one that was given. */
  drawn_key: string | null;
}

export interface ProjectEventsRemovedTable {
  only_row: boolean;
  transaction_id: number;
  id: number;
}

export interface SoundsTable {
  id: string;
  account_id: string;
  name: string;
  description: string;
  tags: Json<readonly string[]>;
  /** Name, description and tags in lower case. */
  search_text: string;
  is_public: boolean;
  metadata_version: Defaulted<number>;
  current_revision_id: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface SoundRevisionsTable {
  id: string;
  sound_id: string;
  revision_number: number;
  asset_id: string;
  duration_ms: number;
  integrated_lufs: number;
  sample_peak_dbfs: number;
  created_at: Date;
}

export interface SoundUploadsTable {
  id: string;
  sound_id: string;
  /** Counts the uploads of a sound from 1. */
  attempt: number;
  revision_number: number;
  is_replacement: boolean;
  content_type: string;
  size_bytes: number;
  status: "pending_upload" | "processing" | "ready" | "failed" | "expired";
  received_file: string | null;
  completed_revision_id: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

export interface SoundSharesTable {
  id: string;
  sound_id: string;
  account_id: string;
  status: "pending" | "accepted" | "declined";
  created_at: Date;
  updated_at: Date;
}

export interface ProjectSoundsTable {
  project_id: string;
  sound_id: string;
  linked_at: Date;
}

export interface ProjectSoundRegistriesTable {
  project_id: string;
  version: number;
}

export interface Tables {
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  pairing_codes: PairingCodesTable;
  installation_secrets: InstallationSecretsTable;
  installation_facts: InstallationFactsTable;
  speech_engines: SpeechEnginesTable;
  speech_voices: SpeechVoicesTable;
  voice_preparations: VoicePreparationsTable;
  custom_voices: CustomVoicesTable;
  voice_previews: VoicePreviewsTable;
  mix_previews: MixPreviewsTable;
  mix_segments: MixSegmentsTable;
  listening_places: ListeningPlacesTable;
  book_previews: BookPreviewsTable;
  book_preview_chapters: BookPreviewChaptersTable;
  section_sources: SectionSourcesTable;
  ledger_transactions: LedgerTransactionsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_balances: LedgerBalancesTable;
  ledger_holds: LedgerHoldsTable;
  mutations: MutationsTable;
  projects: ProjectsTable;
  sections: SectionsTable;
  blocks: BlocksTable;
  past_blocks: PastBlocksTable;
  lexicon_entries: LexiconEntriesTable;
  document_versions: DocumentVersionsTable;
  edit_entries: EditEntriesTable;
  speaker_usage: SpeakerUsageTable;
  recovery_drafts: RecoveryDraftsTable;
  speakers: SpeakersTable;
  merged_speakers: MergedSpeakersTable;
  series: SeriesTable;
  series_people: SeriesPeopleTable;
  series_projects: SeriesProjectsTable;
  series_matches: SeriesMatchesTable;
  ignored_findings: IgnoredFindingsTable;
  workflow_runs: WorkflowRunsTable;
  workflow_steps: WorkflowStepsTable;
  media_assets: MediaAssetsTable;
  engine_stops: EngineStopsTable;
  renditions: RenditionsTable;
  take_choices: TakeChoicesTable;
  audio_requests: AudioRequestsTable;
  export_artifacts: ExportArtifactsTable;
  exports: ExportsTable;
  project_exports: ProjectExportsTable;
  project_export_sections: ProjectExportSectionsTable;
  book_exports: BookExportsTable;
  book_export_sections: BookExportSectionsTable;
  object_removals: ObjectRemovalsTable;
  share_links: ShareLinksTable;
  held_pages: HeldPagesTable;
  held_sections: HeldSectionsTable;
  listener_places: ListenerPlacesTable;
  catalogue_links: CatalogueLinksTable;
  review_links: ReviewLinksTable;
  review_comments: ReviewCommentsTable;
  guest_links: GuestLinksTable;
  guest_consents: GuestConsentsTable;
  guest_recordings: GuestRecordingsTable;
  guest_uploads: GuestUploadsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  certificates: CertificatesTable;
  heard_texts: HeardTextsTable;
  language_model_use: LanguageModelUseTable;
  language_model_answers: LanguageModelAnswersTable;
  feedback: FeedbackTable;
  feedback_attachments: FeedbackAttachmentsTable;
  project_books: ProjectBooksTable;
  book_covers: BookCoversTable;
  book_originals: BookOriginalsTable;
  project_events: ProjectEventsTable;
  project_events_removed: ProjectEventsRemovedTable;
  sounds: SoundsTable;
  sound_revisions: SoundRevisionsTable;
  sound_uploads: SoundUploadsTable;
  sound_shares: SoundSharesTable;
  project_sounds: ProjectSoundsTable;
  project_sound_registries: ProjectSoundRegistriesTable;
}
