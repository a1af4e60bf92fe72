// Looking for words in lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsWords } from "./matching-words.ts";

test("capitals, forms of quotation marks and line breaks make no difference", () => {
  assert.ok(holdsWords("“Don’t go,” said\nMara.", `"don't go," said mara`));
  assert.ok(!holdsWords("“Don’t go.”", "do go"));
});

test("nothing is found for an empty search", () => {
  assert.ok(!holdsWords("Any line.", "  "));
});
