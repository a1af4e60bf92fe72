// Behind a publication and each update of its page: sections that have all their audio become files, so that listeners hear the
// mastered mix, and a held page gets the story as it is now. Nothing is spoken and nothing is paid for.

import { ApiError } from "@fullcast/contract";
import { findSection } from "../documents/documents.ts";
import { queueExport, reusableFile } from "../exports/exports.ts";
import { activityOfSections } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { forgetHeld, heldPage, settleChapters, writeFacts, writeNext } from "./held-pages.ts";
import { keepText } from "./kept-text.ts";
import { currentStory, paragraphsOf } from "./public-story.ts";
import { linkById, lockLink, openingWords, type ShareLinkRow, sharedSections } from "./store.ts";

/** Jobs of this queue name a share link. */
export const PUBLICATION_QUEUE = "publication";

type Updater = Pick<Services, "db" | "clock" | "newId" | "jobs" | "settings" | "log" | "engines" | "files">;

/**
 * Requests an MP3 of every shared section that has all its audio and no such file of its takes; a held page also gets the texts. A link
 * that was revoked gets none.
 */
export async function updatePage(services: Updater, linkId: string, signal: AbortSignal): Promise<void> {
  const link = await linkById(services, linkId);
  if (link === undefined || link.revoked_at !== null) return;
  const sections = await sharedSections(services, link);
  const activity = await activityOfSections(
    services,
    sections.map(({ id }) => id),
  );
  if (!link.follows_edits) await services.db.transaction(() => settleChapters(services, link.id));
  let hasRoom = true;
  for (const { id } of sections) {
    signal.throwIfAborted();
    try {
      const hasAudio = hasRoom && activity.get(id) === "audio_ready";
      if (link.follows_edits) {
        if (hasAudio) await services.db.transaction(() => fileOf(services, link, id));
      } else {
        await keepChapter(services, link, id, hasAudio);
      }
    } catch (error) {
      // The storage is full, or the section was deleted meanwhile: the page plays what there is.
      if (!(error instanceof ApiError)) throw error;
      services.log.info("a published section gets no file", { code: error.code });
      if (error.code !== "STORAGE_QUOTA_EXCEEDED") continue;
      hasRoom = false;
      if (!link.follows_edits) await keepChapter(services, link, id, false);
    }
  }
  if (!link.follows_edits) await keepStory(services, link);
}

/** The export of the section's takes of now: one that is there, or a new one. In the caller's transaction. */
async function fileOf(services: Updater, link: ShareLinkRow, sectionId: string): Promise<string> {
  const caller = { accountId: link.account_id };
  const section = await findSection(services, caller, sectionId);
  const project = await findProject(services, caller, section.project_id);
  const { document_version } = section;
  const { speaker_registry_version, mastering_version } = project;
  const versions = { document_version, speaker_registry_version, mastering_version };
  const there = await reusableFile(services, caller, { section_id: sectionId, format: "mp3", ...versions });
  if (there !== null) return there.exportId;
  return (await queueExport(services, caller, { section, project, format: "mp3" }, null)).id;
}

/** Attempts to read a text that is edited meanwhile. The last one waits for the next update. */
const ATTEMPTS = 5;

async function keepChapter(services: Updater, link: ShareLinkRow, sectionId: string, hasAudio: boolean): Promise<void> {
  const caller = { accountId: link.account_id };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const section = await findSection(services, caller, sectionId);
    const text_sha256 = await keepText(
      services,
      paragraphsOf(services, { id: sectionId, text: { units: 0, kept: null } }),
    );
    const opening = (await openingWords(services, [sectionId])).get(sectionId) ?? "";
    const isKept = await services.db.transaction(async () => {
      const now = await findSection(services, caller, sectionId);
      if (now.document_version !== section.document_version) return false;
      const { speaker_registry_version, mastering_version } = await findProject(services, caller, now.project_id);
      await writeNext(services, {
        ...{ share_link_id: link.id, section_id: sectionId, title: now.title, opening, text_sha256 },
        text_length: now.source_text_length,
        document_version: now.document_version,
        ...{ speaker_registry_version, mastering_version },
        export_id: hasAudio ? await fileOf(services, link, sectionId) : null,
      });
      return true;
    });
    if (isKept) return;
  }
  services.log.info("a chapter of a held page was edited while it was read");
}

/** Ends the update: the page has the title, the people and the chapters of now. */
async function keepStory(services: Updater, link: ShareLinkRow): Promise<void> {
  await services.db.transaction(async () => {
    // A link that was revoked, or follows its story again, keeps nothing.
    const locked = await lockLink(services, link.id);
    if (locked === undefined || locked.revoked_at !== null || locked.follows_edits) {
      return forgetHeld(services, link.id, { linkIds: [link.id] });
    }
    const { title, book, narration, sections, speakers, narratorId } = await currentStory(services, link);
    const before = (await heldPage(services, link.id))?.facts.speakers ?? [];
    await writeFacts(services, link, {
      ...{ title, book, narration, narrator_id: narratorId },
      speakers: [...speakers, ...before.filter(([id]) => !speakers.has(id))],
      order: sections.map(({ id }) => id),
    });
  });
}
