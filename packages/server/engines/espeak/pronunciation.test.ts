import assert from "node:assert/strict";
import { test } from "node:test";
import { CMU_CONSONANTS, CMU_VOWELS } from "@fullcast/core/lexicon";
import fc from "fast-check";
import { mnemonics } from "./pronunciation.ts";

test("the three alphabets say the same word alike", () => {
  assert.equal(mnemonics("ipa", "ˈtʃɒmli"), "'tS0mli");
  assert.equal(mnemonics("x-sampa", '"tSQmli'), "'tS0mli");
  assert.equal(mnemonics("cmu", "B OW1 T S"), "b'oUts");
  assert.equal(mnemonics("ipa", "/bəʊts/"), "b'oUts");
  assert.equal(mnemonics("x-sampa", "b@Uts"), "b'oUts");
  assert.equal(mnemonics("cmu", "AH0 B AW1 T"), "@b'aUt");
});

test("syllable borders and brackets are passed over, a missing stress is set", () => {
  assert.equal(mnemonics("ipa", "[ˌɪn.təˈnæʃ.ə.nəl]"), ",Int@'naS@n@l");
  assert.equal(mnemonics("ipa", "slaʊ"), "sl'aU");
});

test("every phone of the CMU dictionary is read", () => {
  for (const phone of CMU_VOWELS.flatMap((vowel) => [vowel, `${vowel}0`, `${vowel}1`, `${vowel}2`]))
    assert.notEqual(mnemonics("cmu", phone), null, phone);
  for (const phone of CMU_CONSONANTS) assert.notEqual(mnemonics("cmu", `${phone} AA1`), null, phone);
});

test("what is no phoneme is refused", () => {
  for (const value of ["", " ", "ˈ", "漢字", "]]", "<b>", "a;b", "$", "x".repeat(501)]) {
    assert.equal(mnemonics("ipa", value), null, value);
    assert.equal(mnemonics("x-sampa", value === "x".repeat(501) ? value : `${value}\u0001`), null, value);
  }
  for (const value of ["", "XX", "B OW9", "S T", "b;w"]) assert.equal(mnemonics("cmu", value), null, value);
});

test("whatever is given, only phoneme letters come out", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("ipa", "x-sampa", "cmu"),
      fc.string({ unit: "binary", maxLength: 30 }),
      (alphabet, value) => {
        const codes = mnemonics(alphabet, value);
        if (codes !== null) assert.match(codes, /^[A-Za-z0-9@:#'?,|]+$/);
      },
    ),
    { numRuns: 200 },
  );
});
