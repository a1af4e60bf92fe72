import assert from "node:assert/strict";
import { test } from "node:test";
import { type RubyReading, rubyEntries } from "./lexicon.ts";

const words = (readings: readonly RubyReading[], most = 100) =>
  rubyEntries(readings, most).map(({ term, value }) => `${term} ${value}`);

test("a word with one reading has an entry, and one with several has none", () => {
  const readings = [
    { base: "灯台", reading: "とうだい" },
    { base: "今日", reading: "きょう" },
    { base: "灯台", reading: "とうだい" },
    { base: "今日", reading: "こんにち" },
    { base: "真理子", reading: "マリコ" },
  ];
  assert.deepEqual(words(readings), ["灯台 とうだい", "真理子 マリコ"]);
  assert.deepEqual(words(readings, 1), ["灯台 とうだい"]);
  assert.deepEqual(rubyEntries(readings, 1)[0]?.alphabet, "alias");
});

test("emphasis, glosses, single characters and words without Han characters have none", () => {
  for (const [base, reading] of [
    ["秘密", "・・"],
    ["秘密", "﹅﹅"],
    ["灯台", "lighthouse"],
    ["人", "ひと"],
    ["さくら", "サクラ"],
    ["灯台", ""],
  ] as const)
    assert.deepEqual(words([{ base, reading }]), [], `${base} ${reading}`);
  assert.deepEqual(words([{ base: "大韓", reading: "대한" }]), ["大韓 대한"]);
});
