// What PostgreSQL did for the statements of a span of time: the plans that auto_explain writes into the server's log.

import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** Settings of a server whose statements can be explained. */
export const EXPLAINING: readonly string[] = [
  "shared_preload_libraries=auto_explain",
  "logging_collector=on",
  "log_destination=jsonlog",
  "log_rotation_size=0",
  "auto_explain.log_format=json",
  "auto_explain.log_analyze=on",
  "auto_explain.log_timing=off",
  // The statements within functions and triggers, too.
  "auto_explain.log_nested_statements=on",
];

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Statement {
  readonly sql: string;
  readonly scans: readonly Scan[];
}

export interface Scan {
  readonly table: string;
  /** Whether it goes through the whole table. */
  readonly isSequential: boolean;
  /** Rows that it looked at, those that it left out included. */
  readonly rows: number;
}

/** Does `work`, and returns its result with the statements of all other connections meanwhile. */
export async function statementsOf<T>(
  client: pg.Client,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly statements: readonly Statement[] }> {
  const from = await logged(client, await mark(client), 0);
  const result = await work();
  const { text } = await logged(client, await mark(client), from.size);
  return { result, statements: text.split("\n").flatMap(statementIn) };
}

/** Turns explaining on or off for all connections. */
export async function explain(client: pg.Client, isOn: boolean): Promise<void> {
  await client.query(`alter system set auto_explain.log_min_duration = ${isOn ? 0 : -1}`);
  await client.query("select pg_reload_conf()");
  await client.query("set auto_explain.log_min_duration = -1");
}

/** Writes a line into the log, which is behind all lines of statements that have ended. */
async function mark(client: pg.Client): Promise<string> {
  const marker = randomUUID();
  await client.query(`do $$ begin raise log '${marker}'; end $$`);
  return marker;
}

/** What the log holds from a place on, once it holds the marker. */
async function logged(
  client: pg.Client,
  marker: string,
  from: number,
): Promise<{ readonly text: string; readonly size: number }> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const { rows } = await client.query<{ size: number; log: Buffer }>(
      `select file.size::integer as size, pg_read_binary_file(name, $1, file.size - $1) as log
       from pg_current_logfile('jsonlog') name cross join pg_stat_file(name) file`,
      [from],
    );
    const [row] = rows;
    const text = row?.log.toString("utf8") ?? "";
    if (row !== undefined && text.includes(marker)) return { text, size: row.size };
    if (performance.now() > deadline) throw new Error("The server's log does not hold the marker after 30 s.");
    await delay(20);
  }
}

const PLAN = /^duration: [\d.]+ ms {2}plan:\n/;

function statementIn(line: string): Statement[] {
  if (!line.startsWith("{")) return [];
  const { message } = JSON.parse(line) as { readonly message?: string };
  if (message === undefined || !PLAN.test(message)) return [];
  const { "Query Text": sql, Plan } = JSON.parse(message.replace(PLAN, "")) as {
    readonly "Query Text": string;
    readonly Plan: PlanNode;
  };
  return [{ sql, scans: scansOf(Plan) }];
}

function scansOf(node: PlanNode): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const type = node["Node Type"];
  // The nodes of changes name their table, and read it by a node below them. A bitmap of rows is read by the node above it.
  if (type === "ModifyTable" || type === "Bitmap Index Scan" || node["Relation Name"] === undefined) return below;
  const loops = node["Actual Loops"] ?? 0;
  const each =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return [{ table: node["Relation Name"], isSequential: type === "Seq Scan", rows: each * loops }, ...below];
}
