// The metadata that a file carries about itself. A writer omits every field that is null, empty or absent.

import type { Disclosure } from "../disclosure/disclosure.ts";

export interface FileTags {
  readonly title: string;
  readonly album: string | null;
  /** The author. */
  readonly artist: string | null;
  /** BCP 47, e.g. "en-GB". */
  readonly language: string | null;
  readonly cover?: CoverImage | null;
  /** Names of the narrators, in the order in which they are heard. */
  readonly narrators?: readonly string[];
  readonly description?: string | null;
  readonly publisher?: string | null;
  /** Year, month or day of publication: "1902", "1902-04" or "1902-04-01". */
  readonly published?: string | null;
  /** 10 or 13 digits without hyphens. */
  readonly isbn?: string | null;
  readonly series?: string | null;
  /** The book's place in its series, e.g. "2" or "2.5". */
  readonly series_number?: string | null;
  /** The chapter's place in its book, from 1. */
  readonly track?: number | null;
  /** That machines speak; absent or null where nothing is stated. */
  readonly disclosure?: Disclosure | null;
  /** The spoken text, for MP3. */
  readonly lyrics?: string | null;
}

export interface CoverImage {
  readonly content_type: "image/jpeg" | "image/png";
  readonly bytes: Uint8Array;
}

/**
 * The narrators as one text; null when there are none. The separator is "; ": library programs (Audiobookshelf's
 * parseNameString.js) read "Ada, Fiona" as one person with a last and a first name, and keep "Ada; Fiona" apart.
 */
export function narratorText({ narrators }: FileTags): string | null {
  return narrators === undefined || narrators.length === 0 ? null : narrators.join("; ");
}

/** The series number where it is a whole number that fits into 16 bits, as movement numbers are stored; else null. */
export function wholeSeriesNumber({ series_number }: FileTags): number | null {
  return series_number != null && /^\d{1,5}$/.test(series_number) && Number(series_number) <= 0xffff
    ? Number(series_number)
    : null;
}

/** A chapter of a file; it lasts until the next one starts or the file ends. */
export interface FileChapter {
  readonly title: string;
  readonly start_ms: number;
}

/** A chapter with its end. */
export interface ChapterSpan extends FileChapter {
  readonly end_ms: number;
}

/**
 * Chapters in order, without empty ones. Chapters at or after the file's end are omitted. Of several at the same time the
 * last is kept. When the first chapter starts after 0, one with the file's title precedes it.
 */
export function chapterSpans(chapters: readonly FileChapter[], durationMs: number, fileTitle: string): ChapterSpan[] {
  const inside = chapters
    .filter((chapter) => chapter.start_ms >= 0 && chapter.start_ms < durationMs)
    .toSorted((a, b) => a.start_ms - b.start_ms);
  const distinct = inside.filter((chapter, i) => inside[i + 1]?.start_ms !== chapter.start_ms);
  const first = distinct[0];
  if (first !== undefined && first.start_ms > 0) distinct.unshift({ title: fileTitle, start_ms: 0 });
  return distinct.map((chapter, i) => ({ ...chapter, end_ms: distinct[i + 1]?.start_ms ?? durationMs }));
}

const ISO_639_2: { readonly [code: string]: string } = {
  ar: "ara", bg: "bul", ca: "cat", cs: "ces", cy: "cym", da: "dan", de: "deu", el: "ell", en: "eng", eo: "epo", es: "spa",
  et: "est", eu: "eus", fa: "fas", fi: "fin", fr: "fra", ga: "gle", gl: "glg", he: "heb", hi: "hin", hr: "hrv", hu: "hun",
  hy: "hye", id: "ind", is: "isl", it: "ita", ja: "jpn", ko: "kor", la: "lat", lt: "lit", lv: "lav", mk: "mkd", nb: "nob",
  nl: "nld", nn: "nno", no: "nor", pl: "pol", pt: "por", ro: "ron", ru: "rus", sk: "slk", sl: "slv", sq: "sqi", sr: "srp",
  sv: "swe", sw: "swa", ta: "tam", te: "tel", th: "tha", tr: "tur", uk: "ukr", ur: "urd", vi: "vie", zh: "zho",
}; // biome-ignore format: a table

/** The ISO 639-2/T code of a BCP 47 tag; "und" when the tag is null or unknown. */
export function threeLetterLanguage(tag: string | null): string {
  const primary = (tag ?? "").toLowerCase().split(/[-_]/)[0]!;
  if (/^[a-z]{3}$/.test(primary)) return primary;
  return Object.hasOwn(ISO_639_2, primary) ? ISO_639_2[primary]! : "und";
}
