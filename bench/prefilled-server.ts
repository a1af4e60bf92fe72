// The real service as a process of its own, on an embedded database that was filled before: what takes hours to make
// through the interface is written into its tables by the rooms' own functions.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureOwner } from "../packages/server/accounts/accounts.ts";
import { type Database, openDatabase } from "../packages/server/db/db.ts";
import { createEngines, type Engines } from "../packages/server/engines/registry.ts";
import { createLog } from "../packages/server/log.ts";
import { refreshAllIntents } from "../packages/server/speakers/speakers.ts";

const LAUNCHER = join(dirname(import.meta.dirname), "packages", "cli", "bin", "fullcast.mjs");

export interface Filling {
  readonly db: Database;
  readonly engines: Engines;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly accountId: string;
}

export interface PrefilledServer extends AsyncDisposable {
  /** With its version segment. */
  readonly baseUrl: string;
  readonly headers: { readonly authorization: string };
}

/** Fills a fresh data folder, starts the server on it, and tells what `fill` answered. Disposing removes everything. */
export async function prefilledServer<T>(
  fill: (filling: Filling) => Promise<T>,
): Promise<{ readonly server: PrefilledServer; readonly filled: T }> {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  const key = randomUUID() + randomUUID();
  const filled = await fillDirectory(dataDir, key, fill);
  const child = spawn(process.execPath, [LAUNCHER, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: key,
      FULLCAST_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = await listening(dataDir);
  return {
    filled,
    server: {
      baseUrl: `${url}/v1`,
      headers: { authorization: `Bearer ${key}` },
      async [Symbol.asyncDispose]() {
        child.kill("SIGTERM");
        if (child.exitCode === null) await once(child, "exit");
        rmSync(dataDir, { recursive: true, force: true });
      },
    },
  };
}

async function fillDirectory<T>(dataDir: string, key: string, fill: (filling: Filling) => Promise<T>): Promise<T> {
  const log = createLog("error", process.stderr);
  await using db = await openDatabase({ dataDir, url: null, log });
  await using engines = createEngines();
  const parts = { db, engines, clock: () => new Date(), newId: randomUUID };
  const { accountId } = await ensureOwner(parts, key, async () => undefined);
  // Otherwise the server works out all intents at its start, and would be measured beside that.
  await refreshAllIntents({ ...parts, log });
  return await fill({ ...parts, accountId });
}

async function listening(dataDir: string): Promise<string> {
  const end = performance.now() + 120_000;
  for (;;) {
    try {
      return (JSON.parse(readFileSync(join(dataDir, "server.json"), "utf8")) as { url: string }).url;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(100);
    }
  }
}

/** How long `work` takes, and how long the slowest of the small requests asked meanwhile. */
export async function besideSmallRequests<T>(
  server: Pick<PrefilledServer, "baseUrl" | "headers">,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly seconds: number; readonly worstMs: number }> {
  using agent = keepAliveAgent();
  let working = true;
  let worstMs = 0;
  const watching = (async () => {
    while (working) {
      const before = performance.now();
      const status = await smallRequest(server, agent);
      if (status !== 200) throw new Error(`a small request was answered with ${status}`);
      worstMs = Math.max(worstMs, performance.now() - before);
      await pause(5);
    }
  })();
  const before = performance.now();
  try {
    const answer = await work();
    return { answer, seconds: (performance.now() - before) / 1_000, worstMs };
  } finally {
    working = false;
    await watching;
  }
}

function keepAliveAgent(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}

/** Not fetch: hundreds of them a second would take the processor from the work beside which they are asked. */
async function smallRequest({ baseUrl, headers }: Pick<PrefilledServer, "baseUrl" | "headers">, agent: Agent) {
  const asked = get(`${baseUrl}/me/generation-preferences`, { headers, agent });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return response.statusCode;
}
