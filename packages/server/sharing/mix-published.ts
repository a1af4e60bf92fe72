// Behind a new publication: sections that have all their audio become files, so that listeners hear the mastered mix. Nothing is
// spoken and nothing is paid for.

import { ApiError } from "@fullcast/contract";
import { findSection, sectionRow, sectionsOfProject } from "../documents/documents.ts";
import { queueExport, readyFiles } from "../exports/exports.ts";
import { activityOfSections } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { linkById } from "./store.ts";

/** Jobs of this queue name a share link. */
export const PUBLICATION_QUEUE = "publication";

type Mixer = Pick<Services, "db" | "clock" | "newId" | "jobs" | "settings" | "log">;

/** Requests an MP3 of every shared section that has all its audio and no such file. A link that was revoked gets none. */
export async function mixPublished(services: Mixer, linkId: string, signal: AbortSignal): Promise<void> {
  const link = await linkById(services, linkId);
  if (link === undefined || link.revoked_at !== null) return;
  const caller = { accountId: link.account_id };
  const sections =
    link.section_id === null
      ? await sectionsOfProject(services, link.project_id)
      : [await sectionRow(services, link.section_id)];
  const ids = sections.map(({ id }) => id);
  const activity = await activityOfSections(services, ids);
  const files = await readyFiles(services, ids, "mp3");
  for (const id of ids) {
    signal.throwIfAborted();
    if (activity.get(id) !== "audio_ready" || files.has(id)) continue;
    try {
      await services.db.transaction(async () => {
        const section = await findSection(services, caller, id);
        const project = await findProject(services, caller, section.project_id);
        await queueExport(services, caller, { section, project, format: "mp3" }, null);
      });
    } catch (error) {
      // The storage is full, or the section was deleted meanwhile: the page plays what there is.
      if (!(error instanceof ApiError)) throw error;
      services.log.info("a published section gets no file", { code: error.code });
      if (error.code === "STORAGE_QUOTA_EXCEEDED") return;
    }
  }
}
