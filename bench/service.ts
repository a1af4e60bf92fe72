import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";

export const describe =
  "the real service on a fresh embedded database, as a process of its own: requests a second on 16 connections";

const SECONDS = 4;
const CONNECTIONS = 16;
const LAUNCHER = join(dirname(import.meta.dirname), "packages", "cli", "bin", "fullcast.mjs");

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  const key = randomUUID() + randomUUID();
  const server = spawn(process.execPath, [LAUNCHER, "serve"], {
    env: {
      PATH: process.env.PATH ?? "",
      FULLCAST_DATA_DIR: dataDir,
      FULLCAST_PORT: "0",
      FULLCAST_OWNER_KEY: key,
      FULLCAST_LOG_LEVEL: "error",
    },
    stdio: "ignore",
  });
  try {
    const url = await listening(dataDir);
    const headers = { authorization: `Bearer ${key}` };
    const rows: Measurement[] = [];
    for (const [name, path, bound] of [
      ["GET /health", "/v1/health", 4_000],
      ["GET /me, authenticated", "/v1/me", 4_000],
      ["GET /me/generation-preferences, from the database", "/v1/me/generation-preferences", null],
    ] as const) {
      const reports = [];
      for (let index = 0; index <= runs; index++) {
        const duration = index === 0 ? 2 : SECONDS;
        const report = await autocannon({ url: url + path, headers, connections: CONNECTIONS, duration });
        if (report.non2xx + report.errors > 0) throw new Error(`${report.non2xx + report.errors} refusals at ${path}`);
        if (index > 0) reports.push(report);
      }
      rows.push(
        measured(
          name,
          median(reports.map((report) => report.requests.average)),
          "requests/s",
          bound === null ? undefined : { bound: "at least", value: bound },
        ),
        measured(`${name}, p99`, median(reports.map((report) => report.latency.p99)), "ms"),
      );
    }
    return rows;
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The address that the server leaves in its data folder once it listens. */
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
