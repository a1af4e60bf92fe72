import assert from "node:assert/strict";
import { test } from "node:test";
import { creditsOf } from "./packaging.ts";

const BOOK = { title: "The Boat", author: "Ann Ash", narrator: "Edmund" };

test("credits name title, author and narrator, and the closing ones begin with the end", () => {
  const { opening, closing } = creditsOf(BOOK, "en-GB");
  assert.deepEqual(opening, { heading: "Opening Credits", text: "The Boat, by Ann Ash. Narrated by Edmund." });
  assert.deepEqual(closing, {
    heading: "Closing Credits",
    text: "The end. The Boat, by Ann Ash. Narrated by Edmund.",
  });
});

test("unknown people are left out", () => {
  const text = (book: Partial<Record<"author" | "narrator", null>>) =>
    creditsOf({ ...BOOK, ...book }, "en").opening.text;
  assert.equal(text({ author: null }), "The Boat. Narrated by Edmund.");
  assert.equal(text({ narrator: null }), "The Boat, by Ann Ash.");
  assert.equal(text({ author: null, narrator: null }), "The Boat.");
});

test("a title that is a sentence stays one, and no mark is doubled", () => {
  assert.equal(
    creditsOf({ ...BOOK, title: "Who Goes There?" }, "en").opening.text,
    "Who Goes There? By Ann Ash. Narrated by Edmund.",
  );
  assert.equal(
    creditsOf({ ...BOOK, author: "A. Ash Jr." }, "en").opening.text,
    "The Boat, by A. Ash Jr. Narrated by Edmund.",
  );
  assert.equal(
    creditsOf({ ...BOOK, title: " The\n Boat " }, "en").opening.text,
    "The Boat, by Ann Ash. Narrated by Edmund.",
  );
});

test("credits are in the language of the book where its words are known, else in English", () => {
  assert.equal(creditsOf(BOOK, "de").opening.text, "The Boat, von Ann Ash. Gelesen von Edmund.");
  assert.equal(creditsOf(BOOK, "fr-CA").closing.text, "Fin. The Boat, de Ann Ash. Lu par Edmund.");
  for (const unknown of ["und", "", "constructor", "tlh"]) {
    assert.deepEqual(creditsOf(BOOK, unknown), creditsOf(BOOK, "en"), unknown);
  }
});

test("a statement about machine voices is the last sentence of both", () => {
  const { opening, closing } = creditsOf({ ...BOOK, statement: "All voices in this recording are synthetic." }, "en");
  assert.match(opening.text, /Narrated by Edmund\. All voices in this recording are synthetic\.$/);
  assert.match(closing.text, / All voices in this recording are synthetic\.$/);
});
