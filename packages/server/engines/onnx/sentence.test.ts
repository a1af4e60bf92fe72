import assert from "node:assert/strict";
import { test } from "node:test";
import { cutOf, sentencesOf } from "./sentence.ts";

const halves = (text: string, from = 0, to = text.length) => {
  const at = cutOf(text, from, to);
  return at === null ? null : [text.slice(from, at), text.slice(at, to)];
};

test("a sentence is cut behind a clause near its middle, else at white space, else within a word", () => {
  assert.deepEqual(halves("When the tide was out, the boys ran home again."), [
    "When the tide was out, ",
    "the boys ran home again.",
  ]);
  assert.deepEqual(halves("No, nothing in that long room had moved at all."), [
    "No, nothing in that long ",
    "room had moved at all.",
  ]);
  assert.deepEqual(halves("aaaaaa"), ["aaa", "aaa"]);
  assert.deepEqual(halves("One two. Three four.", 9, 20), ["Three ", "four."]);
});

test("whatever the text, cutting ends at single characters and loses and halves none", () => {
  for (const text of ["🙂🙂🙂", "a🙂", "🙂", "x", "  a  ", ", , , ,", "漢字の文、とても長い", "é́́ x"]) {
    const parts: string[] = [];
    const waiting: [number, number][] = [[0, text.length]];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const at = cutOf(text, ...next);
      if (at === null) parts.push(text.slice(...next));
      else waiting.unshift([next[0], at], [at, next[1]]);
    }
    assert.equal(parts.join(""), text);
    assert.ok(
      parts.every((part) => part.isWellFormed() && [...part].length === 1),
      JSON.stringify(parts),
    );
  }
});

test("a stretch without letters and digits is no sentence", () => {
  assert.deepEqual(sentencesOf("Go. … !!! Stop.", "en").length, 2);
});
