import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

function project(text: string): void {
  const { blocks } = structureText(text);
  let position = 0;
  for (const { start_utf16, end_utf16, exclusions } of blocks) {
    assert.equal(start_utf16, position);
    assert.ok(end_utf16 > start_utf16);
    let inside = start_utf16;
    for (const one of exclusions) {
      assert.ok(one.start_utf16 >= inside && one.end_utf16 > one.start_utf16 && one.end_utf16 <= end_utf16);
      inside = one.end_utf16;
    }
    position = end_utf16;
  }
  assert.equal(position, text.length);
}

/** Texts of about `units` code units each. */
const SHAPES: Readonly<Record<string, (units: number) => string>> = {
  "no line break": (units) => "The river went on below the town, and Anna saw it. ".repeat(units / 51),
  "one-word lines": (units) => "word\n".repeat(units / 5),
  "quotation marks": (units) => `"“”'‘’«»„「」`.repeat(units / 12),
  "opening marks": (units) => "“".repeat(units),
  "straight single marks": (units) => "' ".repeat(units / 2),
  "opening brackets": (units) => "[1 [Illustration [Footnote ".repeat(units / 27),
  "footnote marks": (units) => "word[1] ".repeat(units / 8),
  "only dialogue": (units) => "“I said so.”\n\n".repeat(units / 14),
  "only names": (units) => "Anna Tom Mr. Hart ".repeat(units / 18),
  "only labels": (units) => "ANNA: No.\nTOM: Yes.\n".repeat(units / 20),
  "labels and brackets": (units) => "ANNA\n(\nTOM (\n".repeat(units / 13),
  "numbers alone": (units) => Array.from({ length: units / 8 }, (_, index) => `${index}\n\n`).join(""),
  contents: (units) => "CONTENTS\n\nChapter I\n\nChapter II\n\n".repeat(units / 33),
  dashes: (units) => "— Oui — non — dit-il — ".repeat(units / 23),
  "emoji and marks": (units) => "“👩‍👩‍👧é\u0301” ‏שלום‎ ".repeat(units / 22),
  "asterisks and daggers": (units) => "word* † word\n\n* † note\n\n".repeat(units / 25),
};

// Long enough that a step of quadratic cost would not come to its end within the runner's patience; what it takes is
// measured by bench/attribution.ts.
const UNITS = 300_000;

for (const [name, make] of Object.entries(SHAPES)) {
  test(`${name}: the blocks cover the text exactly`, () => project(make(UNITS)));
}

test("8 MiB without a line break, 100,000 one-word lines, a million quotation marks", () => {
  project("The river went on. ".repeat(Math.ceil((8 * 1024 * 1024) / 19)));
  project("word\n".repeat(100_000));
  project('"'.repeat(1_000_000));
});

/** A small generator of its own, so that a failure comes again with its seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

const SEEDS = `“Well,” said Anna[1], ‘it’s “so”’ … — Oui, dit-il. „Nein“, sagte Karl. «Да» — сказал Иван. 「はい」と太郎は言った。“好”张三说。
ANNA: Yes.
TOM. [Aside.] No.
(Exit.)

[1] A note. [Illustration: x] CONTENTS

Chapter I ..... 5

*** START OF THE PROJECT GUTENBERG EBOOK ***

12

* * *

tlie rnan sa1d ,,hello`;

test("whatever is cut, doubled and mixed, the blocks cover the text", () => {
  const next = random(20261121);
  const pieces = [
    ...SEEDS.match(/\S+|\s+/g)!,
    "\ud83d",
    "\ude00",
    "👨‍👩‍👧",
    "\u0301",
    "\u202e",
    "\u200f",
    "\ufeff",
    "\u0000",
    "\r\n",
    "\u2028",
    "\t",
  ];
  for (let round = 0; round < 400; round++) {
    let text = "";
    const length = 1 + Math.floor(next() * 80);
    for (let index = 0; index < length; index++) {
      const piece = pieces[Math.floor(next() * pieces.length)]!;
      const cut = next() < 0.2 ? Math.floor(next() * piece.length) : 0;
      text += piece.slice(cut) + (next() < 0.3 ? " " : "");
    }
    try {
      project(text);
    } catch (error) {
      throw new Error(`round ${round}: ${JSON.stringify(text)}`, { cause: error });
    }
  }
});
