// Reads the starts and titles of an EPUB's chapters: from the navigation document of EPUB 3, or the NCX of EPUB 2.

import { type Item, inFolder } from "./epub-items.ts";
import { type Element, elementsOf } from "./xml-elements.ts";

/** Levels of parts and chapters; deeper entries are not chapters. One level more if everything is below the book's title. */
const DEEPEST = 2;

export interface Landmark {
  /** The value of epub:type. */
  readonly types: string;
  readonly target: string;
}

export interface Navigation {
  /** Titles by target ("file#id" or "file") in the book's order. Empty if there is no navigation. */
  readonly entries: ReadonlyMap<string, string>;
  readonly landmarks: readonly Landmark[];
}

export async function openNavigation(
  items: ReadonlyMap<string, Item>,
  ncxId: string | undefined,
  read: (path: string) => Promise<string | null>,
): Promise<Navigation> {
  const nav = [...items.values()].find(({ properties }) => properties.includes(" nav "));
  const elements = nav === undefined ? [] : elementsOf((await read(nav.path)) ?? "");
  const landmarks = nav === undefined ? [] : landmarksOf(nav.path, elements);
  const entries = nav === undefined ? new Map<string, string>() : ofNav(nav.path, elements);
  if (entries.size > 0) return { entries, landmarks };
  const ncx =
    (ncxId === undefined ? undefined : items.get(ncxId)) ??
    [...items.values()].find(({ mediaType }) => mediaType === "application/x-dtbncx+xml");
  return { entries: ncx === undefined ? entries : ofNcx(ncx.path, await read(ncx.path)), landmarks };
}

/** EPUB 3.3, 7.4.1.3. */
function landmarksOf(path: string, elements: readonly Element[]): Landmark[] {
  return elements.flatMap((element) => {
    const { "epub:type": types, href } = element.attributes;
    if (element.name !== "a" || types === undefined || href === undefined) return [];
    const isLandmark = ancestors(elements, element).some(
      ({ name, attributes }) => name === "nav" && /(?:^|\s)landmarks(?:\s|$)/.test(attributes["epub:type"] ?? ""),
    );
    return isLandmark ? [{ types, target: inFolder(path, href) }] : [];
  });
}

function ofNav(path: string, elements: readonly Element[]): Map<string, string> {
  const navs = elements.flatMap((element, index) => (element.name === "nav" ? [{ element, index }] : []));
  const toc = navs.find(({ element }) => /(?:^|\s)toc(?:\s|$)/.test(element.attributes["epub:type"] ?? "")) ?? navs[0];
  if (toc === undefined) return new Map();
  return entriesOf(
    elements.flatMap((element) => {
      if (element.name !== "a" || element.attributes.href === undefined) return [];
      const around = ancestors(elements, element);
      if (!around.includes(toc.element)) return [];
      const depth = around.filter(({ name }) => name === "ol" || name === "ul").length;
      return { target: inFolder(path, element.attributes.href), label: element.text, depth };
    }),
  );
}

function ofNcx(path: string, markup: string | null): Map<string, string> {
  const elements = elementsOf(markup ?? "");
  // A point's label precedes its content (DTBook, 8).
  let label = "";
  return entriesOf(
    elements.flatMap((element) => {
      if (element.name === "navLabel") label = element.text;
      if (element.name !== "content" || element.attributes.src === undefined) return [];
      const depth = ancestors(elements, element).filter(({ name }) => name === "navPoint").length;
      return { target: inFolder(path, element.attributes.src), label, depth };
    }),
  );
}

interface Place {
  readonly target: string;
  readonly label: string;
  readonly depth: number;
}

/** An entry with at least this share of all entries below it stands for the book itself. */
const MOST = 0.7;

function entriesOf(places: readonly Place[]): Map<string, string> {
  const tops = places.flatMap(({ depth }, index) => (depth <= 1 ? [index] : []));
  const below = tops.map((top, index) => (tops[index + 1] ?? places.length) - top - 1);
  const isBelowOne = below.some((count) => count >= 4 && count >= places.length * MOST);
  const deepest = isBelowOne ? DEEPEST + 1 : DEEPEST;
  const entries = new Map<string, string>();
  for (const { target, label, depth } of places) {
    const title = label.replaceAll(/\s+/g, " ").trim();
    // Back links of notes are not chapters, although calibre may list them.
    if (depth < 1 || depth > deepest || /[←↩]/.test(title)) continue;
    if (target !== "" && title !== "" && !entries.has(target)) entries.set(target, title);
  }
  return entries;
}

/** No real document is deeper. Walking up from very many very deep elements would take too long. */
const MOST_LEVELS = 64;

function ancestors(elements: readonly Element[], element: Element): Element[] {
  const around: Element[] = [];
  for (let at = element.parent; at >= 0 && around.length < MOST_LEVELS; at = elements[at]?.parent ?? -1) {
    const one = elements[at];
    if (one !== undefined) around.push(one);
  }
  return around;
}
