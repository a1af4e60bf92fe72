// Backups of an installation, and moving it to a PostgreSQL server. Only the entry of this room is used elsewhere.

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { type Database, openDatabase } from "../db/db.ts";
import { knownMigrations } from "../db/migrate.ts";
import { openFiles } from "../files/files.ts";
import { forgetClaims, forgetInstallation } from "../installation.ts";
import type { Log } from "../log.ts";
import type { Services } from "../services.ts";
import type { Settings } from "../settings.ts";
import { archiveSource, packBackup } from "./backup-archive.ts";
import {
  BackupError,
  type BackupManifest,
  type BackupProgress,
  type BackupSource,
  type DumpOfDatabase,
  folderSource,
  readManifest,
  restoreDump,
  restoreObjects,
  restoreSmallFiles,
  type WrittenBackup,
  writeBackup,
} from "./backup-folder.ts";
import { type DumpedDatabase, dumpDatabase } from "./dump-database.ts";
import { loadDatabase, objectsOfDump } from "./load-database.ts";
import { UNFINISHED } from "./unfinished-restore.ts";

export { BackupError, type BackupManifest, type BackupProgress, type WrittenBackup } from "./backup-folder.ts";
export { DumpError } from "./load-database.ts";

interface Place {
  readonly dataDir: string;
  /** postgres://…, or null for the embedded database. */
  readonly databaseUrl: string | null;
  /** Null: files in the data directory. */
  readonly s3: Settings["s3"];
  readonly scratchDir: string | null;
  readonly log: Log;
}

export interface Snapshot extends DumpedDatabase {
  /** The dump. */
  readonly file: string;
}

/**
 * Backs an installation up into a folder, or into one file when `out` ends with ".zip".
 * @param dump makes the snapshot in the process that holds the database; null opens the database here
 * @throws BackupError, StartError, system errors
 */
export async function backUp(
  place: Place & { readonly out: string },
  dump: (() => Promise<Snapshot>) | null,
  onProgress?: (progress: BackupProgress) => void,
): Promise<WrittenBackup & { readonly pause_ms: number }> {
  if (place.databaseUrl === null) requireDatabase(place.dataDir);
  const isFile = place.out.endsWith(".zip");
  if (isFile && existsSync(place.out)) throw new BackupError(`${place.out} exists. Name another file.`);
  const folder = isFile ? `${place.out}.partial` : place.out;
  if (isFile) rmSync(folder, { recursive: true, force: true });
  await using opened = new AsyncDisposableStack();
  const db = dump === null ? opened.use(await openDatabase({ ...place, url: place.databaseUrl })) : null;
  let pause_ms = 0;
  let objects: readonly string[] = [];
  const snapshot = async (): Promise<DumpOfDatabase> => {
    const made = dump === null ? await dumpTo(db as Database, place.dataDir) : await dump();
    pause_ms = Math.max(pause_ms, made.pause_ms);
    objects = await objectsOfDump(made.file);
    return { file: made.file, schema: made.schema, rows: made.rows, objects };
  };
  try {
    // Only reads, so it needs no locks.
    const files = opened.use(await openFiles({ ...place, alone: false }));
    const options = { dataDir: place.dataDir, files, folder, createdAt: new Date() };
    const written = await writeBackup(options, snapshot, onProgress);
    if (isFile) await packBackup(folder, written.manifest, objects, place.out);
    return { ...written, pause_ms };
  } finally {
    if (isFile) await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a snapshot of the database beside the other temporary files of a data directory. */
async function dumpTo(db: Database, dataDir: string): Promise<Snapshot> {
  const file = join(dataDir, "temp", `${randomUUID()}.dump`);
  mkdirSync(join(dataDir, "temp"), { recursive: true, mode: 0o700 });
  return { file, ...(await dumpDatabase(db, file, new Date())) };
}

/** For a backup by another process on this machine. @throws system errors, QueryError */
export async function createDatabaseDump({ db, settings }: Pick<Services, "db" | "settings">) {
  const { file, ...facts } = await dumpTo(db, settings.dataDir);
  return { file_name: basename(file), ...facts };
}

export interface Restored {
  readonly manifest: BackupManifest;
  readonly rows: number;
  readonly objects: number;
}

/**
 * Restores a backup into an empty data directory, and into an empty database when that is a server's. Every file is checked
 * against its hash. The result is an installation of its own unless `sameInstallation` states otherwise.
 * @throws BackupError, DumpError, StartError, system errors; the data directory then cannot be started
 */
export async function restoreBackup(
  place: Place & { readonly from: string; readonly sameInstallation?: boolean },
  onProgress?: (progress: BackupProgress) => void,
): Promise<Restored> {
  const { dataDir, from } = place;
  await using source = await sourceOf(from);
  const manifest = await readManifest(source);
  await refuseNewer(manifest.schema);
  takeEmptyDirectory(dataDir);
  const temporary = join(dataDir, "temp");
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const dump = await restoreDump(source, manifest, temporary);
  const { rows, objects } = await loadInto(place, manifest.schema, dump);
  await using files = await openFiles({ ...place, alone: false });
  await restoreObjects(source, files, objects, onProgress);
  await restoreSmallFiles(source, manifest, { dataDir, files });
  await rm(dump, { force: true });
  rmSync(join(dataDir, UNFINISHED));
  return { manifest, rows, objects: objects.size };
}

/**
 * Copies the embedded database of a data directory into an empty database of a PostgreSQL server. The data directory stays as
 * it is; its files are used by both.
 * @throws BackupError, DumpError, StartError
 */
export async function moveToPostgres(place: {
  readonly dataDir: string;
  readonly url: string;
  readonly log: Log;
}): Promise<{ readonly rows: number; readonly schema: number }> {
  const { dataDir, url, log } = place;
  requireDatabase(dataDir);
  await using db = await openDatabase({ dataDir, url: null, log });
  const { file, schema } = await dumpTo(db, dataDir);
  try {
    const { rows } = await loadInto({ dataDir, databaseUrl: url, log, sameInstallation: true }, schema, file);
    return { rows, schema };
  } finally {
    await rm(file, { force: true });
  }
}

/** Opening a database that is not there would make one. */
function requireDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, "db")))
    throw new BackupError(`${dataDir} holds no embedded database. Name the data folder with --data-dir.`);
}

type Loading = Pick<Place, "dataDir" | "databaseUrl" | "log"> & { readonly sameInstallation?: boolean };

async function loadInto(
  { dataDir, databaseUrl, log, sameInstallation = false }: Loading,
  schema: number,
  dump: string,
) {
  const open = { dataDir, url: databaseUrl, log };
  const isNewest = schema === (await knownMigrations()).length;
  const loaded = await (async () => {
    await using db = await openDatabase(isNewest ? open : { ...open, origin: "initdb", migrateUpTo: schema });
    await refuseUsed(db, databaseUrl !== null);
    const rows = await loadDatabase(db, dump);
    await forgetClaims(db);
    if (!sameInstallation) await forgetInstallation(db);
    return rows;
  })();
  // Brings an older schema forward.
  if (!isNewest) await (await openDatabase(open))[Symbol.asyncDispose]();
  return loaded;
}

async function refuseUsed(db: Database, isServer: boolean): Promise<void> {
  const { rows } = await db.execute("select exists (select 1 from accounts) as used", []);
  if (!(rows[0] as { used: boolean }).used) return;
  throw new BackupError(
    isServer
      ? "The database on the server holds an installation already. Make an empty database for this one."
      : "The data directory holds an installation already. Name another one.",
  );
}

async function refuseNewer(schema: number): Promise<void> {
  const known = (await knownMigrations()).length;
  if (schema > known)
    throw new BackupError(
      `The backup was made by a newer version of Fullcast (its schema is ${schema}, this version knows ${known}). Restore it with that version.`,
    );
}

async function sourceOf(path: string): Promise<BackupSource> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new BackupError(`${path} does not exist.`);
  return found.isDirectory() ? folderSource(path) : archiveSource(path);
}

/** Begins a restore: the directory is new, empty, or holds a restore that did not end, which is cleared. */
function takeEmptyDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dataDir);
  if (names.includes(UNFINISHED)) {
    for (const name of names) if (name !== UNFINISHED) rmSync(join(dataDir, name), { recursive: true, force: true });
    return;
  }
  if (names.length > 0)
    throw new BackupError(`${dataDir} is not empty. Name a new folder with --data-dir; nothing was changed.`);
  writeFileSync(join(dataDir, UNFINISHED), "", { mode: 0o600, flush: true });
}
