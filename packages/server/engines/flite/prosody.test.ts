// Breath groups, pauses and the melody of sentences.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import { pauseBehind } from "../natural/phrasing.ts";
import { readSentences, type Sentence } from "../natural/sentences.ts";
import { contourOf, LONGEST_BREATH, ownMelodyOf, withBreaths } from "./prosody.ts";
import { ENGLISH } from "./sentences.ts";

function read(text: string, emphasis: readonly { start: number; end: number }[] = []): readonly Sentence[] {
  const request = {
    model: "flite",
    voice: "martin",
    text,
    delivery: NEUTRAL_DELIVERY,
    emphasis,
    pronunciations: [],
    silences: [],
    options: {},
  };
  return readSentences(request, 0, text.length, ENGLISH).sentences;
}

const groups = (sentence: Sentence) => {
  const lengths = [0];
  for (const { mark } of sentence.tokens) {
    lengths[lengths.length - 1]!++;
    if (mark !== "") lengths.push(0);
  }
  return lengths.filter((length) => length > 0);
};

/** Words of half a second each. */
const timed = (sentence: Sentence) =>
  sentence.tokens.map(({ start, end }, i) => ({ start, end, startSeconds: i / 2, endSeconds: (i + 1) / 2 }));

function melody(sentence: Sentence, place = { index: 0, count: 1 }): (seconds: number) => number {
  return contourOf(sentence, timed(sentence), sentence.tokens.length / 2, place);
}

test("the speaker's own melody gives way at the end of a question and before a pause, and nowhere else", () => {
  const own = (text: string) => {
    const [sentence] = read(text);
    const length = sentence!.tokens.length / 2;
    return { at: ownMelodyOf(sentence!, timed(sentence!), length), length };
  };
  const question = own("Did he see the boats in the harbour?");
  assert.deepEqual([question.at(1), question.at(question.length)], [1, 0]);
  const open = own("Where are the boats?");
  assert.deepEqual([open.at(0), open.at(open.length)], [1, 1]);
  const clauses = own("When he came home, the boats were gone.");
  assert.ok(clauses.at(2) < 0.5 && clauses.at(2.1) === 1 && clauses.at(clauses.length) < 1);
});

test("a long sentence without commas is parted before a clause, never after its first word", () => {
  const [sentence] = read(
    "The captain of the seven boats came up the narrow path from the harbour because he had seen a light in the window of the old mill.",
  );
  const breath = sentence!.tokens.findIndex(({ mark }) => mark === "~");
  assert.equal(sentence!.tokens[breath + 1]!.spoken, "because");
  assert.ok(groups(sentence!).every((length) => length <= LONGEST_BREATH + 2));
});

test("a short clause is said in one breath", () => {
  const [sentence] = read("She put the cup down and looked at the door.");
  assert.deepEqual(groups(sentence!), [10]);
});

test("whatever the words: breaths change nothing but marks, and no group gets shorter than four words", () => {
  const word = fc.constantFrom("stone", "and", "which", "water", "into", "because", "light", "the", "of", "blue");
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 59 }), (words) => {
      const [{ tokens }] = read(`${words.join(" ")}.`) as [Sentence];
      assert.deepEqual(
        tokens.map(({ spoken }) => spoken),
        words,
      );
      const lengths = groups({ tokens, endsLine: false });
      if (lengths.length > 1) assert.ok(Math.min(...lengths) >= 4, lengths.join(" "));
      assert.deepEqual(withBreaths(tokens), tokens, "a second reading adds no breath");
    }),
    { numRuns: 300 },
  );
});

test("a statement falls, a question that wants yes or no rises, another question does not", () => {
  const ending = (text: string) => {
    const [sentence] = read(text);
    const at = melody(sentence!);
    const end = sentence!.tokens.length / 2;
    return at(end - 0.01) - at(end / 2);
  };
  assert.ok(ending("You are going home today.") < -1.5);
  assert.ok(ending("Are you going home today?") > 3);
  assert.ok(Math.abs(ending("Where are you going today?")) < 1);
});

test("a clause that goes on rises before its comma", () => {
  const [sentence] = read("When the rain had stopped, they went on.");
  const at = melody(sentence!);
  assert.ok(at(2.49) > at(1.5) + 0.5);
});

test("a line whose sentence continues rises at its comma, and a line that continues a sentence is lower and flatter", () => {
  const [line] = read("It’s only weather,");
  assert.ok(melody(line!)(1.49) > melody(line!)(0.9) + 0.5);
  const [passing] = read("he said quietly.");
  const [alone] = read("He said quietly.");
  assert.equal(passing!.inPassing, true);
  assert.equal(alone!.inPassing, undefined);
  assert.ok(melody(passing!)(0.2) < melody(alone!)(0.2) - 0.5);
  const own = (sentence: Sentence) => ownMelodyOf(sentence, timed(sentence), 1.5)(0.2);
  assert.ok(own(passing!) < own(alone!));
  const [, second] = read("He ran. he said, and fell.");
  assert.equal(second?.inPassing, undefined);
});

test("a long sentence begins higher than a short one", () => {
  const [long] = read("The captain of the seven boats came up the path, and the boy ran after him with the lamp.");
  const [short] = read("The captain came up.");
  assert.ok(melody(long!)(0) > melody(short!)(0) + 0.8);
});

test("a stressed word is higher than its neighbours", () => {
  const [sentence] = read("I never said that to anybody.", [{ start: 2, end: 7 }]);
  const at = melody(sentence!);
  assert.ok(at(0.75) > at(0.2) + 1.5 && at(0.75) > at(1.3) + 1.5);
});

test("a paragraph begins higher than it ends, and one sentence alone is in the middle", () => {
  const sentences = read("The lamp was lit. The boats came in. The wall was empty.");
  const starts = sentences.map((sentence, index) => melody(sentence, { index, count: 3 })(0.1));
  assert.ok(starts[0]! > starts[1]! && starts[1]! > starts[2]!);
  assert.equal(melody(sentences[0]!)(0.1), starts[1]);
});

test("pauses: a line's end is longer than a sentence's end, and a long sentence is followed by a longer one", () => {
  const [short, long] = read("He ran. He ran down to the harbour with a lamp in his hand and called for his brother.");
  const [line] = read("He ran.\nHe fell.");
  assert.ok(pauseBehind(line!) > pauseBehind(short!));
  assert.ok(pauseBehind(long!) > pauseBehind(short!));
});
