// The real service in a separate process, on the embedded database.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const LAUNCHER = join(dirname(import.meta.dirname), "packages", "cli", "bin", "fullcast.mjs");

export interface StartedServer extends AsyncDisposable {
  /** With its version segment. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: { readonly authorization: string };
}

/** Where a server's data is to be, and the key of its owner. */
export interface ServerData {
  readonly dataDir: string;
  readonly apiKey: string;
}

export const freshData = (): ServerData => ({
  dataDir: mkdtempSync(join(tmpdir(), "fullcast-bench-")),
  apiKey: randomUUID() + randomUUID(),
});

/** Starts a server. Disposing it removes its data too. */
export async function startedServer({ dataDir, apiKey }: ServerData = freshData()): Promise<StartedServer> {
  const child = spawn(process.execPath, [LAUNCHER, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: apiKey,
      FULLCAST_LOG_LEVEL: "error",
      // Counted as usual, with a limit that is never reached: a fast machine exceeds the default.
      FULLCAST_RATE_LIMIT_PER_KEY: "99999999",
      FULLCAST_RATE_LIMIT_PER_ADDRESS: "99999999",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  };
  let url = addressOf(dataDir);
  for (; url === null; url = addressOf(dataDir)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await stop();
      throw new Error("the server ended before it listened");
    }
    await pause(100);
  }
  return {
    baseUrl: `${url}/v1`,
    apiKey,
    headers: { authorization: `Bearer ${apiKey}` },
    [Symbol.asyncDispose]: stop,
  };
}

/** The address that a server leaves in its data folder once it listens; null before that. */
function addressOf(dataDir: string): string | null {
  try {
    return (JSON.parse(readFileSync(join(dataDir, "server.json"), "utf8")) as { readonly url: string }).url;
  } catch {
    return null;
  }
}
