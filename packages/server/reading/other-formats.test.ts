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
