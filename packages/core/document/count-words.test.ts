import assert from "node:assert/strict";
import { test } from "node:test";
import { countWords } from "./count-words.ts";

test("words are counted as people count them", () => {
  assert.equal(countWords("“Don’t,” said Mother-in-law — 3 times.\n\nEnd"), 6);
  assert.equal(countWords("今日は"), 3);
  assert.equal(countWords(" … \n"), 0);
});
