// Fences the writes of a step: a process that comes back late, after another one has begun the step anew, writes nothing.

import type { Services } from "../services.ts";
import { StepPostponed } from "./step.ts";
import { isPresentAttempt, type StepRow } from "./store.ts";

/**
 * Does work in one transaction, as the step's present attempt.
 * @throws StepPostponed when another attempt has begun; then the work is not done
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
