// Cleans a book's metadata other than title, author and language: one line each, within the interface's limits, and only values
// of the right form.

import type { BookDetails } from "@fullcast/contract";

/** The unchecked values of a file. */
export interface RawDetails {
  readonly series?: string | null;
  readonly series_number?: string | null;
  /** May contain markup. */
  readonly description?: string | null;
  readonly publisher?: string | null;
  readonly published?: string | null;
  /** Candidates. The first ISBN among them counts. */
  readonly identifiers?: readonly string[];
  /** The role is a MARC relator code in upper or lower case. Null: unknown. */
  readonly contributors?: readonly { readonly name: string; readonly role: string | null }[];
}

/** The interface's limits (`LIMITS.book_*`; a test compares them), UTF-16 units. */
export const DETAIL_UNITS = { series: 200, series_number: 20, description: 4_000, publisher: 200, contributor: 200 };
export const MAX_CONTRIBUTORS = 50;
/** The MARC relator code of a person without a role (https://www.loc.gov/marc/relators/). */
const UNKNOWN_ROLE = "ctb";

export function cleanDetails(raw: RawDetails): BookDetails {
  const series = oneLine(raw.series, DETAIL_UNITS.series);
  const contributors = new Map<string, BookDetails["contributors"][number]>();
  for (const { name, role } of raw.contributors ?? []) {
    const line = oneLine(name, DETAIL_UNITS.contributor);
    if (line === null) continue;
    const code = role?.trim().toLowerCase() ?? "";
    const known = { name: line, role: /^[a-z]{3}$/.test(code) ? code : UNKNOWN_ROLE };
    contributors.set(`${known.role} ${known.name}`, known);
  }
  return {
    series,
    // A number without a series has no meaning.
    series_number: series === null ? null : numberInSeries(raw.series_number),
    description: plainText(raw.description),
    publisher: oneLine(raw.publisher, DETAIL_UNITS.publisher),
    published: isoDate(raw.published),
    isbn: (raw.identifiers ?? []).map(isbnOf).find((isbn) => isbn !== null) ?? null,
    contributors: [...contributors.values()].slice(0, MAX_CONTRIBUTORS),
  };
}

/** calibre writes 2.0 for the second book. */
function numberInSeries(text: string | null | undefined): string | null {
  return oneLine(text, DETAIL_UNITS.series_number)?.replace(/^(\d+)\.0+$/, "$1") ?? null;
}

/** Removes markup and keeps paragraphs. */
function plainText(text: string | null | undefined): string | null {
  const lines = (text ?? "")
    .slice(0, 8 * DETAIL_UNITS.description)
    .replaceAll(/<(?:\/p|br|\/div|\/li|\/h\d)\b[^<>]{0,200}>/gi, "\n")
    .replaceAll(/<[^<>]{0,500}>/g, " ")
    .split(/[\r\n]+/)
    .flatMap((line) => oneLine(line, DETAIL_UNITS.description) ?? []);
  const whole = cut(lines.join("\n"), DETAIL_UNITS.description);
  return whole === "" ? null : whole;
}

/** The year, month or day at the beginning of the text, as precise as it is a valid date. */
function isoDate(text: string | null | undefined): string | null {
  const [date, year, month, day] = /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(text ?? "") ?? [];
  if (date === undefined || year === undefined || Number(year) < 1_000) return null;
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return year;
  const exists = day !== undefined && new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return exists ? `${year}-${month}-${day}` : `${year}-${month}`;
}

/** The digits of an ISBN with a correct check digit (ISO 2108). Null for any other identifier. */
export function isbnOf(identifier: string): string | null {
  const digits = identifier
    .slice(0, 100)
    .replace(/^\s*(?:urn:isbn:|isbn[-:\s]*)/i, "")
    .replaceAll(/[\s\u2010-\u2015-]/g, "")
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) {
    const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
    return sum % 10 === 0 ? digits : null;
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return null;
  const sum = [...digits].reduce((total, digit, at) => total + (digit === "X" ? 10 : Number(digit)) * (10 - at), 0);
  return sum % 11 === 0 ? digits : null;
}

/** Collapses white space and control characters, and cuts the text. Null if no letter or digit is left. */
function oneLine(text: string | null | undefined, units: number): string | null {
  const line = (text ?? "")
    .slice(0, 8 * units)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const short = cut(line, units);
  return /[\p{L}\p{N}]/u.test(short) ? short : null;
}

/** Never within a surrogate pair. */
const cut = (text: string, units: number): string =>
  text
    .slice(0, units)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
