// The main thread's side of the embedded database: one connection, which callers use in turns.

import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Connection, ConnectionSource, Rows } from "../connections.ts";
import { DatabaseUnavailable, QueryError } from "../query-error.ts";
import { StartError } from "../start-error.ts";
import { createTurns } from "../turns.ts";
import { type DirectoryLock, lockDirectory, unwritable } from "./directory-lock.ts";
import { pgliteModule } from "./pglite-module.ts";
import { startUpkeep } from "./upkeep.ts";
import type { DatabaseOrigin, WorkerAnswer, WorkerFailure, WorkerRequest, WorkerStart } from "./worker-messages.ts";

/** PostgreSQL's major version inside this PGlite; its data directories are readable by this version only. */
const POSTGRES_MAJOR = "18";
const CLOSE_PATIENCE_MS = 5_000;
/** How long the last checkpoint may take. */
const CHECKPOINT_PATIENCE_MS = 60_000;

export interface EmbeddedSource extends ConnectionSource {
  /** How often the database has synced a file to the disk since it was opened. */
  countFsyncs(): Promise<number>;
}

/**
 * Opens `<dataDir>/db` under the exclusive lock of the data directory, and creates it if it does not exist.
 * @param onFatal Called when the worker died. Committed data is on disk. Every pending and later query fails, so the process
 *   must end and start again.
 * @throws StartError DataDirectoryLocked | DataDirectoryUnwritable | DatabaseNewer
 */
export async function openEmbedded(
  dataDir: string,
  onFatal: (error: Error) => void,
  origin: DatabaseOrigin = "template",
): Promise<EmbeddedSource> {
  const root = resolve(dataDir);
  const lock = lockDirectory(root);
  try {
    const directory = join(root, "db");
    refuseOtherMajor(directory);
    return await start({ directory, origin, module: await pgliteModule() }, lock, onFatal);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function refuseOtherMajor(directory: string): void {
  let major: string;
  try {
    major = readFileSync(join(directory, "PG_VERSION"), "utf8").trim();
  } catch {
    return;
  }
  if (major === POSTGRES_MAJOR) return;
  throw new StartError(
    "DatabaseNewer",
    `The data directory holds a database of PostgreSQL ${major.slice(0, 8)}, this version of Fullcast reads ${POSTGRES_MAJOR}. Start the version of Fullcast that wrote it.`,
  );
}

async function start(
  workerData: WorkerStart,
  lock: DirectoryLock,
  onFatal: (error: Error) => void,
): Promise<EmbeddedSource> {
  const worker = new Worker(new URL("./database-worker.ts", import.meta.url), {
    workerData,
    name: "database",
    // Enough for the deepest recursion that PostgreSQL allows (max_stack_depth in the worker).
    resourceLimits: { stackSizeMb: 16 },
  });
  const pending = new Map<number, { resolve(rows: Rows): void; reject(error: Error): void }>();
  let lastId = 0;
  let dead: Error | null = null;
  let opened = false;
  let closing = false;

  const started = Promise.withResolvers<void>();
  worker.on("message", (answer: WorkerAnswer) => {
    if (answer.kind === "started") return started.resolve();
    if (answer.kind === "not_started") return started.reject(notStarted(answer.message, workerData.directory));
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if (answer.kind === "failed") waiting?.reject(asError(answer.failure));
    else waiting?.resolve({ rows: answer.rows, affected: answer.affected });
  });
  const die = (cause: unknown) => {
    if (dead !== null) return;
    const full = isNearlyFull(dirname(workerData.directory)) ? " The disk is full or nearly so." : "";
    dead = new DatabaseUnavailable(`The embedded database has stopped.${full}`, { cause });
    started.reject(notStarted("", workerData.directory, cause));
    for (const waiting of pending.values()) waiting.reject(dead);
    pending.clear();
    if (opened && !closing) onFatal(dead);
  };
  worker.on("error", die);
  worker.on("exit", (code) => die(new Error(`Its thread ended with code ${code}.`)));

  const send = (request: WorkerRequest): Promise<Rows> => {
    if (dead !== null) return Promise.reject(dead);
    const { promise, resolve, reject } = Promise.withResolvers<Rows>();
    worker.postMessage(request);
    pending.set(request.id, { resolve, reject });
    return promise;
  };
  const nextId = () => {
    lastId += 1;
    return lastId;
  };

  await started.promise.catch(async (error) => {
    await worker.terminate();
    throw error;
  });
  opened = true;

  const turns = createTurns();
  const connection: Connection = {
    query: (sql, parameters, opening) => send({ id: nextId(), kind: "query", sql, parameters, opening }),
    script: async (sql) => {
      await send({ id: nextId(), kind: "script", sql });
    },
  };
  const source: EmbeddedSource = {
    begin: "begin",
    acquire: async () => {
      await turns.take();
      return connection;
    },
    // The worker continues with the next statement without waiting for this thread.
    acquireShared: async () => {
      await turns.share();
      return connection;
    },
    release: () => turns.pass(),
    countFsyncs: async () => {
      const { rows } = await send({ id: nextId(), kind: "count_fsyncs" });
      return (rows[0] as { fsyncs: number }).fsyncs;
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
  let closed: Promise<void> | null = null;
  const close = async () => {
    stopUpkeep();
    // A transaction that never ends must not keep the process alive. It was not committed, so it is lost.
    await Promise.race([turns.take(), delay(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    closing = true;
    try {
      // A worker that no longer answers (a full disk) is ended. Committed data is in its log.
      await Promise.race([
        send({ id: nextId(), kind: "close" }),
        delay(CHECKPOINT_PATIENCE_MS, undefined, { ref: false }),
      ]);
    } finally {
      await worker.terminate();
      lock.release();
      // Callers that still wait for a turn fail now.
      turns.pass();
    }
  };
  const stopUpkeep = startUpkeep(source, () => {
    // A broken database also fails every caller's query. The next interval tries again.
  });
  return source;
}

function asError({ code, message, constraint, table }: WorkerFailure): Error {
  return code === null ? new Error(message) : new QueryError(code, message, constraint, table);
}

/** PGlite does not report why it cannot start. An unwritable directory is by far the most likely reason. */
function notStarted(message: string, directory: string, cause?: unknown): Error {
  const found = cannotWrite(directory);
  if (found !== null) return unwritable(found);
  return new Error(`The embedded database did not start. ${message}`.trim(), { cause });
}

function cannotWrite(directory: string): unknown {
  try {
    const parent = dirname(directory);
    accessSync(parent, constants.W_OK);
    return isNearlyFull(parent) ? Object.assign(new Error("No space left."), { code: "ENOSPC" }) : null;
  } catch (error) {
    return error;
  }
}

/** PostgreSQL allocates its log in whole files of 16 MB. */
const LEAST_SPACE = 64 * 1024 * 1024;

function isNearlyFull(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize < LEAST_SPACE;
  } catch {
    return false;
  }
}
