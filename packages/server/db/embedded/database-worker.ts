// The embedded PostgreSQL (PGlite) in its own thread, so that a long statement never blocks the API.
// PGlite's own file system never calls fsync. Here every fsync of PostgreSQL reaches the disk.

import { existsSync, fsyncSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import "./keep-byte-order-marks.ts";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { asText, OID, parseInt8 } from "../value-types.ts";
import { unpackFolder } from "./packed-folder.ts";
import { keepPrivate, type NodeFileSystem } from "./private-files.ts";
import { createStatements, type Statements } from "./statements.ts";
import { sync, syncTree } from "./sync-tree.ts";
import { TEMPLATE } from "./template.ts";
import type { WorkerAnswer, WorkerFailure, WorkerRequest, WorkerStart } from "./worker-messages.ts";

let fsyncs = 0;

class DurableNodeFS extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const hook = (module: {
      NODEFS: NodeFileSystem & { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
    }) => {
      keepPrivate(module.NODEFS);
      module.NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        fsyncs += 1;
        return 0;
      };
    };
    const durable = { ...options, preRun: [...(options.preRun ?? []), hook as never], onAbort: endThread };
    return super.init(pglite, durable);
  }
}

/** PGlite's exit status for PostgreSQL's siglongjmp to its main loop. Every failed statement ends this way. */
const LONG_JUMP = 100;

/**
 * PostgreSQL panics when it cannot write its log, so that no later work depends on a state that is not on disk. PGlite swallows
 * the panic and continues in a broken instance. This handler ends the thread, and the process ends with it.
 */
function endThread(): never {
  process.exit(1);
}

/** PostgreSQL's own memory for pages of the database. */
const PAGES_KB = 32_768;

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on"],
  ...["-c", "wal_sync_method=fsync"],
  // A WASM instance has less stack than the default of 2 MB: deeply nested JSON would overflow it and hang the thread.
  // With this limit it fails with SQLSTATE 54001.
  ...["-c", "max_stack_depth=400kB"],
  // At each start this memory is filled with zeros, which takes longer than the rest when it is PGlite's 160 MB. The operating system
  // keeps the pages of the files too.
  ...["-c", `shared_buffers=${PAGES_KB}kB`],
];

function open({ directory, module }: Pick<WorkerStart, "directory" | "module">): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFS(directory),
    pgliteWasmModule: module,
    startParams,
    parsers: {
      [OID.int8]: parseInt8,
      [OID.date]: asText,
      [OID.timestamp]: asText,
      [OID.bytea]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
    },
    serializers: {
      [OID.bytea]: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`,
    },
  });
}

/**
 * Creates a new database under a temporary name and renames it when it is complete and synced. A process that is killed during
 * its first start therefore leaves nothing that looks like a database.
 */
async function create({ directory, origin, module }: WorkerStart): Promise<void> {
  const unfinished = `${directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (origin === "template") unpackFolder(readFileSync(TEMPLATE), unfinished);
  else await initialize({ directory: unfinished, module });
  await syncTree(unfinished);
  renameSync(unfinished, directory);
  await sync(dirname(directory));
}

async function initialize(at: Parameters<typeof open>[0]): Promise<void> {
  const database = await open(at);
  await database.exec("checkpoint");
  await database.close();
}

async function answer(database: PGlite, statements: Statements, request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    switch (request.kind) {
      case "query": {
        if (request.opening !== undefined) await statements.query(request.opening, []);
        return { kind: "result", id: request.id, ...(await statements.query(request.sql, request.parameters)) };
      }
      case "script":
        await statements.forget();
        await database.exec(request.sql);
        return { kind: "result", id: request.id, rows: [], affected: null };
      case "count_fsyncs":
        return { kind: "result", id: request.id, rows: [{ fsyncs }], affected: null };
      case "close":
        await database.exec("checkpoint");
        await database.close();
        return { kind: "result", id: request.id, rows: [], affected: null };
    }
  } catch (error) {
    return { kind: "failed", id: request.id, failure: failure(error) };
  }
}

function failure(error: unknown): WorkerFailure {
  const fields = error as { code?: unknown; message?: unknown; constraint?: unknown; table?: unknown };
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    code: text(fields.code),
    message: text(fields.message) ?? "The embedded database failed.",
    constraint: text(fields.constraint),
    table: text(fields.table),
  };
}

/** PGlite swallows every exception of the engine. Only one of them is normal: PostgreSQL's own long jump. */
function endThreadOnTrap(database: PGlite): void {
  const engine = database.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const runOnce = engine._PostgresMainLoopOnce;
  engine._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if ((error as { status?: unknown }).status !== LONG_JUMP) endThread();
      throw error;
    }
  };
}

async function run(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("database-worker.ts runs as a worker thread only.");
  const start = workerData as WorkerStart;
  const say = (message: WorkerAnswer) => port.postMessage(message);
  let database: PGlite;
  try {
    if (!existsSync(start.directory)) await create(start);
    database = await open(start);
    endThreadOnTrap(database);
  } catch (error) {
    say({ kind: "not_started", message: failure(error).message });
    return;
  }
  const statements = createStatements(database);
  say({ kind: "started" });
  let last: Promise<void> = Promise.resolve();
  port.on("message", (request: WorkerRequest) => {
    // One request after the other: a request may have two statements, and no other statement may run between them.
    last = last.then(async () => {
      say(await answer(database, statements, request));
      if (request.kind === "close") port.close();
    });
  });
}

await run();
