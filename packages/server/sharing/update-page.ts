// Behind a publication and each update of its page: sections that have all their audio become files, so that listeners hear the
// mastered mix, and a held page gets the story as it is now. Nothing is spoken and nothing is paid for.

import { ApiError } from "@fullcast/contract";
import { isCurrent } from "@fullcast/core/publication";
import { findSection } from "../documents/documents.ts";
import { queueExport, reusableFile } from "../exports/exports.ts";
import { activityOfSections } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import {
  forgetHeld,
  type HeldChapter,
  heldChapters,
  heldPage,
  settleChapters,
  writeFacts,
  writeNext,
} from "./held-pages.ts";
import { storeText } from "./kept-text.ts";
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
  if (link === undefined) return;
  if (link.revoked_at !== null || link.follows_edits) {
    // An update that was interrupted may have kept something for a link that has been revoked or changed since.
    await services.db.transaction(() => forgetHeld(services, link.id, { linkIds: [link.id] }));
  }
  if (link.revoked_at !== null) return;
  const sections = await sharedSections(services, link);
  const activity = await activityOfSections(
    services,
    sections.map(({ id }) => id),
  );
  if (!link.follows_edits) await services.db.transaction(() => settleChapters(services, link.id));
  const keep = link.follows_edits ? keepNothing : keepChapter(services, link, await heldChapters(services, link.id));
  let hasRoom = true;
  for (const { id } of sections) {
    signal.throwIfAborted();
    try {
      const hasAudio = hasRoom && activity.get(id) === "audio_ready";
      if (hasAudio || !link.follows_edits) await makeFile(services, link, id, hasAudio, keep);
    } catch (error) {
      // The storage is full, or the section was deleted meanwhile: the page plays what there is.
      if (!(error instanceof ApiError)) throw error;
      services.log.info("a published section gets no file", { code: error.code });
      if (error.code !== "STORAGE_QUOTA_EXCEEDED") continue;
      hasRoom = false;
      if (!link.follows_edits) await makeFile(services, link, id, false, keep);
    }
  }
  if (!link.follows_edits) await keepStory(services, link);
}

/** Attempts to read a chapter that is edited meanwhile. After the last one it waits for the next update. */
const ATTEMPTS = 5;

/**
 * Requests the file of a section, unless there is one of exactly its takes. The takes are compared outside of the transaction, because
 * that takes long for a long section.
 * @param keep writes what the page keeps, in the transaction with the request
 */
async function makeFile(
  services: Updater,
  link: ShareLinkRow,
  sectionId: string,
  hasAudio: boolean,
  keep: (seen: Seen) => Promise<(exportId: string | null) => Promise<void>>,
): Promise<void> {
  const caller = { accountId: link.account_id };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const seen = await seenNow(services, link, sectionId);
    const subject = { section_id: sectionId, format: "mp3" as const, ...seen.versions };
    const there = hasAudio ? await reusableFile(services, caller, subject) : null;
    const write = await keep(seen);
    const isDone = await services.db.transaction(async () => {
      const { section, project, versions } = await seenNow(services, link, sectionId);
      if (!isCurrent(seen.versions, versions)) return false;
      const request = async () => (await queueExport(services, caller, { section, project, format: "mp3" }, null)).id;
      await write(hasAudio ? (there?.exportId ?? (await request())) : null);
      return true;
    });
    if (isDone) return;
  }
  services.log.info("a published chapter was edited while it was read");
}

type Seen = Awaited<ReturnType<typeof seenNow>>;

/** @throws ApiError NOT_FOUND */
async function seenNow(services: Pick<Services, "db">, link: ShareLinkRow, sectionId: string) {
  const caller = { accountId: link.account_id };
  const section = await findSection(services, caller, sectionId);
  const project = await findProject(services, caller, section.project_id);
  const { document_version } = section;
  const { speaker_registry_version, mastering_version } = project;
  return { section, project, versions: { document_version, speaker_registry_version, mastering_version } };
}

const keepNothing = async () => async () => {};

/** Keeps a chapter for a held page. What did not change is not written again. */
const keepChapter =
  (services: Updater, link: ShareLinkRow, kept: ReadonlyMap<string, HeldChapter>) =>
  async ({ section, versions }: Seen) => {
    const { id, title, source_text_length: text_length } = section;
    const before = kept.get(id)?.shown ?? null;
    const isSameScript = before?.document_version === versions.document_version;
    const text_sha256 =
      before !== null && isSameScript
        ? before.text_sha256
        : await storeText(services, paragraphsOf(services, { id, text: { units: 0, kept: null } }));
    const opening =
      before !== null && isSameScript ? before.opening : ((await openingWords(services, [id])).get(id) ?? "");
    return async (export_id: string | null) => {
      if (before?.export_id === export_id && before.title === title && isCurrent(before, versions)) return;
      await writeNext(services, {
        ...{ share_link_id: link.id, section_id: id, title, opening, text_length, text_sha256, export_id },
        ...versions,
      });
    };
  };

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
