// Deletes an account with all its data.

import { removeBookPreviewsOf } from "../books/books.ts";
import { removeCustomVoicesOf } from "../custom-voices/custom-voices.ts";
import { removeEventsOf } from "../events/events.ts";
import { removeArtifactsOfAccount } from "../exports/exports.ts";
import { removeFeedbackOf } from "../feedback/feedback.ts";
import { faultFields } from "../log.ts";
import { removeAssetsOfAccount, removeMarkedObjects } from "../media/media.ts";
import { projectsOfAccount } from "../projects/projects.ts";
import { CLEANUP_QUEUE, deleteProject, REMOVE_AFTER_SECONDS, REMOVE_OBJECTS } from "../sections/sections.ts";
import type { Services } from "../services.ts";
import { removeSoundsOfAccount } from "../sounds/sounds.ts";
import { removeRowsOfAccount } from "./account-data.ts";
import { type Disabler, disableAccount, lockOtherAccount } from "./disable-account.ts";

type Deleter = Disabler & Pick<Services, "files" | "log" | "engines">;

/** How long the answer waits for the deletion of files. The rest is deleted afterwards. */
const REMOVAL_MS = 5_000;

/**
 * Disables the account, deletes its projects one by one, then the rest in one transaction. A deletion that was interrupted
 * leaves a disabled account; the same call finishes it. @throws ApiError NOT_FOUND, OWNER_PROTECTED
 */
export async function deleteAccount(services: Deleter, accountId: string) {
  const { db, clock, files, jobs, log } = services;
  await disableAccount(services, accountId);
  const caller = { accountId, keyId: "", scopes: new Set<never>() };
  let projects = 0;
  let filesDeleted = 0;
  const projectIds: string[] = [];
  // A request that was admitted before the account was disabled may still create one, so the list is read again.
  for (let found = await projectsOfAccount(services, accountId); found.length > 0; ) {
    for (const { id, project_kind } of found) {
      const gone = await deleteProject(services, caller, id, {
        expected_project_kind: project_kind,
        // All voices of the account are removed below.
        delete_ai_designed_voices: false,
      });
      filesDeleted += gone.files_deleted;
      projectIds.push(id);
      projects += 1;
    }
    found = await projectsOfAccount(services, accountId);
  }
  const { sounds, received } = await db.transaction(async () => {
    await lockOtherAccount(services, accountId);
    await removeEventsOf(services, projectIds);
    const removed = await removeSoundsOfAccount(services, accountId);
    await removeFeedbackOf(services, accountId);
    await removeArtifactsOfAccount(services, accountId);
    await removeBookPreviewsOf(services, accountId);
    await removeAssetsOfAccount(services, accountId);
    // After the rows whose files are removed with them: keys, sessions, links and all others.
    await removeCustomVoicesOf(services, accountId);
    await removeRowsOfAccount(services, accountId);
    // The ledger refers to the row. It no longer contains personal data.
    await db.q
      .updateTable("accounts")
      .set({
        username: `deleted-${accountId}`,
        display_name: "Deleted account",
        avatar_url: null,
        email: null,
        plan: "free",
        deleted_at: clock(),
      })
      .where("id", "=", accountId)
      .execute();
    await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {}, { delaySeconds: REMOVE_AFTER_SECONDS });
    return removed;
  });
  try {
    for (const name of received) await files.drop(name);
    const until = performance.now() + REMOVAL_MS;
    filesDeleted += (await removeMarkedObjects(services, { causeId: accountId, until })).removed;
  } catch (error) {
    // The rows are already deleted, so a fault of the disk does not fail the deletion. The job retries it.
    log.warn("files of a deleted account are still there", faultFields(error));
  }
  return {
    account_id: accountId,
    deleted: true as const,
    projects_deleted: projects,
    sounds_deleted: sounds.deleted,
    sounds_kept: sounds.kept,
    files_deleted: filesDeleted,
  };
}
