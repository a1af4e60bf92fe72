// Markdown that pandoc 2.17 wrote from an EPUB gives the same text and the same people as that EPUB. The files contain one
// story with double, single and German quotes and with dashes. Pandoc made story.epub from HTML, and story.md from
// story.epub.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { structureText } from "@fullcast/core/structure";
import { readBookHere } from "./read-book-here.ts";

const read = async (name: string) => {
  const bytes = readFileSync(new URL(`./written-by-pandoc/${name}`, import.meta.url));
  const { chapters } = await readBookHere(bytes, name.endsWith(".md") ? "markdown" : null);
  // A title page may repeat the title.
  return chapters.map(({ title, text }) => ({ title, text: text.replace(/^(?:The Sluice\n\n)+/, "") }));
};

for (const name of ["double", "single", "german", "dash"]) {
  test(`the story with ${name} quotes`, async () => {
    const [epub, markdown] = [await read(`${name}.epub`), await read(`${name}.md`)];
    assert.deepEqual(markdown, epub);
    const people = (chapters: typeof epub) =>
      structureText(chapters.map(({ text }) => text).join("\n\n")).characters.map(({ name, quotes }) => [name, quotes]);
    assert.deepEqual(people(markdown), people(epub));
    assert.deepEqual(
      people(markdown).map(([person]) => person),
      ["Marian", "Tobias"],
    );
  });
}

test("the story as CommonMark and as GitHub's Markdown, which keep curly quotes", async () => {
  const book = (await read("double.epub")).map(({ text }) => text);
  const straight = book.map((text) => text.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'"));
  for (const [written, wanted] of [
    [book, book],
    // Straight quotes, as typed on a keyboard.
    [straight, book],
  ] as const) {
    const source = written.map((text) => text.replace(/^.*\n/, "## $&").replaceAll("*", "\\*")).join("\n\n");
    const { chapters } = await readBookHere(Buffer.from(source), "markdown");
    assert.deepEqual(
      chapters.map(({ text }) => text),
      wanted,
    );
  }
});

test("nested spans, attributes over two lines, definition lists, escaped quotes and non-breaking spaces", async () => {
  const markdown = [
    '# One {#one lang="en"}\n',
    '[[“]{.x}Hush,” said Mara, [very *low*]{.sc\nlang="en"}.]{.calibre1 .p}\n',
    "He is 6\\'2\\\" tall.\\ So\\ there.\n",
    '![](cover.jpg){width="50%"}\n',
    "[12]{.pagenum}[Words](https://example.org){.external}.\n",
    "ANNA\n\n:   Who is there?\n\n    Nobody?\n\nTOM\n:   I.\n\nANNA\n:   Come in.\n",
    "After.\n",
  ].join("\n");
  const { chapters } = await readBookHere(Buffer.from(markdown), "markdown");
  assert.equal(
    chapters[0]?.text,
    "One\n\n“Hush,” said Mara, very low.\n\nHe is 6'2\" tall. So there.\n\nWords.\n\nANNA: Who is there?\n\nNobody?\n\nTOM: I.\n\nANNA: Come in.\n\nAfter.",
  );
});

test("a title block names the book and its authors, and is not read", async () => {
  const text = "% The Well\n  of Ash\n% Ann Ash; Tom Hale\n% 1902\n\n# One\n\nIt rained.\n";
  const { title, author, chapters } = await readBookHere(Buffer.from(text), "markdown");
  assert.deepEqual([title, author], ["The Well of Ash", "Ann Ash, Tom Hale"]);
  assert.deepEqual(
    chapters.map((chapter) => chapter.text),
    ["One\n\nIt rained."],
  );
  const without = await readBookHere(Buffer.from("%\n% Ann Ash\n\nIt rained.\n"), "markdown");
  assert.deepEqual([without.title, without.author], [null, "Ann Ash"]);
  const percent = await readBookHere(Buffer.from("% of people are right, he said.\nMore.\n\nIt rained.\n"), "markdown");
  assert.match(percent.chapters[0]?.text ?? "", /% of people/);
});
