import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { disclosureOf, type HeardVoice, narrationOf, sourceTypeOf, withStatement } from "./disclosure.ts";

const person: HeardVoice = { source: "recording", provider: "recording" };
const espeak: HeardVoice = { source: "engine", provider: "espeak" };
const piper: HeardVoice = { source: "engine", provider: "piper" };

test("machines, people and both are told apart, each with its term of IPTC", () => {
  const cases = [
    [[], null, null],
    [[person], "human", "digitalCapture"],
    [[espeak], "machine", "algorithmicMedia"],
    [[piper], "machine", "trainedAlgorithmicMedia"],
    [[espeak, piper], "machine", "trainedAlgorithmicMedia"],
    [[espeak, person], "mixed", "composite"],
    [[piper, person], "mixed", "compositeSynthetic"],
    [[{ source: "engine", provider: "unheard-of" }], "machine", "trainedAlgorithmicMedia"],
  ] as const;
  for (const [voices, narration, type] of cases) {
    assert.deepEqual([narrationOf(voices), sourceTypeOf(voices)], [narration, type]);
  }
});

test("a statement exists exactly when a machine speaks, in any language, whatever the order", () => {
  const voice = fc.constantFrom(person, espeak, piper);
  fc.assert(
    fc.property(fc.array(voice, { maxLength: 6 }), fc.string({ maxLength: 8 }), (voices, language) => {
      const stated = disclosureOf(voices, language);
      assert.equal(stated !== null, voices.includes(espeak) || voices.includes(piper));
      assert.deepEqual(disclosureOf(voices.toReversed(), language), stated);
      if (stated !== null) assert.match(stated.statement, /\.$/);
    }),
  );
});

test("the statement is in the language of the book, or in English", () => {
  assert.equal(disclosureOf([piper], "de-AT")?.statement, "Alle Stimmen dieser Aufnahme sind synthetisch.");
  assert.equal(disclosureOf([piper, person], "en")?.statement, "Some voices in this recording are synthetic.");
  for (const language of [null, "und", "constructor", "th"]) {
    assert.equal(disclosureOf([piper], language)?.statement, "All voices in this recording are synthetic.");
  }
});

test("it follows the description", () => {
  const stated = disclosureOf([piper], "en");
  assert.equal(withStatement("A harbour.", stated), "A harbour.\n\nAll voices in this recording are synthetic.");
  assert.equal(withStatement(null, stated), "All voices in this recording are synthetic.");
  assert.equal(withStatement("A harbour.", null), "A harbour.");
  assert.equal(withStatement(null, null), null);
});
