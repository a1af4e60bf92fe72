// The service on a PostgreSQL server that holds the rows of a large installation: real rows of a small project, copied set by set.
// FULLCAST_SCALE_SECTIONS is the number of sections (1,000,000); FULLCAST_SCALE_PARTS selects some of hour,requests,workers (all).

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "../packages/contract/contract.ts";
import { type Database, openDatabase } from "../packages/server/db/db.ts";
import { silentLog } from "../packages/server/db/test-data-directory.ts";
import { type HeldJob, jobRows } from "../packages/server/jobs/job-rows.ts";
import { createAudio, createBook, exportStory, longText, prepare } from "../tests/api/story.ts";
import { newInstallation } from "../tests/crash/service.ts";
import { startPostgres } from "../tests/postgres/postgres.ts";
import { type Connection, cloneRows, connect } from "../tests/scale/clone-rows.ts";
import { makeTemplate, type Template } from "../tests/scale/template.ts";
import { type Measurement, measured } from "./measurement.ts";
import { treeOf } from "./process-memory.ts";

export const describe =
  "an hour of audio in rows, bytes and processor time; then a million sections on PostgreSQL, read by one client and worked on by 1,000 workers";

const SECTIONS = Number(process.env.FULLCAST_SCALE_SECTIONS ?? 1_000_000);
const PARTS = (process.env.FULLCAST_SCALE_PARTS ?? "hour,requests,workers").split(",");
const SECTIONS_OF_PROJECT = 10;
/** Most accounts have a few stories, some have hundreds. */
const SECTIONS_OF_ACCOUNT = 50;
/** Projects copied by one statement. */
const BATCH = 10_000;
const WORKERS = 1_000;
const WAITING_JOBS = 100_000;
const WAITING_ACCOUNTS = 300;
/** How long a simulated worker is busy with a job, on average; and for how long the simulation runs. */
const JOB_MS = 10_000;
const SIMULATED_MS = 30_000;
const REQUESTS = 200;
const HOUR_MS = 3_600_000;
/** Of the hour's book: about ten minutes of audio. */
const CHAPTERS = 4;
const PARAGRAPHS = 26;

export async function run(): Promise<readonly Measurement[]> {
  await using postgres = await startPostgres({
    connections: 100,
    settings: ["shared_buffers=2GB", "maintenance_work_mem=1GB", "max_wal_size=8GB", "random_page_cost=1.1"],
  });
  const url = await postgres.createDatabase();
  using installation = newInstallation();
  const env = { FULLCAST_DATABASE_URL: url, FULLCAST_LOG_LEVEL: "error" };
  const first = await installation.start({ ...env, FULLCAST_ROLES: "api,worker" });
  const database = await connect(url);
  const rows: Measurement[] = [];
  try {
    if (PARTS.includes("hour")) {
      const { client } = await newAccount(first.client, first.url, "reader");
      rows.push(...(await anHour(database, client, first.process.pid ?? 0, installation.dataDir)));
    }
    if (!PARTS.includes("requests") && !PARTS.includes("workers")) return rows;
    const copied = await newAccount(first.client, first.url, "template");
    const template = await makeTemplate(copied.client, { sections: SECTIONS_OF_PROJECT, paragraphs: 1 });
    await first.end("SIGTERM");
    rows.push(...(await fill(database, template)));
    if (PARTS.includes("requests")) {
      const service = await installation.start({ ...env, FULLCAST_ROLES: "api" });
      try {
        rows.push(...(await requests(service.url, copied.key, template)));
      } finally {
        await service.end("SIGTERM");
      }
    }
    if (!PARTS.includes("workers")) return rows;
    await using db = await openDatabase({ dataDir: "unused", url, log: silentLog });
    rows.push(...(await workers(db)));
  } finally {
    await first.kill();
    await database.end();
  }
  return rows;
}

async function newAccount(owner: ReturnType<typeof createClient>, url: string, username: string) {
  const { raw_key: key } = await owner.call("createAccount", {
    body: { username, display_name: username, email: null, plan: "unlimited" },
  });
  return { key, client: createClient({ baseUrl: `${url}/v1`, apiKey: key }) };
}

/** A book from its text to its MP3, extrapolated to an hour of audio. */
async function anHour(
  database: Connection,
  client: ReturnType<typeof createClient>,
  pid: number,
  dataDir: string,
): Promise<readonly Measurement[]> {
  const before = { ...(await written(database)), seconds: secondsOf(pid), bytes: bytesUnder(dataDir) };
  // No two lines are alike: equal audio is stored once.
  const lines = longText(CHAPTERS * PARAGRAPHS).split("\n\n");
  const texts = Array.from({ length: CHAPTERS }, (_, at) =>
    lines.slice(at * PARAGRAPHS, (at + 1) * PARAGRAPHS).join("\n\n"),
  );
  const book = await createBook(client, ...texts);
  await prepare(client, book.projectId, ...book.sectionIds);
  await createAudio(client, book.projectId, ...book.sectionIds);
  for (const sectionId of book.sectionIds) {
    const file = await exportStory(client, { projectId: book.projectId, sectionId }, "mp3");
    if (file.status !== "completed") throw new Error(`The export ended as ${file.status}.`);
  }
  const { rows } = await database.query<{ ms: number }>(
    "select sum(duration_ms)::float8 as ms from exports where project_id = $1",
    [book.projectId],
  );
  const audioMs = rows[0]?.ms ?? 0;
  const after = { ...(await written(database)), seconds: secondsOf(pid), bytes: bytesUnder(dataDir) };
  const hour = (value: number) => (value * HOUR_MS) / audioMs;
  const whole = (value: number) => Math.round(hour(value));
  return [
    measured("measured audio, scaled to an hour below", audioMs / 60_000, "min"),
    measured("an hour of audio: rows that stay", whole(after.live - before.live), "rows"),
    measured("an hour of audio: rows written", whole(after.rows - before.rows), "rows"),
    measured("an hour of audio: database with indexes", hour(after.size - before.size) / 1e6, "MB"),
    measured("an hour of audio: jobs", whole(after.jobs - before.jobs), "jobs"),
    measured("an hour of audio: transactions", whole(after.transactions - before.transactions), "transactions"),
    measured("an hour of audio: objects in the store", whole(after.bytes.files - before.bytes.files), "objects"),
    measured("an hour of audio: bytes in the store", hour(after.bytes.bytes - before.bytes.bytes) / 1e6, "MB"),
    measured("an hour of audio: processor time of the service", hour(after.seconds - before.seconds), "s"),
  ];
}

/** What the database counts, once the statistics of all connections have arrived. */
async function written(database: Connection) {
  await pause(1_500);
  await database.query("select pg_stat_clear_snapshot()");
  const { rows } = await database.query<{
    live: number;
    rows: number;
    jobs: number;
    size: number;
    transactions: number;
  }>(
    `select sum(n_tup_ins - n_tup_del)::float8 as live, sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows,
       sum(n_tup_ins) filter (where relname = 'jobs')::float8 as jobs,
       sum(pg_total_relation_size(relid))::float8 as size,
       (select xact_commit::float8 from pg_stat_database where datname = current_database()) as transactions
     from pg_stat_user_tables`,
  );
  return rows[0] ?? { live: 0, rows: 0, jobs: 0, size: 0, transactions: 0 };
}

const TICKS_A_SECOND = 100;

/** Processor time of a process and those that it started, ended ones included. */
function secondsOf(pid: number): number {
  let ticks = 0;
  for (const one of treeOf(pid)) {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      // utime, stime, cutime, cstime
      for (const at of [11, 12, 13, 14]) ticks += Number(fields[at]);
    } catch {
      // It ended meanwhile; its parent counts it.
    }
  }
  return ticks / TICKS_A_SECOND;
}

function bytesUnder(dataDir: string): { readonly files: number; readonly bytes: number } {
  const folder = join(dataDir, "objects");
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: sizes.length, bytes: sizes.reduce((all, size) => all + size, 0) };
}

async function fill(database: Connection, template: Template): Promise<readonly Measurement[]> {
  const from = performance.now();
  await database.query("set synchronous_commit = off");
  const projects = Math.round(SECTIONS / SECTIONS_OF_PROJECT);
  const copies = { accountId: template.accountId, accounts: Math.max(2, Math.round(SECTIONS / SECTIONS_OF_ACCOUNT)) };
  const restore = await withoutIndexes(database);
  for (let at = 1; at <= projects; at += BATCH) {
    await cloneRows(database, { ...copies, from: at, to: Math.min(projects, at + BATCH - 1) });
    console.error(
      `  ${Math.min(projects, at + BATCH - 1)} of ${projects} projects, ${Math.round((performance.now() - from) / 1000)} s`,
    );
  }
  await restore();
  await database.query("vacuum analyze");
  console.error(`  filled in ${Math.round((performance.now() - from) / 1000)} s`);
  const { rows } = await database.query<{ sections: number; rows: number; size: number }>(
    `select (select count(*)::float8 from sections) as sections, (select sum(reltuples)::float8 from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace) as rows, pg_database_size(current_database())::float8 as size`,
  );
  const [all] = rows;
  return [
    measured("filled: sections", all?.sections ?? 0, "sections"),
    measured("filled: accounts", copies.accounts, "accounts"),
    measured("filled: rows", (all?.rows ?? 0) / 1e6, "million rows"),
    measured("filled: database", (all?.size ?? 0) / 1e9, "GB"),
  ];
}

/** Drops the indexes that no constraint needs, which makes filling fast. @returns what makes them again */
async function withoutIndexes(database: Connection): Promise<() => Promise<void>> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace and not i.indisunique`,
  );
  for (const { name } of rows) await database.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await database.query(definition);
  };
}

async function requests(url: string, key: string, template: Template): Promise<readonly Measurement[]> {
  const { projectId, sectionId, blockId, shareSlug } = template.ids;
  const rows: Measurement[] = [];
  for (const [name, path] of [
    ["one's own account", "/v1/me"],
    ["a page of the stories", "/v1/studio/projects?limit=25"],
    ["chapters of a book", `/v1/studio/projects/${projectId}/sections`],
    ["a script", `/v1/studio/sections/${sectionId}/document`],
    ["audio of a script", `/v1/studio/sections/${sectionId}/media`],
    ["takes of a line", `/v1/studio/sections/${sectionId}/blocks/${blockId}/takes`],
    ["latest run", `/v1/studio/projects/${projectId}/workflows`],
    ["what ended", "/v1/me/activity"],
    ["a public page", `/s/${shareSlug}`],
    ["bytes of a take", new URL(template.mediaUrl).pathname],
  ] as const) {
    const times: number[] = [];
    for (let at = -20; at < REQUESTS; at++) {
      const from = performance.now();
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
      if (at >= 0) times.push(performance.now() - from);
    }
    for (const [part, share] of PERCENTILES) rows.push(measured(`${name}, ${part}`, percentile(times, share), "ms"));
  }
  return rows;
}

const PERCENTILES = [
  ["p50", 0.5],
  ["p99", 0.99],
] as const;

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

/**
 * Each worker takes a job by the queue's own SQL, is busy, commits an effect behind the fence of its lease, and ends the job, again
 * and again. All share the connections of one process. Each reports its lease as the product does.
 */
async function workers(db: Database): Promise<readonly Measurement[]> {
  const queue = "scale";
  await db.execute(
    `insert into jobs (queue, key, data, state, run_after, party, urgency)
     select $1, n, '{}', 'waiting', clock_timestamp(), floor(${WAITING_ACCOUNTS} * power((n * 0.6180339887498949) % 1, 3)), n % 3
     from generate_series(1, ${WAITING_JOBS}) n`,
    [queue],
  );
  await db.script("create table scale_effects (job bigint primary key)");
  await db.script("vacuum analyze jobs");
  const times = { take: [] as number[], effect: [] as number[], end: [] as number[], keep: [] as number[] };
  const timed = async <T>(kind: keyof typeof times, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    times[kind].push(performance.now() - from);
    return result;
  };
  const from = performance.now();
  const isOver = () => performance.now() - from > SIMULATED_MS;
  let done = 0;
  let lost = 0;
  const worker = async () => {
    const rows = jobRows(db, 30);
    await rows.begin();
    // Workers are not in step.
    await pause(Math.random() * JOB_MS);
    let keptAt = performance.now();
    const busy = async (job: HeldJob) => {
      await pause(Math.min(4 * JOB_MS, -Math.log(1 - Math.random()) * JOB_MS));
      if (performance.now() - keptAt > 10_000) {
        keptAt = performance.now();
        if ((await timed("keep", () => rows.keep([job.id]))) === null) lost++;
      }
    };
    while (!isOver()) {
      const [job] = (await timed("take", () => rows.take(queue, 1))).jobs;
      if (job === undefined) break;
      await busy(job);
      const fence = rows.fence(job, () => new Error("The lease ended."));
      const effect = () =>
        db.transaction(async () => {
          await db.execute("insert into scale_effects (job) values ($1)", [job.id]);
        });
      await timed("effect", () => (fence === null ? effect() : db.fenced(fence, effect)));
      await timed("end", () => rows.finish(job));
      done++;
    }
    await rows.end();
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  const seconds = (performance.now() - from) / 1000;
  // The primary key refuses a second effect of a job.
  const { rows: found } = await db.execute("select count(*)::int as effects from scale_effects", []);
  const { effects } = found[0] as { effects: number };
  if (effects !== done) throw new Error(`${done} jobs ended and ${effects} have an effect.`);
  return [
    measured(
      `${WORKERS} workers, ${WAITING_JOBS} waiting jobs of ${WAITING_ACCOUNTS} accounts: jobs`,
      done / seconds,
      "jobs/s",
    ),
    measured("leases lost", lost, "leases", { bound: "at most", value: 0 }),
    ...Object.entries(times).flatMap(([kind, all]) =>
      PERCENTILES.map(([part, share]) => measured(`workers: ${kind}, ${part}`, percentile(all, share), "ms")),
    ),
  ];
}
