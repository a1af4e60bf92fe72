// Ends exports. In the same transaction a project's export job ends when its last child has ended; it keeps that state, even
// when its children are removed later.

import { projectExportState } from "@fullcast/core/workflow";
import type { Services } from "../services.ts";
import { type ChildState, finishProjectExport, siblingsOf } from "./project-store.ts";
import { type ExportRow, updateExport } from "./store.ts";

/** Writes the final state of an export. Runs in the caller's transaction. */
export async function endExport(
  services: Pick<Services, "db" | "clock">,
  exportId: string,
  change: Partial<Omit<ExportRow, "id" | "completed_at">> & { readonly status: string },
): Promise<void> {
  await updateExport(services, exportId, { ...change, completed_at: services.clock() });
  await settleProjectExports(services, [exportId]);
}

/** Ends the jobs whose last unfinished child was one of these exports. */
export async function settleProjectExports(
  services: Pick<Services, "db">,
  exportIds: readonly string[],
): Promise<void> {
  const jobs = Map.groupBy(await siblingsOf(services, exportIds), (child) => child.project_export_id);
  for (const [id, children] of jobs) {
    const state = projectExportState(children.map(toChild));
    if (state.terminal) await finishProjectExport(services, id, state.status as "completed");
  }
}

const toChild = ({ status, percent }: ChildState) => (status === null ? null : { status, percent: percent ?? 0 });
