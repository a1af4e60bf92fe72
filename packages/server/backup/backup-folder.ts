// A backup as a folder: the database as one compressed file of rows, every object of the file store under its SHA-256, and the
// other files of the installation. backup.json lists the files of the backup. It is replaced atomically at the end, so an
// interrupted backup leaves the previous one unchanged. Objects never change, so a second backup into the same folder
// copies only new ones.

import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Files } from "../files/files.ts";
import { byteSum } from "../hash.ts";

export const BACKUP_FORMAT = "fullcast-backup";
const BACKUP_VERSION = 1;
/** Files of a data directory, beside database and objects, that a backup holds. */
const OTHER_FILES = ["owner-key", "engines.json"] as const;
const SHA256 = /^[0-9a-f]{64}$/;
const INCOMING = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The reason why a backup or a restore failed, for a person. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const storedFile = z.strictObject({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  size: z.int().min(0),
  sha256: z.string().regex(SHA256),
});
const manifestSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  version: z.int(),
  created_at: z.iso.datetime(),
  schema: z.int().min(1),
  rows: z.int().min(0),
  database: storedFile,
  objects: z.strictObject({ count: z.int().min(0), bytes: z.int().min(0) }),
  incoming: z.array(storedFile),
  files: z.array(storedFile),
});
export type BackupManifest = z.infer<typeof manifestSchema>;
type StoredFile = z.infer<typeof storedFile>;

export interface BackupProgress {
  readonly what: "database" | "objects";
  readonly done: number;
  readonly total: number;
}

export interface DumpOfDatabase {
  /** The dump; it is moved away. */
  readonly file: string;
  readonly schema: number;
  readonly rows: number;
  /** SHA-256 of the objects that its rows name. */
  readonly objects: readonly string[];
}

export interface WrittenBackup {
  readonly manifest: BackupManifest;
  /** The number of copied objects. The others existed. */
  readonly copied: number;
  readonly copiedBytes: number;
}

/** How often a newer snapshot is made because objects of a snapshot were deleted while they were copied. */
const SNAPSHOTS = 4;

/** The files of an installation, and the folder of its backup. */
interface BackupPlace {
  readonly dataDir: string;
  readonly files: Files;
  readonly folder: string;
  readonly createdAt: Date;
}

/**
 * Writes a backup of an installation into a folder, which may hold an earlier one.
 * @param dump Makes a snapshot of the database. May be called more than once.
 * @throws BackupError, system errors
 */
export async function writeBackup(
  { dataDir, files, folder, createdAt }: BackupPlace,
  dump: () => Promise<DumpOfDatabase>,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<WrittenBackup> {
  await mkdir(join(folder, "objects"), { recursive: true, mode: 0o700 });
  await refuseForeignFolder(folder);
  const total = { copied: 0, copiedBytes: 0 };
  for (let made = 1; ; made += 1) {
    onProgress({ what: "database", done: 0, total: 1 });
    const snapshot = await dump();
    onProgress({ what: "database", done: 1, total: 1 });
    const copied = await copyObjects(files, folder, snapshot.objects, onProgress);
    total.copied += copied.count;
    total.copiedBytes += copied.bytes;
    if (copied.missing.length > 0 && made < SNAPSHOTS) {
      await rm(snapshot.file, { force: true });
      continue;
    }
    if (copied.missing.length > 0)
      throw new BackupError(
        `${copied.missing.length} files that the database names are not in the object store, ${copied.missing[0]} among them. Run "fullcast doctor".`,
      );
    const manifest = await finishBackup({ dataDir, files, folder, createdAt }, snapshot, copied.stored);
    return { manifest, ...total };
  }
}

async function finishBackup(
  { dataDir, files, folder, createdAt }: BackupPlace,
  snapshot: DumpOfDatabase,
  objects: BackupManifest["objects"],
): Promise<BackupManifest> {
  const stamp = createdAt.toISOString().replace(/\D/g, "").slice(0, 17);
  const database = await placed(folder, `database-${stamp}.jsonl.zst`, snapshot.file);
  await rm(snapshot.file, { force: true });
  const incoming: StoredFile[] = [];
  await mkdir(join(folder, "incoming"), { recursive: true, mode: 0o700 });
  for (const { name } of await files.keptNames()) {
    const file = await keptFile(files, name, join(folder, "incoming"));
    if (file !== null) incoming.push(file);
  }
  const small: StoredFile[] = [];
  for (const name of OTHER_FILES) {
    const file = await placed(folder, name, join(dataDir, name)).catch(ifMissing);
    if (file !== null) small.push(file);
  }
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    created_at: createdAt.toISOString(),
    schema: snapshot.schema,
    rows: snapshot.rows,
    database,
    objects,
    incoming,
    files: small,
  };
  const path = join(folder, "backup.json");
  await writeFile(`${path}.tmp`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.tmp`, path);
  await syncFolder(folder);
  await removeOld(folder, manifest, new Set(snapshot.objects));
  return manifest;
}

/** Null if the upload ended in the meantime. */
async function keptFile(files: Files, name: string, folder: string): Promise<StoredFile | null> {
  try {
    await using kept = await files.localKept(name);
    return await placed(folder, name, kept.path);
  } catch (error) {
    const { cause } = error as Error;
    return ifMissing((cause ?? error) as NodeJS.ErrnoException);
  }
}

/** Files of the previous backup that this one does not contain. */
async function removeOld(folder: string, manifest: BackupManifest, objects: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith("database-") && name !== manifest.database.name) await rm(join(folder, name), { force: true });
  const incoming = new Set(manifest.incoming.map(({ name }) => name));
  for (const name of await readdir(join(folder, "incoming")))
    if (INCOMING.test(name) && !incoming.has(name)) await rm(join(folder, "incoming", name), { force: true });
  for (const part of await readdir(join(folder, "objects")))
    for (const name of await namesIn(join(folder, "objects", part)))
      if (SHA256.test(name) && !objects.has(name)) await rm(join(folder, "objects", part, name), { force: true });
}

async function copyObjects(
  files: Files,
  folder: string,
  objects: readonly string[],
  onProgress: (progress: BackupProgress) => void,
) {
  const stored = { count: 0, bytes: 0 };
  const result = { count: 0, bytes: 0, missing: [] as string[], stored };
  for (const [index, sha256] of objects.entries()) {
    onProgress({ what: "objects", done: index, total: objects.length });
    const target = join(folder, "objects", sha256.slice(0, 2));
    const there = await stat(join(target, sha256)).catch(ifMissing);
    const original = await files.stat(sha256);
    if (there !== null && (original === null || original.size === there.size)) {
      stored.count += 1;
      stored.bytes += there.size;
      continue;
    }
    if (original === null) {
      result.missing.push(sha256);
      continue;
    }
    await mkdir(target, { recursive: true, mode: 0o700 });
    const copy = await placed(target, sha256, files.open(sha256));
    if (copy.sha256 !== sha256) {
      await rm(join(target, sha256), { force: true });
      throw new BackupError(
        `The stored file ${sha256} is damaged: its content has another hash. Restore it from an earlier backup.`,
      );
    }
    stored.count += 1;
    stored.bytes += copy.size;
    result.count += 1;
    result.bytes += copy.size;
  }
  onProgress({ what: "objects", done: objects.length, total: objects.length });
  return result;
}

/** The source of a backup's files: a folder or an archive. */
export interface BackupSource extends AsyncDisposable {
  /** The name that a person gave. */
  readonly path: string;
  /** A stream of a file, or null when there is none of this name. */
  read(name: string): Promise<Readable | null>;
}

export function folderSource(folder: string): BackupSource {
  return {
    path: folder,
    async read(name) {
      const found = await stat(join(folder, name)).catch(ifMissing);
      return found?.isFile() === true ? createReadStream(join(folder, name), { highWaterMark: 1024 * 1024 }) : null;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Larger than any list of a backup: it names the database, uploads under way and two small files. */
const LONGEST_LIST = 16 * 1024 * 1024;

/** @throws BackupError when there is no backup, or one that this version does not read */
export async function readManifest(source: BackupSource): Promise<BackupManifest> {
  const stream = await source.read("backup.json");
  if (stream === null) throw new BackupError(`There is no backup in ${source.path}: backup.json is missing.`);
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.length > LONGEST_LIST) throw new BackupError(`backup.json in ${source.path} is not the list of a backup.`);
  }
  const parsed = manifestSchema.safeParse(parsedJson(text));
  if (!parsed.success) throw new BackupError(`backup.json in ${source.path} is not the list of a backup.`);
  if (parsed.data.version !== BACKUP_VERSION)
    throw new BackupError(
      `The backup has format ${parsed.data.version}; this version reads ${BACKUP_VERSION}. Use a newer version of Fullcast.`,
    );
  return parsed.data;
}

/** Copies the database of a backup to a file. @throws BackupError */
export async function restoreDump(source: BackupSource, manifest: BackupManifest, folder: string): Promise<string> {
  await restored(source, manifest.database.name, folder, manifest.database);
  return join(folder, manifest.database.name);
}

/** Restores the small files of a backup, with their hashes checked. @throws BackupError */
export async function restoreSmallFiles(
  source: BackupSource,
  manifest: BackupManifest,
  { dataDir, files }: { readonly dataDir: string; readonly files: Files },
): Promise<void> {
  for (const file of manifest.files) {
    if (!(OTHER_FILES as readonly string[]).includes(file.name)) throw damaged(file.name);
    await restored(source, file.name, dataDir, file);
  }
  for (const file of manifest.incoming) {
    if (!INCOMING.test(file.name)) throw damaged(file.name);
    const path = files.temporary("");
    await restored(source, `incoming/${file.name}`, dirname(path), { ...file, name: basename(path) });
    await files.keep(path, file.name);
  }
}

/** Stores objects, with their hashes checked. @throws BackupError that names the first bad one */
export async function restoreObjects(
  source: BackupSource,
  files: Files,
  objects: ReadonlySet<string>,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<void> {
  let done = 0;
  for (const sha256 of objects) {
    onProgress({ what: "objects", done, total: objects.size });
    const path = files.temporary("");
    await restored(source, `objects/${sha256.slice(0, 2)}/${sha256}`, dirname(path), { name: basename(path), sha256 });
    await files.adopt(path, sha256);
    done += 1;
  }
  onProgress({ what: "objects", done, total: objects.size });
}

async function restored(
  source: BackupSource,
  path: string,
  folder: string,
  expected: { readonly name: string; readonly sha256: string },
): Promise<void> {
  const stream = await source.read(path);
  if (stream === null) throw new BackupError(`The backup lacks ${basename(path)}.`);
  const file = await placed(folder, expected.name, stream);
  if (file.sha256 !== expected.sha256) {
    await rm(join(folder, expected.name), { force: true });
    throw damaged(path);
  }
}

const damaged = (name: string) =>
  new BackupError(`${basename(name)} of the backup is damaged: its content has another hash. Use another backup.`);

/** Copies a file under a temporary name, hashes and syncs it, and renames it. */
async function placed(folder: string, name: string, source: string | Readable): Promise<StoredFile> {
  const temporary = join(folder, `.${name}.tmp`);
  const sum = byteSum();
  try {
    await pipeline(
      typeof source === "string" ? createReadStream(source, { highWaterMark: 1024 * 1024 }) : source,
      sum.through,
      createWriteStream(temporary, { mode: 0o600, flush: true }),
    );
    await chmod(temporary, 0o600);
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { name, ...sum.result() };
}

/** Refuses a folder with other files. */
async function refuseForeignFolder(folder: string): Promise<void> {
  const names = await readdir(folder);
  const known =
    /^(?:backup\.json(?:\.tmp)?|objects|incoming|owner-key|engines\.json|\.?database-\d+\.jsonl\.zst(?:\.tmp)?|\..*\.tmp)$/;
  const foreign = names.find((name) => !known.test(name));
  if (foreign !== undefined)
    throw new BackupError(
      `${folder} holds ${foreign}, which is no part of a backup. Name an empty folder, or that of an earlier backup.`,
    );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(ifMissing)) ?? [];
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
