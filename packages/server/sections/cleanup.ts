// Periodic cleanup: deletes files that nothing refers to any more, and the files of expired exports.

import { cataloguedArtifacts } from "../catalogues/catalogues.ts";
import { expireArtifacts, prolongArtifacts } from "../exports/exports.ts";
import { removeForgottenObjects, removeMarkedObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { publishedArtifacts } from "../sharing/sharing.ts";
import { CLEANUP_QUEUE, REMOVE_OBJECTS } from "./delete-project.ts";

export const EXPIRE_ARTIFACTS = "artifacts";
const FORGOTTEN_OBJECTS = "forgotten";

const AGAIN_SECONDS = 11 * 60;
const EXPIRY_SECONDS = 6 * 3_600;
/** It lists all files: a while after a start, when the service has less to do, then once a day. */
const FIRST_LIST_SECONDS = 15 * 60;
const LIST_SECONDS = 24 * 3_600;
/** The length of one round; other jobs run afterwards. */
const ROUND_MS = 20_000;

type Cleaner = Pick<Services, "db" | "clock" | "newId" | "files" | "jobs">;

/** Runs one round of the job with this key and queues the next round if there is one. */
export async function cleanUp(services: Cleaner, key: string): Promise<void> {
  const { jobs } = services;
  if (key === EXPIRE_ARTIFACTS) {
    await prolongArtifacts(services, async (artifacts) => [
      ...(await publishedArtifacts(
        services,
        artifacts.map(({ id }) => id),
      )),
      ...(await cataloguedArtifacts(services, artifacts)),
    ]);
    const expired = await expireArtifacts(services);
    if (expired > 0) await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {});
    await jobs.enqueue(CLEANUP_QUEUE, EXPIRE_ARTIFACTS, {}, { delaySeconds: EXPIRY_SECONDS });
    return;
  }
  const until = performance.now() + ROUND_MS;
  if (key === FORGOTTEN_OBJECTS) {
    const { left } = await removeForgottenObjects(services, { until });
    if (left > 0) await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {}, { delaySeconds: AGAIN_SECONDS });
    await jobs.enqueue(CLEANUP_QUEUE, FORGOTTEN_OBJECTS, {}, { delaySeconds: LIST_SECONDS });
    return;
  }
  const { left } = await removeMarkedObjects(services, { until });
  if (left > 0) await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {}, { delaySeconds: AGAIN_SECONDS });
}

/** The jobs of every start. */
export async function startCleaning({ jobs }: Pick<Services, "jobs">): Promise<void> {
  await jobs.enqueue(CLEANUP_QUEUE, EXPIRE_ARTIFACTS, {});
  await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {});
  await jobs.enqueue(CLEANUP_QUEUE, FORGOTTEN_OBJECTS, {}, { delaySeconds: FIRST_LIST_SECONDS });
}
