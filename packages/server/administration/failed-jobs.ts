// Jobs that failed for the last time: the dead letters of all queues.

import { ApiError } from "@fullcast/contract";
import type { FailedJob } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";

/** An installation with more failures than this has one cause, which the newest ones show. */
const LISTED = 100;

/** The newest failed jobs. */
export async function listFailedJobs({ jobs }: Pick<Services, "jobs">) {
  return { failed_jobs: (await jobs.failed(LISTED)).map(wireJob) };
}

/** Has a failed job tried again. @throws ApiError NOT_FOUND */
export async function retryFailedJob({ jobs }: Pick<Services, "jobs">, id: string) {
  const job = await jobs.retryFailed(id);
  if (job === null) throw new ApiError("NOT_FOUND", { resource: "failed job" });
  return { failed_job: wireJob(job) };
}

const wireJob = (job: FailedJob) => ({ ...job, failed_at: job.failed_at.toISOString() });
