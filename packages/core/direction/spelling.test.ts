import assert from "node:assert/strict";
import { test } from "node:test";
import { spellingOf, spellingOfLanguage } from "./spelling.ts";

test("counted words of several stems decide the spelling; few or mixed words leave it open", () => {
  const british = "Her neighbour wore grey, and the colour of the harbour pleased him.";
  const american = "Her neighbor wore gray, and the color of the harbor pleased him.";
  assert.equal(spellingOf(british), "british");
  assert.equal(spellingOf(american), "american");
  assert.equal(spellingOf(`${british} ${american}`), null);
  assert.equal(spellingOf("The colour, the colour, the colour!"), null);
  assert.equal(spellingOf("A grey colour."), null);
  assert.equal(spellingOf("The boat was late, and nobody came."), null);
});

test("a single word of the other spelling changes nothing, and words common to both count for neither", () => {
  assert.equal(spellingOf("colour honour favour neighbour travelled theatre centre and one center"), "british");
  assert.equal(
    spellingOf("A humorous, vigorous, laborious and honorary man came to the laboratory in Colorado."),
    null,
  );
  assert.equal(spellingOf("He realised the size of the prize, and organized travel to the laboratory."), null);
});

test("a language tag with a country decides the spelling; a language alone does not", () => {
  assert.deepEqual(["en-GB", "en_AU", "EN-ie", "en-Latn-GB", "en-US", "en-ph"].map(spellingOfLanguage), [
    "british",
    "british",
    "british",
    "british",
    "american",
    "american",
  ]);
  assert.deepEqual(["en", "de-DE", "end-GB", "", null].map(spellingOfLanguage), [null, null, null, null, null]);
});
