// A real server for a test, with its own data directory and port. Every answer is checked against the contract and the
// general conventions. With FULLCAST_TEST_POSTGRES (a postgres:// address of a server on which the tests may create
// databases) the same tests run on PostgreSQL; with FULLCAST_TEST_S3 (an address of s3rver) they store files in its buckets.

import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { type Client, ClientError, createClient, type Scope } from "@fullcast/contract";
import { createLog, type Log, type RunningServer, readSettings, type Settings, startServer } from "@fullcast/server";
import pg from "pg";
import { prepareDatabase } from "../../packages/server/db/test-data-directory.ts";
import { afterAllFiles } from "../runner/after-all.ts";

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  /** Where Prometheus reads; null without FULLCAST_METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly dataDir: string;
  readonly settings: Settings;
  /** The raw key of the account: the owner's, or that of `ofNewAccount`. */
  readonly key: string;
  readonly client: Client;
  /** The client of the installation's owner, with the scope admin. */
  readonly owner: Client;
  /** The same server for a new account: its key, its client. */
  ofNewAccount(): Promise<TestServer>;
  /** Asserts that no answer so far broke the contract or the conventions. */
  assertContract(): void;
  /** A client with this key. */
  withKey(rawKey: string): Client;
  /** A client with a key of its own that holds these scopes only. */
  withScopes(...scopes: Scope[]): Promise<Client>;
  /** Without the typed client: any request, the raw answer. A path is relative to /v1; a key of null sends none. */
  request(path: string, init?: RequestInit & { readonly key?: string | null }): Promise<RawAnswer>;
  /** Closes the server, does what is given, and starts it again on the same data. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect any answer.
  readonly body: any;
}

const ERRORS = createLog("error", process.stderr);

/** A server for all tests of a file, closed after them. */
export async function sharedServer(
  env: { readonly [name: string]: string } = {},
  log: Log = ERRORS,
): Promise<TestServer> {
  const server = await startTestServer(env, log);
  afterFile(() => server[Symbol.asyncDispose]());
  return server;
}

function afterFile(action: () => PromiseLike<void> | void): void {
  after(async () => {
    try {
      await action();
    } catch (error) {
      // Node exits with 0 after a failed hook.
      process.exitCode = 1;
      throw error;
    }
  });
}

let running: Promise<TestServer> | undefined;

/**
 * An account of its own on a server that all files of this process share: for files that are not alone on their server.
 * `client` has every scope but admin, `owner` has all. tests/run.ts runs such files together.
 */
export async function sharedAccount(): Promise<TestServer> {
  running ??= startTestServer().then((server) => {
    afterAllFiles(() => server[Symbol.asyncDispose]());
    return server;
  });
  const server = await running;
  afterFile(() => server.assertContract());
  return server.ofNewAccount();
}

export async function startTestServer(
  env: { readonly [name: string]: string } = {},
  log: Log = ERRORS,
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-test-"));
  const key = randomBytes(24).toString("hex");
  const databaseUrl = await freshDatabase();
  if (databaseUrl === null) await prepareDatabase(dataDir);
  const breaches: string[] = [];
  const settings = readSettings(
    {
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: key,
      ...(databaseUrl === null ? {} : { FULLCAST_DATABASE_URL: databaseUrl }),
      ...(await freshBucket()),
      ...env,
    },
    dataDir,
  );
  // One processor per server: several files run at a time, and every speaking thread compiles its voice first.
  const start = () => startServer(settings, { log, cores: 1, onContractBreach: (breach) => breaches.push(breach) });
  const checkedFetch = async (address: string, init: RequestInit) => {
    const response = await fetch(address, init);
    breaches.push(...(await conventionBreaches(address, init, response)));
    return response;
  };
  let server: RunningServer = await start();
  const urlOf = () => server.url ?? assert.fail("the server does not listen");
  const withKey = (apiKey: string) => createClient({ baseUrl: `${urlOf()}/v1`, apiKey, fetch: checkedFetch });
  let client = withKey(key);
  const requestWith =
    (own: string): TestServer["request"] =>
    async (path, init = {}) => {
      const { key: given = own, ...rest } = init;
      const headers = new Headers(rest.headers);
      if (given !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${given}`);
      if (rest.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
      const address = path.startsWith("http") ? path : `${urlOf()}/v1${path}`;
      const response = await checkedFetch(address, { ...rest, headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      const body = isJson(response) && bytes.length > 0 ? JSON.parse(bytes.toString("utf8")) : bytes;
      return { status: response.status, headers: response.headers, body };
    };
  const keyWith = async (of: Client, scopes: Scope[]) => {
    const { raw_key } = await of.call("createApiKey", {
      body: { name: randomUUID(), scopes, expires_in_days: null },
    });
    return withKey(raw_key);
  };
  const assertContract = () =>
    assert.deepEqual(breaches.splice(0), [], "answers that break the contract or the conventions");
  const owners: TestServer = {
    get url() {
      return urlOf();
    },
    get metricsUrl() {
      return server.metricsUrl;
    },
    get client() {
      return client;
    },
    get owner() {
      return client;
    },
    dataDir,
    settings,
    key,
    withKey,
    withScopes: (...scopes) => keyWith(client, scopes),
    request: requestWith(key),
    async ofNewAccount() {
      const { raw_key } = await client.call("createAccount", {
        body: { username: `test-${randomUUID()}`, display_name: "Test", email: null, plan: "unlimited" },
      });
      const own = withKey(raw_key);
      return {
        ...owners,
        url: urlOf(),
        client: own,
        owner: client,
        key: raw_key,
        withScopes: (...scopes) => keyWith(own, scopes),
        request: requestWith(raw_key),
        restart: () => assert.fail("files that share a server do not restart it; use sharedServer"),
        [Symbol.asyncDispose]: () => assert.fail("a shared server is closed after its last file"),
      };
    },
    assertContract,
    async restart(meanwhile = async () => undefined) {
      await server.close();
      try {
        await meanwhile();
      } finally {
        server = await start();
        client = withKey(key);
      }
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
      if (databaseUrl !== null) await dropDatabase(databaseUrl);
      assertContract();
    },
  };
  return owners;
}

/** JSON of the API; chapters of podcasts have a type of their own and no envelope. */
const isJson = (response: Response) => /^application\/json(?:;|$)/.test(response.headers.get("content-type") ?? "");

/** Successes without the envelope: the OpenAPI document, OpenAI's API, and a JSON Web Key Set (RFC 7517). */
const BARE = /^\/v1\/(?:openapi\.json|audio\/voices|models(?:\/.*)?|passport-keys)$/;

/** interface.md, "Conventions that hold for every endpoint", 3 and 4; and that errors expose no internals. */
async function conventionBreaches(address: string, init: RequestInit, response: Response): Promise<string[]> {
  if (!isJson(response) || init.method === "HEAD") return [];
  const path = new URL(address).pathname;
  const text = await response.clone().text();
  const where = `${init.method ?? "GET"} ${path.split("/").slice(0, 4).join("/")} ${response.status}`;
  const breaches: string[] = [];
  const answer = JSON.parse(text);
  if (!BARE.test(path) || !response.ok) {
    const keys = Object.keys(answer).sort().join();
    if (keys !== (response.ok ? "data,request_id" : "error,request_id")) breaches.push(`${where}: envelope of ${keys}`);
    if (!/^req_\S+$/.test(String(answer.request_id))) breaches.push(`${where}: request_id`);
  }
  if (!response.ok) {
    const { code, message, retryable, details } = answer.error ?? {};
    const shape = [typeof code, typeof message, typeof retryable, typeof details].join();
    if (shape !== "string,string,boolean,object") breaches.push(`${where}: an error of ${shape}`);
    if (/node_modules|\.ts\b|\bat async\b|\/tmp\/|stack/.test(text)) breaches.push(`${where}: tells of the inside`);
  }
  return breaches;
}

async function freshDatabase(): Promise<string | null> {
  const server = process.env.FULLCAST_TEST_POSTGRES;
  if (server === undefined) return null;
  const url = new URL(server);
  const name = `fullcast_${randomBytes(8).toString("hex")}`;
  await administer(server, `create database ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

/** The settings of a bucket for this server alone, on the service of FULLCAST_TEST_S3. */
async function freshBucket(): Promise<{ readonly [name: string]: string }> {
  const endpoint = process.env.FULLCAST_TEST_S3;
  if (endpoint === undefined) return {};
  const { createBucket } = await import("../s3/service.ts");
  return createBucket(endpoint);
}

async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(process.env.FULLCAST_TEST_POSTGRES ?? "", `drop database ${name} with (force)`);
}

async function administer(server: string, sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: server });
  await connection.connect();
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

/** The refusal of a call. */
export async function refusalOf(call: Promise<unknown>): Promise<ClientError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
  return assert.fail("the call was not refused");
}

/** Asserts that a call is refused with this status and code, and returns the refusal. */
export async function refused(call: Promise<unknown>, status: number, code: string): Promise<ClientError> {
  const refusal = await refusalOf(call);
  assert.deepEqual({ status: refusal.status, code: refusal.code }, { status, code }, refusal.message);
  return refusal;
}

/**
 * Polls until `done` returns true. Fails after two minutes.
 * @param mostPauseMs the pause between two questions grows up to this
 */
export async function poll<T>(
  ask: () => Promise<T>,
  done: (answer: T) => boolean,
  mostPauseMs = FIRST_PAUSE_MS,
): Promise<T> {
  const end = performance.now() + 120_000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, mostPauseMs)) {
    const answer = await ask();
    if (done(answer)) return answer;
    assert.ok(
      performance.now() < end,
      `nothing came of it within two minutes: ${JSON.stringify(answer).slice(0, 500)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

const FIRST_PAUSE_MS = 50;
const MOST_PAUSE_MS = 250;

/** Polls until work has ended that takes seconds, less and less often: each question costs some milliseconds of processor time. */
export const pollEnd = <T>(ask: () => Promise<T>, ended: (answer: T) => boolean): Promise<T> =>
  poll(ask, ended, MOST_PAUSE_MS);
