// A published story: titles, texts, speakers, audio and book data, and nothing else of the account.

import { ApiError } from "@fullcast/contract";
import { disclosureOf, type Narration, narrationOf, sourceTypeAddress, sourceTypeOf } from "@fullcast/core/disclosure";
import { NARRATOR_NAME, paragraphReader, type ReadableParagraph, shownName } from "@fullcast/core/document";
import { bookOf } from "../books/books.ts";
import { blockWindows, type SectionRow, sectionRow, sectionsOfProject } from "../documents/documents.ts";
import { heardVoices, type ReadyFile, readyFiles, type SectionVoices, sectionVoices } from "../exports/exports.ts";
import { sectionsNarrated } from "../listening/listening.ts";
import { sectionProgress } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";
import { SPEAKER_HUES } from "./page-style.ts";
import { activeLinkBySlug, type ShareLinkRow, sectionsWithAudio, sectionsWithSounds } from "./store.ts";

export interface PublicSection {
  readonly row: SectionRow;
  /** Never empty. */
  readonly title: string;
  /** A finished MP3 of the section's current versions; null when there is none. */
  readonly file: ReadyFile | null;
  /** Whether some of its blocks have audio. */
  readonly hasAudio: boolean;
  /** Whether sounds are heard beside the voices. */
  readonly hasSounds: boolean;
  /** Whether all of it can also be heard in the narrator's voice. */
  readonly isNarrated: boolean;
}

/** Book data that the public page and the feed show. */
export interface PublicBook {
  readonly author: string | null;
  readonly language: string | null;
  readonly description: string | null;
  readonly series: string | null;
  readonly series_number: string | null;
  readonly coverAssetId: string | null;
}

/** Who speaks. */
export interface PublicNarration {
  readonly kind: Narration;
  /** The address of IPTC's Digital Source Type. */
  readonly source_type: string;
  /** Lines that people recorded. */
  readonly recorded_lines: number;
  /** The sentence in the story's language; null when only people speak. */
  readonly statement: string | null;
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

const UNTITLED = "Untitled";
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
  const owner = { accountId: link.account_id };
  const project = await findProject(services, owner, link.project_id);
  const rows =
    link.section_id === null
      ? await sectionsOfProject(services, link.project_id)
      : [await sectionRow(services, link.section_id)];
  const ids = rows.map((row) => row.id);
  const files = await readyFiles(services, ids, "mp3");
  const spoken = await sectionsWithAudio(services, ids);
  const sounding = await sectionsWithSounds(services, ids);
  const narrated = await sectionsNarrated(services, ids);
  const sections = rows.map((row) => ({
    row,
    title: titleOf(row.title),
    file: files.get(row.id) ?? null,
    hasAudio: spoken.has(row.id),
    hasSounds: sounding.has(row.id),
    isNarrated: narrated.has(row.id),
  }));
  const book = await bookOf(services, link.project_id);
  const name = book?.title ?? project.name ?? rows[0]?.title ?? "";
  const cast = await speakerRows(services, link.project_id);
  return {
    link,
    title: link.section_id === null ? titleOf(name) : titleOf(rows[0]?.title ?? ""),
    book: {
      author: book?.author ?? null,
      language: book?.language ?? null,
      // It is about the whole book.
      description: link.kind === "project" ? (book?.details.description ?? null) : null,
      series: book?.details.series ?? null,
      series_number: book?.details.series_number ?? null,
      coverAssetId: book?.coverAssetId ?? null,
    },
    sections,
    narration: book?.details.undisclosed_reason
      ? null
      : narrationFrom(await sectionVoices(services, ids), book?.language ?? null),
    speakers: new Map(cast.map((speaker) => [speaker.id, speaker.name])),
    narratorId: cast.find(({ role }) => role === "narrator")?.id ?? null,
  };
}

function narrationFrom(
  { recorded, machines, trained }: SectionVoices,
  language: string | null,
): PublicNarration | null {
  const voices = heardVoices({ recorded, machines, trained });
  const kind = narrationOf(voices);
  const type = sourceTypeOf(voices);
  if (kind === null || type === null) return null;
  return {
    kind,
    source_type: sourceTypeAddress(type),
    recorded_lines: recorded,
    statement: disclosureOf(voices, language)?.statement ?? null,
  };
}

/** @throws ApiError NOT_FOUND when the section is not behind this link */
export function sectionOf(story: PublicStory, sectionId: string): PublicSection {
  const found = story.sections.find((section) => section.row.id === sectionId);
  if (found === undefined) throw notShared();
  return found;
}

export const notShared = () => new ApiError("NOT_FOUND", { resource: "share_link" });

function titleOf(text: string): string {
  const title = text.replace(/\s+/gu, " ").trim();
  return title === "" ? UNTITLED : title;
}

/** The paragraphs of a section, window by window, so that a long one is never in memory as a whole. */
export async function* paragraphsOf(
  services: Pick<Services, "db">,
  sectionId: string,
): AsyncGenerator<ReadableParagraph[]> {
  const reader = paragraphReader();
  for await (const blocks of blockWindows(services, sectionId)) yield reader.read(blocks);
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

/** How many lines of the sections without a finished file can be heard. Text that is not structured yet has no lines. */
export async function audioLines(
  services: Pick<Services, "db" | "clock">,
  sections: readonly PublicSection[],
): Promise<ReadonlyMap<string, { readonly ready: number; readonly total: number; readonly isComplete: boolean }>> {
  const missing = sections.filter(({ file }) => file === null).map(({ row }) => row);
  const isBlank = new Map(missing.map((row) => [row.id, row.source_text_length === 0]));
  const counted = await sectionProgress(services, [...isBlank.keys()], services.clock());
  return new Map(
    counted.map(({ section_id, ready, total }) => [
      section_id,
      { ready, total, isComplete: total === 0 ? isBlank.get(section_id) === true : ready >= total },
    ]),
  );
}
