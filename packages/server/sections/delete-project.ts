import { ApiError, type Caller } from "@fullcast/contract";
import { removeBookFiles } from "../books/books.ts";
import { designedVoicesOf, removeDesignedVoices } from "../custom-voices/custom-voices.ts";
import { sectionsOfProject } from "../documents/documents.ts";
import { type RunningExports, removeExportsOfProject } from "../exports/exports.ts";
import { removeMarkedObjects, removeTakes } from "../media/media.ts";
import { deleteProjectRow, findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { forgetHeld, linksOfProject } from "../sharing/sharing.ts";
import { type RunningSteps, stopRunsOfProject } from "../workflows/workflows.ts";
import { projectCounts } from "./deletion-counts.ts";

export type Deleter = Pick<Services, "db" | "clock" | "files" | "jobs" | "log" | "engines"> & {
  readonly running: RunningSteps;
  readonly runningExports: RunningExports;
};

/** How long an answer waits for the deletion of files. The rest is deleted afterwards. */
const REMOVAL_MS = 3_000;

/** When the job deletes what is left. */
export const REMOVE_AFTER_SECONDS = 30;
export const CLEANUP_QUEUE = "cleanup";
export const REMOVE_OBJECTS = "objects";

/** Counts everything that deleting the project would delete. */
export async function previewProjectDeletion(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  const counts = await projectCounts(services, projectId);
  const links = await linksOfProject(services, projectId);
  const designed = await designedVoicesOf(services, caller, projectId);
  return {
    project_id: projectId,
    section_count: counts.sections,
    other_story_count: 0,
    block_count: counts.blocks,
    audio_run_count: counts.audio_runs,
    clip_count: counts.clips,
    studio_media_count: counts.media,
    active_share_link_count: links.active,
    ai_designed_voice_count: designed.only.length,
  };
}

/**
 * Deletes a project with all its contents in one transaction, then its files unless something else refers to them.
 * @throws ApiError VERSION_CONFLICT when the project is not of the expected kind.
 */
export async function deleteProject(
  services: Deleter,
  caller: Caller,
  projectId: string,
  body: {
    readonly expected_project_kind: "standalone" | "named";
    /** Whether designed voices that no other project of the account uses are removed, too. */
    readonly delete_ai_designed_voices: boolean;
  },
) {
  const { db, jobs } = services;
  const gone = await db.transaction(async () => {
    const project = await lockProject(services, caller, projectId);
    if (project.project_kind !== body.expected_project_kind) {
      throw new ApiError("VERSION_CONFLICT", {
        field: "expected_project_kind",
        expected: body.expected_project_kind,
        current: project.project_kind,
      });
    }
    const counts = await projectCounts(services, projectId);
    const links = await linksOfProject(services, projectId);
    const sectionIds = (await sectionsOfProject(services, projectId)).map((section) => section.id);
    await stopRunsOfProject(services, projectId);
    const { artifacts } = await removeExportsOfProject(services, projectId, sectionIds);
    const { assets } = await removeTakes(services, projectId, sectionIds);
    await forgetHeld(services, projectId, { sectionIds });
    const covers = await removeBookFiles(services, projectId);
    const designed = await designedVoicesOf(services, caller, projectId);
    if (body.delete_ai_designed_voices) await removeDesignedVoices(services, designed.only);
    await deleteProjectRow(services, projectId);
    await jobs.enqueue(CLEANUP_QUEUE, REMOVE_OBJECTS, {}, { delaySeconds: REMOVE_AFTER_SECONDS });
    const removed = body.delete_ai_designed_voices ? designed.only.length : 0;
    const voices = { removed, kept: designed.only.length + designed.shared.length - removed };
    return { counts, links, voices, marked: artifacts + assets + covers };
  });
  return {
    success: true as const,
    project_id: projectId,
    mode: "project_and_stories" as const,
    stories_deleted: gone.counts.sections,
    audio_runs_deleted: gone.counts.audio_runs,
    clips_deleted: gone.counts.clips,
    public_stories_deleted: gone.links.publicSections,
    shared_stories_deleted: gone.links.sharedSections,
    active_share_links_deleted: gone.links.active,
    studio_sections_deleted: gone.counts.sections,
    studio_media_marked_for_deletion: gone.marked,
    files_deleted: await removeFiles(services, projectId),
    ai_designed_voices_deleted: gone.voices.removed,
    ai_designed_voices_retained: gone.voices.kept,
  };
}

/** The rows are already deleted, so an error of the disk does not fail the request. The job tries again. */
async function removeFiles(services: Deleter, causeId: string): Promise<number> {
  try {
    const { removed } = await removeMarkedObjects(services, { causeId, until: performance.now() + REMOVAL_MS });
    return removed;
  } catch (error) {
    services.log.warn("Files of a deleted project are still there", { error });
    return 0;
  }
}
