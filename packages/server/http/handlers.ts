// Handlers: one function for each row of the endpoint table, typed from the row.

import type { AnswerOf, Caller, EndpointId, Endpoints, RequestOf, Upload } from "@fullcast/contract";
import type { Browser } from "./admission.ts";
import type { RawBody } from "./raw-body.ts";
import type { ServerEvent } from "./send-events.ts";
import type { SendableFile, SendableParts } from "./send-file.ts";

export type HandlerContext<Id extends EndpointId> = RequestOf<Endpoints[Id]> & {
  /** Null only where the row needs no key. */
  readonly caller: Endpoints[Id]["scope"] extends null ? null : Caller;
  /** For a row that takes an upload: its type is one of the row's, its bytes are not read yet. */
  readonly upload: Endpoints[Id] extends { readonly upload: Upload } ? RawBody : undefined;
  readonly requestId: string;
  /** For rows of sessions. */
  readonly browser: Browser;
  /** Aborts when the client goes away before it was answered; for a stream of events, when the stream is to end. */
  readonly signal: AbortSignal;
};

/** One of the row's successful statuses with its payload; for a row that answers bytes, the file; or its events. */
export type Answer<Id extends EndpointId> = Endpoints[Id] extends { readonly answer: "bytes" }
  ? { readonly file: SendableFile } | { readonly parts: SendableParts }
  : Endpoints[Id] extends { readonly answer: "events" }
    ? { readonly events: AsyncIterable<ServerEvent> }
    : AnswerOf<Endpoints[Id]> & { readonly headers?: { readonly [name: string]: string } };

/** @throws ApiError for every expected refusal. */
export type Handler<Id extends EndpointId> = (context: HandlerContext<Id>) => Promise<Answer<Id>>;

/** A new row does not compile until it is handled. */
export type Handlers = { readonly [Id in EndpointId]: Handler<Id> };
