// Runs that failed for a reason that lies with the installation, and which their account has not started again since.

import type { FailureCode } from "@fullcast/contract";
import { sql } from "kysely";
import { uuidV5 } from "../ids.ts";
import type { Services } from "../services.ts";
import { type Resumer, resumeWorkflow } from "./resume.ts";

export interface FailedRun {
  readonly id: string;
  readonly account_id: string;
  /** How often the failed step was tried. */
  readonly attempts: number;
  readonly error_code: FailureCode;
  readonly failed_at: Date;
}

/** An administrator can mend these. The others depend on the text, the cast or the money of the account. */
const CODES: readonly FailureCode[] = [
  "STUDIO_WORKFLOW_FAILED",
  "STUDIO_WORKFLOW_AUDIO_FAILED",
  "STUDIO_WORKFLOW_PROVIDER_ACCESS_DENIED",
  "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED",
];
const LISTED_DAYS = 30;
const RETRY_NAMESPACE = "0a6ff0a5-1c5c-4c5b-9a43-70f9e5a3b6d1";

/** The newest failed runs; with `runId` only that one, if it is among the failed ones. */
export async function failedRuns(
  { db }: Pick<Services, "db">,
  { limit, runId }: { readonly limit: number; readonly runId?: string },
): Promise<readonly FailedRun[]> {
  const { rows } = await sql<FailedRun>`
    select run.id, run.account_id, failed.attempt as attempts, failed.error_code, run.completed_at as failed_at
    ${FAILED} and ${runId === undefined ? sql`true` : sql`run.id = ${runId}::uuid`}
    order by run.completed_at desc, run.id
    limit ${limit}`.execute(db.q);
  return rows;
}

export async function countFailedRuns({ db }: Pick<Services, "db">): Promise<number> {
  const { rows } = await sql<{ readonly runs: number }>`select count(*)::int as runs ${FAILED}`.execute(db.q);
  return rows[0]?.runs ?? 0;
}

const FAILED = sql`
    from workflow_runs run
    join accounts account on account.id = run.account_id and account.disabled_at is null
    cross join lateral (
      select step.attempt, step.error_code from workflow_steps step
      join sections on sections.id = step.section_id
      where step.workflow_run_id = run.id and step.status = 'failed' and step.error_code in (${sql.join(CODES)})
        and not exists (
          select from workflow_steps later
          where later.section_id = step.section_id and later.step_kind = step.step_kind
            and later.workflow_run_id <> run.id and later.created_at >= run.completed_at
        )
      order by step.step_index limit 1
    ) failed
    where run.status in ('failed', 'partially_completed')
      and run.completed_at > clock_timestamp() - make_interval(days => ${LISTED_DAYS})`;

/**
 * Resumes a failed run for its account, which pays what it would pay if it resumed the run itself. Null when no such run is
 * among the failed ones. @throws ApiError WORKFLOW_NOT_RESUMABLE, STORAGE_QUOTA_EXCEEDED
 */
export async function retryFailedRun(services: Resumer, runId: string): Promise<FailedRun | null> {
  const [run] = await failedRuns(services, { limit: 1, runId });
  if (run === undefined) return null;
  // Of one run the same id: two administrators at once resume it once.
  const client_mutation_id = uuidV5(RETRY_NAMESPACE, runId);
  await resumeWorkflow(services, { accountId: run.account_id }, runId, {
    schema_version: 1,
    actor_session_id: client_mutation_id,
    client_mutation_id,
  });
  return run;
}
