// Front and back matter that is not read aloud, by epub:type (EPUB Structural Semantics Vocabulary 1.1), DPUB-ARIA roles, the
// guide of an EPUB 2 (OPF 2.0.1, 2.6) and the landmarks of an EPUB 3. A dedication, a preface or an afterword is written for
// readers and stays.

const WORDS: Readonly<Record<string, string>> = {
  cover: "cover page",
  titlepage: "title page",
  halftitlepage: "title page",
  "title-page": "title page",
  seriespage: "title page",
  imprint: "imprint",
  imprimatur: "imprint",
  "copyright-page": "imprint",
  colophon: "colophon",
  "other-credits": "credits",
  credits: "credits",
  toc: "contents",
  "toc-brief": "contents",
  landmarks: "contents",
  loi: "lists of pictures and tables",
  lot: "lists of pictures and tables",
  loa: "lists of pictures and tables",
  lov: "lists of pictures and tables",
  index: "index",
  bibliography: "bibliography",
  notes: "notes",
  footnotes: "notes",
  endnotes: "notes",
  rearnotes: "notes",
};

/** The plain name of the first of these types that is left out. Null: the part is read. */
export function matterOf(types: string): string | null {
  for (const type of types.toLowerCase().split(/\s+/, 20)) {
    const name = type.replace(/^doc-/, "");
    if (Object.hasOwn(WORDS, name)) return WORDS[name]!;
  }
  return null;
}

/** The warning about the parts that were left out. Null if there are none. */
export function matterWarning(matter: Iterable<string>) {
  const names = [...new Set(matter)].sort();
  if (names.length === 0) return null;
  const message = `Not read, because the book marks it as front or back matter: ${names.join(", ")}.`;
  return { code: "matter_left_out" as const, message };
}
