import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";
import { type StartedServer, startedServer } from "./started-server.ts";

export const describe =
  "the real service on a fresh embedded database, as a process of its own: requests a second on 16 connections";

const SECONDS = 4;
const CONNECTIONS = 16;

export async function run({ runs }: BenchOptions): Promise<readonly Measurement[]> {
  await using server = await startedServer();
  const { baseUrl, headers } = server;
  const projectId = await newProject(server);
  const rows: Measurement[] = [];
  for (const [name, path, bound] of [
    ["GET /health", "/health", 6_000],
    ["GET /me", "/me", 6_000],
    ["GET /me/balance", "/me/balance", 6_000],
    ["GET /studio/account-capabilities", "/studio/account-capabilities", null],
    ["GET a project's sections, from the database", `/studio/projects/${projectId}/sections`, null],
  ] as const) {
    const reports = [];
    for (let index = 0; index <= runs; index++) {
      const duration = index === 0 ? 2 : SECONDS;
      const report = await autocannon({ url: baseUrl + path, headers, connections: CONNECTIONS, duration });
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
}

async function newProject({ baseUrl, headers }: StartedServer): Promise<string> {
  const response = await fetch(`${baseUrl}/projects`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ schema_version: 1, client_mutation_id: randomUUID(), name: "Measured" }),
  });
  const { data } = (await response.json()) as { data: { project: { id: string } } };
  return data.project.id;
}
