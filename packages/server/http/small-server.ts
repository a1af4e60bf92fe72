// For tests of HTTP: a server with the few handlers that a test gives; every other row answers NOT_FOUND.
// Every answer is checked against its row.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { ApiError, type Caller, SCOPES, type Scope } from "@fullcast/contract";
import type { FastifyInstance } from "fastify";
import type { Log, LogFields } from "../log.ts";
import { createHttp, type HttpOptions } from "./create-http.ts";
import type { Handlers } from "./handlers.ts";

export const FULL_KEY = "fc_full";
export const READING_KEY = "fc_reading";

const callers: { readonly [key: string]: Caller } = {
  [FULL_KEY]: callerWith(SCOPES),
  [READING_KEY]: callerWith(["studio:read"]),
};

function callerWith(scopes: readonly Scope[]): Caller {
  return { accountId: randomUUID(), keyId: randomUUID(), scopes: new Set(scopes) };
}

export interface SmallServer {
  readonly app: FastifyInstance;
  /** What was logged, one line each. */
  readonly logged: string[];
  readonly breaches: string[];
}

export function smallServer(given: Partial<Handlers>, options: Partial<HttpOptions> = {}): SmallServer {
  const logged: string[] = [];
  const breaches: string[] = [];
  const write = (message: string, fields: LogFields = {}) => logged.push(JSON.stringify({ message, ...fields }));
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const notFound = async () => {
    throw new ApiError("NOT_FOUND");
  };
  const handlers = new Proxy(given, {
    get: (_target, id) => given[id as keyof Handlers] ?? notFound,
  }) as Handlers;
  const app = createHttp({
    handlers,
    authenticate: async (rawKey) => callers[rawKey] ?? null,
    log,
    clock: () => new Date(),
    newId: randomUUID,
    onContractBreach: (breach) => breaches.push(breach),
    ...options,
  });
  return { app, logged, breaches };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export const readHealth: Handlers["readHealth"] = async () => ({
  status: 200,
  data: { status: "ok", version: "1.0.0-beta" },
});

/** The error of an enveloped refusal. */
export function refusal(response: { readonly body: string }) {
  const { error, request_id } = JSON.parse(response.body);
  assert.match(request_id, /^req_/);
  assert.deepEqual(Object.keys(error).sort(), ["code", "details", "message", "retryable"]);
  return error;
}
