// Work that failed for the last time: the dead letters of all queues, and runs and uploads that failed for a reason that lies
// with the installation. One list, and one way to have something tried again.

import { ApiError } from "@fullcast/contract";
import { type FailedJob, JOB_ATTEMPTS } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import { countFailedUploads, failedUploads, retryFailedUpload, SOUND_QUEUE } from "../sounds/sounds.ts";
import { countFailedRuns, failedRuns, retryFailedRun, WORKFLOW_QUEUE } from "../workflows/workflows.ts";

/** An installation with more failures than this has one cause, which the newest ones show. */
const LISTED = 100;

/** The newest failures. */
export async function listFailedJobs(services: Pick<Services, "db" | "jobs">) {
  const [jobs, runs, uploads] = await Promise.all([
    services.jobs.failed(LISTED),
    failedRuns(services, { limit: LISTED }),
    failedUploads(services, { limit: LISTED }),
  ]);
  const all = [...jobs.map(ofJob), ...runs.map(ofRun), ...uploads.map(ofUpload)];
  all.sort((a, b) => b.failed_at.localeCompare(a.failed_at));
  return { failed_jobs: all.slice(0, LISTED) };
}

/** How many failures each queue has, also those that the list leaves out. */
export async function countFailedJobs(services: Pick<Services, "db" | "jobs">): Promise<ReadonlyMap<string, number>> {
  const [jobs, runs, uploads] = await Promise.all([
    services.jobs.failedCounts(),
    countFailedRuns(services),
    countFailedUploads(services),
  ]);
  const all = new Map(jobs);
  for (const [queue, count] of [
    [WORKFLOW_QUEUE, runs],
    [SOUND_QUEUE, uploads],
  ] as const)
    all.set(queue, (all.get(queue) ?? 0) + count);
  return all;
}

/** Has something that failed tried again. @throws ApiError NOT_FOUND, WORKFLOW_NOT_RESUMABLE, STORAGE_QUOTA_EXCEEDED */
export async function retryFailedJob(
  services: Pick<Services, "db" | "jobs" | "clock" | "newId" | "settings">,
  id: string,
) {
  const job = await services.jobs.retryFailed(id);
  if (job !== null) return { failed_job: ofJob(job) };
  const run = await retryFailedRun(services, id);
  if (run !== null) return { failed_job: ofRun(run) };
  const upload = await retryFailedUpload(services, id);
  if (upload !== null) return { failed_job: ofUpload(upload) };
  throw new ApiError("NOT_FOUND", { resource: "failed job" });
}

const ofJob = (job: FailedJob) => ({ ...job, account_id: null, failed_at: job.failed_at.toISOString() });

/** A run or an upload: its own id leads to it. The code states the failure; no line of the program is stored. */
const ofRow = (queue: string, row: Failed) => ({
  id: row.id,
  queue,
  key: row.id,
  account_id: row.account_id,
  attempts: row.attempts,
  error_name: "Failure",
  error_code: row.error_code,
  error_place: null,
  failed_at: row.failed_at.toISOString(),
});

type Failed = Pick<FailedJob, "id" | "attempts" | "error_code" | "failed_at"> & { readonly account_id: string };

const ofRun = (run: Failed) => ofRow(WORKFLOW_QUEUE, run);
const ofUpload = (upload: Omit<Failed, "attempts">) => ofRow(SOUND_QUEUE, { ...upload, attempts: JOB_ATTEMPTS });
