// Turns any bytes into a book; the content decides the format. Runs only in the limited process of book-process.ts and in
// tests.

import type { BookContent, BookFormat } from "./book-content.ts";
import type { BookDraft } from "./book-draft.ts";
import { BookError } from "./book-error.ts";
import { decodeMarkupFile } from "./decode-markup.ts";
import { decodeText } from "./decode-text.ts";
import { readDocx } from "./docx.ts";
import { readEpub } from "./epub.ts";
import { finishBook } from "./finish-book.ts";
import { readHtml } from "./html.ts";
import { readMarkdown } from "./markdown.ts";
import { refuseOtherFormats } from "./other-formats.ts";
import { readPlainText } from "./plain-text.ts";

const READERS: Readonly<Record<BookFormat, (bytes: Buffer) => BookDraft | Promise<BookDraft>>> = {
  text: (bytes) => readPlainText(decodeText(bytes)),
  markdown: (bytes) => readMarkdown(decodeText(bytes)),
  html: (bytes) => readHtml(decodeMarkupFile(bytes)),
  epub: readEpub,
  docx: readDocx,
};

const NAMES: Readonly<Record<BookFormat, string>> = {
  text: "plain text",
  markdown: "Markdown",
  html: "HTML",
  epub: "an EPUB",
  docx: "a DOCX",
};

const PACKED = "PK\u0003\u0004";
const LOCKED = "\xd0\xcf\x11\xe0";

/**
 * @param claimed The stated format. It decides for text, Markdown and HTML. Null: the format is detected, but never as
 * Markdown, which only a file name shows.
 * @throws BookError
 */
export async function readBookHere(bytes: Buffer, claimed: BookFormat | null): Promise<BookContent> {
  if (bytes.length === 0) throw new BookError("empty", "The file is empty.");
  refuseOtherFormats(bytes);
  const found = formatOf(bytes);
  if (found !== null && claimed !== null && found !== claimed && found !== "html") {
    throw new BookError("wrong_type", `The file came as ${NAMES[claimed]}, but it is ${NAMES[found]}.`);
  }
  if (found === null && (claimed === "epub" || claimed === "docx")) {
    const head = bytes.toString("latin1", 0, 4);
    if (head === LOCKED) throw new BookError("encrypted", "The document has a password, or is of an old Word.");
    if (head !== PACKED) throw new BookError("wrong_type", `The file came as ${NAMES[claimed]}, but it is none.`);
  }
  return finishBook(await READERS[claimed ?? found ?? "text"](bytes));
}

/** The format of the bytes. Null: any text, or a damaged archive. */
function formatOf(bytes: Buffer): BookFormat | null {
  const head = bytes.toString("latin1", 0, 120);
  if (head.startsWith(PACKED)) {
    // OCF 4.3: the first file is uncompressed and contains the media type.
    if (head.includes("mimetypeapplication/epub+zip")) return "epub";
    if (bytes.includes("META-INF/container.xml", 0, "latin1")) return "epub";
    return bytes.includes("word/", 0, "latin1") && bytes.includes("[Content_Types].xml", 0, "latin1") ? "docx" : null;
  }
  // UTF-16 is treated like one byte per character, because only ASCII characters matter here.
  let start = bytes
    .toString("latin1", 0, 2_000)
    .replaceAll("\0", "")
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, "")
    .trimStart()
    .replace(/^<\?xml[^>]*>/, "")
    .trimStart();
  // Comments are skipped in a loop. A regular expression with repeated comments would backtrack exponentially.
  for (let end = 0; start.startsWith("<!--") && end >= 0; ) {
    end = start.indexOf("-->");
    if (end >= 0) start = start.slice(end + 3).trimStart();
  }
  return /^<(?:!doctype html|html)[\s>]/i.test(start) ? "html" : null;
}
