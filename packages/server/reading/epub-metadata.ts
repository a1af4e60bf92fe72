// The metadata in an EPUB's package document (EPUB 3.3, 5.5; OPF 2.0.1, 2.2): Dublin Core, refined by `meta` elements in EPUB 3
// and by attributes in EPUB 2, and calibre's series.

import { cleanDetails } from "./book-details.ts";
import type { BookDraft } from "./book-draft.ts";
import type { Element } from "./xml-elements.ts";

/** The most creators in the author line. */
const MOST_AUTHORS = 20;

export function epubMetadata(
  elements: readonly Element[],
): Pick<BookDraft, "title" | "author" | "language" | "details"> {
  const refinements = refinementsOf(elements);
  const all = (name: string) => elements.filter((element) => element.name === name && isOfBook(elements, element));
  const refined = (element: Element, property: string) =>
    refinements.get(`#${element.attributes.id ?? ""} ${property}`)?.text.trim() ?? null;
  const text = (name: string) => all(name)[0]?.text.trim() || null;

  const titles = all("title").filter((title) => title.text.trim() !== "");
  const title = titles.find((one) => refined(one, "title-type") === "main") ?? titles[0];
  const people = (name: string) =>
    all(name)
      .filter((person) => person.text.trim() !== "")
      .map((person) => ({
        name: person.text.trim(),
        role: refined(person, "role") ?? person.attributes["opf:role"] ?? person.attributes.role ?? null,
      }));
  // A creator without a role is an author (OPF 2.0.1, 2.2.2).
  const creators = people("creator").map(({ name, role }) => ({ name, role: role ?? "aut" }));
  const authors = creators.filter(({ role }) => role.toLowerCase() === "aut");
  const names = (authors.length > 0 ? authors : creators).map(({ name }) => name);
  return {
    title: title?.text.trim() ?? null,
    author: [...new Set(names)].slice(0, MOST_AUTHORS).join(", ") || null,
    language: text("language"),
    details: cleanDetails({
      ...seriesOf(elements, refined),
      description: text("description"),
      publisher: text("publisher"),
      published: publishedOf(all("date")),
      identifiers: [...all("identifier"), ...all("source")].map((identifier) => identifier.text),
      contributors: [...creators, ...people("contributor")],
    }),
  };
}

/** Refinements by the id of the refined element. */
function refinementsOf(elements: readonly Element[]): ReadonlyMap<string, Element> {
  const refinements = new Map<string, Element>();
  for (const element of elements) {
    const { refines, property } = element.attributes;
    if (element.name !== "meta" || refines === undefined || property === undefined) continue;
    const key = `${refines} ${property}`;
    if (!refinements.has(key)) refinements.set(key, element);
  }
  return refinements;
}

/** Every collection except a set is a series. calibre uses its own element. */
function seriesOf(elements: readonly Element[], refined: (element: Element, property: string) => string | null) {
  const collections = elements.filter(
    ({ name, attributes }) => name === "meta" && attributes.property === "belongs-to-collection",
  );
  const series =
    collections.find((one) => refined(one, "collection-type") === "series") ??
    collections.find((one) => refined(one, "collection-type") !== "set");
  if (series !== undefined) return { series: series.text, series_number: refined(series, "group-position") };
  const named = (wanted: string) =>
    elements.find(({ name, attributes }) => name === "meta" && attributes.name === wanted)?.attributes.content ?? null;
  return { series: named("calibre:series"), series_number: named("calibre:series_index") };
}

function publishedOf(dates: readonly Element[]): string | null {
  const event = ({ attributes }: Element) => attributes["opf:event"] ?? attributes.event;
  const date =
    dates.find((one) => event(one) === "publication") ??
    dates.find((one) => event(one) === undefined) ??
    dates.find((one) => event(one) !== "modification");
  return date?.text ?? null;
}

/** Whether an element describes the book itself, not a collection or a refinement inside of its metadata. */
const isOfBook = (elements: readonly Element[], element: Element): boolean =>
  elements[element.parent]?.name === "metadata" || elements[element.parent]?.name === "dc-metadata";
