// A connection to Fullcast: to the server that holds the data directory, or to one that runs in this process as long as the
// command does. Both are used over HTTP with the contract's client.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@fullcast/contract/client";
import type { Settings } from "@fullcast/server/settings";
import { CliError } from "../cli-error.ts";
import type { Client } from "./client.ts";
import { CLOSE_AFTER_WORK_MS, CLOSE_WITHIN_MS, closeWithin } from "./close-within.ts";
import type { Interruption } from "./interruption.ts";

export interface Connection extends AsyncDisposable {
  readonly client: Client;
  /** Without a slash at the end; the API is under /v1. */
  readonly url: string;
  /** Whether the server runs in this process. */
  readonly isOwn: boolean;
  /** Resolves only when the server of this process fails. */
  readonly fatal: Promise<Error>;
  /** Resolves only when the server of this process stops working because the disk is full. */
  readonly diskFull: Promise<void>;
}

const ANSWER_WITHIN_MS = 3_000;

/** How long to wait until the process that holds the data directory listens or releases it. */
const APPEAR_WITHIN_MS = 30_000;

/** Calls end when `signal` is aborted. Throws CliError or the server's StartError. */
export async function connect(settings: Settings, signal?: AbortSignal): Promise<Connection> {
  const deadline = performance.now() + APPEAR_WITHIN_MS;
  for (;;) {
    signal?.throwIfAborted();
    const running = await runningServer(settings.dataDir);
    if (running !== null) return connectTo(running, settings, signal);
    try {
      return await startHere(settings, signal);
    } catch (error) {
      const isHeld = error instanceof Error && "code" in error && error.code === "DataDirectoryLocked";
      if (!isHeld || performance.now() > deadline) throw error;
      await sleep(300);
    }
  }
}

const DISK_FULL =
  "The disk of the data directory is full. What is done is kept; free some space there and run the command again to go on.";

/** As connect(), for work that takes long: when the server of this process has to stop, the work is interrupted with the cause. */
export async function connectForLong(settings: Settings, interruption: Interruption): Promise<Connection> {
  const connection = await connect(settings, interruption.signal);
  const interrupt = (why: string) => interruption.abort(new CliError("failed", why));
  void connection.fatal.then((error) => interrupt(`The service had to stop: ${error.message}`));
  void connection.diskFull.then(() => interrupt(DISK_FULL));
  return connection;
}

/** The URL of the server that holds this data directory and answers; null when there is none. */
export async function runningServer(dataDir: string): Promise<string | null> {
  const written = await readFile(join(dataDir, "server.json"), "utf8").catch(() => null);
  if (written === null) return null;
  try {
    const { url } = JSON.parse(written) as { url: string };
    const here = new URL(url);
    // A server that listens on every address is reached on the loopback address.
    if (here.hostname === "0.0.0.0") here.hostname = "127.0.0.1";
    if (here.hostname === "[::]") here.hostname = "[::1]";
    const health = await fetch(new URL("/v1/health", here), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { data } = (await health.json()) as { data?: { status?: string } };
    return data?.status === "ok" ? here.origin : null;
  } catch {
    // The file is from a process that was killed, or another program listens there now.
    return null;
  }
}

async function connectTo(url: string, settings: Settings, signal?: AbortSignal): Promise<Connection> {
  return {
    client: clientFor(url, await ownerKey(settings), signal),
    url,
    isOwn: false,
    fatal: new Promise(() => {}),
    diskFull: new Promise(() => {}),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function startHere(settings: Settings, signal?: AbortSignal): Promise<Connection> {
  const { createLog, startServer } = await import("@fullcast/server");
  const server = await startServer(
    // For this command only: on loopback, on a free port.
    { ...settings, host: "127.0.0.1", port: 0, publicUrl: null, roles: ["api", "worker"] },
    { log: createLog(process.env.FULLCAST_LOG_LEVEL ? settings.logLevel : "error", process.stderr) },
  );
  try {
    if (server.url === null) throw new Error("the server listens nowhere");
    return {
      client: clientFor(server.url, await ownerKey(settings), signal),
      url: server.url,
      isOwn: true,
      fatal: server.fatal,
      diskFull: server.diskFull,
      [Symbol.asyncDispose]: () =>
        closeWithin(signal?.aborted === true ? CLOSE_WITHIN_MS : CLOSE_AFTER_WORK_MS, server.close()),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function clientFor(url: string, apiKey: string, signal?: AbortSignal): Client {
  return createClient({
    baseUrl: `${url}/v1`,
    apiKey,
    fetch: (to, init) => fetch(to, signal === undefined ? init : { ...init, signal }),
  });
}

async function ownerKey(settings: Settings): Promise<string> {
  if (settings.ownerKey !== null) return settings.ownerKey;
  try {
    return (await readFile(join(settings.dataDir, "owner-key"), "utf8")).trim();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === "ENOENT" ? "there is no file owner-key" : `owner-key cannot be read (${code})`;
    throw new CliError(
      "usage",
      `No API key: ${why} in ${settings.dataDir}. Set FULLCAST_OWNER_KEY to the owner's key of this installation.`,
    );
  }
}
