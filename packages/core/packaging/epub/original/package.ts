// The package document of an original EPUB with the overlays added. What it held stays, except the time of the last change.

import type { Publication } from "../package-document.ts";
import { clock } from "../page-text.ts";
import { xmlAttribute, xmlText } from "../xml.ts";
import { attributeOf, type MarkupToken, tokensOf } from "./markup.ts";
import type { Original } from "./original.ts";

export interface InjectedItem {
  readonly id: string;
  readonly path: string;
  readonly media_type: string;
  /** Of an overlay. */
  readonly duration_ms?: number;
}

interface Additions {
  readonly items: readonly InjectedItem[];
  /** The overlay of each page, by the page's path. */
  readonly overlays: ReadonlyMap<string, string>;
  readonly publication: Pick<Publication, "narrator" | "modified" | "disclosure">;
  readonly activeClass: string;
}

const IPTC = "Iptc4xmpExt: http://iptc.org/std/Iptc4xmpExt/2008-02-29/";

/** Null when the package is not one of EPUB 3 that can be read, or has overlays of its own. */
export function injectPackage({ packagePath, packageDocument: xml }: Original, added: Additions): string | null {
  const tokens = tokensOf(xml);
  if (tokens === null) return null;
  const sourceOf = ({ from, to }: MarkupToken): string => xml.slice(from, to);
  const named = (kind: MarkupToken["kind"], name: string) =>
    tokens.find((token) => token.kind === kind && localName(token.name) === name);
  const root = named("open", "package");
  const manifestEnd = named("close", "manifest");
  const metadataEnd = named("close", "metadata");
  if (root === undefined || manifestEnd === undefined || metadataEnd === undefined) return null;
  if (!attributeOf(sourceOf(root), "version")?.startsWith("3")) return null;
  const items = tokens.filter(({ kind, name }) => (kind === "open" || kind === "empty") && localName(name) === "item");
  if (items.some((item) => attributeOf(sourceOf(item), "media-overlay") !== null)) return null;

  const edits: Edit[] = [];
  const insert = (at: number, text: string) => void edits.push({ from: at, to: at, text });
  const folder = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
  const p = root.name.includes(":") ? `${root.name.split(":")[0]}:` : "";

  for (const item of items) {
    const path = pathIn(folder, attributeOf(sourceOf(item), "href") ?? "");
    const overlay = added.overlays.get(path);
    if (overlay !== undefined) insert(item.to - (item.kind === "empty" ? 2 : 1), ` media-overlay="${overlay}"`);
  }
  const lines = added.items.map(({ id, path, media_type }) => {
    const href = path.slice(folder.length).split("/").map(encodeURIComponent).join("/");
    return `<${p}item id="${id}" href="${xmlAttribute(href)}" media-type="${media_type}"/>\n`;
  });
  insert(manifestEnd.from, lines.join(""));

  const { narrator, modified, disclosure } = added.publication;
  const meta = (property: string, value: string, more = "") =>
    `<${p}meta${more} property="${property}">${xmlText(value)}</${p}meta>\n`;
  const total = added.items.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  const metas = [
    ...added.items.flatMap(({ id, duration_ms }) =>
      duration_ms === undefined ? [] : meta("media:duration", clock(duration_ms), ` refines="#${id}"`),
    ),
    meta("media:duration", clock(total)),
    meta("media:active-class", added.activeClass),
    ...(narrator === null ? [] : [meta("media:narrator", narrator)]),
  ];
  if (disclosure !== null && disclosure !== undefined) {
    metas.push(meta("Iptc4xmpExt:DigitalSourceType", disclosure.source_type));
    if (!/property\s*=\s*["']schema:accessibilitySummary["']/u.test(xml))
      metas.push(meta("schema:accessibilitySummary", disclosure.statement));
    const prefix = attributeOf(sourceOf(root), "prefix");
    if (prefix === null) insert(root.to - 1, ` prefix="${IPTC}"`);
    else if (!prefix.includes("Iptc4xmpExt:")) {
      const place = /\sprefix\s*=\s*["']/u.exec(sourceOf(root));
      if (place !== null) insert(root.from + place.index + place[0].length, `${IPTC} `);
    }
  }
  const changed = tokens.findIndex(
    (token) => token.kind === "open" && attributeOf(sourceOf(token), "property") === "dcterms:modified",
  );
  const value = tokens[changed + 1];
  if (changed >= 0 && value?.kind === "text") edits.push({ from: value.from, to: value.to, text: modified });
  else metas.push(meta("dcterms:modified", modified));
  insert(metadataEnd.from, metas.join(""));
  return inUtf8(applied(xml, edits));
}

/** A range of a source that is replaced. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** @param edits of ranges that do not overlap; at one place they stand in their order */
export function applied(source: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, text } of edits.toSorted((one, other) => one.from - other.from)) {
    result += source.slice(at, from) + text;
    at = to;
  }
  return result + source.slice(at);
}

/** The declaration of a document that is written in UTF-8. */
export const inUtf8 = (xml: string): string =>
  xml.replace(/^(\ufeff?<\?xml[^>]*?encoding\s*=\s*)(?:"[^"]*"|'[^']*')/u, '$1"UTF-8"');

export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** The path in the container that a link of the package leads to. */
export function pathIn(folder: string, href: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${unescaped(href.split("#")[0] ?? "")}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function unescaped(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The link from one file of the container to another. */
export function relativePath(from: string, to: string): string {
  const [base, target] = [from.split("/").slice(0, -1), to.split("/")];
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) shared += 1;
  return [...base.slice(shared).map(() => ".."), ...target.slice(shared).map((part) => encodeURIComponent(part))].join(
    "/",
  );
}
