import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CMU_CONSONANTS, CMU_VOWELS, faultOfPronunciation } from "./phonetic-value.ts";

test("values of each alphabet pass, whatever the language", () => {
  const good = {
    ipa: [
      "həˈloʊ",
      "/ˈtæməɹɪsk/",
      "[ˈnɪt͡ʃə]",
      "ma˧˥",
      "ǃxóõ",
      "k'a",
      "ɐ̃w̃",
      "ˈɪə.ɹə",
      "pʰa tʰa",
      "ɬan",
      "ʃɪˈvɔːn",
      "x",
      "ⁿd",
    ],
    "x-sampa": ['h@"loU', '"t{m@r\\Isk', "a_~", "t_h", "2:", "k_>", "S_j"],
    cmu: ["HH AH0 L OW1", "hh ah0 l ow1", "EY1", "S-AH0-N"],
    alias: ["Tom", "123", "…"],
  } as const;
  for (const alphabet of ["ipa", "x-sampa", "cmu", "alias"] as const)
    for (const value of good[alphabet]) assert.equal(faultOfPronunciation(alphabet, value), null, value);
});

test("a value that is not written in its alphabet is refused with the value and the symbol", () => {
  const ipa = (end: string) => `must be written in IPA symbols, for example həˈloʊ; ${end}`;
  assert.equal(faultOfPronunciation("ipa", "HELLO"), ipa("“HELLO” has “H” (U+0048)"));
  assert.equal(faultOfPronunciation("ipa", "he11o"), ipa("“he11o” has “1” (U+0031)"));
  assert.equal(faultOfPronunciation("ipa", "%%%"), ipa("“%%%” has “%” (U+0025)"));
  assert.equal(faultOfPronunciation("ipa", "где"), ipa("“где” has “г” (U+0433)"));
  assert.equal(faultOfPronunciation("ipa", "ma🙂"), ipa("“ma🙂” has “🙂” (U+1F642)"));
  assert.equal(faultOfPronunciation("ipa", "a\u0007"), ipa("“a\u0007” has U+0007"));
  assert.equal(faultOfPronunciation("ipa", "ˈˈː"), ipa("“ˈˈː” has no sound"));
  assert.equal(faultOfPronunciation("ipa", " "), ipa("“ ” has no sound"));
  assert.equal(faultOfPronunciation("ipa", "7".repeat(500)), ipa(`“${"7".repeat(60)}…” has “7” (U+0037)`));
  const xSampa = (end: string) => `must be written in X-SAMPA symbols, for example h@"loU; ${end}`;
  assert.equal(faultOfPronunciation("x-sampa", "həˈloʊ"), xSampa("“həˈloʊ” has “ə” (U+0259)"));
  assert.equal(faultOfPronunciation("x-sampa", '"%'), xSampa('“"%” has no sound'));
  const cmu = (end: string) => `must be written in phones of the CMU dictionary, for example HH AH0 L OW1; ${end}`;
  assert.equal(faultOfPronunciation("cmu", "hello"), cmu("“hello” has “hello”"));
  assert.equal(faultOfPronunciation("cmu", "HH AH3"), cmu("“HH AH3” has “AH3”"));
  assert.equal(faultOfPronunciation("cmu", "B1 AA"), cmu("“B1 AA” has “B1”"));
  assert.equal(faultOfPronunciation("cmu", "S T"), cmu("“S T” has no vowel"));
});

test("phones of the CMU dictionary in any order with a vowel pass", () => {
  const vowel = fc
    .tuple(fc.constantFrom(...CMU_VOWELS), fc.constantFrom("", "0", "1", "2"))
    .map((parts) => parts.join(""));
  const phones = fc.array(fc.oneof(vowel, fc.constantFrom(...CMU_CONSONANTS)), { maxLength: 12 });
  fc.assert(
    fc.property(phones, vowel, phones, (before, one, after) => {
      assert.equal(faultOfPronunciation("cmu", [...before, one, ...after].join(" ")), null);
    }),
  );
});

test("any value has a fault of one line or none", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("ipa", "x-sampa", "cmu", "alias"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 500 }),
      (alphabet, value) => {
        const fault = faultOfPronunciation(alphabet, value);
        assert.ok(fault === null || (fault.startsWith("must be written in ") && fault.length < 400), fault ?? "");
      },
    ),
  );
});
