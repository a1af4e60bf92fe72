// What a handler is: one function for each row of the endpoint table, typed from the row.

import type { AnswerOf, Caller, EndpointId, Endpoints, RequestOf } from "@fullcast/contract";
import type { SendableFile } from "./send-file.ts";

export type HandlerContext<Id extends EndpointId> = RequestOf<Endpoints[Id]> & {
  /** Null only where the row asks for no key. */
  readonly caller: Endpoints[Id]["scope"] extends null ? null : Caller;
  readonly requestId: string;
  /** Aborts when the client goes away before it was answered. */
  readonly signal: AbortSignal;
};

/** One of the row's successful statuses with its payload; for a row that answers bytes, the file. */
export type Answer<Id extends EndpointId> = Endpoints[Id] extends { readonly answer: "bytes" }
  ? { readonly file: SendableFile }
  : AnswerOf<Endpoints[Id]> & { readonly headers?: { readonly [name: string]: string } };

/** @throws ApiError for every expected refusal. */
export type Handler<Id extends EndpointId> = (context: HandlerContext<Id>) => Promise<Answer<Id>>;

/** A new row does not compile until it is handled. */
export type Handlers = { readonly [Id in EndpointId]: Handler<Id> };
