// Runs a workflow to its end: joins a running one, resumes a failed one, or starts a new one.

import { randomUUID } from "node:crypto";
import { failures } from "@fullcast/contract/errors";
import { CliError } from "../cli-error.ts";
import type { Answer, Client } from "../connection/client.ts";
import { polling } from "../connection/polling.ts";
import { withoutStop } from "../terminal/text-table.ts";
import type { StorySection } from "./section.ts";

export type Workflow = NonNullable<Answer<"readWorkflow">>;
export type WorkflowProgress = Answer<"readWorkflowProgress">;

/** Called when something may have changed, and once more when the run has ended. */
export type WorkflowWatcher = (workflow: Workflow, progress: WorkflowProgress) => void;

type Kind = "prepare_sections" | "create_audio";

const TERMINAL: ReadonlySet<string> = new Set(["completed", "partially_completed", "failed", "cancelled"]);

/** Most sections of one run (interface.md, "Limits": Create Audio with both sound lanes). */
export const MOST_SECTIONS: Readonly<Record<Kind, number>> = { prepare_sections: 100, create_audio: 12 };

/**
 * Runs a workflow over sections of one project. A running or resumable run is looked up by the first section.
 * Resolves with the completed run; throws CliError with the reason of a failure.
 */
export async function runWorkflow(
  client: Client,
  kind: Kind,
  sections: readonly [StorySection, ...StorySection[]],
  watch: WorkflowWatcher,
  signal: AbortSignal,
): Promise<Workflow> {
  const { run } = await joinOrStart(client, kind, sections, signal);
  const ended = await follow(client, run.id, watch, signal);
  if (ended.run.status !== "completed") throw failureOfRun(ended);
  return ended;
}

/** The latest run of the section; null when there is none. */
export async function latestWorkflow(client: Client, { projectId, sectionId }: StorySection): Promise<Workflow | null> {
  return client.call("readLatestWorkflow", { params: { projectId }, query: { section_id: sectionId } });
}

async function joinOrStart(
  client: Client,
  kind: Kind,
  sections: readonly [StorySection, ...StorySection[]],
  signal: AbortSignal,
): Promise<Workflow> {
  const [section] = sections;
  const ids = { actor_session_id: randomUUID(), client_mutation_id: randomUUID() };
  let latest = await latestWorkflow(client, section);
  if (latest !== null && !TERMINAL.has(latest.run.status)) {
    const isWanted = latest.run.workflow_kind === kind && latest.run.status !== "canceling";
    if (isWanted) return latest;
    // A run of another kind changes the section, so it has to end first.
    latest = await follow(client, latest.run.id, () => {}, signal);
  }
  if (latest !== null && latest.run.workflow_kind === kind && latest.run.resumable) {
    return client.call("resumeWorkflow", {
      params: { workflowRunId: latest.run.id },
      body: { schema_version: 1, ...ids },
    });
  }
  const section_ids = sections.map(({ sectionId }) => sectionId);
  return client.call("startWorkflow", {
    params: { projectId: section.projectId },
    body:
      kind === "prepare_sections"
        ? { schema_version: 1, ...ids, workflow_kind: kind, section_ids }
        : { schema_version: 2, ...ids, workflow_kind: kind, section_ids },
  });
}

async function follow(client: Client, runId: string, watch: WorkflowWatcher, signal: AbortSignal): Promise<Workflow> {
  const params = { workflowRunId: runId };
  for await (const _ of polling(signal)) {
    const workflow = await client.call("readWorkflow", { params });
    watch(workflow, await client.call("readWorkflowProgress", { params }));
    if (TERMINAL.has(workflow.run.status)) return workflow;
  }
  throw signal.reason;
}

export function failureOfRun({ run }: { readonly run: Pick<Workflow["run"], "status" | "error_summary"> }): CliError {
  if (run.status === "cancelled") {
    return new CliError("failed", "The run was cancelled on the server; run the command again to continue.");
  }
  const reasons = run.error_summary.slice(0, 3).map(({ message, code }) => `  ${withoutStop(message ?? "")} (${code})`);
  const more = run.error_summary.length > 3 ? [`  and ${run.error_summary.length - 3} more`] : [];
  return new CliError(
    "failed",
    [
      "The audio could not be made:",
      ...reasons,
      ...more,
      run.error_summary.every(({ code }) => passes(code))
        ? "Finished audio is kept; run the command again to continue."
        : "Finished audio is kept. Change what the reason names, then run the command again to continue. " +
          '"fullcast cast" gives a speaker another voice.',
    ].join("\n"),
  );
}

/** Whether the same run can succeed later without a change. */
function passes(code: string | null | undefined): boolean {
  const known: { readonly [code: string]: { readonly retryable: boolean } } = failures;
  return known[code ?? ""]?.retryable ?? true;
}
