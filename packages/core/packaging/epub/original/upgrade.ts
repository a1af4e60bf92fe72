// An original of EPUB 2 as one of EPUB 3, which has a place for sound: its package, its pages, and a navigation document made of
// its NCX. Files that are neither stay as they are.

import { xmlAttribute, xmlText } from "../xml.ts";
import { attributeOf, decoded, type MarkupToken, tokensOf } from "./markup.ts";
import type { Original, OriginalPage } from "./original.ts";
import { applied, type Edit, localName, pathIn, relativePath } from "./package.ts";
import { pageProperties, upgradePage } from "./upgrade-page.ts";

export interface Upgraded {
  readonly original: Original;
  /** Files that are new or changed. */
  readonly files: readonly OriginalPage[];
}

/** Null when the package is not one of EPUB 2 that can be read. */
export function upgradeOriginal(old: Original, navPath: string): Upgraded | null {
  const tokens = tokensOf(old.packageDocument);
  const root = tokens?.find(({ kind, name }) => kind === "open" && localName(name) === "package");
  if (tokens === null || root === undefined || tokens.some(({ name }) => localName(name) === "dc-metadata"))
    return null;
  if (!attributeOf(old.packageDocument.slice(root.from, root.to), "version")?.startsWith("2")) return null;
  const title = textOf(old.packageDocument, tokens, "title") || "-";
  const language = textOf(old.packageDocument, tokens, "language") || "und";
  const upgrade = ({ path, markup }: OriginalPage) => ({ path, markup: upgradePage(markup, title) ?? markup });
  const pages = old.pages.map(upgrade);
  const others = (old.others ?? []).map(upgrade);
  const all = [...pages, ...others];
  const nav = {
    path: navPath,
    markup: navigationOf(old.contents ?? null, { path: navPath, title, language, pages: spineOf(old, tokens) }),
  };
  const packageDocument = upgradePackage(
    old,
    tokens,
    root,
    new Map(all.map(({ path, markup }) => [path, markup])),
    navPath,
  );
  return { original: { ...old, packageDocument, pages, others }, files: [nav, ...all] };
}

/** The paths of the pages that a reader turns. */
function spineOf({ packagePath, packageDocument: xml }: Original, tokens: readonly MarkupToken[]): ReadonlySet<string> {
  const folder = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
  const tags = (wanted: string) =>
    tokens.flatMap(({ kind, name, from, to }) =>
      kind !== "close" && localName(name) === wanted ? [xml.slice(from, to)] : [],
    );
  const paths = new Map(
    tags("item").map((tag) => [attributeOf(tag, "id"), pathIn(folder, attributeOf(tag, "href") ?? "")]),
  );
  return new Set(tags("itemref").flatMap((tag) => paths.get(attributeOf(tag, "idref")) ?? []));
}

function textOf(xml: string, tokens: readonly MarkupToken[], element: string): string {
  const at = tokens.findIndex(({ kind, name }) => kind === "open" && name.includes(":") && localName(name) === element);
  const text = tokens[at + 1];
  return at < 0 || text?.kind !== "text" ? "" : decoded(xml.slice(text.from, text.to)).trim();
}

const REFINED: Readonly<Record<string, (value: string) => readonly [string, string]>> = {
  role: (value) => [' property="role" scheme="marc:relators"', value],
  "file-as": (value) => [' property="file-as"', value],
  scheme: (value) => [' property="identifier-type"', value],
};

function upgradePackage(
  { packagePath, packageDocument: xml }: Original,
  tokens: readonly MarkupToken[],
  root: MarkupToken,
  pages: ReadonlyMap<string, string>,
  navPath: string,
): string {
  const folder = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
  const p = root.name.includes(":") ? `${root.name.split(":")[0]}:` : "";
  const edits: Edit[] = [];
  const sourceOf = ({ from, to }: MarkupToken): string => xml.slice(from, to);
  edits.push({
    ...root,
    text: sourceOf(root).replace(/(\sversion\s*=\s*)(?:"[^"]*"|'[^']*')/u, '$1"3.0"'),
  });
  const cover = tokens.map(sourceOf).find((tag) => /^<[^>]*meta\s/u.test(tag) && attributeOf(tag, "name") === "cover");
  const coverId = cover === undefined ? null : attributeOf(cover, "content");
  const refinements: string[] = [];
  const ids = new Set([...xml.matchAll(/\sid\s*=\s*["']([^"']*)["']/gu)].map(([, id]) => id));
  const freeId = (): string => {
    let number = ids.size + 1;
    while (ids.has(`epub3-${number}`)) number += 1;
    ids.add(`epub3-${number}`);
    return `epub3-${number}`;
  };
  const dates = tokens.filter(({ kind, name }) => kind === "open" && /:date$/u.test(name));
  const eventOf = (date: MarkupToken) => /\s[\w-]+:event\s*=\s*["']([^"']*)["']/u.exec(sourceOf(date))?.[1] ?? "";
  const keptDate =
    dates.find((date) => eventOf(date).endsWith("publication")) ??
    dates.find((date) => eventOf(date) !== "modification");
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "open" && token.kind !== "empty") continue;
    const tag = sourceOf(token);
    const name = localName(token.name);
    if (name === "item") edits.push(...itemEdits(token, tag));
    else if (token.name.includes(":") && DUBLIN_CORE.test(name)) {
      const [content, end] = [tokens[index + 1], tokens[index + 2]];
      const isText = content?.kind === "text" && sourceOf(content).trim() !== "";
      const isKept = isText && (name !== "date" || token === keptDate);
      if (!isKept) {
        const to = token.kind === "empty" ? token.to : content?.kind === "text" ? end?.to : content?.to;
        edits.push({ from: token.from, to: to ?? token.to, text: "" });
      } else edits.push(...statementEdits(token, tag));
    } else if (name === "meta") {
      const without = tag.replaceAll(/\s(?:[\w-]+:)?scheme\s*=\s*(?:"[^"]*"|'[^']*')/gu, "");
      if (without !== tag) edits.push({ ...token, text: without });
    }
  }
  const end = (name: string) => tokens.find((one) => one.kind === "close" && localName(one.name) === name)?.from ?? 0;
  const href = relativePath(packagePath, navPath);
  edits.push(
    { from: end("metadata"), to: end("metadata"), text: refinements.join("") },
    {
      from: end("manifest"),
      to: end("manifest"),
      text: `<${p}item id="${freeId()}" href="${xmlAttribute(href)}" media-type="application/xhtml+xml" properties="nav"/>\n`,
    },
  );
  return applied(xml, edits);

  function itemEdits(token: MarkupToken, tag: string): Edit[] {
    const isCover =
      coverId !== null && attributeOf(tag, "id") === coverId && /\smedia-type\s*=\s*["']image\//u.test(tag);
    const page = pages.get(pathIn(folder, attributeOf(tag, "href") ?? ""));
    const properties = [...(isCover ? ["cover-image"] : []), ...(page === undefined ? [] : pageProperties(page))];
    if (properties.length === 0) return [];
    const at = token.to - (token.kind === "empty" ? 2 : 1);
    return [{ from: at, to: at, text: ` properties="${properties.join(" ")}"` }];
  }

  /** Attributes with a prefix of their own become statements about the element. */
  function statementEdits(token: MarkupToken, tag: string): Edit[] {
    const old = [...tag.matchAll(/\s(?!xml)[\w-]+:([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)];
    if (old.length === 0) return [];
    const stated = old.flatMap(([, name = "", double, single]) => {
      const value = decoded(double ?? single ?? "").trim();
      return value === "" || REFINED[name] === undefined ? [] : [REFINED[name](value)];
    });
    let text = old.reduce((left, [attribute]) => left.replace(attribute, ""), tag);
    if (stated.length > 0) {
      const id = attributeOf(tag, "id") ?? freeId();
      if (attributeOf(tag, "id") === null) text = text.replace(/>$/u, ` id="${id}">`);
      for (const [attributes, value] of stated)
        refinements.push(`<${p}meta refines="#${xmlAttribute(id)}"${attributes}>${xmlText(value)}</${p}meta>\n`);
    }
    return [{ ...token, text }];
  }
}

const DUBLIN_CORE =
  /^(?:title|creator|subject|description|publisher|contributor|date|type|format|identifier|source|language|relation|coverage|rights)$/u;

interface Place {
  readonly label: string;
  readonly target: string;
  readonly below: Place[];
}

interface NavigationOptions {
  readonly path: string;
  readonly title: string;
  readonly language: string;
  readonly pages: ReadonlySet<string>;
}

function navigationOf(contents: OriginalPage | null, { path, title, language, pages }: NavigationOptions): string {
  const known = contents === null ? [] : placesOf(contents, pages);
  const first = [...pages][0] ?? "";
  const places = known.length > 0 ? known : [{ label: title, target: first, below: [] }];
  const attributes = `xml:lang="${xmlAttribute(language)}" lang="${xmlAttribute(language)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${attributes}>
<head><title>${xmlText(title)}</title></head>
<body><nav epub:type="toc">${listOf(places, path)}</nav></body>
</html>
`;
}

function listOf(places: readonly Place[], from: string): string {
  const items = places.map(({ label, target, below }) => {
    const [file = "", id] = target.split("#");
    const href = `${relativePath(from, file)}${id === undefined ? "" : `#${id}`}`;
    return `<li><a href="${xmlAttribute(href)}">${xmlText(label)}</a>${below.length === 0 ? "" : listOf(below, from)}</li>`;
  });
  return `<ol>${items.join("\n")}</ol>`;
}

/** No real book has deeper parts. */
const MOST_LEVELS = 16;

/** The points of an NCX that lead to a page of the book; those below a point that does not stand in its place. */
function placesOf({ path, markup }: OriginalPage, pages: ReadonlySet<string>): Place[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const top: Place[] = [];
  const open: { label: string; target: string; below: Place[] }[] = [];
  let isMap = false;
  const tokens = tokensOf(markup) ?? [];
  for (const [index, { kind, name, from, to }] of tokens.entries()) {
    if (name === "navmap") isMap = kind === "open";
    else if (!isMap) continue;
    else if (name === "navpoint" && kind === "open") open.push({ label: "", target: "", below: [] });
    else if (name === "navpoint" && kind === "close") {
      const done = open.pop();
      if (done === undefined) continue;
      const above = open.length > 0 && open.length < MOST_LEVELS ? (open.at(-1)?.below ?? top) : top;
      if (done.label !== "" && pages.has(done.target.split("#")[0] ?? "")) above.push(done);
      else above.push(...done.below);
    } else if (name === "text" && kind === "open") {
      const text = tokens[index + 1];
      const point = open.at(-1);
      if (point === undefined || text?.kind !== "text") continue;
      if (point.label === "") point.label = decoded(markup.slice(text.from, text.to)).replaceAll(/\s+/gu, " ").trim();
    } else if (name === "content") {
      const src = attributeOf(markup.slice(from, to), "src") ?? "";
      const id = src.split("#")[1];
      const point = open.at(-1);
      if (point !== undefined) point.target = `${pathIn(folder, src)}${id === undefined ? "" : `#${id}`}`;
    }
  }
  return top;
}
