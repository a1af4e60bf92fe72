// Pronunciations as Flite's phones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { flitePhones } from "./phones.ts";

test("the same word in three alphabets gives the same phones", () => {
  assert.equal(flitePhones("ipa", "təˈmɑːtoʊ"), "t ax0 m aa1 t ow0");
  assert.equal(flitePhones("x-sampa", 't@"mA:toU'), "t ax0 m aa1 t ow0");
  assert.equal(flitePhones("cmu", "T AH0 M AA1 T OW0"), "t ax0 m aa1 t ow0");
});

test("a word without a stress mark is stressed at its first vowel", () => {
  assert.equal(flitePhones("ipa", "boʊts"), "b ow1 t s");
});

test("what is no pronunciation is null", () => {
  for (const value of ["", "¿?", "<phoneme>", '" />', "7"]) assert.equal(flitePhones("ipa", value), null, value);
  assert.equal(flitePhones("cmu", "QQ1"), null);
});
