import { ApiError, type Caller } from "@fullcast/contract";
import { planResume, runStateOf } from "@fullcast/core/workflow";
import { requireStorage } from "../accounts/accounts.ts";
import { canonicalRequest, once } from "../db/once.ts";
import { sectionsOfProject } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { runIdOf, startRun } from "./create.ts";
import { findRun, toWireWorkflow } from "./read.ts";
import type { RunRow } from "./store.ts";

export interface ResumeBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly other_voices_for?: readonly string[] | undefined;
}

export type Resumer = Pick<Services, "db" | "jobs" | "clock" | "newId" | "settings">;

/**
 * Starts a new run with the unfinished work of an old one and the same options. Existing audio is not generated again.
 * @throws ApiError WORKFLOW_NOT_RESUMABLE if the run did not fail, or none of its sections exists.
 */
export async function resumeWorkflow(
  services: Resumer,
  caller: Pick<Caller, "accountId">,
  runId: string,
  body: ResumeBody,
) {
  await findRun(services, caller, runId);
  const id = runIdOf(caller, body.client_mutation_id);
  await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "resumeWorkflow",
      request: canonicalRequest({ ...body }, { runId }),
    },
    async () => {
      const { run, steps } = await findRun(services, caller, runId);
      const { resumable } = runStateOf(steps, { cancelRequested: run.cancel_requested_at !== null });
      if (!resumable) throw new ApiError("WORKFLOW_NOT_RESUMABLE", { status: run.status });
      if (run.workflow_kind === "create_audio") await requireStorage(services, caller.accountId);
      const sections = new Map((await sectionsOfProject(services, run.project_id)).map((one) => [one.id, one]));
      const left = steps.filter((step) => sections.has(step.section_id));
      const plan = planResume(left);
      if (plan.length === 0) throw new ApiError("WORKFLOW_NOT_RESUMABLE", { reason: "its sections are gone" });
      await startRun(services, caller, {
        id,
        projectId: run.project_id,
        kind: run.workflow_kind,
        automationProfile: run.automation_profile,
        snapshot: withOtherVoices(run.profile_snapshot, body.other_voices_for),
        scope: run.target_scope,
        steps: plan,
        sections,
        resumes: run.id,
      });
      return { id };
    },
  );
  return toWireWorkflow(await findRun(services, caller, id));
}

/** The choice of other voices belongs to one run: a resumed run has its own, or that of the account. */
function withOtherVoices(
  { other_voices_for: _, ...options }: RunRow["profile_snapshot"],
  chosen: readonly string[] | undefined,
): RunRow["profile_snapshot"] {
  return chosen === undefined ? options : { ...options, other_voices_for: [...chosen] };
}
