// Where an EPUB's chapters begin and what they are called: the navigation document of EPUB 3, the NCX of EPUB 2.

import { type Item, inFolder } from "./epub-items.ts";
import { type Element, elementsOf } from "./xml-elements.ts";

/** Parts and chapters; what is below them is no chapter. */
const DEEPEST = 2;

/** Titles by where they lead to, "file#id" or "file", in the book's order; empty when there is no navigation. */
export async function navigationOf(
  items: ReadonlyMap<string, Item>,
  ncxId: string | undefined,
  read: (path: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const nav = [...items.values()].find(({ properties }) => properties.includes(" nav "));
  const entries = nav === undefined ? new Map<string, string>() : ofNav(nav.path, await read(nav.path));
  if (entries.size > 0) return entries;
  const ncx =
    (ncxId === undefined ? undefined : items.get(ncxId)) ??
    [...items.values()].find(({ mediaType }) => mediaType === "application/x-dtbncx+xml");
  return ncx === undefined ? entries : ofNcx(ncx.path, await read(ncx.path));
}

function ofNav(path: string, markup: string | null): Map<string, string> {
  const elements = elementsOf(markup ?? "");
  const navs = elements.flatMap((element, index) => (element.name === "nav" ? [{ element, index }] : []));
  const toc = navs.find(({ element }) => /(?:^|\s)toc(?:\s|$)/.test(element.attributes["epub:type"] ?? "")) ?? navs[0];
  const entries = new Map<string, string>();
  if (toc === undefined) return entries;
  for (const element of elements) {
    if (element.name !== "a" || element.attributes.href === undefined) continue;
    const around = ancestors(elements, element);
    const lists = around.filter(({ name }) => name === "ol" || name === "ul").length;
    if (around.includes(toc.element) && lists <= DEEPEST) {
      enter(entries, inFolder(path, element.attributes.href), element.text);
    }
  }
  return entries;
}

function ofNcx(path: string, markup: string | null): Map<string, string> {
  const elements = elementsOf(markup ?? "");
  const entries = new Map<string, string>();
  // A point's label stands before its content (DTBook, 8).
  let label = "";
  for (const element of elements) {
    if (element.name === "navLabel") label = element.text;
    if (element.name !== "content" || element.attributes.src === undefined) continue;
    const depth = ancestors(elements, element).filter(({ name }) => name === "navPoint").length;
    if (depth >= 1 && depth <= DEEPEST) enter(entries, inFolder(path, element.attributes.src), label);
  }
  return entries;
}

function enter(entries: Map<string, string>, target: string, label: string): void {
  const title = label.replaceAll(/\s+/g, " ").trim();
  if (target !== "" && title !== "" && !entries.has(target)) entries.set(target, title);
}

/** No document is deeper; the way up from each of very many very deep elements would take for ever. */
const MOST_LEVELS = 64;

function ancestors(elements: readonly Element[], element: Element): Element[] {
  const around: Element[] = [];
  for (let at = element.parent; at >= 0 && around.length < MOST_LEVELS; at = elements[at]?.parent ?? -1) {
    const one = elements[at];
    if (one !== undefined) around.push(one);
  }
  return around;
}
