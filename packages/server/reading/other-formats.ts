// Formats without a reader. Each is refused by its name, with advice.

import { BookError } from "./book-error.ts";

interface OtherFormat {
  readonly name: string;
  readonly advice: string;
  /** @param head The first 400 bytes, one character each. */
  readonly isIt: (head: string) => boolean;
}

const OTHERS: readonly OtherFormat[] = [
  {
    name: "a PDF",
    advice:
      "A PDF holds pages, not paragraphs. Import the book as EPUB or DOCX, or save its text as a text file (.txt) and import that.",
    isIt: (head) => /^[\s\ufeff]*%PDF-/.test(head),
  },
  {
    name: "an RTF document",
    advice: "Open it in Word or LibreOffice, save it as DOCX, and import that.",
    isIt: (head) => head.startsWith("{\\rtf"),
  },
  {
    name: "an OpenDocument text (ODT)",
    advice: "Open it in LibreOffice, save it as DOCX or export it as EPUB, and import that.",
    isIt: (head) => head.includes("mimetypeapplication/vnd.oasis.opendocument"),
  },
  {
    name: "a FictionBook (FB2)",
    advice: "Convert it to EPUB, for example with calibre, and import that.",
    isIt: (head) => /<FictionBook[\s>]/.test(head.replaceAll("\0", "")),
  },
  {
    name: "a Kindle book (MOBI or AZW)",
    advice: "Convert it to EPUB, for example with calibre, and import that.",
    isIt: (head) => head.slice(60, 68) === "BOOKMOBI",
  },
  {
    name: "a picture",
    advice: "A picture holds no text that can be read. Type its words into a text file (.txt), and import that.",
    isIt: (head) => /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*)|^RIFF.{4}WEBP/s.test(head),
  },
  {
    name: "a recording",
    advice:
      "A story is text, from which the recording is made. Write its words into a text file (.txt), and import that.",
    isIt: (head) =>
      /^(?:ID3[\x02-\x04]|OggS|fLaC|\xff[\xf2\xf3\xfa\xfb]|FORM.{4}AIF|.{4}ftyp)|^RIFF.{4}WAVE/s.test(head),
  },
];

/** @throws BookError wrong_type */
export function refuseOtherFormats(bytes: Buffer): void {
  const head = bytes.toString("latin1", 0, 400);
  const other = OTHERS.find(({ isIt }) => isIt(head));
  if (other !== undefined) throw new BookError("wrong_type", `The file is ${other.name}. ${other.advice}`);
}
