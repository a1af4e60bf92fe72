// The product as it runs for people: one server on its embedded database, or API and worker processes on one PostgreSQL server.

import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { memoryOfTree, treeOf } from "../../bench/process-memory.ts";
import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { newInstallation, type Service } from "../crash/service.ts";
import { startPostgres } from "../postgres/postgres.ts";
import type { Resources } from "./growth.ts";

export interface Product extends AsyncDisposable {
  readonly ownerKey: string;
  /** Where to send the next request: the API processes in turns. */
  target(): string;
  /** What all processes use now. */
  resources(): Resources;
  /** Ends all processes in order. @throws when one ends with an error */
  stop(): Promise<void>;
  /** Bytes of the largest tables and their indexes, before and after all unused space is given back. After `stop`. */
  tables(): Promise<readonly TableSize[]>;
}

export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  readonly packedBytes: number;
}

export interface ProductOptions {
  /** Address of a speech service in OpenAI's dialect; null = the embedded voices speak. */
  readonly speechUrl: string | null;
  /** Worker processes of a cluster. */
  readonly workers: number;
}

/** The provider of the speech service. */
export const SERVICE = "stand-in";
const SERVICE_LINES_AT_ONCE = 8;
const APIS = 2;
/** Processes, of which each has up to 17 connections. */
const CONNECTIONS = 200;
const MEBIBYTE = 1_048_576;

export async function embeddedProduct(options: ProductOptions): Promise<Product> {
  return startProduct(["api,worker"], null, options);
}

export async function clusterProduct(options: ProductOptions): Promise<Product> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startPostgres({ connections: CONNECTIONS }));
  const roles = [...Array<string>(APIS).fill("api"), ...Array<string>(options.workers).fill("worker")];
  const product = await startProduct(roles, await postgres.createDatabase(), options);
  const all = opened.move();
  return {
    ...product,
    async [Symbol.asyncDispose]() {
      await product[Symbol.asyncDispose]();
      await all.disposeAsync();
    },
  };
}

async function startProduct(
  roles: readonly string[],
  databaseUrl: string | null,
  { speechUrl }: ProductOptions,
): Promise<Product> {
  const installation = newInstallation();
  const { dataDir, key } = installation;
  const temporary = join(dataDir, "..", "temporary");
  await mkdir(temporary);
  await mkdir(dataDir, { mode: 0o700 });
  if (speechUrl !== null) writeEngines(dataDir, speechUrl);
  const env = {
    TMPDIR: temporary,
    FULLCAST_LOG_LEVEL: "error",
    ...(databaseUrl === null ? {} : { FULLCAST_DATABASE_URL: databaseUrl }),
  };
  const services: Service[] = [];
  const start = async (role: string) => void services.push(await installation.start({ ...env, FULLCAST_ROLES: role }));
  const [first = "", ...others] = roles;
  // The first one makes the tables.
  await start(first);
  const apis = () => services.filter((_, at) => roles[at]?.includes("api"));
  for (const role of others) await start(role);
  let turn = 0;
  return {
    ownerKey: key,
    target() {
      const all = apis();
      return new URL(all[turn++ % all.length]?.url ?? "").origin;
    },
    resources() {
      const pids = services.flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid]));
      return {
        memoryMb: sum(pids.map((pid) => memoryOfTree(pid) ?? 0)) / MEBIBYTE,
        descriptors: sum(pids.flatMap((pid) => [...treeOf(pid)].map(descriptorsOf))),
        temporaryFiles: filesUnder(temporary) + filesUnder(join(dataDir, "temp")),
        databaseMb: databaseUrl === null ? bytesUnder(join(dataDir, "db")) / MEBIBYTE : null,
      };
    },
    async stop() {
      for (const service of services.splice(0)) {
        const { code, signal, stderr } = await service.end("SIGTERM");
        if (code !== 0) throw new Error(`a process ended with ${code ?? signal}: ${stderr}`);
        if (stderr !== "") console.error(stderr);
      }
    },
    async tables() {
      await using db = await openDatabase({ dataDir, url: databaseUrl, log: silentLog });
      const sizes = async () => {
        const sql =
          "select relname as name, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables order by 2 desc";
        return (await db.execute(sql, [])).rows as { readonly name: string; readonly bytes: number }[];
      };
      const before = await sizes();
      await db.execute("vacuum full", []);
      const after = new Map((await sizes()).map(({ name, bytes }) => [name, bytes]));
      return before.map(({ name, bytes }) => ({ name, bytes, packedBytes: after.get(name) ?? bytes }));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((service) => service.kill()));
      rmSync(temporary, { recursive: true, force: true });
      installation[Symbol.dispose]();
    },
  };
}

function writeEngines(dataDir: string, speechUrl: string): void {
  const entry = { provider: SERVICE, type: "openai-compatible", base_url: `${speechUrl}/v1`, model: "kokoro" };
  writeFileSync(
    join(dataDir, "engines.json"),
    JSON.stringify({ engines: [{ ...entry, concurrency: SERVICE_LINES_AT_ONCE }] }),
    { mode: 0o600 },
  );
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

function descriptorsOf(pid: number): number {
  return entriesOf(`/proc/${pid}/fd`).length;
}

const filesUnder = (folder: string) => entriesOf(folder, true).length;

function bytesUnder(folder: string): number {
  return sum(entriesOf(folder, true).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0));
}

/** Processes end and files are removed while they are counted. */
function entriesOf(folder: string, recursive = false): readonly string[] {
  try {
    return readdirSync(folder, { recursive }) as string[];
  } catch {
    return [];
  }
}
