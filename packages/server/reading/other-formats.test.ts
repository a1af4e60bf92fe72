// PDF, ODT, RTF, FB2 and MOBI are refused by name, with advice, regardless of their stated type.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readBookHere } from "./read-book-here.ts";
import { packed } from "./sample-books.ts";

for (const [name, bytes] of [
  ["a PDF", Buffer.from("%PDF-1.7\n%\u00e2\u00e3")],
  ["an RTF document", Buffer.from("{\\rtf1\\ansi Words.}")],
  [
    "an OpenDocument text (ODT)",
    await packed({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<a/>" }),
  ],
  ["a FictionBook (FB2)", Buffer.from('<?xml version="1.0"?>\n<FictionBook xmlns="x"><body/></FictionBook>')],
  ["a FictionBook (FB2)", Buffer.from('<?xml version="1.0"?>\n<FictionBook xmlns="x">', "utf16le")],
  ["a Kindle book (MOBI or AZW)", Buffer.concat([Buffer.alloc(60, 1), Buffer.from("BOOKMOBI"), Buffer.alloc(90)])],
  ["a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")],
  ["a picture", Buffer.from("\xff\xd8\xff\xe0\0\x10JFIF", "latin1")],
  ["a picture", Buffer.from("RIFF\x24\0\0\0WEBPVP8 ", "latin1")],
  ["a recording", Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1")],
  ["a recording", Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1")],
  ["a recording", Buffer.from("\xff\xfb\x90\x64\0\x0f", "latin1")],
  ["a recording", Buffer.from("\0\0\0\x20ftypM4A \0\0", "latin1")],
] as const) {
  test(`${name} of ${bytes.length} bytes`, async () => {
    for (const claimed of [null, "text", "markdown", "html", "epub", "docx"] as const) {
      await assert.rejects(readBookHere(bytes, claimed), (error: { fault: string; message: string }) => {
        assert.equal(error.fault, "wrong_type");
        assert.ok(error.message.startsWith(`The file is ${name}. `), error.message);
        assert.match(error.message, /import that\.$/);
        return true;
      });
    }
  });
}
