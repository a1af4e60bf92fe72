// The wire format of Fullcast: one endpoint table (method, path, scope, request, response, errors) with its schemas, the
// error catalogue and the limits. Request validation, the OpenAPI document and the typed client derive from them. Always
// true: the package runs in Node and in browsers, does no I/O except the client's fetch, and a published name never changes
// its meaning.

export {
  type CallOptions,
  type CallResult,
  type Client,
  ClientError,
  type ClientOptions,
  createClient,
} from "./client.ts";
export { clientRoutes } from "./client-routes.ts";
export {
  type AnswerOf,
  type CallOf,
  type DataOf,
  type DeepReadonly,
  type Endpoint,
  endpoint,
  errorCodesOf,
  type RequestOf,
  type Upload,
  type UploadCall,
} from "./endpoints/endpoint.ts";
export { CAST_MODEL, ONE_VOICE_MODELS, SPEECH_TYPES, type SpeechRequest } from "./endpoints/speech.ts";
export { type EndpointId, type Endpoints, endpointRows, endpoints } from "./endpoints.ts";
export {
  ApiError,
  COMMAND_FAULTS,
  commandRejected,
  type ErrorCode,
  type ErrorDetails,
  type FailureCode,
  failures,
  type Issue,
  invalidField,
  isErrorCode,
  requestErrors,
} from "./errors.ts";
export { isLanguageTag } from "./language-tag.ts";
export { LIMITS } from "./limits.ts";
export { API_VERSION, type OpenApiDocument, openApiDocument } from "./openapi.ts";
export { readQueryValues } from "./query-values.ts";
export { BOOK_FAULTS } from "./schemas/books.ts";
export {
  BUNDLE_ENTRIES,
  BUNDLE_FORMAT,
  type BundleBlock,
  type BundleManifest,
  type BundleProject,
  type BundleTake,
  bundleBlock,
  bundleManifest,
  bundleProject,
  bundleTake,
} from "./schemas/bundle-files.ts";
export { BUNDLE_FAULTS, BUNDLE_TYPES } from "./schemas/bundles.ts";
export { EXPORT_FORMATS, EXPORT_STATUSES } from "./schemas/exports.ts";
export { RECORDING_FAULTS } from "./schemas/takes.ts";
export type { DeliveryReason, WebhookEvent } from "./schemas/webhooks.ts";
export { createAudioSectionCap } from "./schemas/workflows.ts";
export { type Caller, SCOPES, type Scope } from "./scopes.ts";
export type * from "./wire-types.ts";
