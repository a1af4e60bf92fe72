// Several files as chapters of one story.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chapterName, faultOfSeveral, inOrder } from "./several-files.ts";

const file = (name: string, size = 10) => ({ name, size });

test("text files are chapters in the order of their numbers; other files are opened alone", () => {
  assert.equal(faultOfSeveral([file("1.txt"), file("2.md")]), null);
  assert.equal(faultOfSeveral([file("1.txt"), file("book.epub")]), "mixed");
  assert.equal(faultOfSeveral([file("1.txt", 9_000_000), file("2.txt")]), "large");
  assert.deepEqual(
    inOrder([file("10 End.txt"), file("2 Storm.txt"), file("1 Boat.txt")]).map(({ name }) => name),
    ["1 Boat.txt", "2 Storm.txt", "10 End.txt"],
  );
});
test("a chapter is called like its file; a file that is called .txt keeps its name", () => {
  assert.deepEqual(["2 Storm.txt", "notes.v2.md", ".txt"].map(chapterName), ["2 Storm", "notes.v2", ".txt"]);
});
