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
    const projectId = await newProject(url, headers);
    const rows: Measurement[] = [];
    for (const [name, path, bound] of [
      ["GET /health", "/v1/health", 6_000],
      ["GET /me", "/v1/me", 6_000],
      ["GET /me/balance", "/v1/me/balance", 6_000],
      ["GET /studio/account-capabilities", "/v1/studio/account-capabilities", null],
      ["GET a project's sections, from the database", `/v1/studio/projects/${projectId}/sections`, null],
    ] as const) {
      const reports = [];
      for (let index = 0; index <= runs; index++) {
        const duration = index === 0 ? 2 : SECONDS;
        const report = await autocannon({ url: url + path, headers, connections: CONNECTIONS, duration });
        if (report.non2xx + report.errors > 0) throw new Error(`${report.non2xx + report.errors} refusals at ${path}`);
        if (index > 0) reports.push(report);
      }
      const perSecond = median(reports.map((report) => report.requests.average));
      const p99 = median(reports.map((report) => report.latency.p99));
      rows.push(
        measured(name, perSecond, "requests/s", bound === null ? undefined : { bound: "at least", value: bound }),
        measured(`${name}, p99`, p99, "ms", bound === null ? undefined : { bound: "at most", value: 20 }),
      );
    }
    return rows;
  } finally {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function newProject(url: string, headers: { readonly authorization: string }): Promise<string> {
  const response = await fetch(`${url}/v1/projects`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ schema_version: 1, client_mutation_id: randomUUID(), name: "Measured" }),
  });
  const { data } = (await response.json()) as { data: { project: { id: string } } };
  return data.project.id;
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
