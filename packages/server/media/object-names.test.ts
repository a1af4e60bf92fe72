import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OBJECT_NAMES } from "./removal-store.ts";

/**
 * The list of what goes itself, the hash that a take repeats of its asset, which it holds by a foreign key, and what was heard in a
 * file, which needs no file.
 */
const NOT_ASKED: readonly string[] = ["object_removals.sha256", "renditions.asset_sha256", "heard_texts.sha256"];

test("every column of the schema that holds the hash of an object is asked before the object is removed", () => {
  const folder = join(import.meta.dirname, "..", "db", "migrations");
  const columns: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    let table = "";
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      table = /(?:create|alter) table (\w+)/.exec(line)?.[1] ?? table;
      for (const [, column] of line.matchAll(/(?:^\s+|add column )(\w*sha256) text/g))
        columns.push(`${table}.${column}`);
    }
  }
  const known = OBJECT_NAMES.map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(columns.filter((name) => !NOT_ASKED.includes(name)).sort(), [...known].sort());
});
