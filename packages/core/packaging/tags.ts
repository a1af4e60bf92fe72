/** What a file says about itself. Only what is given is written. */
export interface FileTags {
  readonly title: string;
  readonly album: string | null;
  readonly artist: string | null;
  /** BCP 47, e.g. "en-GB". */
  readonly language: string | null;
  readonly cover?: CoverImage | null;
  /** Who reads, by name. */
  readonly narrators?: readonly string[];
}

export interface CoverImage {
  readonly content_type: "image/jpeg" | "image/png";
  readonly bytes: Uint8Array;
}

/** The readers as one text, null when nobody is named. */
export function narratorText({ narrators }: FileTags): string | null {
  return narrators === undefined || narrators.length === 0 ? null : narrators.join(", ");
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
 * Chapters in order without empty ones: those at or after the file's end are left out, of several at the same moment the last
 * is kept, and a first chapter that starts later is preceded by one named as the file.
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

/** ISO 639-2/T of a BCP 47 tag, "und" when it is not known. */
export function threeLetterLanguage(tag: string | null): string {
  const primary = (tag ?? "").toLowerCase().split(/[-_]/)[0]!;
  if (/^[a-z]{3}$/.test(primary)) return primary;
  return Object.hasOwn(ISO_639_2, primary) ? ISO_639_2[primary]! : "und";
}
