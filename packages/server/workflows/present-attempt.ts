// Fences the writes of a step: a delayed process writes nothing after another process has restarted the step.

import type { Services } from "../services.ts";
import { StepPostponed } from "./step.ts";
import { isPresentAttempt, type StepRow } from "./store.ts";

/**
 * Runs `work` in one transaction if this is the current attempt of the step.
 * @throws StepPostponed if another attempt has started. `work` does not run then.
 */
export async function asPresentAttempt<T>(
  services: Pick<Services, "db">,
  step: Pick<StepRow, "id" | "attempt">,
  work: () => Promise<T>,
): Promise<T> {
  return services.db.transaction(async () => {
    if (!(await isPresentAttempt(services, step))) throw new StepPostponed();
    return work();
  });
}
