// HTTP. Finds the row of the endpoint table, checks key, scope and shape, calls the handler of the row and puts its answer
// into the envelope. It imports no room and contains no rule of the product. Always true: the checks come in the order key, scope, shape; every JSON answer is enveloped and has a
// request id; nothing that a client or a log sees holds a stack, a path, a key, a signed URL or a story's text.

export type { Browser } from "./admission.ts";
export { sendPayload } from "./answers.ts";
export { createHttp, type HttpOptions, type RequestEnd } from "./create-http.ts";
export type { Answer, Handler, HandlerContext, Handlers } from "./handlers.ts";
export { JsonText } from "./json-chunks.ts";
export { mediaUrl, mediaUrlExpiry, type SignedFile, signedUrlBase } from "./media-url.ts";
export type { OwnAddresses } from "./own-address.ts";
export { type Place, readCursor, writeCursor } from "./page-cursor.ts";
export type { PageLanguage } from "./preferred-language.ts";
export {
  addPublicRoutes,
  escapeMarkup,
  type Inline,
  inline,
  type PublicAnswer,
  type PublicRequest,
  type PublicRoute,
  xmlText,
} from "./public-routes.ts";
export { createRateLimiter, perMinute, type Rate } from "./rate-limit.ts";
export { type RawBody, saveBody } from "./raw-body.ts";
export { type BodyBudgets, createBodyBudgets } from "./receive-body.ts";
export type { ServerEvent } from "./send-events.ts";
export { type ByteRange, type SendableFile, type SendableParts, sendFile } from "./send-file.ts";
export { sessionCookie } from "./session-cookie.ts";
export { createUrlSigner, type SignedObject, type UrlPurpose, type UrlSigner } from "./signed-url.ts";
