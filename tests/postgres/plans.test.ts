// What PostgreSQL reads for a request does not grow with the rows of other accounts. The real service answers on a database with
// few rows and then with many more; auto_explain reports the plan of each of its statements, those of functions and triggers
// included.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Client, createClient, endpointRows } from "@fullcast/contract";
import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { jobRows } from "../../packages/server/jobs/job-rows.ts";
import { createAudio, exportStory, readDocument, replaceBlock, versions } from "../api/story.ts";
import { newInstallation, type Service } from "../crash/service.ts";
import { type Connection, cloneRows, connect } from "../scale/clone-rows.ts";
import { EXPLAINING, explain, type Statement, statementsOf } from "../scale/statements.ts";
import { makeTemplate, type Template } from "../scale/template.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

const SECTIONS = 2;
const PARAGRAPHS = 4;
const ACCOUNTS = 50;
/** Copies of the template's project at first, and then. */
const FEW = 200;
const MANY = 1_000;
const JOBS_PER_COPY = 50;
const RUNNING_JOBS = 500;
/** Taking 20 jobs of 100 accounts reads about 24 of each, and what runs. */
const MOST_ROWS_OF_TAKING = 15_000;
/** A smaller table is read as a whole for good reason. */
const BIG = 1_000;
/** A statement may read this many rows more of a table than with few rows, because a plan can change. */
const TOLERANCE = 20;
/** What a statement may read that was not sent with few rows: far fewer than there are copies. */
const UNKNOWN = 200;

/** What a path needs beside its ids. */
const QUERIES: { readonly [id: string]: string } = {
  searchProject: "q=boats",
  readDocumentChanges: "since=1",
  listProjects: "limit=25",
  readVoicePreparation: "provider=natural",
};
/** Streams are followed below. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  ...["followProjectEvents", "followAccountEvents"],
  // The template has no such rows.
  ...["readProjectExport", "readBookExport", "readListenerPlace", "listGuestLines", "readCatalogSound"],
  // No engine of this installation clones voices.
  "readCloneConsent",
]);

const refused: string[] = [];

/** A worker looks through these tables at its start and then hourly. */
const SWEEPS: readonly string[] = [
  // Which of the listening accounts have news: it reads the newest events of all accounts, a day of them at most.
  "from project_events e left join projects p",
  'from "project_events"',
  "delete from project_events where created_at <",

  '"export_artifacts" where "expires_at" <=',
  'update "export_artifacts" set "file_removed"',
];

/** By the request: what it read. */
type Reads = ReadonlyMap<string, readonly Statement[]>;

let postgres: PostgresServer;
let database: Connection;
const installation = newInstallation();
const services: Service[] = [];
let url: string;
let key: string;
let template: Template;
let few: Reads;
let many: Reads;
let grown: ReadonlySet<string>;

before(async () => {
  postgres = await startPostgres({ settings: [...EXPLAINING, "random_page_cost=1.1"] });
  url = await postgres.createDatabase();
  const both = await start("api,worker");
  const owner = both.client;
  const made = await owner.call("createAccount", {
    body: { username: "template", display_name: "Template", email: null, plan: "unlimited" },
  });
  key = made.raw_key;
  template = await makeTemplate(clientOf(both), { sections: SECTIONS, paragraphs: PARAGRAPHS });
  await both.end("SIGTERM");
  database = await connect(url);
  const copies = { accountId: template.accountId, accounts: ACCOUNTS };
  await cloneRows(database, { ...copies, from: 1, to: FEW });
  await database.query("vacuum analyze");
  few = await reads();
  const before = await rowsOfTables();
  await cloneRows(database, { ...copies, from: FEW + 1, to: MANY });
  await database.query("vacuum analyze");
  many = await reads();
  grown = new Set(
    [...(await rowsOfTables())]
      .filter(([table, rows]) => rows > BIG && rows > 2 * (before.get(table) ?? 0))
      .map(([table]) => table),
  );
});
after(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await database?.end();
  await postgres?.[Symbol.asyncDispose]();
  installation[Symbol.dispose]();
});

async function start(roles: string): Promise<Service> {
  const env = { FULLCAST_DATABASE_URL: url, FULLCAST_ROLES: roles, FULLCAST_LOG_LEVEL: "error" };
  const service = await installation.start(env);
  services.push(service);
  return service;
}
const clientOf = (service: Service): Client => createClient({ baseUrl: `${service.url}/v1`, apiKey: key });

async function rowsOfTables(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; rows: number }>(
    "select relname as name, reltuples::float8 as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  return new Map(rows.map(({ name, rows }) => [name, rows]));
}

/** Asks for everything that a key can read, and does what people and workers do all the time. */
async function reads(): Promise<Reads> {
  const api = await start("api");
  await explain(database, true);
  const all = new Map<string, readonly Statement[]>();
  const watched = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { result, statements } = await statementsOf(database, work);
    all.set(name, statements);
    return result;
  };
  const ask = async (name: string, address: string) => {
    const response = await watched(name, async () => {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      return answer;
    });
    if (!response.ok) refused.push(`${name}: ${response.status} ${address}`);
  };
  for (const [name, path] of paths(await versionsNow(clientOf(api)))) await ask(name, `${api.url}/v1${path}`);
  await ask("readSignedMedia", api.url + new URL(template.mediaUrl).pathname);
  const page = `${api.url}/s/${template.ids.shareSlug}`;
  for (const part of ["", "/story.json", "/feed.xml"]) await ask(`public page${part}`, page + part);
  const worker = await start("worker");
  await watched("an edit that a stream reports", () => editOfALine(clientOf(api)));
  await watched("a run that speaks the line", () =>
    createAudio(clientOf(api), template.projectId, ...template.sectionIds),
  );
  await watched("an export", () =>
    exportStory(clientOf(api), { projectId: template.projectId, sectionId: template.sectionIds[0] ?? "" }, "srt"),
  );
  await worker.end("SIGTERM");
  await api.end("SIGTERM");
  await jobsOf(watched);
  await explain(database, false);
  return all;
}

/** Makes the first line of the section another one. Resolves when the stream of the account's events reports it. */
async function editOfALine(client: Client): Promise<void> {
  const [sectionId = ""] = template.sectionIds;
  const opened = Promise.withResolvers<void>();
  const events = await client.call("followAccountEvents", { onOpen: opened.resolve });
  const reported = (async () => {
    for await (const { event } of events) if (event === "document") return;
  })();
  await opened.promise;
  const { document } = await readDocument(client, sectionId);
  const line = document.blocks.find(({ id }) => id === template.ids.blockId) ?? assert.fail("the line is gone");
  assert.ok(line.content.type === "text");
  const text = `${line.content.text.trimEnd()} Again.\n\n`;
  await replaceBlock(client, sectionId, document, line, { content: { ...line.content, text } });
  await reported;
}

/** The statements of the queue, for 100 accounts with as many waiting jobs as there are copies. */
async function jobsOf(watched: <T>(name: string, work: () => Promise<T>) => Promise<T>): Promise<void> {
  const queue = "plans";
  const { rows } = await database.query<{ copies: number }>("select count(*)::int as copies from projects");
  await database.query(
    `insert into jobs (queue, key, data, state, run_after, party, urgency)
     select $1, n, '{}', 'waiting', clock_timestamp(), n % 100, n % 3 from generate_series(1, $2) n`,
    [queue, (rows[0]?.copies ?? 0) * JOBS_PER_COPY],
  );
  await database.query("vacuum analyze jobs");
  await using db = await openDatabase({ dataDir: "unused", url, log: silentLog });
  const jobs = jobRows(db, 30);
  await jobs.begin();
  // The planner does not know of them yet, as at any time when a batch has just begun.
  await database.query(
    `update jobs set state = 'running', holder = gen_random_uuid(), held_until = now() + interval '1 hour'
     where id in (select id from jobs where queue = $1 order by id desc limit $2)`,
    [queue, RUNNING_JOBS],
  );
  const { jobs: taken, moment } = await watched("jobs are taken", () => jobs.take(queue, 20));
  assert.equal(taken.length, 20);
  await watched("jobs are kept", () => jobs.keep(taken.map(({ id }) => id)));
  await watched("a job is added", () => jobs.add(queue, "another", {}, 0, { party: "1", urgency: 1 }));
  await watched("the next job is looked for", () => jobs.untilNext(queue, moment));
  await watched("a job waits again", async () => {
    for (const job of taken.slice(0, 5)) await jobs.giveBack(job, 1, 60);
  });
  await watched("jobs end", async () => {
    for (const job of taken.slice(5)) await jobs.finish(job);
  });
  await watched("jobs of dead processes are looked for", () => jobs.reclaim("expired"));
  await jobs.end();
  await database.query("delete from jobs where queue = $1", [queue]);
}

async function versionsNow(client: Client): Promise<string> {
  const { document_version, speaker_registry_version } = await versions(client, {
    projectId: template.projectId,
    sectionId: template.sectionIds[0] ?? "",
  });
  return new URLSearchParams({
    document_version: String(document_version),
    speaker_registry_version: String(speaker_registry_version),
  }).toString();
}

/** Every address that a key opens with the template's ids. */
function paths(versions: string): readonly (readonly [name: string, path: string])[] {
  return Object.entries(endpointRows).flatMap(([id, { method, path, scope }]) => {
    if (method !== "GET" || NOT_ASKED.has(id) || scope === "admin") return [];
    const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => template.ids[name] ?? whole);
    if (filled.includes("{")) return [];
    const query = id === "readPlaybackManifest" ? versions : QUERIES[id];
    return [[id, query === undefined ? filled : `${filled}?${query}`] as const];
  });
}

test("every request is answered", () => {
  assert.deepEqual(refused, []);
});

test("the copies are many, and of every kind of row that a project has", () => {
  for (const table of ["sections", "blocks", "renditions", "media_assets", "workflow_steps", "project_events", "jobs"])
    assert.ok(grown.has(table), `${table} did not grow: ${[...grown].join(", ")}`);
});

describe("with five times as many rows of other accounts", () => {
  test("no statement of a request reads more rows than before, or a whole table that grew", () => {
    const faults: string[] = [];
    for (const [name, statements] of many) {
      const own = statements.filter(({ sql }) => !SWEEPS.some((sweep) => sql.includes(sweep)));
      const before = mostRows(few.get(name) ?? []);
      for (const [key, { table, sql, rows }] of mostRows(own)) {
        if (!grown.has(table)) continue;
        const known = before.get(key)?.rows;
        if (rows > (known ?? UNKNOWN) + TOLERANCE)
          faults.push(`${name} reads ${rows} rows of ${table}, ${known ?? "not asked"} before: ${sql.slice(0, 1_000)}`);
      }
      for (const { sql, scans } of own)
        for (const { table, isSequential, rows } of scans)
          if (isSequential && rows > TOLERANCE && grown.has(table))
            faults.push(`${name} reads all of ${table}: ${sql.slice(0, 1_000)}`);
    }
    assert.deepEqual(faults, [], faults.join("\n"));
  });
});

test("taking jobs does not go through all running jobs for each waiting one", () => {
  const rows = rowsByTable(many.get("jobs are taken") ?? []).get("jobs") ?? 0;
  assert.ok(rows > 0 && rows < MOST_ROWS_OF_TAKING, `${rows} rows were read`);
});

/**
 * The most rows of a table that a statement read at once. How often it is sent depends on time: a client asks for a run until it
 * ends.
 */
function mostRows(statements: readonly Statement[]) {
  const most = new Map<string, { readonly table: string; readonly sql: string; readonly rows: number }>();
  for (const statement of statements)
    for (const [table, rows] of rowsByTable([statement])) {
      const key = `${table} ${statement.sql}`;
      if (rows >= (most.get(key)?.rows ?? 0)) most.set(key, { table, sql: statement.sql, rows });
    }
  return most;
}

function rowsByTable(statements: readonly Statement[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  for (const { scans } of statements)
    for (const scan of scans) rows.set(scan.table, (rows.get(scan.table) ?? 0) + scan.rows);
  return rows;
}
