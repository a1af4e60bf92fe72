import assert from "node:assert/strict";
import { test } from "node:test";
import { isLanguageTag } from "./language-tag.ts";

for (const tag of ["en", "EN", "en-GB", "de-AT", "zh-Hant-TW", "es-419", "sco", "sl-rozaj-biske", "en-x-story"]) {
  test(`${tag} is a language tag`, () => assert.equal(isLanguageTag(tag), true));
}

for (const text of ["", "e", "English", "english-gb-x", "en_GB", "en-", "en-GB-GB", "en-x", "en please", "1337"]) {
  test(`"${text}" is none`, () => assert.equal(isLanguageTag(text), false));
}
