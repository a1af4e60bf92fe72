import { maxHeaderSize, type Server } from "node:http";
import type { Socket } from "node:net";
import {
  ApiError,
  type Caller,
  type Endpoint,
  type EndpointId,
  endpointRows,
  errorCodesOf,
  invalidField,
  LIMITS,
  requestErrors,
} from "@fullcast/contract";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { faultFields, type Log } from "../log.ts";
import { traced } from "../tracing.ts";
import { type Admission, type AdmissionOptions, type Browser, createAdmission } from "./admission.ts";
import { errorBody, sendError, sendPayload, toApiError } from "./answers.ts";
import { type CheckedRequest, checkRequest } from "./check-request.ts";
import { CLIENT_GONE_STATUS, goneSignal, isClientGone } from "./client-gone.ts";
import { endConnectionsOnClose } from "./close-connections.ts";
import type { Handlers } from "./handlers.ts";
import { sendHostPage, wantsPage } from "./host-page.ts";
import { readJsonBody } from "./json-body.ts";
import { forPage } from "./media-url.ts";
import { createPlaces, type PlaceLimits, type Places } from "./places.ts";
import { hasBody, type RawBody, rawBody } from "./raw-body.ts";
import { type BodyBudgets, type BodyLimits, createBodyBudgets } from "./receive-body.ts";
import { type ServerEvent, sendEvents } from "./send-events.ts";
import { type SendableFile, type SendableParts, sendFile, sendParts } from "./send-file.ts";

export interface HttpOptions extends AdmissionOptions {
  readonly handlers: Handlers;
  readonly log: Log;
  readonly newId: () => string;
  /** The rows that this server answers; all by default. Every other path is NOT_FOUND. */
  readonly only?: readonly EndpointId[];
  /** Limits of request bodies; for tests. */
  readonly bodies?: BodyLimits;
  /** How many requests are worked on at once, and how many wait; for tests. */
  readonly places?: PlaceLimits;
  /** How long a stream of events may be silent; 15 s by default. */
  readonly heartbeatMs?: number;
  /** Number of reverse proxies in front; their X-Forwarded-For is trusted. None by default. */
  readonly trustedProxies?: number;
  /** Called after each answer. */
  readonly onAnswer?: (end: RequestEnd) => void;
  /**
   * For tests: checks every answer against its row and reports each breach of the contract, which then answers as
   * INTERNAL. Not done in production, where it would cost more than most handlers.
   */
  readonly onContractBreach?: (breach: string) => void;
}

/** What became of a request. */
export interface RequestEnd {
  readonly method: string;
  /** The route with its parameters as names; null when the path cannot be read. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
  /** Whether the answer is one JSON text: not a stream, not a file. */
  readonly isJson: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** What a row of the table answers with. */
    answer?: Endpoint["answer"];
  }
  interface FastifyInstance {
    /** Refuses a page under a Host that is not this server's. */
    admitPage: (request: FastifyRequest) => void;
    places: Places;
  }
}

/** A whole request, body included, must have arrived within this time. */
const REQUEST_TIMEOUT_MS = 600_000;
const HEARTBEAT_MS = 15_000;

const noSchemas = () => {
  throw new Error("A route has a schema of Fastify. Requests are checked by the endpoint table instead.");
};

/**
 * The server, not listening yet. Further routes (pages, raw uploads) may be added to it; the rules of the table hold
 * for the table's own routes, the error envelope and the request ids for all.
 */
export function createHttp(options: HttpOptions): FastifyInstance<Server> {
  const { log, newId, trustedProxies = 0 } = options;
  const nextRequestId = () => `req_${newId()}`;
  const admission = createAdmission(options);
  const answered = (request: FastifyRequest, reply: FastifyReply) => {
    const { url: route, config } = request.routeOptions;
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    log.debug("answered", {
      ...{ request_id: request.id, account_id: request.caller?.accountId, method, route, status },
      ms: Math.round(elapsedTime),
    });
    const isJson = config?.answer === "data" || config?.answer === "json";
    options.onAnswer?.({ method, route: route ?? null, status, seconds: elapsedTime / 1000, isJson });
  };
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (isClientGone(error)) {
      // No answer can reach this client, and nothing of the server failed.
      log.debug("the client left", { request_id: request.id, route: request.routeOptions.url });
      return reply.code(CLIENT_GONE_STATUS).send();
    }
    const refusal = toApiError(error);
    if (refusal.code === "INTERNAL")
      log.error("request failed", { ...idsOf(request), route: request.routeOptions.url, ...faultFields(error) });
    else if (refusal !== error && requestErrors[refusal.code].status === 503)
      log.warn("request refused for now", { ...idsOf(request), code: refusal.code, ...faultFields(error) });
    if (refusal.code === "HOST_NOT_ALLOWED" && wantsPage(request)) return sendHostPage(reply);
    return sendError(reply, refusal);
  };
  const app = Fastify({
    bodyLimit: LIMITS.body_bytes,
    forceCloseConnections: "idle",
    genReqId: nextRequestId,
    logger: false,
    requestIdHeader: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    // A request without Host is refused below, with an answer as all others.
    http: { requireHostHeader: false },
    // No request has a longer parameter, so the row refuses the ones that are too long, after the key.
    routerOptions: { maxParamLength: maxHeaderSize },
    // The endpoint table checks requests, so no route has a schema of Fastify's, and its compilers need not be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: trustedProxies === 0 ? false : (_address: string, hop: number) => hop < trustedProxies,
    // For a path that cannot be decoded Fastify calls no hook.
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      try {
        admission.arrive(request);
        refuse(error, request, reply as FastifyReply);
      } catch (limited) {
        refuse(limited, request, reply as FastifyReply);
      }
      answered(request, reply as FastifyReply);
    },
    clientErrorHandler: (_error, socket) => {
      const request_id = nextRequestId();
      refuseBrokenHttp(socket, request_id);
      log.debug("refused a request that is not HTTP", { request_id });
    },
  });
  app.removeAllContentTypeParsers();
  app.decorateRequest("caller", null);
  app.decorate("admitPage", (request: FastifyRequest) => admission.admitPage(request));
  const places = createPlaces(options.places);
  app.decorate("places", places);
  endConnectionsOnClose(app);

  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    try {
      admission.arrive(request);
      // "*" means the server itself (RFC 9112, section 3.2.4); the router would take it for "/".
      if (request.raw.url === "*") throw new ApiError("NOT_FOUND");
      if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
        throw invalidField("host", "is missing", "header");
      done();
    } catch (error) {
      done(error as Error);
    }
  });
  const streams = new Set<AbortController>();
  const bodies = createBodyBudgets(options.bodies);
  app.addHook("preClose", (done) => {
    for (const stream of streams) stream.abort();
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    answered(request, reply);
    done();
  });
  // Any other expectation than "100-continue" is ignored: the client gets its answer, not a bare 417.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError("NOT_FOUND")));
  app.setErrorHandler(refuse);

  void app.register(
    (scope, _options, done) => {
      scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null, undefined));
      for (const [id, row] of Object.entries(endpointRows) as [EndpointId, Endpoint][]) {
        if (options.only === undefined || options.only.includes(id))
          addRoute(scope, id, row, options, admission, streams, bodies, places);
      }
      done();
    },
    { prefix: "/v1" },
  );
  return app;
}

const receivingOf = ({ caller }: FastifyRequest, bodies: BodyBudgets) => ({
  budget: caller === null ? null : bodies.of(caller.keyId),
  longestSilenceMs: bodies.longestSilenceMs,
});

const idsOf = (request: FastifyRequest) => ({ request_id: request.id, account_id: request.caller?.accountId });

const JSON_ANSWERS: ReadonlySet<Endpoint["answer"]> = new Set(["data", "json"]);

/** They wait for an engine or another address, or copy for minutes. They take no place from requests that are quick. */
const WAITS: ReadonlySet<EndpointId> = new Set(["previewVoice", "testWebhook", "createDatabaseDump", "deleteAccount"]);

/** Asked every few seconds by those who watch the service. */
const UNTRACED: ReadonlySet<EndpointId> = new Set(["readHealth", "readReady"]);

function tracedRequest(row: Endpoint, request: FastifyRequest, handle: () => Promise<AnyAnswer>): Promise<AnyAnswer> {
  const attributes = () => ({
    "http.request.method": row.method,
    "http.route": `/v1${row.path}`,
    "fullcast.request_id": request.id,
    "fullcast.account_id": request.caller?.accountId,
  });
  const { traceparent } = request.headers;
  return traced(
    `${row.method} /v1${row.path}`,
    attributes,
    handle,
    typeof traceparent === "string" ? traceparent : undefined,
  );
}

type AnyHandler = (context: unknown) => Promise<AnyAnswer>;
interface AnyAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly headers?: { readonly [name: string]: string };
  readonly file?: SendableFile;
  readonly parts?: SendableParts;
  readonly events?: AsyncIterable<ServerEvent>;
}

function addRoute(
  app: FastifyInstance,
  id: EndpointId,
  row: Endpoint,
  options: HttpOptions,
  admission: Admission,
  streams: Set<AbortController>,
  bodies: BodyBudgets,
  places: Places,
): void {
  const needsPlace = row.scope !== null && JSON_ANSWERS.has(row.answer ?? "data") && !row.upload && !WAITS.has(id);
  const handler = options.handlers[id] as AnyHandler;
  app.route({
    method: row.method === "GET" && row.answer !== "events" ? ["GET", "HEAD"] : row.method,
    url: row.path.replace(/\{(\w+)\}/g, ":$1"),
    ...onRequestOf(row, admission),
    config: { answer: row.answer ?? "data" },
    handler: async (request, reply) => {
      if (needsPlace) places.refuseWhenFull();
      const checked = checkRequest(row, {
        params: request.params,
        query: request.query as { [key: string]: unknown },
        headers: request.headers,
        body:
          row.body !== undefined && hasBody(request.raw)
            ? await readJsonBody(request.raw, { ...receivingOf(request, bodies), limitBytes: LIMITS.body_bytes })
            : undefined,
      });
      const upload =
        row.upload === undefined ? undefined : rawBody(request.raw, row.upload, receivingOf(request, bodies));
      const ending = row.answer === "events" ? new AbortController() : undefined;
      const context = contextOf(request, reply, { ...checked, upload }, ending?.signal, admission);
      const base = admission.pageBaseOf(request);
      const own = () => (base === null ? handler(context) : forPage(base, () => handler(context)));
      const handle = () => (UNTRACED.has(id) ? own() : tracedRequest(row, request, own));
      // A body that arrives slowly takes no place.
      const place = needsPlace ? places.take(request.caller?.accountId ?? request.ip) : undefined;
      const giveBack = place instanceof Promise ? await place : place;
      const answer = await answerOf(id, row, options, handle)
        .catch((error: unknown) => {
          // The key is in the body of this row, so the handler detects a bad key.
          if (row.session && error instanceof ApiError && error.code === "UNAUTHENTICATED")
            admission.countBadKey(request);
          throw error;
        })
        .finally(giveBack);
      if (answer.events !== undefined && ending !== undefined) {
        streams.add(ending);
        ending.signal.addEventListener("abort", () => streams.delete(ending), { once: true });
        const isStillAllowed = () => admission.isAdmitted(request, row.scope);
        await sendEvents(reply, answer.events, {
          ending,
          isStillAllowed,
          heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
        });
        return reply;
      }
      if (answer.parts !== undefined) {
        await sendParts(reply, answer.parts);
        return reply;
      }
      if (answer.file !== undefined) {
        await sendFile(request, reply, answer.file);
        return reply;
      }
      return sendPayload(reply, answer, row.answer !== "json");
    },
  });
}

function onRequestOf(row: Endpoint, admission: Admission) {
  if (row.scope !== null) return { onRequest: (request: FastifyRequest) => admission.admit(request, row.scope) };
  if (row.session) return { onRequest: async (request: FastifyRequest) => admission.admitBrowser(request) };
  return {};
}

function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  checked: CheckedRequest & { readonly upload: RawBody | undefined },
  ending: AbortSignal | undefined,
  admission: Admission,
) {
  let signal = ending;
  return {
    params: checked.params,
    query: checked.query,
    headers: checked.headers,
    body: checked.body,
    upload: checked.upload,
    caller: request.caller,
    requestId: request.id,
    get browser(): Browser {
      return admission.browserOf(request);
    },
    /** Created at its first use: few handlers use it. */
    get signal(): AbortSignal {
      signal ??= goneSignal(reply);
      return signal;
    },
  };
}

async function answerOf(
  id: EndpointId,
  row: Endpoint,
  { onContractBreach }: HttpOptions,
  handle: () => Promise<AnyAnswer>,
): Promise<AnyAnswer> {
  if (onContractBreach === undefined) return handle();
  const breach = (what: string) => {
    onContractBreach(`${id}: ${what}`);
    return new ApiError("INTERNAL");
  };
  let answer: AnyAnswer;
  try {
    answer = await handle();
  } catch (error) {
    if (error instanceof ApiError && !errorCodesOf(row).includes(error.code))
      throw breach(`undocumented ${error.code}`);
    throw error;
  }
  if (row.answer === "bytes") return answer;
  if (answer.events !== undefined) return { ...answer, events: checkedEvents(answer.events, row, breach) };
  const schema = row.responses[answer.status];
  if (schema === undefined) throw breach(`undocumented status ${answer.status}`);
  // Checks what the client will see.
  const result = schema.safeParse(JSON.parse(JSON.stringify(answer.data)));
  if (!result.success) throw breach(result.error.message);
  return answer;
}

async function* checkedEvents(events: AsyncIterable<ServerEvent>, row: Endpoint, breach: (what: string) => unknown) {
  for await (const event of events) {
    const result = "event" in event ? row.responses[200]?.safeParse(JSON.parse(JSON.stringify(event))) : undefined;
    if (result?.success === false) breach(result.error.message);
    yield event;
  }
}

/** Answers a request that is not valid HTTP, if the socket can still be written. */
function refuseBrokenHttp(socket: Socket, requestId: string): void {
  if (socket.writable) {
    const body = errorBody(
      new ApiError("INVALID_REQUEST", { issues: [{ path: "", message: "this is not a valid HTTP request" }] }),
      requestId,
    );
    socket.write(
      `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
