// Stops work on deleted resources. Both functions run in the transaction of the deletion. They stop work in this process after
// the commit; other processes notice the deletion themselves (advance.ts).

import type { Services } from "../services.ts";
import type { RunningSteps } from "./advance.ts";
import { runsActiveInSection, unfinishedRunsOfProject } from "./store.ts";

type Stopper = Pick<Services, "db"> & { readonly running: RunningSteps };

/** The runs are deleted with their project's row. */
export async function stopRunsOfProject(services: Stopper, projectId: string): Promise<void> {
  const runIds = await unfinishedRunsOfProject(services, projectId);
  services.db.afterCommit(() => {
    for (const runId of runIds) services.running.cancel(runId);
  });
}

/** Runs over several sections continue with the others. */
export async function leaveSection(services: Stopper, sectionId: string): Promise<void> {
  const runIds = await runsActiveInSection(services, sectionId);
  services.db.afterCommit(() => {
    for (const runId of runIds) services.running.leaveSection(runId);
  });
}
