import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BookError, type BookFault } from "./book-error.ts";
import { decodeText } from "./decode-text.ts";

const TALE = "“Är det du?” sade hon — “ja,” sade han, für 5 € … déjà vu ’s.\r\n\r\nThe end.";

test("UTF-8 is read with and without a byte order mark, line ends as they are", () => {
  assert.deepEqual(read(Buffer.from(TALE)), { text: TALE, encoding: "UTF-8" });
  assert.deepEqual(read(Buffer.from(`\ufeff${TALE}`)), { text: TALE, encoding: "UTF-8" });
});

test("UTF-16 is recognised by its byte order mark, and western text also without one", () => {
  for (const text of [TALE, `\ufeff${TALE}`]) {
    assert.deepEqual(read(Buffer.from(text, "utf16le")), { text: TALE, encoding: "UTF-16LE" });
    assert.deepEqual(read(Buffer.from(text, "utf16le").swap16()), { text: TALE, encoding: "UTF-16BE" });
  }
  const greek = "Καλημέρα κόσμε.";
  assert.equal(read(Buffer.from(`\ufeff${greek}`, "utf16le")).text, greek);
});

test("Latin-1 and Windows-1252 are recognised", () => {
  assert.deepEqual(read(Buffer.from("Café, déjà vu, naïve, Größe.", "latin1")), {
    text: "Café, déjà vu, naïve, Größe.",
    encoding: "Windows-1252",
  });
  const bytes = Buffer.from("\x93It\x92s 5 \x80 \x97 or so\x85\x94 she said.", "latin1");
  assert.equal(read(bytes).text, "“It’s 5 € — or so…” she said.");
});

test("text in every encoding is decoded exactly, unit by unit", () => {
  const text = fc
    .string({ unit: "binary", minLength: 1, maxLength: 200 })
    .map((s) => `A tale. ${s.replaceAll(/[\0-\x08\x0e-\x1f\x7f\ufeff]/g, " ")}`);
  fc.assert(
    fc.property(text, fc.boolean(), (tale, big) => {
      assert.equal(read(Buffer.from(tale)).text, tale);
      const wide = Buffer.from(`\ufeff${tale}`, "utf16le");
      assert.equal(read(big ? wide.swap16() : wide).text, tale);
    }),
  );
});

test("any bytes give a well-formed text or a BookError", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, mostlyText) => {
      const given = mostlyText ? bytes.map((byte) => (byte % 16 === 0 ? byte : 32 + (byte % 95))) : bytes;
      try {
        const { text } = decodeText(given);
        assert.ok(text.isWellFormed() && !text.includes("\0"));
      } catch (error) {
        assert.ok(error instanceof BookError, String(error));
      }
    }),
  );
});

test("an empty file is refused", () => {
  assertRefused(Buffer.alloc(0), "empty");
});

test("binary files are refused, and the message names known formats", () => {
  assertRefused(Buffer.from("%PDF-1.7\n%âãÏÓ", "latin1"), "binary", /PDF/);
  assertRefused(Buffer.from("PK\x03\x04\x14\x00", "latin1"), "binary", /Word, OpenDocument, EPUB/);
  assertRefused(Buffer.from("{\\rtf1\\ansi Hello}", "latin1"), "binary", /RTF/);
  assertRefused(Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "latin1"), "binary");
  assertRefused(
    Uint8Array.from({ length: 4096 }, (_, at) => (at * 197 + (at >> 3)) & 255),
    "binary",
  );
  assertRefused(Buffer.from("\x01\x02\x03\x04 some words \x05\x06"), "binary", /control characters/);
});

test("a NUL in a text is refused with its position", () => {
  const text = `${"First line, and quite long so that one NUL is rare.\n".repeat(3)}Abc\0def`;
  assertRefused(Buffer.from(text), "nul", /line 4, column 4 \(4:4\)/);
});

test("half a surrogate pair is refused with its position, in UTF-16 and in UTF-8", () => {
  const wide = Buffer.from("\ufeffOne\r\nTwo \ud83d three", "utf16le");
  assertRefused(wide, "surrogate", /\(2:5\)/);
  const narrow = Buffer.concat([Buffer.from("One\nTwo "), Buffer.from([0xed, 0xa0, 0xbd]), Buffer.from(" three")]);
  assertRefused(narrow, "surrogate", /\(2:5\)/);
});

test("damaged UTF-8 is refused with its position and not read as another encoding", () => {
  const bytes = Buffer.from("“One,” she said.\n“Two,” he said.");
  bytes[21] = 0x41;
  assertRefused(bytes, "not_text", /damaged at line 2/);
  assertRefused(Buffer.from("\ufeffABCDE", "utf16le").subarray(0, 11), "not_text", /middle of a character/);
});

test("an encoding that cannot be recognised is refused", () => {
  const koi8 = Buffer.from(
    "\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2! \xeb\xc1\xcb \xc4\xc5\xcc\xc1? ".repeat(4),
    "latin1",
  );
  assertRefused(koi8, "not_text", /not recognised/);
});

function read(bytes: Uint8Array) {
  return decodeText(bytes);
}

function assertRefused(bytes: Uint8Array, fault: BookFault, message = /./): void {
  assert.throws(() => decodeText(bytes), { name: "BookError", fault, message });
}
