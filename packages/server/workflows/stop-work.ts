// Work that stops because what it works on is deleted. Both run in the transaction of the deletion and reach what runs
// in this process as soon as that is committed; other processes notice by themselves (advance.ts).

import type { Services } from "../services.ts";
import type { RunningSteps } from "./advance.ts";
import { runsActiveInSection, unfinishedRunsOfProject } from "./store.ts";

type Stopper = Pick<Services, "db"> & { readonly running: RunningSteps };

/** The runs go with their project's row. */
export async function stopRunsOfProject(services: Stopper, projectId: string): Promise<void> {
  const runIds = await unfinishedRunsOfProject(services, projectId);
  services.db.afterCommit(() => {
    for (const runId of runIds) services.running.cancel(runId);
  });
}

/** Runs over several sections go on with the others. */
export async function leaveSection(services: Stopper, sectionId: string): Promise<void> {
  const runIds = await runsActiveInSection(services, sectionId);
  services.db.afterCommit(() => {
    for (const runId of runIds) services.running.leaveSection(runId);
  });
}
