// What a process counts about itself, as Prometheus reads it. Labels are routes, statuses, queues and parts: their number is
// bounded by the code, never by accounts, stories or what a client sends.

import { statfs } from "node:fs/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { countFailedJobs } from "../administration/administration.ts";
import type { Database } from "../db/db.ts";
import type { RequestEnd } from "../http/http.ts";
import type { AttemptEnd } from "../jobs/jobs.ts";
import { faultFields } from "../log.ts";
import { unavailableParts } from "../readiness.ts";
import type { Services } from "../services.ts";
import { VERSION } from "../version.ts";

export interface Metrics {
  request(end: RequestEnd): void;
  attempt(queue: string, end: AttemptEnd, seconds: number): void;
  /** Everything as Prometheus text. Queues, parts and the disk are looked up for it. */
  text(services: Pick<Services, "db" | "files" | "jobs" | "log" | "settings">): Promise<string>;
  readonly contentType: string;
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  gauge("fullcast_info", "1, with the version of the program.", "version").set({ version: VERSION }, 1);
  const requests = new Counter({
    name: "fullcast_http_requests_total",
    help: "Answered requests by route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "fullcast_http_request_duration_seconds",
    help: "Time to a whole JSON answer, without files and event streams.",
    labelNames: ["method"],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const attempts = new Counter({
    name: "fullcast_job_attempts_total",
    help: "Attempts at jobs in this process by queue and end.",
    labelNames: ["queue", "end"],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: "fullcast_job_attempt_duration_seconds",
    help: "Time of one attempt at a job in this process.",
    labelNames: ["queue"],
    buckets: JOB_BUCKETS,
    registers,
  });
  const up = gauge("fullcast_up", "1 when this part answers, else 0.", "part");
  const jobs = gauge("fullcast_jobs", "Jobs of all processes in the database by queue and state.", "queue", "state");
  const late = gauge("fullcast_jobs_oldest_due_seconds", "How long the oldest due job of a queue has waited.", "queue");
  const runs = gauge("fullcast_runs_unfinished", "Runs of all accounts that have no end yet.");
  const exportsLeft = gauge("fullcast_exports_unfinished", "Exports of all accounts that have no end yet.");
  const dead = gauge(
    "fullcast_failed_jobs",
    "Jobs, runs and uploads that failed for the last time and wait for an administrator, by queue.",
    "queue",
  );
  const disk = gauge("fullcast_data_disk_free_bytes", "Free bytes on the disk of the data folder.");

  const readRows = async ({ db, jobs: queues }: Pick<Services, "db" | "jobs">) => {
    const rows = await queueRows(db);
    jobs.reset();
    late.reset();
    for (const { queue, state, jobs: count, oldest } of rows) {
      jobs.set({ queue, state }, count);
      if (state === "waiting") late.set({ queue }, Math.max(0, oldest ?? 0));
    }
    const unfinished = await unfinishedRows(db);
    runs.set(unfinished.runs);
    exportsLeft.set(unfinished.exports);
    for (const [queue, count] of await countFailedJobs({ db, jobs: queues })) dead.set({ queue }, count);
  };

  return {
    request({ method, route, status, seconds, isJson }) {
      requests.inc({ method, route: route ?? "none", status: String(status) });
      if (isJson) durations.observe({ method }, seconds);
    },
    attempt(queue, end, seconds) {
      attempts.inc({ queue, end });
      attemptSeconds.observe({ queue }, seconds);
    },
    async text({ db, files, jobs: queues, log, settings }) {
      const away = await unavailableParts({ db, files });
      for (const part of ["database", "object_store"]) up.set({ part }, away.includes(part) ? 0 : 1);
      const { bavail, bsize } = await statfs(settings.dataDir).catch(() => ({ bavail: Number.NaN, bsize: 1 }));
      disk.set(bavail * bsize);
      // Old numbers of a database that is away would look like news.
      for (const one of [jobs, late, runs, exportsLeft, dead]) one.reset();
      if (!away.includes("database"))
        await readRows({ db, jobs: queues }).catch((error: unknown) =>
          log.warn("metrics could not be read", faultFields(error)),
        );
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

interface QueueRow {
  readonly queue: string;
  readonly state: string;
  readonly jobs: number;
  /** Seconds; null when no job is due. */
  readonly oldest: number | null;
}

async function queueRows(db: Database): Promise<readonly QueueRow[]> {
  const { rows } = await db.execute(
    `select queue, state, count(*)::int as jobs,
       extract(epoch from clock_timestamp() - min(run_after) filter (where run_after <= clock_timestamp()))::float8 as oldest
     from jobs group by queue, state`,
    [],
  );
  return rows as unknown as readonly QueueRow[];
}

async function unfinishedRows(db: Database): Promise<{ readonly runs: number; readonly exports: number }> {
  const { rows } = await db.execute(
    `select (select count(*)::int from workflow_runs where completed_at is null) as runs,
       (select count(*)::int from exports where completed_at is null) as exports`,
    [],
  );
  return rows[0] as { runs: number; exports: number };
}
