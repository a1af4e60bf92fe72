// Speech in single quotation marks: missing marks are found, apostrophes are none, and letters are no open speech.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkManuscript, type Finding } from "./manuscript.ts";

/** Clean paragraphs, with every apostrophe that could be taken for a mark. */
const CLEAN = [
  "\u2018I\u2019ve counted the boats,\u2019 said Mara. \u2018The boys\u2019 boat isn\u2019t there.\u2019",
  "The fishermen\u2019s wives were goin\u2019 home, and the dogs\u2019 barking stopped.",
  "\u2018\u2019Tis late,\u2019 said Tobias. \u2018Tell \u2019em to wait!\u2019",
  "\u2018He said \u201cnever\u201d, and he left,\u2019 she answered.",
  "\u2018Wait\u2014\u2019 But he was gone in the \u201990s fashion, rock \u2019n\u2019 roll and all.",
  "\u2018\u2026and then?\u2019 asked Ines. James\u2019 coat hung by the door.",
  "\u2018The first part of a long speech has no mark at its end.",
  "\u2018The second part has one.\u2019",
  "She read \u2018The Lighthouse\u2019, and \u2018The Boys\u2019 Own Book\u2019, before supper.",
];
const STYLES = [
  { name: "typographic", of: (text: string) => text },
  {
    name: "straight",
    of: (text: string) => text.replaceAll(/[\u2018\u2019]/gu, "'").replaceAll(/[\u201c\u201d]/gu, '"'),
  },
];
/** The paragraphs whose first mark or last mark is missed when it is not there. */
const SPEECH = [0, 2, 3];

const check = (paragraphs: readonly string[]): readonly Finding[] =>
  checkManuscript([{ title: "One", text: paragraphs.join("\n\n") }], { language: "en-GB" });
const book = (of: (text: string) => string): string[] => Array.from({ length: 5 }, () => CLEAN.map(of)).flat();

for (const { name, of } of STYLES) {
  test(`a book in ${name} single marks has no finding`, () => {
    assert.deepEqual(check(book(of)), []);
  });

  test(`speech without its end is found in ${name} marks, with its mend`, () => {
    const said = of("\u2018The harbour was empty, said Mara.");
    const clean = book(of);
    // Where speech ends and the next paragraph begins none, the end is missed.
    for (const [at, paragraph] of clean.entries()) {
      if (paragraph.startsWith(of("\u2018The first part"))) continue;
      const quiet = "The water lay still.";
      const paragraphs = clean.toSpliced(at + 1, 0, said, quiet);
      const findings = check(paragraphs);
      const end = paragraphs.slice(0, at + 2).join("\n\n").length;
      assert.deepEqual(findings, [
        { kind: "unbalanced_dialogue", chapter: 0, start_utf16: end, end_utf16: end, mend: of("\u2019") },
      ]);
    }
  });

  test(`speech without its beginning is found in ${name} marks`, () => {
    const clean = book(of);
    for (const [at, paragraph] of clean.entries()) {
      if (!SPEECH.includes(at % CLEAN.length)) continue;
      const broken = paragraph.slice(1).replace(/^[\u2018\u2019']/u, "");
      const [first, ...rest] = check(clean.with(at, broken));
      assert.deepEqual(rest, []);
      assert.equal(first?.kind, "unbalanced_dialogue");
      const start = at === 0 ? 0 : clean.slice(0, at).join("\n\n").length + 2;
      assert.ok((first?.start_utf16 ?? 0) >= start && (first?.end_utf16 ?? 0) <= start + broken.length);
    }
  });
}

test("the heading of a letter is no open speech, in single and in double marks", () => {
  for (const [open, close] of [
    ["\u2018", "\u2019"],
    ["\u201c", "\u201d"],
    ['"', '"'],
  ] as const) {
    const talk = Array.from({ length: 12 }, (_, at) => `${open}I see boat ${"abcdefghijkl"[at]},${close} said Mara.`);
    const letter = ["The sea is calm here.", "I hope to see you soon.", "Your brother, Tobias."];
    for (const heading of [
      [`${open}My dear Sister,`],
      [`${open}Dear Sir,\u2014I write in haste.`],
      [`${open}Harbour Street, 4 May`, "My dear Ines,"],
    ]) {
      const text = [...talk, "She read the letter aloud.", ...heading, ...letter, "She folded it.", ...talk];
      assert.deepEqual(check(text), [], `${open}: ${heading.join(" / ")}`);
    }
  }
});

test("a book in double marks is not read as one in single marks", () => {
  const said = "\u201cHe shouted \u2018Stop!\u2019 and \u2018Wait!\u2019 and \u2018Come!\u2019\u201d said Mara.";
  assert.deepEqual(check(Array.from({ length: 20 }, () => said)), []);
  const open = check([...Array.from({ length: 20 }, () => said), said.replace("\u201d", "")]);
  assert.deepEqual(
    open.map(({ kind }) => kind),
    ["unbalanced_dialogue"],
  );
});
