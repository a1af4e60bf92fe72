// Reads a DOCX (ECMA-376, Office Open XML) by the styles of its paragraphs. Leaves out deleted and hidden text, footnotes and
// endnotes, comments, tables of contents, and the instructions of fields.

import { type Archive, openArchive } from "./archive.ts";
import { cleanDetails } from "./book-details.ts";
import { type BookDraft, textOf } from "./book-draft.ts";
import { BookError } from "./book-error.ts";
import { decodeMarkup } from "./decode-markup.ts";
import { docxParagraphs } from "./docx-paragraphs.ts";
import { type DocxStyles, docxStyles } from "./docx-styles.ts";
import { chaptersByHeadings, withBreaks, withoutContents } from "./paragraphs.ts";
import { elementsOf } from "./xml-elements.ts";

const MAIN_DOCUMENT = /\.main\+xml$/;

/** @throws BookError */
export async function readDocx(bytes: Buffer): Promise<BookDraft> {
  const archive = await openArchive(bytes);
  const path = await mainDocument(archive);
  const markup = await partOf(archive, path);
  if (markup === null) throw new BookError("damaged", "The document is damaged: its text is missing.");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const styles: DocxStyles = docxStyles((await partOf(archive, `${folder}styles.xml`)) ?? "");
  const { paragraphs, title } = docxParagraphs(markup, styles);
  const core = elementsOf((await partOf(archive, "docProps/core.xml")) ?? "");
  const stated = (name: string) => core.find((element) => element.name === name)?.text.trim() || null;
  const byHeadings = chaptersByHeadings(withBreaks(withoutContents(paragraphs)));
  return {
    format: "docx",
    encoding: "UTF-8",
    title: stated("title") ?? title ?? byHeadings.title,
    author: byHeadings.author ?? stated("creator")?.replaceAll(/\s*;\s*/g, ", ") ?? null,
    language: stated("language") ?? styles.language,
    details: cleanDetails({}),
    cover: null,
    chapters: byHeadings.chapters.map((chapter) => ({ title: chapter.title, text: textOf(chapter.paragraphs) })),
    warnings: [],
  };
}

/** Word always writes word/document.xml. Other programs may use another name, which the list of types contains. */
async function mainDocument(archive: Archive): Promise<string> {
  const types = elementsOf((await partOf(archive, "[Content_Types].xml")) ?? "");
  const named = types.find(
    ({ name, attributes }) => name === "Override" && MAIN_DOCUMENT.test(attributes.ContentType ?? ""),
  );
  return named?.attributes.PartName?.replace(/^\//, "") ?? "word/document.xml";
}

async function partOf(archive: Archive, path: string): Promise<string | null> {
  const content = await archive.read(path);
  return content === null ? null : decodeMarkup(content);
}
