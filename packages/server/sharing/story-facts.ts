// What a page states of its story as a whole.

import { disclosureOf, type Narration, narrationOf, sourceTypeAddress, sourceTypeOf } from "@fullcast/core/disclosure";
import { bookOf } from "../books/books.ts";
import { heardVoices, type SectionVoices, sectionVoices } from "../exports/exports.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import type { ShareLinkRow } from "./store.ts";

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

/** What a held page keeps of it. */
export interface HeldFacts {
  readonly title: string;
  readonly book: PublicBook;
  readonly narration: PublicNarration | null;
  /** Ids and names: those of the cast, and those that only chapters of before have. */
  readonly speakers: readonly (readonly [id: string, name: string])[];
  readonly narrator_id: string | null;
  /** The ids of the sections. */
  readonly order: readonly string[];
}

type Details = Pick<HeldFacts, "title" | "book">;

/** @param firstTitle The title of the first section. */
export async function detailsOf(
  services: Pick<Services, "db" | "clock">,
  link: ShareLinkRow,
  firstTitle: string,
): Promise<Details> {
  const project = await findProject(services, { accountId: link.account_id }, link.project_id);
  const book = await bookOf(services, link.project_id);
  return {
    title: titleOf(link.section_id === null ? (book?.title ?? project.name ?? firstTitle) : firstTitle),
    book: {
      author: book?.author ?? null,
      language: book?.language ?? null,
      // It is about the whole book.
      description: link.kind === "project" ? (book?.details.description ?? null) : null,
      series: book?.details.series ?? null,
      series_number: book?.details.series_number ?? null,
      coverAssetId: book?.coverAssetId ?? null,
    },
  };
}

/** Whether a page states something else. */
export const differs = (one: Details, other: Details): boolean =>
  one.title !== other.title ||
  (Object.keys(one.book) as (keyof PublicBook)[]).some((name) => one.book[name] !== other.book[name]);

/** Who speaks in the takes of now. Null: nothing is heard yet, or the owner has turned the statement off with a reason. */
export async function narrationNow(
  services: Pick<Services, "db" | "clock">,
  link: ShareLinkRow,
  sectionIds: readonly string[],
): Promise<PublicNarration | null> {
  const book = await bookOf(services, link.project_id);
  if (book?.details.undisclosed_reason) return null;
  return narrationFrom(await sectionVoices(services, sectionIds), book?.language ?? null);
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

const UNTITLED = "Untitled";

/** A title that is never empty. */
export function titleOf(text: string): string {
  const title = text.replace(/\s+/gu, " ").trim();
  return title === "" ? UNTITLED : title;
}
