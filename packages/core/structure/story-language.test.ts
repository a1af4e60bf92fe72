import assert from "node:assert/strict";
import { test } from "node:test";
import { primaryLanguage, storyLanguage } from "./structure.ts";

const ENGLISH = "The boat was late, and they waited for it at the harbour until it was dark.";

test("the words of a known language decide, whatever the book states", () => {
  assert.equal(storyLanguage(ENGLISH, null), "en");
  assert.equal(storyLanguage(ENGLISH, "de"), "en");
  assert.equal(storyLanguage("Der Fluss war in der Nacht gefroren, und niemand im Dorf hatte es gesehen.", "en"), "de");
  assert.equal(storyLanguage("川は夜のあいだに凍り、村の誰もそれを見ていなかった。", null), "ja");
  assert.equal(storyLanguage("河水在夜里结了冰，村里没有人看见。", null), "zh");
});

test("a script of one language is that language; a book can name another one of the script", () => {
  assert.equal(storyLanguage("강은 밤사이에 얼었고 마을의 아무도 그것을 보지 못했다.", null), "ko");
  assert.equal(storyLanguage("강은 밤사이에 얼었고 마을의 아무도 그것을 보지 못했다.", "ko-KR"), "ko");
  assert.equal(storyLanguage("Το ποτάμι πάγωσε τη νύχτα.", null), "el");
  assert.equal(storyLanguage("นี่คือเรือ", null), "th");
  assert.equal(storyLanguage("רק הסירה", "en"), "he");
  assert.equal(storyLanguage("قایق دیر کرده بود", null), "ar");
  assert.equal(storyLanguage("قایق دیر کرده بود", "fa"), "fa");
});

test("a word in another script does not decide", () => {
  assert.equal(storyLanguage(`${ENGLISH} She wrote “강” on the wall.`, null), "en");
});

test("a book states a language whose words are not known; a tag that names none counts for nothing", () => {
  const finnish = "Joki oli jäätynyt yöllä, eikä kukaan kylässä ollut nähnyt sitä.";
  assert.equal(storyLanguage(finnish, "fi-FI"), "fi");
  for (const tag of ["und", "mul", "", "english!", "x-none"]) assert.equal(storyLanguage(ENGLISH, tag), "en", tag);
  assert.equal(storyLanguage("", null), "en");
});

test("tags of one language are one language", () => {
  assert.deepEqual(
    ["pt-BR", "cmn-Hans", "nb", "iw", "EN-gb", "und", "!"].map((tag) => primaryLanguage(tag)),
    ["pt", "zh", "no", "he", "en", null, null],
  );
});
