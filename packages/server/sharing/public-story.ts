// A published story: titles, texts, speakers, audio and book data, and nothing else of the account.

import { ApiError } from "@fullcast/contract";
import { NARRATOR_NAME, paragraphReader, type ReadableParagraph, shownName } from "@fullcast/core/document";
import { isCurrent, stateForListeners } from "@fullcast/core/publication";
import { blockWindows } from "../documents/documents.ts";
import { type ReadyFile, readyFiles } from "../exports/exports.ts";
import { sectionsNarrated } from "../listening/listening.ts";
import { sectionProgress } from "../media/media.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";
import { heldPage } from "./held-pages.ts";
import { type KeptText, keptParagraphs } from "./kept-text.ts";
import { SPEAKER_HUES } from "./page-style.ts";
import {
  activeLinkBySlug,
  openingWords,
  type ShareLinkRow,
  sectionsWithAudio,
  sectionsWithSounds,
  sharedSections,
} from "./store.ts";
import { detailsOf, narrationNow, type PublicBook, type PublicNarration, titleOf } from "./story-facts.ts";

export interface PublicSection {
  readonly id: string;
  /** Never empty. */
  readonly title: string;
  readonly updatedAt: Date;
  /** Its length in UTF-16 units, and what a held page keeps of it; null: the text is that of the script as it is now. */
  readonly text: { readonly units: number; readonly kept: KeptText | null };
  /** The version of the script, whose takes can be mixed. Null: the script or its voices are others than those that the page shows. */
  readonly version: number | null;
  /** A finished MP3 of what the page shows; null when there is none. */
  readonly file: ReadyFile | null;
  /** Whether some of its blocks have audio. */
  readonly hasAudio: boolean;
  /** Whether sounds are heard beside the voices. */
  readonly hasSounds: boolean;
  /** Whether all of it can also be heard in the narrator's voice. */
  readonly isNarrated: boolean;
}

export interface PublicStory {
  readonly link: ShareLinkRow;
  /** Never empty. */
  readonly title: string;
  readonly book: PublicBook;
  readonly sections: readonly PublicSection[];
  /** Null: nothing is heard yet, or the owner has turned the statement off with a reason. */
  readonly narration: PublicNarration | null;
  /** Names by speaker id. */
  readonly speakers: ReadonlyMap<string, string>;
  readonly narratorId: string | null;
}

const SLUG = /^[A-Za-z0-9_-]{22}$/;

/** @throws ApiError NOT_FOUND for a slug that is unknown or revoked */
export async function openStory(services: Pick<Services, "db" | "clock">, slug: string): Promise<PublicStory> {
  return storyOf(services, await openLink(services, slug));
}

/** @throws ApiError NOT_FOUND for a slug that is unknown or revoked */
export async function openLink(services: Pick<Services, "db">, slug: string): Promise<ShareLinkRow> {
  const link = SLUG.test(slug) ? await activeLinkBySlug(services, slug) : undefined;
  if (link === undefined) throw notShared();
  return link;
}

/** What a link opens. The caller has checked that the link is valid. */
export async function storyOf(services: Pick<Services, "db" | "clock">, link: ShareLinkRow): Promise<PublicStory> {
  const held = link.follows_edits ? null : await heldStory(services, link);
  return held ?? currentStory(services, link);
}

/** The story as it is now. */
export async function currentStory(services: Pick<Services, "db" | "clock">, link: ShareLinkRow): Promise<PublicStory> {
  const rows = await sharedSections(services, link);
  const ids = rows.map((row) => row.id);
  const files = await readyFiles(services, ids, "mp3");
  const heard = await heardOf(services, ids);
  const sections = rows.map((row) => ({
    id: row.id,
    title: titleOf(row.title),
    updatedAt: row.updated_at,
    text: { units: row.source_text_length, kept: null },
    version: row.document_version,
    file: files.get(row.id) ?? null,
    ...heard(row.id),
  }));
  const cast = await speakerRows(services, link.project_id);
  return {
    link,
    ...(await detailsOf(services, link, rows[0]?.title ?? "")),
    sections,
    narration: await narrationNow(services, link, ids),
    speakers: new Map(cast.map((speaker) => [speaker.id, speaker.name])),
    narratorId: cast.find(({ role }) => role === "narrator")?.id ?? null,
  };
}

/** The story as it was at the last update of a held page; null before the first one. */
async function heldStory(services: Pick<Services, "db" | "clock">, link: ShareLinkRow): Promise<PublicStory | null> {
  const page = await heldPage(services, link.id);
  if (page === null) return null;
  const { facts, chapters } = page;
  const shown = chapters.flatMap((chapter) => {
    const state = stateForListeners(chapter);
    return state === null ? [] : [{ state, isCurrent: isCurrent(state, chapter.now) }];
  });
  const current = shown.flatMap(({ state, isCurrent }) => (isCurrent ? [state.section_id] : []));
  const heard = await heardOf(services, current);
  const sections = shown.map(({ state, isCurrent }) => ({
    id: state.section_id,
    title: titleOf(state.title),
    updatedAt: page.updatedAt,
    text: { units: state.text_length, kept: { sha256: state.text_sha256, opening: state.opening } },
    version: isCurrent ? state.document_version : null,
    file: state.ready,
    ...heard(state.section_id),
  }));
  return {
    link,
    title: facts.title,
    book: facts.book,
    sections,
    // Takes that were made since belong to the state that the page shows, unless the section has changed.
    narration:
      (shown.every(({ isCurrent }) => isCurrent) ? null : facts.narration) ??
      (await narrationNow(
        services,
        link,
        shown.map(({ state }) => state.section_id),
      )),
    speakers: new Map(facts.speakers),
    narratorId: facts.narrator_id,
  };
}

/** What can be heard of sections as they are now. The others can be heard from their files alone. */
async function heardOf(services: Pick<Services, "db">, sectionIds: readonly string[]) {
  const spoken = await sectionsWithAudio(services, sectionIds);
  const sounding = await sectionsWithSounds(services, sectionIds);
  const narrated = await sectionsNarrated(services, sectionIds);
  return (id: string) => ({ hasAudio: spoken.has(id), hasSounds: sounding.has(id), isNarrated: narrated.has(id) });
}

/** The section for the mixes of its takes. @throws ApiError NOT_FOUND when its takes are not those of what the page shows */
export function mixedSection({ link }: PublicStory, { id, version }: PublicSection) {
  if (version === null) throw notShared();
  return { accountId: link.account_id, sectionId: id, version };
}

/** The first words of sections by their ids. */
export async function openingsOf(
  services: Pick<Services, "db">,
  sections: readonly PublicSection[],
): Promise<ReadonlyMap<string, string>> {
  const words = await openingWords(
    services,
    sections.flatMap(({ id, text }) => (text.kept === null ? id : [])),
  );
  return new Map(sections.map(({ id, text }) => [id, text.kept?.opening ?? words.get(id) ?? ""]));
}

/** @throws ApiError NOT_FOUND when the section is not behind this link */
export function sectionOf(story: PublicStory, sectionId: string): PublicSection {
  const found = story.sections.find((section) => section.id === sectionId);
  if (found === undefined) throw notShared();
  return found;
}

export const notShared = () => new ApiError("NOT_FOUND", { resource: "share_link" });

/** The paragraphs of a section, window by window, so that a long one is never in memory as a whole. */
export async function* paragraphsOf(
  services: Pick<Services, "db" | "files">,
  { id, text }: Pick<PublicSection, "id" | "text">,
): AsyncGenerator<ReadableParagraph[]> {
  if (text.kept !== null) return yield* keptParagraphs(services, text.kept.sha256);
  const reader = paragraphReader();
  for await (const blocks of blockWindows(services, id)) yield reader.read(blocks);
  yield reader.end();
}

/** The name of a speaker; `narrator` stands for a narrator without a name of its own. */
export function speakerName(
  { speakers, narratorId }: PublicStory,
  speakerId: string | null,
  narrator: string = NARRATOR_NAME,
): string | null {
  const name = speakers.get(speakerId ?? "");
  const role = speakerId === narratorId ? "narrator" : "character";
  return name === undefined ? null : shownName({ role, name }, narrator);
}

/** The runs of a paragraph with the names of speakers in place of their ids. */
export function publicRuns(story: PublicStory, paragraph: ReadableParagraph, narrator?: string) {
  return paragraph.map(({ speaker_id, text }) => ({
    speaker: speakerName(story, speaker_id, narrator),
    text,
    hue: hueOf(story, speaker_id),
  }));
}

const numbers = new WeakMap<PublicStory["speakers"], ReadonlyMap<string, number>>();

/** The number of a speaker's hue in the style of the page. */
export function hueOf({ speakers }: PublicStory, speakerId: string | null): number {
  const known = numbers.get(speakers) ?? new Map([...speakers.keys()].map((one, at) => [one, at]));
  numbers.set(speakers, known);
  return (known.get(speakerId ?? "") ?? 0) % SPEAKER_HUES;
}

/** How many lines of the sections without a finished file can be heard, where the page shows the script as it is now. Text that is not structured yet has no lines. */
export async function audioLines(
  services: Pick<Services, "db" | "clock">,
  sections: readonly PublicSection[],
): Promise<ReadonlyMap<string, { readonly ready: number; readonly total: number; readonly isComplete: boolean }>> {
  const missing = sections.filter(({ file, version }) => file === null && version !== null);
  const isBlank = new Map(missing.map(({ id, text }) => [id, text.units === 0]));
  const counted = await sectionProgress(services, [...isBlank.keys()], services.clock());
  return new Map(
    counted.map(({ section_id, ready, total }) => [
      section_id,
      { ready, total, isComplete: total === 0 ? isBlank.get(section_id) === true : ready >= total },
    ]),
  );
}
