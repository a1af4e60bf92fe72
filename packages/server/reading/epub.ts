// Reads an EPUB, version 2 or 3. The package lists the documents and their order; the navigation (or NCX) has the starts and
// titles of chapters.

import { type Archive, encrypted, openArchive } from "./archive.ts";
import type { BookWarning } from "./book-content.ts";
import { type BookDraft, textOf } from "./book-draft.ts";
import { BookError } from "./book-error.ts";
import { decodeMarkup } from "./decode-markup.ts";
import { type MarkupDocument, readDocuments } from "./documents.ts";
import { type Item, inFolder } from "./epub-items.ts";
import { epubMetadata } from "./epub-metadata.ts";
import { type Landmark, openNavigation } from "./epub-navigation.ts";
import { type Markup, readMarkup } from "./markup.ts";
import { matterOf, matterWarning } from "./matter.ts";
import {
  chaptersAt,
  chaptersByHeadings,
  type DraftChapter,
  haveParts,
  type MarkupParagraph,
  withBreaks,
  withoutContents,
} from "./paragraphs.ts";
import { type Element, elementsOf } from "./xml-elements.ts";

const CONTAINER = "META-INF/container.xml";
const ENCRYPTION = "META-INF/encryption.xml";
/** The two algorithms for font obfuscation (OCF 4.4, and Adobe's). They do not encrypt text. */
const FONTS_ONLY = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);
const MAX_COVER_BYTES = 10 * 1024 * 1024;

/** @throws BookError */
export async function readEpub(bytes: Buffer): Promise<BookDraft> {
  const archive = await openArchive(bytes);
  const { packagePath, elements, items, spine: inOrder } = await packageOf(archive);
  const warnings: BookWarning[] = [];
  const documentsOf = async (spine: readonly Item[]): Promise<MarkupDocument[]> => {
    const found: MarkupDocument[] = [];
    for (const { path } of spine) {
      const content = await archive.read(path);
      if (content === null) {
        warnings.push({ code: "document_missing", message: "The book names a document that it does not hold." });
        continue;
      }
      // A link to a missing document also counts as a link into the book.
      const resolve = (href: string) => inFolder(path, href) || null;
      found.push({ markup: decodeMarkup(content), file: path, resolve });
    }
    return found;
  };
  const navigation = await openNavigation(
    items,
    elements.find(({ name }) => name === "spine")?.attributes.toc,
    async (path) => {
      const content = await archive.read(path);
      return content === null ? null : decodeMarkup(content);
    },
  );
  const all = await documentsOf(inOrder);
  const outside = matterDocuments(elements, packagePath, navigation.landmarks);
  const lengthOf = (some: readonly MarkupDocument[]) => some.reduce((sum, { markup }) => sum + markup.length, 0);
  const story = all.filter(({ file }) => !outside.has(file ?? ""));
  // A guide that marks most of the book as front matter is wrong.
  const isBelieved = lengthOf(story) * 2 >= lengthOf(all);
  const markups = isBelieved ? story : all;
  if (markups.length === 0) throw new BookError("damaged", "The book is damaged: none of its documents is there.");
  const documents = readDocuments(markups, true);
  const parts = leftOutParts(all, markups, documents, outside);
  const leftOut = matterWarning([
    ...(isBelieved ? all.flatMap(({ file }) => outside.get(file ?? "") ?? []) : []),
    ...documents.flatMap(({ matter }) => [...matter]),
  ]);
  const metadata = epubMetadata(elements);
  return {
    format: "epub",
    encoding: "UTF-8",
    ...metadata,
    language: metadata.language ?? documents[0]?.language ?? null,
    cover: await coverOf(archive, elements, items, packagePath),
    chapters: chaptersOf(documents, navigation.entries).map(({ title, paragraphs }) => ({
      title,
      text: textOf(paragraphs),
    })),
    leftOut: parts,
    ruby: documents.flatMap(({ ruby }) => ruby),
    warnings: [...warnings.slice(0, 1), ...(leftOut === null ? [] : [leftOut])],
  };
}

/** The package of an EPUB that is not encrypted, and its documents in reading order. @throws BookError */
export async function packageOf(archive: Archive) {
  await refuseEncrypted(archive);
  const packagePath =
    elementsOf(await textFile(archive, CONTAINER)).find(({ name }) => name === "rootfile")?.attributes["full-path"] ??
    "";
  const packageDocument = await textFile(archive, packagePath);
  const elements = elementsOf(packageDocument);
  const items = itemsOf(elements, packagePath);
  return { packagePath, packageDocument, elements, items, spine: spineOf(elements, items) };
}

/** Documents that are left out completely, because the book marks all of their text as front or back matter. */
function leftOutParts(
  all: readonly MarkupDocument[],
  story: readonly MarkupDocument[],
  read: readonly Markup[],
  outside: ReadonlyMap<string, string>,
): NonNullable<BookDraft["leftOut"]> {
  const readOf = new Map(story.map((document, index) => [document, read[index]]));
  const hasText = (document: MarkupDocument) =>
    readOf.get(document)?.paragraphs.some(({ text }) => text !== "") === true;
  const first = all.findIndex(hasText);
  return all.flatMap((document, index) => {
    const known = readOf.get(document);
    const matter = known === undefined ? outside.get(document.file ?? "") : [...known.matter][0];
    if (matter === undefined || hasText(document)) return [];
    const { markup, ...options } = document;
    const { paragraphs } = readMarkup(markup, { ...options, xml: true, notes: new Set(), matter: false });
    const title = paragraphs.find(({ level }) => level !== null)?.text ?? null;
    const texts = paragraphs.flatMap(({ kind, text }) => (kind === "text" && text !== "" ? [text] : []));
    return [{ title, text: textOf(texts), matter, isFront: index < first }];
  });
}

async function refuseEncrypted(archive: Archive): Promise<void> {
  if (archive.has("META-INF/sinf.xml")) throw encrypted();
  const encryption = await archive.read(ENCRYPTION);
  if (encryption === null) return;
  const methods = elementsOf(decodeMarkup(encryption)).filter(({ name }) => name === "EncryptionMethod");
  if (methods.length === 0 || methods.some(({ attributes }) => !FONTS_ONLY.has(attributes.Algorithm ?? ""))) {
    throw encrypted();
  }
}

async function textFile(archive: Archive, path: string): Promise<string> {
  const content = await archive.read(path);
  if (content !== null) return decodeMarkup(content);
  const what = path === CONTAINER ? "its container document" : "its package document";
  throw new BookError("damaged", `The book is damaged: ${what} is missing.`);
}

function itemsOf(elements: readonly Element[], packagePath: string): ReadonlyMap<string, Item> {
  return new Map(
    elements
      .filter(({ name }) => name === "item")
      .map(({ attributes }) => [
        attributes.id ?? "",
        {
          path: inFolder(packagePath, attributes.href ?? ""),
          mediaType: attributes["media-type"] ?? "",
          properties: ` ${attributes.properties ?? ""} `,
        },
      ]),
  );
}

/** The documents in reading order, each once, without the navigation and non-linear items. */
function spineOf(elements: readonly Element[], items: ReadonlyMap<string, Item>): Item[] {
  const spine = new Map<string, Item>();
  for (const { name, attributes } of elements) {
    if (name !== "itemref" || attributes.linear === "no") continue;
    const item = items.get(attributes.idref ?? "");
    if (item === undefined || item.path === "" || item.properties.includes(" nav ")) continue;
    spine.set(item.path, item);
  }
  return [...spine.values()];
}

/** Documents that guide or landmarks mark as front or back matter, with the plain name of its kind. */
function matterDocuments(
  elements: readonly Element[],
  packagePath: string,
  landmarks: readonly Landmark[],
): ReadonlyMap<string, string> {
  const guide = elements.flatMap(({ name, attributes }) =>
    name === "reference"
      ? [{ types: attributes.type ?? "", target: inFolder(packagePath, attributes.href ?? "") }]
      : [],
  );
  const places = [...guide, ...landmarks];
  const read = new Set(places.flatMap(({ types, target }) => (matterOf(types) === null ? [target] : [])));
  return new Map(
    places.flatMap(({ types, target }) => {
      const matter = matterOf(types);
      // A mark on a place inside of a document does not apply to the whole document.
      return matter === null || target.includes("#") || read.has(target) ? [] : [[target, matter] as const];
    }),
  );
}

/** The targets of a type in the guide of an EPUB 2. */
const guided = (elements: readonly Element[], type: string): string[] =>
  elements
    .filter(({ name, attributes }) => name === "reference" && attributes.type === type)
    .flatMap(({ attributes }) => attributes.href ?? []);

async function coverOf(
  archive: Archive,
  elements: readonly Element[],
  items: ReadonlyMap<string, Item>,
  packagePath: string,
): Promise<Uint8Array | null> {
  const named = elements.find(({ name, attributes }) => name === "meta" && attributes.name === "cover")?.attributes
    .content;
  const item =
    [...items.values()].find(({ properties }) => properties.includes(" cover-image ")) ??
    (named === undefined ? undefined : (items.get(named) ?? atPath(items, inFolder(packagePath, named)))) ??
    (await pictureOfPage(archive, items, inFolder(packagePath, guided(elements, "cover")[0] ?? "")));
  if (item === undefined || !item.mediaType.startsWith("image/")) return null;
  if (item.mediaType === "image/svg+xml")
    return (await pictureInDrawing(archive, items, item)) ?? readCover(archive, item);
  return readCover(archive, item);
}

async function readCover(archive: Archive, item: Item): Promise<Uint8Array | null> {
  const bytes = await archive.read(item.path);
  return bytes === null || bytes.length > MAX_COVER_BYTES ? null : bytes;
}

/** The picture in an SVG that only frames it, because an SVG loads no files when it is drawn. */
async function pictureInDrawing(
  archive: Archive,
  items: ReadonlyMap<string, Item>,
  item: Item,
): Promise<Uint8Array | null> {
  const picture = await pictureOfPage(archive, items, item.path, item);
  return picture === undefined || picture === item ? null : readCover(archive, picture);
}

const atPath = (items: ReadonlyMap<string, Item>, path: string): Item | undefined =>
  [...items.values()].find((item) => item.path === path.split("#")[0]);

/** The first picture of a cover page: an HTML element, or an image inside of an SVG that fills the screen. */
async function pictureOfPage(
  archive: Archive,
  items: ReadonlyMap<string, Item>,
  path: string,
  drawing?: Item,
): Promise<Item | undefined> {
  const page = drawing ?? atPath(items, path);
  if (page === undefined || (drawing === undefined && page.mediaType.startsWith("image/"))) return page;
  const content = await archive.read(page.path);
  if (content === null) return undefined;
  const pictures = new Map([...items.values()].map((item) => [item.path, item]));
  for (const { name, attributes } of elementsOf(decodeMarkup(content))) {
    if (name !== "img" && name !== "image") continue;
    const href = attributes.src ?? attributes["xlink:href"] ?? attributes.href;
    const picture = href === undefined ? undefined : pictures.get(inFolder(page.path, href).split("#")[0]!);
    if (picture !== undefined) return picture;
  }
  return undefined;
}

/** Cuts chapters by the navigation if it names several existing places, otherwise by headings, otherwise by documents. */
function chaptersOf(documents: readonly Markup[], entries: ReadonlyMap<string, string>): readonly DraftChapter[] {
  const kept = documents.map(({ paragraphs }) => withoutContents(paragraphs));
  const all = withBreaks(kept.flat());
  const entry = (paragraph: MarkupParagraph) => entryOf(paragraph, entries);
  const beginnings = all.filter((paragraph) => entry(paragraph) !== null);
  if (beginnings.length >= 2 && !isPoor(all, entry)) {
    const below = levelBelowParts(all, entry);
    return chaptersAt(all, (paragraph) => entry(paragraph) ?? (paragraph.level === below ? paragraph.text : null));
  }
  const byHeadings = chaptersByHeadings(all).chapters;
  if (byHeadings.length >= 2) return byHeadings;
  return kept.flatMap((paragraphs) => {
    const title = paragraphs.find(({ level }) => level !== null)?.text ?? null;
    return chaptersAt(withBreaks(paragraphs), () => null).map((chapter) => ({ ...chapter, title }));
  });
}

/** Whether the navigation has fewer than half of the top headings, as one generated from a page's links has. */
function isPoor(paragraphs: readonly MarkupParagraph[], entry: (paragraph: MarkupParagraph) => string | null): boolean {
  const levels = ([1, 2] as const).map((wanted) => paragraphs.filter(({ level }) => level === wanted));
  const highest = levels.find((heads) => heads.length >= 2) ?? [];
  return highest.length >= 4 && highest.filter((head) => entry(head) !== null).length * 2 < highest.length;
}

/** The heading level of the chapters, if the navigation has the parts of a book but not their chapters. */
function levelBelowParts(
  paragraphs: readonly MarkupParagraph[],
  entry: (paragraph: MarkupParagraph) => string | null,
): 2 | 3 | undefined {
  return ([1, 2] as const).flatMap((part) => {
    const below = paragraphs.filter(({ level }) => level === part + 1);
    const known = below.filter((paragraph) => entry(paragraph) !== null);
    return haveParts(paragraphs, part) && known.length * 2 < below.length ? ((part + 1) as 2 | 3) : [];
  })[0];
}

function entryOf({ anchors }: MarkupParagraph, entries: ReadonlyMap<string, string>): string | null {
  const titles = anchors.flatMap((anchor) => entries.get(anchor) ?? []);
  return titles.length === 0 ? null : [...new Set(titles)].join(" – ");
}
