// The error catalogue: every code that Fullcast ever says, with its HTTP status, whether repeating the same request can
// succeed, and one sentence. `requestErrors` answer a request; `failures` stand inside resources that went wrong later
// (workflow steps, exports, targets, sounds).

interface RequestError {
  readonly status: 400 | 401 | 403 | 404 | 409 | 416 | 429 | 500 | 502 | 503;
  readonly retryable: boolean;
  readonly sentence: string;
}

interface Failure {
  readonly retryable: boolean;
  readonly sentence: string;
}

export const requestErrors = {
  INVALID_REQUEST: {
    status: 400,
    retryable: false,
    sentence: "The request does not have the documented shape; details.issues names each field and its limit.",
  },
  REQUEST_TOO_LARGE: {
    status: 400,
    retryable: false,
    sentence: "The request body is larger than details.limit_bytes.",
  },
  STUDIO_COMMAND_REJECTED: {
    status: 400,
    retryable: false,
    sentence: "The command cannot be applied to this project; a standalone story holds exactly one section.",
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    sentence: "A valid API key is needed: Authorization: Bearer <API_KEY>.",
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    retryable: false,
    sentence: "The API key lacks the scope that details.required_scope names.",
  },
  ACCOUNT_DISABLED: { status: 403, retryable: false, sentence: "An administrator has disabled this account." },
  OWNER_PROTECTED: {
    status: 409,
    retryable: false,
    sentence: "The owner of the installation can be neither disabled nor deleted.",
  },
  API_KEY_OUTLIVES_CREATOR: {
    status: 403,
    retryable: false,
    sentence:
      "A key cannot create one that is valid longer than itself; details.expires_at names its own end. Ask for fewer days.",
  },
  STORAGE_QUOTA_EXCEEDED: {
    status: 409,
    retryable: false,
    sentence:
      "The account has used up its storage; details name the bytes stored and allowed. Delete something or ask the administrator for more room.",
  },
  FORBIDDEN: { status: 403, retryable: false, sentence: "The account may not use this resource." },
  MEDIA_URL_INVALID: {
    status: 403,
    retryable: false,
    sentence: "The media URL is expired or altered; ask for a new one.",
  },
  NOT_FOUND: { status: 404, retryable: false, sentence: "There is nothing here for this account." },
  UPLOAD_URL_INVALID: {
    status: 403,
    retryable: false,
    sentence: "The upload URL is expired or altered; start a new upload.",
  },
  SOUND_FILE_SIZE_MISMATCH: {
    status: 400,
    retryable: false,
    sentence: "The file does not have the size that was announced; details tell both. Send it again.",
  },
  SOUND_NOT_READY: { status: 409, retryable: false, sentence: "The sound has no finished audio yet." },
  SOUND_UPLOAD_INCOMPLETE: {
    status: 409,
    retryable: false,
    sentence: "The file has not arrived; PUT it to the upload URL first.",
  },
  SOUND_UPLOAD_EXPIRED: { status: 409, retryable: false, sentence: "The upload session is over; start a new one." },
  SOUND_UPLOAD_RECEIVED: { status: 409, retryable: false, sentence: "The file of this upload has arrived already." },
  SOUND_UPLOAD_UNDER_WAY: {
    status: 409,
    retryable: false,
    sentence: "Another PUT of this upload is under way; wait for its end.",
  },
  SOUND_UPLOAD_IN_PROGRESS: {
    status: 409,
    retryable: false,
    sentence: "A file of this sound is being processed; wait for its end.",
  },
  VERSION_CONFLICT: {
    status: 409,
    retryable: false,
    sentence: "The version that was sent is not the current one; read again, then repeat the change.",
  },
  IMAGE_UNREADABLE: {
    status: 400,
    retryable: false,
    sentence: "The bytes are no whole image of the type that Content-Type names.",
  },
  BOOK_UNREADABLE: {
    status: 400,
    retryable: false,
    sentence: "The file cannot be read as a book; details.reason names why and details.explanation says what to do.",
  },
  ATTACHMENT_IN_USE: { status: 409, retryable: false, sentence: "The attachment belongs to another feedback already." },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    retryable: false,
    sentence: "The mutation id or idempotency key was used before for a different request.",
  },
  API_KEY_NAME_TAKEN: { status: 409, retryable: false, sentence: "Another active API key has this name." },
  USERNAME_TAKEN: { status: 409, retryable: false, sentence: "Another account has this username." },
  INSUFFICIENT_FUNDS: {
    status: 409,
    retryable: false,
    sentence: "There are not enough snowcoins; details tells how many are needed and available.",
  },
  BALANCE_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    sentence: "The account would have more snowcoins than an account can hold.",
  },
  SPEAKER_IN_USE: {
    status: 409,
    retryable: false,
    sentence: "Blocks are spoken by this speaker; give them another speaker, or merge the speakers.",
  },
  SPEAKER_IS_NARRATOR: {
    status: 409,
    retryable: false,
    sentence: "Every project has one narrator, who can be neither deleted nor merged into somebody else.",
  },
  STUDIO_PLAYBACK_STALE: {
    status: 409,
    retryable: false,
    sentence: "The versions that were sent no longer match the saved section.",
  },
  MANIFEST_TOO_LARGE: {
    status: 409,
    retryable: false,
    sentence: "The section needs more units than a manifest holds; split the section.",
  },
  WORKFLOW_NOT_CANCELLABLE: { status: 409, retryable: false, sentence: "The workflow has already ended." },
  WORKFLOW_NOT_RESUMABLE: {
    status: 409,
    retryable: false,
    sentence: "Only a failed or partially completed workflow with a failed or conflicting step can be resumed.",
  },
  EXPORT_NOT_CANCELLABLE: { status: 409, retryable: false, sentence: "The export has already ended." },
  EXPORT_MANIFEST_UNAVAILABLE: {
    status: 409,
    retryable: false,
    sentence: "The export has not compiled its timeline, so it has no manifest.",
  },
  EXPORT_REPORT_UNAVAILABLE: {
    status: 409,
    retryable: false,
    sentence: "There is no sound to measure: the export is not completed, its file has expired, or it is text.",
  },
  RANGE_NOT_SATISFIABLE: { status: 416, retryable: false, sentence: "The range lies outside the file." },
  RATE_LIMITED: { status: 429, retryable: true, sentence: "Too many requests; wait as long as Retry-After says." },
  INTERNAL: { status: 500, retryable: false, sentence: "Something went wrong inside the service." },
  ENGINE_UNREACHABLE: { status: 502, retryable: true, sentence: "A speech engine did not answer." },
  ENGINE_QUOTA_EXCEEDED: {
    status: 409,
    retryable: false,
    sentence: "The speech provider's account limit is reached; restore access, then ask again.",
  },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true, sentence: "The service cannot do this at the moment." },
  STORAGE_FULL: { status: 503, retryable: true, sentence: "There is no room left to store files." },
} as const satisfies { readonly [code: string]: RequestError };

export const failures = {
  STUDIO_WORKFLOW_DOCUMENT_CHANGED: {
    retryable: true,
    sentence: "The section changed while the step was working on it.",
  },
  STUDIO_WORKFLOW_SECTION_UNAVAILABLE: { retryable: false, sentence: "The section was moved or deleted." },
  STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED: {
    retryable: false,
    sentence: "The speech provider's account limit is reached; restore access, then resume.",
  },
  STUDIO_WORKFLOW_INSUFFICIENT_FUNDS: {
    retryable: false,
    sentence: "There are not enough snowcoins for the remaining audio.",
  },
  STUDIO_WORKFLOW_ENGINE_UNAVAILABLE: { retryable: true, sentence: "The speech engine did not answer." },
  STUDIO_WORKFLOW_ENGINE_REJECTED: { retryable: false, sentence: "The speech engine refused the text of a block." },
  STUDIO_WORKFLOW_VOICE_UNAVAILABLE: { retryable: false, sentence: "A speaker has no voice that can be used." },
  STUDIO_WORKFLOW_AUDIO_FAILED: { retryable: true, sentence: "The audio of some blocks could not be made." },
  STUDIO_WORKFLOW_STORAGE_FULL: { retryable: true, sentence: "There is no room left to store audio." },
  STUDIO_WORKFLOW_STORAGE_QUOTA_EXCEEDED: {
    retryable: false,
    sentence:
      "The account has used up its storage; delete something or ask the administrator for more room, then resume.",
  },
  STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE: {
    retryable: false,
    sentence: "The section is longer than a document or its timeline holds; split the section.",
  },
  STUDIO_WORKFLOW_LIMIT_EXCEEDED: {
    retryable: false,
    sentence: "The text needs more memory or time than one section may take; split the section.",
  },
  STUDIO_WORKFLOW_FAILED: { retryable: true, sentence: "The step failed inside the service." },
  PROVIDER_QUOTA_EXCEEDED: { retryable: false, sentence: "The speech provider's account limit is reached." },
  EXPORT_AUDIO_INCOMPLETE: {
    retryable: false,
    sentence: "Some audio of the section is missing or out of date; create audio first.",
  },
  EXPORT_MANIFEST_TOO_LARGE: {
    retryable: false,
    sentence: "The section needs more units than a manifest holds; split the section.",
  },
  EXPORT_SUPERSEDED: { retryable: false, sentence: "A newer export of the section took the place of this one." },
  EXPORT_SECTION_UNAVAILABLE: { retryable: false, sentence: "The section was moved or deleted." },
  EXPORT_STORAGE_FULL: { retryable: true, sentence: "There is no room left to store the file." },
  EXPORT_FAILED: { retryable: true, sentence: "The file could not be made." },
  SOUND_FILE_UNREADABLE: { retryable: false, sentence: "The file is no sound file that can be read." },
  SOUND_FILE_NO_AUDIO: { retryable: false, sentence: "The file holds no sound." },
  SOUND_CODEC_UNSUPPORTED: { retryable: false, sentence: "The sound is compressed in a way that is not supported." },
  SOUND_CHANNELS_UNSUPPORTED: { retryable: false, sentence: "The sound has more than 8 channels." },
  SOUND_RATE_UNSUPPORTED: { retryable: false, sentence: "The sound's sample rate is not within 8 to 192 kHz." },
  SOUND_SAMPLES_INVALID: { retryable: false, sentence: "The sound holds samples that are no numbers." },
  SOUND_FILE_TRUNCATED: { retryable: false, sentence: "The file ends before the sound that its header announces." },
  SOUND_FILE_DAMAGED: { retryable: false, sentence: "The sound cannot be decoded: the file is broken." },
  SOUND_TOO_SHORT: { retryable: false, sentence: "The sound is shorter than 100 ms." },
  SOUND_TOO_LONG: { retryable: false, sentence: "The sound is longer than 65 minutes, or larger than 720 MiB." },
  SOUND_LIMITS_EXCEEDED: {
    retryable: false,
    sentence: "Decoding the sound takes more memory or time than a file may.",
  },
  SOUND_UPLOAD_TIMED_OUT: { retryable: true, sentence: "The file did not arrive before the upload session ended." },
  SOUND_STORAGE_FULL: { retryable: true, sentence: "There is no room left to store the sound." },
  SOUND_STORAGE_QUOTA_EXCEEDED: {
    retryable: false,
    sentence: "The account has no room left for the decoded sound; delete something, then upload it again.",
  },
  SOUND_PROCESSING_FAILED: { retryable: true, sentence: "The sound could not be processed." },
  STUDIO_PROJECT_EXPORT_SECTION_UNAVAILABLE: {
    retryable: false,
    sentence: "The section's export was moved or deleted with its section.",
  },
} as const satisfies { readonly [code: string]: Failure };

/** A code that answers a request. */
export type ErrorCode = keyof typeof requestErrors;
/** A code that stands in a step, an export or a target. */
export type FailureCode = keyof typeof failures;

export interface Issue {
  /** Where: the field's name, with dots for what is inside ("section_ids.3"). */
  readonly path: string;
  readonly message: string;
  /** Which part of the request; absent means the body. */
  readonly in?: "path" | "query" | "header";
}

/** Wire-ready; never text of a story, a key or a signed URL. */
export type ErrorDetails = { readonly [key: string]: unknown };

/**
 * An expected refusal, thrown anywhere in the server and turned into the error envelope in one place. Its `details` go
 * to the client as they are.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(requestErrors[code].sentence, options);
    this.code = code;
    this.details = details;
  }
}

/** INVALID_REQUEST for one field that a schema alone cannot judge. */
export function invalidField(path: string, message: string, place?: Issue["in"]): ApiError {
  const issue: Issue = place === undefined ? { path, message } : { path, message, in: place };
  return new ApiError("INVALID_REQUEST", { issues: [issue] });
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(requestErrors, code);
}
