// The typed client of the whole interface, for Node and browsers, exported as `@fullcast/contract/client`. It needs only
// fetch. At run time it loads no schemas, no zod and no examples.

import { type EventConnection, followEvents } from "./client-events.ts";
import routes from "./client-routes.json" with { type: "json" };
import type { ClientRoute } from "./client-routes.ts";
import type { AnyRow, CallOf, DataOf, UploadCall } from "./endpoints/endpoint.ts";
import type { EndpointId, Endpoints } from "./endpoints.ts";
import { writeQueryValues } from "./query-values.ts";

export { LIMITS } from "./limits.ts";
export { SOUND_FILE_TYPES, type SoundType } from "./sound-file-types.ts";
export type * from "./wire-types.ts";
export type { EndpointId };

export interface ClientOptions {
  /** The base URL with its version segment, such as "http://127.0.0.1:7411/v1". */
  readonly baseUrl: string;
  /** Without a key, the client can only call endpoints that need none. */
  readonly apiKey?: string;
  /** Defaults to the platform's fetch. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For event streams: called once, when the stream is open. Read what the events are about then, or miss what came before. */
  readonly onOpen?: () => void;
}

/**
 * The payload of the envelope, or the bare document where there is no envelope. For files it is the response with an unread
 * body. For events it is an iterator, which reconnects after a lost connection and continues after the last event.
 */
export type CallResult<Id extends EndpointId> = Endpoints[Id] extends { readonly answer: "bytes" }
  ? Response
  : Endpoints[Id] extends infer Row extends AnyRow & { readonly answer: "events" }
    ? AsyncGenerator<DataOf<Row>, void, undefined>
    : DataOf<Endpoints[Id]>;

/** Optional when the endpoint needs no input. */
type Arguments<Id extends EndpointId> =
  object extends CallOf<Endpoints[Id]>
    ? [call?: CallOf<Endpoints[Id]> & CallOptions]
    : [call: CallOf<Endpoints[Id]> & CallOptions];

export interface Client {
  /**
   * Calls the endpoint once, without retries. `ClientError.retryable` states whether a retry can succeed. An event stream
   * opens at the first iteration.
   * @throws ClientError when the server refuses, does not answer, or answers something unreadable
   */
  call<Id extends EndpointId>(id: Id, ...call: Arguments<Id>): Promise<CallResult<Id>>;
}

/** The server's refusal. Its code is NO_ANSWER (status 0) or UNREADABLE_ANSWER (the received status) for other failures. */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly status: number;
  readonly code: string;
  readonly details: { readonly [key: string]: unknown };
  readonly requestId: string | null;
  readonly retryable: boolean;
  constructor(
    refusal: {
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly details?: { readonly [key: string]: unknown };
      readonly requestId?: string | null;
      readonly retryable?: boolean;
    },
    options?: ErrorOptions,
  ) {
    super(refusal.message, options);
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details ?? {};
    this.requestId = refusal.requestId ?? null;
    this.retryable = refusal.retryable ?? false;
  }
}

interface AnyCall extends CallOptions {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: unknown };
  readonly headers?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly upload?: UploadCall;
}

export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  // Compression gains nothing on the same machine. Browsers ignore this header.
  const encoding = isLoopback(baseUrl) ? { "accept-encoding": "identity" } : {};
  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  return {
    async call<Id extends EndpointId>(id: Id, ...[given]: Arguments<Id>): Promise<CallResult<Id>> {
      const route = (routes as { readonly [id: string]: unknown })[id] as ClientRoute;
      const call = (given ?? {}) as AnyCall;
      const url = baseUrl + fillPath(route.path, call.params ?? {}) + writeQueryValues(call.query ?? {});
      const open = async (headers?: AnyCall["headers"]) => {
        const response = await exchange(
          send,
          url,
          initOf(route, { ...call, headers: { ...encoding, ...call.headers, ...headers } }, options.apiKey),
        );
        if (!response.ok) throw await refusalOf(response);
        return response;
      };
      if (route.answer === "events") return followEvents(eventConnection(call, open)) as CallResult<Id>;
      const response = await open();
      if (route.answer === "bytes") return response as CallResult<Id>;
      const answer = await readJson(response);
      if (route.answer === "json") return answer as CallResult<Id>;
      if (!isRecord(answer) || !("data" in answer)) throw unreadable(response);
      return answer.data as CallResult<Id>;
    },
  };
}

function isLoopback(baseUrl: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/]|$)/i.test(baseUrl);
}

function eventConnection(call: AnyCall, open: (headers?: AnyCall["headers"]) => Promise<Response>): EventConnection {
  return {
    open: (lastEventId) => open(lastEventId === null ? {} : { "last-event-id": lastEventId }),
    // The platform throws a plain Error when a stream breaks.
    isPassing: (error) => !(error instanceof ClientError) || error.retryable,
    signal: call.signal,
    lastEventId: call.headers?.["last-event-id"] ?? null,
    onOpen: call.onOpen,
  };
}

function fillPath(path: string, params: { readonly [name: string]: string }): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params[name];
    // A URL parser resolves "." and ".." in the path, even when they are escaped.
    if (value === undefined || value === "" || value === "." || value === "..") {
      throw new TypeError(`The path parameter ${name} is missing, empty, "." or "..".`);
    }
    return encodeURIComponent(value);
  });
}

const ACCEPTS: Record<ClientRoute["answer"], string> = {
  data: "application/json",
  json: "application/json",
  bytes: "*/*",
  events: "text/event-stream",
};

function initOf(route: ClientRoute, call: AnyCall, apiKey: string | undefined): RequestInit {
  const headers: { [name: string]: string } = { accept: ACCEPTS[route.answer] };
  if (apiKey !== undefined && route.needsKey) headers.authorization = `Bearer ${apiKey}`;
  if (call.body !== undefined) headers["content-type"] = "application/json";
  if (call.upload !== undefined) headers["content-type"] = call.upload.contentType;
  const json = call.body === undefined ? undefined : JSON.stringify(call.body);
  const body = call.upload?.bytes ?? json;
  return {
    method: route.method,
    headers: { ...headers, ...call.headers },
    redirect: "error",
    ...(body === undefined ? {} : { body }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  };
}

async function exchange(send: NonNullable<ClientOptions["fetch"]>, url: string, init: RequestInit): Promise<Response> {
  try {
    return await send(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ClientError(
      { status: 0, code: "NO_ANSWER", message: "The server did not answer.", retryable: true },
      { cause },
    );
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw unreadable(response, cause);
  }
}

async function refusalOf(response: Response): Promise<ClientError> {
  const answer = await readJson(response);
  if (!isRecord(answer) || !isRecord(answer.error)) return unreadable(response);
  const { code, message, details, retryable } = answer.error;
  return new ClientError({
    status: response.status,
    code: String(code),
    message: String(message),
    details: isRecord(details) ? details : {},
    requestId: typeof answer.request_id === "string" ? answer.request_id : null,
    retryable: retryable === true,
  });
}

function unreadable(response: Response, cause?: unknown): ClientError {
  return new ClientError(
    {
      status: response.status,
      code: "UNREADABLE_ANSWER",
      message: `The answer (status ${response.status}) does not come from a Fullcast server. Check the address.`,
      requestId: response.headers.get("x-request-id"),
    },
    { cause },
  );
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
