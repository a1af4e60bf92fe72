// What must be true after all kills. First with the running service: every answer that was given still holds, and all work
// ends. Then in the database and the store: money, takes and files.

import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Client, ClientError, type Document } from "@fullcast/contract";
import { spokenText } from "@fullcast/core/media";
import { sql } from "kysely";
import type { Database } from "../../packages/server/db/db.ts";
import { namedObjects } from "../../packages/server/media/media.ts";
import { hasItsName, PRICE, type Setup } from "./processes.ts";
import type { Done } from "./traffic.ts";
import { answered, nameOf, type Write } from "./writes.ts";

export interface Checks {
  /** Counts one check, and adds a finding when it failed. */
  is(condition: boolean, finding: string): void;
}

const ENDS_WITHIN_MS = 240_000;
const SWEEP_WITHIN_MS = 60_000;
const AT_ONCE = 8;
/** Ends of runs that a client causes: its edits, its deletions. */
const FAIR_ENDS: ReadonlySet<string> = new Set([
  "STUDIO_WORKFLOW_DOCUMENT_CHANGED",
  "STUDIO_WORKFLOW_SECTION_UNAVAILABLE",
]);
/** How a request is answered whose target does not exist. */
const MISSING: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN"]);
const FAIR_EXPORT_ENDS: ReadonlySet<string> = new Set(["EXPORT_AUDIO_INCOMPLETE", "EXPORT_SUPERSEDED"]);

/** With the running service, after the traffic has stopped. */
export async function checkAnswers(done: Done, checks: Checks): Promise<void> {
  await inTurns([...done.runs], ([id, client]) => runEnds(id, client, checks));
  await inTurns([...done.exports], ([id, client]) => exportEnds(id, client, checks));
  await inTurns([...done.pages], ([id, client]) => pageIsThere(id, client, checks));
  await inTurns([...done.sounds], ([id, client]) => soundIsReady(id, client, checks));
  await inTurns([...done.promised.values()], async ({ what, expected, read }) => {
    const found = await read().catch(String);
    checks.is(found === expected, `${what}: ${short(expected)} was acknowledged, found ${short(found)}`);
  });
  await inTurns(done.writes, (write) => replays(write, checks));
}

async function replays(write: Write, checks: Checks): Promise<void> {
  if (write.key === null || write.outcome.kind !== "acknowledged") return;
  const before = write.outcome.answer;
  const again = await answered(write.send).catch((error: unknown) => {
    const isMissing = error instanceof ClientError && MISSING.has(error.code);
    return write.isDeleted && isMissing ? before : String(error);
  });
  checks.is(again === before, `${nameOf(write)}: answered ${short(before)}, its repetition ${short(again)}`);
}

async function runEnds(id: string, client: Client, checks: Checks): Promise<void> {
  const ended = await ends(
    () => client.call("readWorkflow", { params: { workflowRunId: id } }),
    ({ run }) => run.completed_at !== null,
  );
  if (ended === null) return checks.is(false, `run ${id} does not end`);
  const faults = ended.steps.filter(({ status, error_code }) => {
    return status !== "succeeded" && error_code !== null && !FAIR_ENDS.has(error_code);
  });
  const said = faults.map((one) => `${one.step_kind}: ${one.status} ${one.error_code} ${one.error_message}`);
  checks.is(said.length === 0, `run ${id} is ${ended.run.status}: ${said.join("; ")}`);
}

/** The update of a held page ends, whatever was killed meanwhile. */
async function pageIsThere(sectionId: string, client: Client, checks: Checks): Promise<void> {
  const shared = await ends(
    () => client.call("readSectionShare", { params: { sectionId } }),
    ({ page }) => page === null || page.follow_edits || (page.updated_at !== null && page.waiting_sections === 0),
  ).catch((error: unknown) => {
    // The section was deleted since.
    if (error instanceof ClientError && MISSING.has(error.code)) return undefined;
    throw error;
  });
  checks.is(shared !== null, `the page of section ${sectionId} does not get its story`);
}

async function exportEnds(id: string, client: Client, checks: Checks): Promise<void> {
  const ended = await ends(
    () => client.call("readExport", { params: { exportId: id } }),
    (one) => one.completed_at !== null,
  );
  if (ended === null) return checks.is(false, `export ${id} does not end`);
  if (ended.artifact === null) {
    const code = ended.error?.code ?? ended.status;
    return checks.is(FAIR_EXPORT_ENDS.has(code), `export ${id} is ${ended.status}: ${code}`);
  }
  const { sha256, size } = await downloaded(ended.artifact.download_url ?? "");
  checks.is(
    size === ended.artifact.size_bytes && sha256.etag === `"${sha256.content}"`,
    `the file of export ${id} has ${size} of ${ended.artifact.size_bytes} bytes, and ${sha256.content} is served as ${sha256.etag}`,
  );
}

async function downloaded(url: string) {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const content = createHash("sha256").update(bytes).digest("hex");
  return { size: bytes.length, sha256: { content, etag: response.headers.get("etag") } };
}

async function soundIsReady(id: string, client: Client, checks: Checks): Promise<void> {
  const ended = await ends(
    () => client.call("readLatestSoundUpload", { params: { soundId: id } }),
    ({ latest }) => latest?.status !== "processing",
  );
  const state = ended?.latest;
  checks.is(state?.status === "ready", `the upload of sound ${id} is ${state?.status}: ${state?.error?.code}`);
}

/** In the database, while all processes are stopped. */
export async function checkRows(
  db: Database,
  done: Done,
  sections: ReadonlyMap<string, Document>,
  checks: Checks,
): Promise<void> {
  for (const write of done.writes) {
    if (write.key === null || write.outcome.kind !== "refused") continue;
    const kept = await db.execute("select 1 from mutations where mutation_key like $1", [`%${write.key}%`]);
    checks.is(kept.rows.length === 0, `${nameOf(write)} was refused (${write.outcome.code}) and is committed`);
  }
  const unfinished = await count(db, sql`select count(*)::int as n from workflow_runs where completed_at is null`);
  checks.is(unfinished === 0, `${unfinished} runs have no end`);
  const running = await count(db, sql`select count(*)::int as n from jobs where state = 'running'`);
  checks.is(running === 0, `${running} jobs are still held`);
  const left = await count(
    db,
    sql`select count(*)::int as n from held_sections h join share_links l on l.id = h.share_link_id
      where l.revoked_at is not null or l.follows_edits`,
  );
  checks.is(left === 0, `${left} chapters of pages that hold nothing are kept`);
  await checkMoney(db, done, sections, checks);
  await checkTakes(db, done, checks);
}

async function checkMoney(
  db: Database,
  done: Done,
  sections: ReadonlyMap<string, Document>,
  checks: Checks,
): Promise<void> {
  const sum = await count(db, sql`select coalesce(sum(amount), 0)::float8 as n from ledger_entries`);
  checks.is(sum === 0, `the sum over all entries of the ledger is ${sum}`);
  for (const account of done.accounts) {
    const book = (...books: string[]) =>
      count(
        db,
        sql`select coalesce(sum(amount), 0)::float8 as n from ledger_entries where account_id = ${account.id}::uuid and book in (${sql.join(books)})`,
      );
    const granted = -(await book("granted"));
    checks.is(
      granted === account.granted,
      `account ${account.id}: ${account.granted} granted, ${granted} in the ledger`,
    );
    const held = await book("held_account", "held_promotional");
    checks.is(held === 0, `account ${account.id}: ${held} are still held`);
    const spent = await book("spent");
    const { rows } = await sql<{ charged: number; sent: number; due: number }>`
      select coalesce(sum(charged), 0)::float8 as charged, coalesce(sum(sent_millionths), 0)::float8 as sent,
        coalesce(sum(ceil(sent_millionths / 1000000.0)), 0)::float8 as due
      from ledger_holds where account_id = ${account.id}::uuid`.execute(db.q);
    const { charged = 0, sent = 0, due = 0 } = rows[0] ?? {};
    checks.is(
      spent === charged && charged === due,
      `account ${account.id}: spent ${spent}, charged ${charged}, due for what was sent ${due}`,
    );
    if (!account.isExact) continue;
    const stored = await priceOfTakes(db, account.spokenSections, sections);
    checks.is(sent === stored, `account ${account.id} paid for ${sent} millionths, its takes cost ${stored}`);
  }
}

/** What all takes of these sections cost: each once. Their texts were never changed. */
async function priceOfTakes(
  db: Database,
  sectionIds: readonly string[],
  sections: ReadonlyMap<string, Document>,
): Promise<number> {
  let sum = 0;
  for (const sectionId of sectionIds) {
    const takes = await db.q
      .selectFrom("renditions")
      .select(["block_id", "provider"])
      .where("section_id", "=", sectionId)
      .where("provider", "in", ["flite", "pico", "espeak"])
      .execute();
    const blocks = new Map(sections.get(sectionId)?.blocks.map((one) => [one.id, one]));
    for (const { block_id } of takes) {
      const content = blocks.get(block_id)?.content;
      if (content?.type === "text") sum += spokenText(content).text.length * PRICE * 1_000;
    }
  }
  return sum;
}

async function checkTakes(db: Database, done: Done, checks: Checks): Promise<void> {
  // A take that is stored is not made again: only further takes that a client requested share an intent.
  const { rows } = await sql<{ block_id: string; further: number }>`
    select block_id, (count(*) - count(distinct intent_hash))::int as further from renditions
    group by section_id, block_id having count(*) > count(distinct intent_hash)`.execute(db.q);
  for (const { block_id, further } of rows) {
    const requested = done.furtherTakes.get(block_id) ?? 0;
    checks.is(
      further <= requested,
      `block ${block_id}: ${requested} further takes were requested, ${further} were made`,
    );
  }
}

/** The files of the store, while all processes are stopped: each is whole, and each that a row names is there. */
export async function checkFiles(db: Database, setup: Setup, checks: Checks): Promise<void> {
  const stored = setup.objects();
  for (const file of stored)
    checks.is(hasItsName(file), `the object ${file.sha256} has other bytes than its name states`);
  const there = new Set(stored.map(({ sha256 }) => sha256));
  for (const sha256 of await namedObjects({ db })) checks.is(there.has(sha256), `the object ${sha256} is missing`);
}

/**
 * Makes a day pass, starts the service for its sweep and stops it: what no row names is gone. Begins and ends with all
 * processes stopped.
 */
export async function checkSweep(setup: Setup, checks: Checks): Promise<void> {
  setup.makeOld();
  const named = new Set<string>();
  {
    await using db = await setup.openDatabase();
    for (const sha256 of await namedObjects({ db })) named.add(sha256);
    await db.execute("update jobs set run_after = now() where queue = 'cleanup' and state = 'waiting'", []);
  }
  // Work that continues after the start, such as the mix of a public page, stores files of its own.
  const stored = new Set(setup.objects().map(({ sha256 }) => sha256));
  const orphans = () => setup.objects().filter(({ sha256 }) => stored.has(sha256) && !named.has(sha256));
  console.log(`before the sweep no row names ${orphans().length} of ${setup.objects().length} files`);
  await setup.start();
  const until = performance.now() + SWEEP_WITHIN_MS;
  while (orphans().length > 0 && performance.now() < until) await delay(200);
  await setup.stop();
  const [first, ...others] = orphans();
  checks.is(first === undefined, `${others.length + 1} files that no row names are left, ${first?.sha256} among them`);
  const left = setup.leftovers();
  checks.is(left.length === 0, `${left.length} temporary files are left, ${left[0]} among them`);
}

/** The present documents of these sections. */
export async function readDocuments(done: Done): Promise<ReadonlyMap<string, Document>> {
  const all = new Map<string, Document>();
  for (const { client, spokenSections } of done.accounts) {
    for (const sectionId of spokenSections) {
      const { document } = await answered(() => client.call("readDocument", { params: { sectionId } }));
      all.set(sectionId, document);
    }
  }
  return all;
}

async function count(db: Database, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await (statement as ReturnType<typeof sql<{ n: number }>>).execute(db.q);
  return rows[0]?.n ?? 0;
}

/** The first state that satisfies `isEnded`; null when it takes too long. */
async function ends<T>(ask: () => Promise<T>, isEnded: (state: T) => boolean): Promise<T | null> {
  const until = performance.now() + ENDS_WITHIN_MS;
  for (;;) {
    const state = await answered(ask);
    if (isEnded(state)) return state;
    if (performance.now() > until) return null;
    await delay(100);
  }
}

async function inTurns<T>(items: readonly T[], action: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const turn = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await action(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
}

const short = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}… (${text.length} characters)` : text);
