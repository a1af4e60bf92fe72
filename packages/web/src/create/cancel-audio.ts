// Cancelling the audio of a book, which several runs can make.

import { api } from "../api/api.ts";

type Workflow = NonNullable<Awaited<ReturnType<typeof api.call<"readLatestWorkflow">>>>;

const chaptersOf = ({ steps }: Workflow) => new Set(steps.map(({ section_id }) => section_id));

/** Cancels a run. If it is of several chapters, the others of its kind end, too: one press started them together. */
export async function cancelAudio(projectId: string, workflow: Workflow): Promise<void> {
  await api.call("cancelWorkflow", { params: { workflowRunId: workflow.run.id } });
  const seen = chaptersOf(workflow);
  if (seen.size < 2) return;
  const { sections } = await api.call("readProjectSections", { params: { projectId } });
  for (const { id, activity_status } of sections) {
    if (activity_status !== "working" || seen.has(id)) continue;
    const other = await api.call("readLatestWorkflow", { params: { projectId }, query: { section_id: id } });
    if (other === null || other.run.completed_at !== null || other.run.workflow_kind !== "create_audio") continue;
    const chapters = chaptersOf(other);
    for (const chapter of chapters) seen.add(chapter);
    if (chapters.size > 1) await api.call("cancelWorkflow", { params: { workflowRunId: other.run.id } });
  }
}
