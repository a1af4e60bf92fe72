// The language of a page among those that it is written in, as a browser asks for it (RFC 9110, section 12.5.4).

/** The languages of the pages for listeners. The first is for everyone else. */
export const PAGE_LANGUAGES = ["en", "de"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** Longer headers are not read: no browser sends one. */
const LONGEST_HEADER = 1_000;

export function preferredLanguage(header: string | undefined): PageLanguage {
  let best: PageLanguage = PAGE_LANGUAGES[0];
  let bestWeight = 0;
  if (header === undefined || header.length > LONGEST_HEADER) return best;
  for (const part of header.split(",")) {
    const [range = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const known = PAGE_LANGUAGES.find((one) => range === one || range.startsWith(`${one}-`));
    const stated = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = stated === undefined ? 1 : Number(stated.slice(2)) || 0;
    // Of two equally welcome ones the first that is named.
    if (known === undefined || weight <= bestWeight) continue;
    best = known;
    bestWeight = weight;
  }
  return best;
}
