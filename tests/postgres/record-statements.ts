// Loaded before a test file (--import): writes each different SQL statement that the process sends to PostgreSQL to the file
// that RECORD_STATEMENTS names.

import { appendFileSync } from "node:fs";
import pg from "pg";

const path = process.env.RECORD_STATEMENTS;
if (path === undefined) throw new Error("RECORD_STATEMENTS is not set");
const seen = new Set<string>();

const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;
pg.Client.prototype.query = function record(this: pg.Client, ...parameters: unknown[]) {
  const [first] = parameters;
  const sql = typeof first === "string" ? first : (first as { readonly text?: string } | undefined)?.text;
  const shape = sql === undefined ? undefined : shapeOf(sql);
  if (shape !== undefined && !seen.has(shape)) {
    seen.add(shape);
    appendFileSync(path, `${JSON.stringify(shape)}\n`);
  }
  return send.apply(this, parameters);
} as typeof pg.Client.prototype.query;

/** The statement without the number of its parameters: a list or a row more is the same statement. */
function shapeOf(sql: string): string {
  return sql
    .replace(/\$\d+/g, "?")
    .replace(/\?(?:, \?)+/g, "?")
    .replace(/\(\?\)(?:, \(\?\))+/g, "(?)");
}
