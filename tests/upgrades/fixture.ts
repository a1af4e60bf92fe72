// The fixtures: data of earlier releases, one folder for each release, made by make-fixture.ts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unpackFolder } from "../../packages/server/db/embedded/packed-folder.ts";
import type { UpgradeRecord } from "./record.ts";

export const FIXTURES = join(import.meta.dirname, "fixtures");

export type FixtureKind = "embedded" | "postgres";

// In a packed fixture:
export const DATA = "data";
export const RECORD = "record.json";
/** With PostgreSQL only. */
export const DUMP = "dump.sql";

export const packName = (kind: FixtureKind) => `${kind}.pack.zst`;

/** Names of the releases that have a fixture. */
export function releases(): readonly string[] {
  return readdirSync(FIXTURES).sort();
}

/** Unpacks a fixture to `folder`: the release's data folder and what the release answered about it. */
export function unpackFixture(
  release: string,
  kind: FixtureKind,
  folder: string,
): { readonly dataDir: string; readonly record: UpgradeRecord } {
  unpackFolder(readFileSync(join(FIXTURES, release, packName(kind))), folder);
  const record = JSON.parse(readFileSync(join(folder, RECORD), "utf8")) as UpgradeRecord;
  return { dataDir: join(folder, DATA), record };
}
