// A real PostgreSQL server for tests: Debian's programs, as a user that is not root, on a free loopback port, in a
// temporary folder, gone afterwards.

import assert from "node:assert/strict";
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

export interface PostgresServer extends AsyncDisposable {
  readonly port: number;
  /** Runs SQL as the superuser, in the database of this URL; in "postgres" without one. Returns what psql prints. */
  execute(sql: string, url?: string): Promise<string>;
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Ends every connection to the databases, as a server that restarts does. */
  dropConnections(): Promise<void>;
  /** Ends the server at once, without a checkpoint (pg_ctl's immediate shutdown). */
  stopHard(): Promise<void>;
  /** Starts it again after stopHard; resolves when it answers. */
  startAgain(): Promise<void>;
  /** Starts a copy that follows this server by streaming. From now on each commit waits until the copy has it. */
  addStandby(): Promise<PostgresServer>;
  /** Connections and processes that the server ended or refused: the last such lines of its log. */
  trouble(): string;
  /** Makes a standby a server of its own. */
  promote(): Promise<void>;
}

const USER = "fullcast";
const LOG_LINES = 40;
const PROGRAMS = ["initdb", "postgres", "psql", "pg_basebackup"];
const run = promisify(execFile);

/** Starts a server and waits until it answers. Dispose it in the tests' `after`. */
export async function startPostgres({
  connections = 60,
  settings = [],
}: {
  readonly connections?: number;
  /** Further settings: name=value. */
  readonly settings?: readonly string[];
} = {}): Promise<PostgresServer> {
  return serve([`max_connections=${connections}`, ...settings], async (data, as) => {
    const options = ["-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
    await run(join(programFolder(), "initdb"), options, as);
  });
}

interface RunAs {
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** @param make writes the data folder of the server */
async function serve(
  own: readonly string[],
  make: (data: string, as: RunAs) => Promise<unknown>,
): Promise<PostgresServer> {
  const programs = programFolder();
  const owner = notRoot();
  const folder = mkdtempSync(join(tmpdir(), "fullcast-postgres-"));
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const as: RunAs = { cwd: folder, ...owner };
  await make(data, as);

  const port = await freePort();
  const errors: Buffer[] = [];
  const launch = (): ChildProcess => {
    const settings = ["fsync=off", ...own].flatMap((setting) => ["-c", setting]);
    const started = spawn(
      join(programs, "postgres"),
      ["-D", data, "-h", "127.0.0.1", "-p", String(port), "-k", "", ...settings],
      { ...as, stdio: ["ignore", "ignore", "pipe"] },
    );
    started.stderr?.on("data", (chunk: Buffer) => errors.push(chunk));
    return started;
  };
  let server = launch();
  const execute = async (sql: string, database = url(port, "postgres")) => {
    const { stdout } = await run(join(programs, "psql"), [
      ...["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql],
      database,
    ]);
    return stdout.trim();
  };
  try {
    await answering(execute, server);
  } catch (error) {
    await stop(server, folder);
    throw new Error(`PostgreSQL did not start: ${Buffer.concat(errors)}`, { cause: error });
  }

  let databases = 0;
  return {
    port,
    execute,
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await execute(`create database ${name}`);
      return url(port, name);
    },
    async dropConnections() {
      await execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and datname <> 'postgres'",
      );
    },
    async stopHard() {
      const exited = once(server, "exit");
      server.kill("SIGQUIT");
      await exited;
    },
    async startAgain() {
      server = launch();
      await answering(execute, server);
    },
    async addStandby() {
      const standby = await serve(own, (copy, copyAs) =>
        run(
          join(programs, "pg_basebackup"),
          ["-D", copy, "-d", url(port, "postgres"), "-R", "--checkpoint=fast", "--no-sync"],
          copyAs,
        ),
      );
      await execute("alter system set synchronous_standby_names = '*'");
      await execute("select pg_reload_conf()");
      await until(
        async () => (await execute("select count(*) from pg_stat_replication where sync_state = 'sync'")) === "1",
      );
      return standby;
    },
    trouble: () =>
      Buffer.concat(errors)
        .toString("utf8")
        .split("\n")
        .filter((line) => /FATAL|PANIC/.test(line))
        .slice(-LOG_LINES)
        .join("\n"),
    async promote() {
      await execute("alter system reset synchronous_standby_names");
      await execute("select pg_reload_conf()");
      assert.equal(await execute("select pg_promote()"), "t");
    },
    [Symbol.asyncDispose]: () => stop(server, folder),
  };
}

function url(port: number, database: string): string {
  return `postgres://${USER}@127.0.0.1:${port}/${database}`;
}

/** The whole database as SQL that `restoreDatabase` runs. */
export async function dumpDatabase(url: string): Promise<string> {
  const options = ["--no-owner", "--no-privileges", "--dbname", url];
  const { stdout } = await run(join(programFolder(), "pg_dump"), options, { maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}

/** Runs a dump on an empty database. */
export async function restoreDatabase(url: string, dumpFile: string): Promise<void> {
  await run(join(programFolder(), "psql"), ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", dumpFile, url]);
}

/** Where the programs are: on the PATH, or where Debian keeps them, the newest first. */
function programFolder(): string {
  const versions = globSync("/usr/lib/postgresql/*/bin").sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...versions];
  const found = folders.find(
    (folder) => folder !== "" && PROGRAMS.every((program) => existsSync(join(folder, program))),
  );
  if (found === undefined) throw new Error("PostgreSQL's programs (Debian: postgresql) are not installed.");
  return found;
}

/** PostgreSQL refuses to run as root; null when we are not. */
function notRoot(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (option: string) => Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port.");
  return address.port;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error("The standby does not follow.");
    await delay(50);
  }
}

async function answering(execute: (sql: string) => Promise<unknown>, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    try {
      await execute("select 1");
      return;
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT"); // fast shutdown
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
