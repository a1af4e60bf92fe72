// What Pico is given: its markup is never the text's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import type { SpeakRequest } from "../engine.ts";
import { readSentences } from "../natural/sentences.ts";
import type { PicoBase } from "./languages.ts";
import { picoPhones } from "./phones.ts";
import { markupOf, TONGUES } from "./sentences.ts";

function markups(base: PicoBase, text: string, changes: Partial<SpeakRequest> = {}): string[] {
  const request: SpeakRequest = {
    model: "pico",
    voice: "johanna",
    text,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
    ...changes,
  };
  return readSentences(request, 0, text.length, TONGUES[base]).sentences.map((one) => markupOf(one, text, 1));
}

test("a sentence keeps its letters, numbers and marks, and ends where a reader ends it", () => {
  assert.deepEqual(markups("de", "„Ist da jemand?“, fragte Frau Müller am 3. Mai. Stille!"), [
    "Ist da jemand?",
    "fragte Frau Müller am 3. Mai.",
    "Stille!",
  ]);
  assert.deepEqual(markups("de", "Dr. Pell kam z. B. um 9:30 Uhr."), ["Dr. Pell kam z. B. um 9:30 Uhr."]);
  assert.deepEqual(markups("fr", "« Qu’est-ce que c’est ? » demanda-t-elle."), [
    "Qu'est-ce que c'est?",
    "demanda-t-elle.",
  ]);
  assert.deepEqual(markups("es", "—¿Quién es? —preguntó Inés."), ["Quién es?", "preguntó Inés."]);
  assert.deepEqual(markups("it", "Perché no… disse lui, città & mare"), ["Perché no… disse lui, città e mare."]);
});

test("a shout is a word, and letters of other languages get their plain form", () => {
  assert.deepEqual(markups("de", "HILFE! Łódź und 海"), ["hilfe!", "Lodz und hai."]);
});

test("whatever the text, only Pico's own elements are in the markup", () => {
  const piece = fc.constantFrom(
    "<",
    ">",
    "&",
    "&amp;",
    "<speed level='9'>",
    "</volume>",
    '"',
    "\u0000",
    "Haus",
    " ",
    "\n",
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 4, unit: "binary" })), { maxLength: 30 }),
      fc.constantFrom<PicoBase>("en", "de", "fr", "es", "it"),
      (pieces, base) => {
        for (const markup of markups(base, pieces.join(""))) assert.doesNotMatch(markup, /[<>&"\u0000]/u, markup);
      },
    ),
  );
});

test("pronunciations in IPA and X-SAMPA become sounds of the language in Pico's spelling, or are left out", () => {
  assert.equal(picoPhones("de", "ipa", "ˈmyːlɐ"), '"my:l6');
  assert.equal(picoPhones("de", "x-sampa", '"mY la'), '"mYla');
  assert.equal(picoPhones("de", "ipa", "ˈtsaɪ̯t"), '"t_sa_It');
  assert.equal(picoPhones("fr", "ipa", "bɔ̃ʒuʁ"), "bO~ZuR");
  assert.equal(picoPhones("fr", "x-sampa", "bo~ZuR"), "bO~ZuR");
  assert.equal(picoPhones("it", "ipa", "ˈtʃitta"), '"t_Sitta');
  assert.equal(picoPhones("en", "ipa", "ˈkærəl"), '"k{r\\\\@l');
  assert.equal(picoPhones("de", "ipa", "ɕ"), null);
  assert.equal(picoPhones("es", "x-sampa", "<x>"), null);
  assert.equal(picoPhones("es", "ipa", "ˈ.ˌ"), null);
  assert.equal(picoPhones("de", "cmu", "M UW1 L ER0"), 'm"u:l9');
  assert.equal(picoPhones("it", "cmu", "HH AY1"), '"ai_^');
  assert.equal(picoPhones("de", "cmu", "QQ"), null);
});
