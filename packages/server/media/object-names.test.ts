import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { OBJECT_NAMES } from "./removal-store.ts";

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
  assert.deepEqual(columns.filter((name) => name !== "object_removals.sha256").sort(), [...known].sort());
});
