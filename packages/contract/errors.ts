// The error catalogue: every code with its HTTP status, whether the same request can succeed later, and one sentence.
// `requestErrors` are answers to requests; `failures` are codes inside workflow steps, exports, targets and sounds.

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
    sentence: "The request does not have the documented shape. details.issues names each field and its limit.",
  },
  REQUEST_TOO_LARGE: {
    status: 400,
    retryable: false,
    sentence: "The request body is larger than details.limit_bytes.",
  },
  STUDIO_COMMAND_REJECTED: {
    status: 400,
    retryable: false,
    sentence:
      "The command cannot be carried out. The message states the cause and what to do; details.reason is its name: standalone_story, too_many_sections, too_many_blocks, no_sections, too_much_text, limits.",
  },
  UNAUTHENTICATED: {
    status: 401,
    retryable: false,
    sentence: "A valid API key is required: Authorization: Bearer <API_KEY>.",
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    retryable: false,
    sentence: "The API key lacks the scope that details.required_scope names.",
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    retryable: false,
    sentence:
      "The Host header is not a name of this server. Open the address that the server printed at its start, or set FULLCAST_PUBLIC_URL to the address that clients use.",
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    retryable: false,
    sentence:
      "The Origin header is not an address of this server. Requests with the session cookie must come from its pages. Programs use a key: Authorization: Bearer <API_KEY>.",
  },
  ACCOUNT_DISABLED: { status: 403, retryable: false, sentence: "An administrator has disabled this account." },
  OWNER_PROTECTED: {
    status: 409,
    retryable: false,
    sentence: "The owner of the installation cannot be disabled or deleted.",
  },
  API_KEY_OUTLIVES_CREATOR: {
    status: 403,
    retryable: false,
    sentence:
      "A key cannot create a key that expires later than itself. details.expires_at is the end of the key of this request. Request fewer days.",
  },
  STORAGE_QUOTA_EXCEEDED: {
    status: 409,
    retryable: false,
    sentence:
      "The storage quota of the account is used up. details contains the stored and the allowed bytes. Delete something, or ask the administrator for a larger quota.",
  },
  FORBIDDEN: { status: 403, retryable: false, sentence: "The account has no access to this resource." },
  MEDIA_URL_INVALID: {
    status: 403,
    retryable: false,
    sentence: "The media URL has expired or was altered. Request a new one.",
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    sentence: "The resource does not exist, or the account has no access to it.",
  },
  UPLOAD_URL_INVALID: {
    status: 403,
    retryable: false,
    sentence: "The upload URL has expired or was altered. Start a new upload.",
  },
  SOUND_FILE_SIZE_MISMATCH: {
    status: 400,
    retryable: false,
    sentence: "The size of the file differs from the announced size. details contains both. Send the file again.",
  },
  TAKE_MISSING: { status: 409, retryable: false, sentence: "The line has no audio yet, so there is no take to lock." },
  BLOCK_NOT_SPOKEN: {
    status: 409,
    retryable: false,
    sentence: "Only blocks of speech and narration have takes. details.kind is the kind of this block.",
  },
  SOUND_NOT_READY: { status: 409, retryable: false, sentence: "The sound has no finished audio yet." },
  SOUND_UPLOAD_INCOMPLETE: {
    status: 409,
    retryable: false,
    sentence: "The file has not been uploaded. PUT it to the upload URL first.",
  },
  SOUND_UPLOAD_EXPIRED: { status: 409, retryable: false, sentence: "The upload session has expired. Start a new one." },
  SOUND_UPLOAD_RECEIVED: { status: 409, retryable: false, sentence: "The file of this upload was already received." },
  SOUND_UPLOAD_UNDER_WAY: {
    status: 409,
    retryable: false,
    sentence: "Another PUT of this upload is running. Wait until it has ended.",
  },
  SOUND_UPLOAD_IN_PROGRESS: {
    status: 409,
    retryable: false,
    sentence: "A file of this sound is being processed. Wait until it has ended.",
  },
  VERSION_CONFLICT: {
    status: 409,
    retryable: false,
    sentence: "The version in the request is not the current one. Read the resource again, then repeat the change.",
  },
  NOTHING_TO_UNDO: {
    status: 409,
    retryable: false,
    sentence: "There is nothing to undo or redo, or the named entry is already in that state.",
  },
  UNDO_CONFLICT: {
    status: 409,
    retryable: false,
    sentence:
      "A later change stands in the way of this entry. details.changed names what was changed, and details.block_ids the lines. Undo the later entries first, or skip this entry with PATCH …/document/history/{entryId}.",
  },
  IMAGE_UNREADABLE: {
    status: 400,
    retryable: false,
    sentence: "The bytes are not a complete image of the type in Content-Type.",
  },
  BOOK_UNREADABLE: {
    status: 400,
    retryable: false,
    sentence: "The file cannot be read as a book. details.reason is the cause, details.explanation says what to do.",
  },
  BUNDLE_UNREADABLE: {
    status: 400,
    retryable: false,
    sentence:
      "The file is not a bundle that this version can read. details.reason is the cause, details.explanation says what to do.",
  },
  RECORDING_UNREADABLE: {
    status: 400,
    retryable: false,
    sentence:
      "The file cannot be used as a recording. details.reason is the cause, details.explanation says what to do.",
  },
  CONSENT_REQUIRED: {
    status: 409,
    retryable: false,
    sentence: "The guest has not agreed to the consent of this link. Agree first, then repeat the request.",
  },
  CONSENT_TEXT_CHANGED: {
    status: 409,
    retryable: false,
    sentence: "The text of the consent has changed. Read it again, then agree to the present text.",
  },
  GUEST_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    sentence:
      "The recordings of this guest link have reached its limit. details.limit_megabytes is the limit. Ask for a new link.",
  },
  ATTACHMENT_IN_USE: { status: 409, retryable: false, sentence: "The attachment already belongs to other feedback." },
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
    sentence: "There are not enough snowcoins. details contains the required and the available number.",
  },
  BALANCE_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    sentence: "The grant would exceed the maximum balance of an account.",
  },
  SPEAKER_IN_USE: {
    status: 409,
    retryable: false,
    sentence: "The speaker still has blocks. Assign them to another speaker, or merge the speakers.",
  },
  SPEAKER_IS_NARRATOR: {
    status: 409,
    retryable: false,
    sentence:
      "The speaker is the narrator. Every project has one; it cannot be deleted or merged into another speaker.",
  },
  STUDIO_PLAYBACK_STALE: {
    status: 409,
    retryable: false,
    sentence: "The versions in the request do not match the saved section. Read the section again.",
  },
  MANIFEST_TOO_LARGE: {
    status: 409,
    retryable: false,
    sentence: "The section needs more units than a manifest can hold. Split the section.",
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
    sentence: "There is no audio to measure: the export is not completed, its file has expired, or its format is text.",
  },
  RECOGNISER_MISSING: {
    status: 409,
    retryable: false,
    sentence:
      "The server has no recogniser of speech. Its operator sets FULLCAST_RECOGNISER_BASE_URL or FULLCAST_RECOGNISER_COMMAND.",
  },
  ENGINE_IN_USE: {
    status: 409,
    retryable: false,
    sentence: "A running process uses this engine. Remove it from the engines file, restart, then remove it here.",
  },
  RANGE_NOT_SATISFIABLE: { status: 416, retryable: false, sentence: "The range lies outside the file." },
  RATE_LIMITED: { status: 429, retryable: true, sentence: "Too many requests. Wait for the time in Retry-After." },
  INTERNAL: { status: 500, retryable: false, sentence: "An unexpected error occurred in the service." },
  ENGINE_UNREACHABLE: { status: 502, retryable: true, sentence: "A speech engine did not answer." },
  ENGINE_QUOTA_EXCEEDED: {
    status: 409,
    retryable: false,
    sentence: "The account limit of the speech provider is reached. Restore access, then repeat the request.",
  },
  ENGINE_ACCESS_DENIED: {
    status: 409,
    retryable: false,
    sentence: "The speech provider refused the key of this server. An administrator must correct it.",
  },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true, sentence: "The service is temporarily unavailable." },
  STORAGE_FULL: { status: 503, retryable: true, sentence: "The storage is full." },
  STORAGE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    sentence: "The storage cannot be read or written now. Repeat the request after the time in Retry-After.",
  },
  DATABASE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    sentence: "The database does not answer now. Repeat the request after the time in Retry-After.",
  },
} as const satisfies { readonly [code: string]: RequestError };

export const failures = {
  STUDIO_WORKFLOW_DOCUMENT_CHANGED: {
    retryable: true,
    sentence: "The section changed while the step ran.",
  },
  STUDIO_WORKFLOW_SECTION_UNAVAILABLE: { retryable: false, sentence: "The section was moved or deleted." },
  STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED: {
    retryable: false,
    sentence: "The account limit of the speech provider is reached. Restore access, then resume the run.",
  },
  STUDIO_WORKFLOW_INSUFFICIENT_FUNDS: {
    retryable: false,
    sentence:
      "There are not enough snowcoins for the remaining audio. Add snowcoins or choose free voices, then resume the run.",
  },
  STUDIO_WORKFLOW_PLAN_NOT_SUFFICIENT: {
    retryable: false,
    sentence: "The account's plan does not include the model of some lines. Choose other voices or another plan.",
  },
  PLAN_NOT_SUFFICIENT: {
    retryable: false,
    sentence: "The account's plan does not include the model of this line. Choose another voice or another plan.",
  },
  STUDIO_WORKFLOW_PROVIDER_ACCESS_DENIED: {
    retryable: false,
    sentence: "The speech provider refused the key of this server. Correct the key, then resume the run.",
  },
  STUDIO_WORKFLOW_ENGINE_REJECTED: {
    retryable: false,
    sentence:
      "An engine refuses the text of some lines or the description of a sound. Change the text or the voice, then resume the run.",
  },
  STUDIO_WORKFLOW_VOICE_UNAVAILABLE: {
    retryable: false,
    sentence: "A speaker has no usable voice. Choose another voice, then resume the run.",
  },
  STUDIO_WORKFLOW_AUDIO_FAILED: {
    retryable: true,
    sentence: "The audio of some blocks could not be generated. Resume the run to try them again.",
  },
  STUDIO_WORKFLOW_STORAGE_FULL: {
    retryable: true,
    sentence: "The storage is full. The step continues when there is space.",
  },
  STUDIO_WORKFLOW_STORAGE_UNAVAILABLE: {
    retryable: true,
    sentence: "The storage cannot be read or written now. The step continues when it can.",
  },
  STUDIO_WORKFLOW_STORAGE_QUOTA_EXCEEDED: {
    retryable: false,
    sentence:
      "The storage quota of the account is used up. Delete something, or ask the administrator for a larger quota, then resume.",
  },
  STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE: {
    retryable: false,
    sentence: "The section exceeds the limits of a document or its timeline. Split the section.",
  },
  STUDIO_WORKFLOW_LIMIT_EXCEEDED: {
    retryable: false,
    sentence: "The text exceeds the memory or time that one section may use. Split the section.",
  },
  STUDIO_WORKFLOW_FAILED: {
    retryable: true,
    sentence: "The step failed because of an unexpected error in the service.",
  },
  PROVIDER_QUOTA_EXCEEDED: {
    retryable: false,
    sentence: "The account limit of the speech provider is reached. Restore access, then resume the run.",
  },
  PROVIDER_ACCESS_DENIED: {
    retryable: false,
    sentence: "The speech provider refused the key of this server. Correct the key, then resume the run.",
  },
  PROVIDER_UNAVAILABLE: { retryable: true, sentence: "The speech engine did not answer, or has no capacity now." },
  PROVIDER_AUDIO_INVALID: { retryable: true, sentence: "The speech engine answered without usable speech." },
  EXPORT_AUDIO_INCOMPLETE: {
    retryable: false,
    sentence: "Some audio of the section is missing or out of date. Create audio first.",
  },
  EXPORT_MANIFEST_TOO_LARGE: {
    retryable: false,
    sentence: "The section needs more units than a manifest can hold. Split the section.",
  },
  EXPORT_SUPERSEDED: { retryable: false, sentence: "A newer export of the section replaced this one." },
  EXPORT_SECTION_UNAVAILABLE: { retryable: false, sentence: "The section was moved or deleted." },
  EXPORT_STORAGE_FULL: { retryable: true, sentence: "The storage is full. The export continues when there is space." },
  EXPORT_STORAGE_UNAVAILABLE: {
    retryable: true,
    sentence: "The storage cannot be read or written now. The export continues when it can.",
  },
  EXPORT_FAILED: { retryable: true, sentence: "The file could not be produced." },
  SOUND_FILE_UNREADABLE: { retryable: false, sentence: "The file is not a readable sound file." },
  SOUND_FILE_NO_AUDIO: { retryable: false, sentence: "The file contains no audio." },
  SOUND_CODEC_UNSUPPORTED: { retryable: false, sentence: "The codec of the file is not supported." },
  SOUND_CHANNELS_UNSUPPORTED: { retryable: false, sentence: "The sound has more than 8 channels." },
  SOUND_RATE_UNSUPPORTED: { retryable: false, sentence: "The sound's sample rate is not within 8 to 192 kHz." },
  SOUND_SAMPLES_INVALID: { retryable: false, sentence: "The sound contains invalid samples (not finite numbers)." },
  SOUND_FILE_TRUNCATED: { retryable: false, sentence: "The file ends before the length that its header states." },
  SOUND_FILE_DAMAGED: { retryable: false, sentence: "The file is damaged and cannot be decoded." },
  SOUND_TOO_SHORT: { retryable: false, sentence: "The sound is shorter than 100 ms." },
  SOUND_TOO_LONG: { retryable: false, sentence: "The sound is longer than 65 minutes, or larger than 720 MiB." },
  SOUND_LIMITS_EXCEEDED: {
    retryable: false,
    sentence: "Decoding the file exceeds the limits of memory or time.",
  },
  SOUND_UPLOAD_TIMED_OUT: { retryable: true, sentence: "The file did not arrive before the upload session ended." },
  SOUND_STORAGE_FULL: { retryable: true, sentence: "The storage is full, so the sound could not be stored." },
  SOUND_STORAGE_QUOTA_EXCEEDED: {
    retryable: false,
    sentence:
      "The storage quota of the account is too small for the decoded sound. Delete something, then upload it again.",
  },
  SOUND_PROCESSING_FAILED: { retryable: true, sentence: "The sound could not be processed." },
  STUDIO_PROJECT_EXPORT_SECTION_UNAVAILABLE: {
    retryable: false,
    sentence: "The export of the section is unavailable: its section was moved or deleted.",
  },
} as const satisfies { readonly [code: string]: Failure };

/** A code in the answer to a request. */
export type ErrorCode = keyof typeof requestErrors;
/** A code inside a step, an export, a target or a sound. */
export type FailureCode = keyof typeof failures;

export interface Issue {
  /** The field, with dots for nested fields ("section_ids.3"). */
  readonly path: string;
  readonly message: string;
  /** The part of the request that holds the field. Absent: the body. */
  readonly in?: "path" | "query" | "header";
}

/** Sent unchanged to the client. It must never contain text of a story, a key or a signed URL. */
export type ErrorDetails = { readonly [key: string]: unknown };

/**
 * An expected refusal. Any server code can throw it, and one place turns it into the error envelope. The client receives
 * `details` unchanged.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}, options: ErrorOptions & { readonly message?: string } = {}) {
    super(options.message ?? requestErrors[code].sentence, options);
    this.code = code;
    this.details = details;
  }
}

/** Why a command is refused, by details.reason: the cause with its values, and what to do. */
const commandFaults = {
  standalone_story: ({ wanted }: { readonly wanted: number }) =>
    `A standalone story holds exactly one section, and this would make ${wanted}. Promote it to a named project first.`,
  too_many_sections: ({ wanted, limit }: { readonly wanted: number; readonly limit: number }) =>
    `This would make ${wanted} sections, and a project holds at most ${limit}. Delete sections, or start another project.`,
  too_many_blocks: ({
    chapter,
    blocks,
    limit,
  }: {
    readonly chapter: number;
    readonly blocks: number;
    readonly limit: number;
  }) =>
    `Chapter ${chapter} makes ${blocks} blocks, and a document holds at most ${limit}. Divide the chapter in the book.`,
  no_sections: () => "The project has no sections to export. Add a section first.",
  too_much_text: ({ characters, limit }: { readonly characters: number; readonly limit: number }) =>
    `The text has ${characters} characters, and a check reads at most ${limit}. Divide the story.`,
  limits: ({ seconds, mebibytes }: { readonly seconds: number; readonly mebibytes: number }) =>
    `The check of the text took more than ${seconds} seconds or ${mebibytes} MiB, its limits. Divide the story.`,
} as const;
type CommandFault = keyof typeof commandFaults;

/** The values of details.reason of STUDIO_COMMAND_REJECTED. */
export const COMMAND_FAULTS = Object.keys(commandFaults) as readonly CommandFault[];

/** STUDIO_COMMAND_REJECTED. The message states the cause with its values and what to do; the details hold both. */
export function commandRejected<Fault extends CommandFault>(
  reason: Fault,
  values: Parameters<(typeof commandFaults)[Fault]>[0] extends undefined
    ? Record<never, never>
    : NonNullable<Parameters<(typeof commandFaults)[Fault]>[0]>,
): ApiError {
  const words = commandFaults[reason] as (values: object) => string;
  return new ApiError("STUDIO_COMMAND_REJECTED", { reason, ...values }, { message: words(values) });
}

/** INVALID_REQUEST for one field, for rules that a schema cannot express. */
export function invalidField(path: string, message: string, place?: Issue["in"]): ApiError {
  const issue: Issue = place === undefined ? { path, message } : { path, message, in: place };
  return new ApiError("INVALID_REQUEST", { issues: [issue] });
}

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(requestErrors, code);
}
