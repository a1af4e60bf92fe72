// How a text is cut into sentences and tokens for Flite.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import type { SpeakRequest } from "../engine.ts";
import { readSentences } from "../natural/sentences.ts";
import { ENGLISH, markupOf } from "./sentences.ts";

function request(text: string, changes: Partial<SpeakRequest> = {}): SpeakRequest {
  return {
    model: "flite",
    voice: "martin",
    text,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
    ...changes,
  };
}

const read = (text: string, changes: Partial<SpeakRequest> = {}) =>
  readSentences(request(text, changes), 0, text.length, ENGLISH).sentences.map(markupOf);

test("whatever the length of its words, a sentence has at most 60 tokens of at most 41 characters, and none is lost", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("a", "é", "x1", "𝒳", "b-"), fc.integer({ min: 1, max: 2_000 })), {
        minLength: 1,
        maxLength: 4,
      }),
      (parts) => {
        const text = parts.map(([part, count]) => part.repeat(count)).join(" ");
        const { sentences } = readSentences(request(text), 0, text.length, ENGLISH);
        let at = 0;
        for (const { tokens } of sentences) {
          assert.ok(tokens.length <= 60, `${tokens.length} tokens`);
          for (const { start, end, spoken } of tokens) {
            assert.ok(spoken.length <= 80 && end - start <= 41, `${spoken.length} letters`);
            assert.ok(text.slice(at, start).replace(/[\s-]/g, "") === "", "something was left out");
            assert.ok(text.slice(start, end).isWellFormed());
            at = end;
          }
        }
      },
    ),
  );
});

test("sentences end at their punctuation, not at abbreviations, initials in lower case, or a tag behind a quotation", () => {
  assert.deepEqual(read("Mr. Pell left. He ran! Why?"), ["Mr Pell left.", "He ran!", "Why?"]);
  assert.deepEqual(read("It was e.g. a dog. yes"), ["It was e.g, a dog, yes"]);
  assert.deepEqual(read("“Who is there?” she asked. “Me.”"), ["Who is there?", "she asked.", "Me."]);
});

test("dashes, dots and brackets become pauses; quotation marks are silent", () => {
  assert.deepEqual(read("He went—slowly … (very) – on; then."), ["He went, slowly, very, on, then."]);
  assert.deepEqual(read("the dogs’ tails and 'Tom's' hat"), ["the dogs tails and Tom's hat"]);
});

test("words in capitals are words; letters beyond ASCII lose their marks", () => {
  assert.deepEqual(read("HELP the BBC café, Łukasz & Æsop at 50%"), [
    "help the BBC cafe, Lukasz and Aesop at 50 percent",
  ]);
});

test("stress and pronunciations become markup, around exactly their words", () => {
  const text = "Go to Tamarisk now";
  assert.deepEqual(
    read(text, {
      emphasis: [{ start: 0, end: 2 }],
      pronunciations: [{ start: 6, end: 14, alphabet: "cmu", value: "T AE1 M" }],
    }),
    ['<prosody rate="0.85">Go</prosody> to <phoneme ph="t ae1 m">x</phoneme> now'],
  );
});

test("whatever the text: tokens ascend inside it, are plain ASCII words, and sentences stay short", () => {
  const hostile = fc.constantFrom(
    "<",
    ">",
    "&",
    '"',
    "/",
    ";",
    "</prosody>",
    '<audio src="x"/>',
    "\u0000",
    "\n",
    ". ",
    "’",
  );
  const piece = fc.oneof(fc.string({ unit: "grapheme", maxLength: 8 }), fc.lorem({ maxCount: 3 }), hostile);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
      const text = pieces.join(" ");
      let last = 0;
      for (const { tokens } of readSentences(request(text), 0, text.length, ENGLISH).sentences) {
        assert.ok(tokens.length > 0 && tokens.length <= 60);
        for (const token of tokens) {
          assert.ok(token.start >= last && token.end > token.start && token.end <= text.length);
          assert.match(token.spoken, /^[A-Za-z0-9'.,: ]+$/);
          last = token.end;
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("words joined by commas without a space are divided between the words, and the pause stays", () => {
  const { sentences } = readSentences(request("harbour,".repeat(20)), 0, 160, ENGLISH);
  const tokens = sentences.flatMap((sentence) => sentence.tokens);
  assert.ok(tokens.every(({ spoken }) => /^(?:harbour)(?:,harbour)*$/.test(spoken)));
  assert.ok(tokens.slice(0, -1).every(({ mark }) => mark === ","));
});

test("words of other scripts are read by their Latin spelling, with a warning; Latin letters need none", () => {
  const text = "“Я не знаю,” she said. 海と空.";
  const { sentences, warnings } = readSentences(request(text), 0, text.length, ENGLISH);
  const spoken = sentences.flatMap(({ tokens }) => tokens.map((token) => token.spoken));
  assert.deepEqual(spoken.slice(0, 5), ["Ya", "ne", "znayu", "she", "said"]);
  assert.match(spoken.slice(5).join(" "), /^hai to kong$/);
  assert.deepEqual(warnings, [
    "Words in letters that are not Latin are read by their Latin spelling. A voice of their language reads them better.",
  ]);
  assert.deepEqual(readSentences(request("Łódź, naïve, Ærø"), 0, 16, ENGLISH).warnings, []);
});
