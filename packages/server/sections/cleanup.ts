// What is done again and again beside the requests: files that nothing names any more go, and exports whose time is over
// lose their files.

import { expireArtifacts } from "../exports/exports.ts";
import { removeMarkedObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { CLEANUP_QUEUE, REMOVE_OBJECTS } from "./delete-project.ts";

export const EXPIRE_ARTIFACTS = "artifacts";

const AGAIN_SECONDS = 11 * 60;
const EXPIRY_SECONDS = 6 * 3_600;
/** Then other jobs get their turn. */
const ROUND_MS = 20_000;

type Cleaner = Pick<Services, "db" | "clock" | "newId" | "files" | "jobs">;

/** One round of the job with this key; leaves the job for the next round when there is one. */
export async function cleanUp(services: Cleaner, key: string): Promise<void> {
  const { jobs } = services;
  if (key === EXPIRE_ARTIFACTS) {
    const expired = await expireArtifacts(services);
    if (expired > 0) await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {});
    await jobs.enqueue(CLEANUP_QUEUE, EXPIRE_ARTIFACTS, {}, { delaySeconds: EXPIRY_SECONDS });
    return;
  }
  const { left } = await removeMarkedObjects(services, { until: performance.now() + ROUND_MS });
  if (left > 0) await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {}, { delaySeconds: AGAIN_SECONDS });
}

/** What every start begins with. */
export async function startCleaning({ jobs }: Pick<Services, "jobs">): Promise<void> {
  await jobs.enqueue(CLEANUP_QUEUE, EXPIRE_ARTIFACTS, {});
  await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {});
}
