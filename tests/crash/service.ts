// The real service in a separate process, so that it can be killed.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@fullcast/contract";

const PROGRAM = fileURLToPath(new URL("../../packages/cli/bin/fullcast.mjs", import.meta.url));
const START_WITHIN_MS = 120_000;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the moment it was asked to end, else from its start. */
  readonly ms: number;
}

export interface Service {
  readonly url: string;
  readonly client: Client;
  readonly process: ChildProcess;
  /** kill -9, which the process cannot handle. */
  kill(): Promise<Ended>;
  end(signal: "SIGTERM" | "SIGINT"): Promise<Ended>;
}

/** A data directory and key that outlive the processes; gone when it is disposed of. */
export interface Installation extends Disposable {
  readonly dataDir: string;
  readonly key: string;
  /** Starts the service and waits until it listens. */
  start(env?: { readonly [name: string]: string }): Promise<Service>;
  /** Starts it and waits until it ends by itself: the start must be refused. */
  refusal(env?: { readonly [name: string]: string }): Promise<Ended>;
}

export function newInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-test-"));
  const dataDir = join(folder, "data");
  const key = randomBytes(24).toString("hex");
  const run = (env: { readonly [name: string]: string } = {}) =>
    watched({ FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", FULLCAST_OWNER_KEY: key, ...env });
  return {
    dataDir,
    key,
    async start(env) {
      const { child, listening, ended } = run(env);
      const url = await listening;
      const stop = async (signal: NodeJS.Signals) => {
        const from = performance.now();
        child.kill(signal);
        return { ...(await ended), ms: performance.now() - from };
      };
      const client = createClient({ baseUrl: `${url}/v1`, apiKey: key });
      return { url, client, process: child, kill: () => stop("SIGKILL"), end: stop };
    },
    async refusal(env) {
      const { child, listening, ended } = run(env);
      const url = await listening.catch(() => null);
      if (url !== null) child.kill("SIGKILL");
      assert.equal(url, null, "it started");
      return ended;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function watched(settings: { readonly [name: string]: string }) {
  const from = performance.now();
  const bare = Object.entries(process.env).filter(([name]) => !name.startsWith("FULLCAST_"));
  const child = spawn(process.execPath, [PROGRAM, "serve"], {
    env: { ...Object.fromEntries(bare), FULLCAST_LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, ...output, ms: performance.now() - from }));
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    reject(new Error(`it did not listen in time: ${output.stderr}`));
  }, START_WITHIN_MS);
  createInterface({ input: child.stdout }).on("line", (line) => {
    output.stdout += `${line}\n`;
    const [url] = /http:\/\/\S+/.exec(line) ?? [];
    if (url !== undefined) resolve(url);
  });
  void ended.then((end) => {
    clearTimeout(timer);
    reject(new Error(`it ended with ${end.code ?? end.signal} before it listened: ${end.stderr}`));
  });
  void listening.then(
    () => clearTimeout(timer),
    () => undefined,
  );
  return { child, listening, ended };
}
