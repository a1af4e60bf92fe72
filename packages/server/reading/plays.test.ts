// Plays keep their speakers and lines with any markup of the names.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { structureText } from "@fullcast/core/structure";
import { readBookHere } from "./read-book-here.ts";
import { docx, docxBody, para, run } from "./sample-books.ts";

const LINES = [
  ["Anna", "Who left the sluice open?"],
  ["Mr. Hart", "Not I."],
  ["Anna", "Then it was the frost."],
  ["Mr. Hart", "The frost never opened anything."],
  ["Anna", "It opened your mouth."],
] as const;
const rows = (row: (name: string, words: string) => string) =>
  LINES.map(([name, words]) => row(name.toUpperCase(), words)).join("");

/** [speaker, words] of all spoken lines. */
const saidIn = async (content: string | Buffer) => {
  const { chapters } = await readBookHere(
    Buffer.from(content as string),
    typeof content === "string" ? "html" : "docx",
  );
  const text = chapters.map((chapter) => chapter.text).join("\n\n");
  const { blocks, characters } = structureText(text);
  return blocks.flatMap((block) =>
    block.kind === "speech"
      ? [[characters[block.speaker!]!.name, text.slice(block.exclusions[0]?.end_utf16, block.end_utf16).trim()]]
      : [],
  );
};

describe("a play is cast by its names", () => {
  for (const [how, markup] of Object.entries({
    "cells of a table": `<table>${rows((name, words) => `<tr><td>${name}.</td><td><p>${words}</p></td></tr>`)}</table>`,
    "terms of a definition list": `<dl>${rows((name, words) => `<dt>${name}</dt><dd>${words}</dd>`)}</dl>`,
    "paragraphs of a class": rows((name, words) => `<p class="speaker">${name}</p><p>${words}</p>`),
    "personas of Standard Ebooks": `<table>${rows((name, words) => `<tr><td epub:type="z3998:persona">${name}</td><td>${words}</td></tr>`)}</table>`,
    "capitals alone": rows((name, words) => `<p>${name}</p><p>${words}</p>`),
    "capitals and a line break": rows((name, words) => `<p>${name}.<br/>${words}</p>`),
    "verse in lines": rows((name, words) => `<p>${name}</p><p>${words.replace(" ", "<br/>")}</p>`),
  })) {
    test(`as ${how}`, async () => {
      assert.deepEqual(await saidIn(`<!doctype html><h1>Act One</h1>${markup}`), LINES);
    });
  }
  test("as names in mixed case with semantic markup", async () => {
    const markup = LINES.map(([name, words]) => `<dt>${name}:</dt><dd>${words}</dd>`).join("");
    assert.deepEqual(await saidIn(`<!doctype html><dl>${markup}</dl>`), LINES);
  });
  test("as a table of a DOCX", async () => {
    const cell = (text: string) => `<w:tc>${para(null, run(text))}</w:tc>`;
    const table = `<w:tbl>${rows((name, words) => `<w:tr>${cell(name)}${cell(words)}</w:tr>`)}</w:tbl>`;
    assert.deepEqual(await saidIn(await docx({ "word/document.xml": docxBody(table) })), LINES);
  });
});

test("capitalised headings in a novel and a table of numbers stay unchanged", async () => {
  const read = async (body: string) =>
    (await readBookHere(Buffer.from(`<!doctype html>${body}`), "html")).chapters.map(({ text }) => text).join("|");
  const prose = "<p>It rained all day.</p>".repeat(6);
  const novel = ["LONDON", "PARIS", "LONDON", "PARIS"].map((place) => `<p>${place}</p>${prose}`).join("");
  assert.match(await read(novel), /^LONDON\n\nIt rained/);
  const table =
    "<table><tr><td>1902</td><td>four</td></tr><tr><td>1903</td><td>five</td></tr><tr><td>1902</td><td>six</td></tr></table>";
  assert.equal(await read(`<p>Ships.</p>${table}`), "Ships.\n\n1902\n\nfour\n\n1903\n\nfive\n\n1902\n\nsix");
});
