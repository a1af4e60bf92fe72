// Parts of the test files: together they are all files, each once, and no part is much larger than another one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { partOf } from "./server-groups.ts";

test("the parts of any number of files are all files, each once", () => {
  for (let files = 0; files < 40; files++) {
    const all = Array.from({ length: files }, (_, at) => `file-${String(at).padStart(2, "0")}`);
    for (let count = 1; count <= 5; count++) {
      const parts = Array.from({ length: count }, (_, at) => partOf(all.toReversed(), `${at + 1}/${count}`));
      assert.deepEqual(parts.flat().sort(), all);
      const sizes = parts.map(({ length }) => length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, `${files} files, ${count} parts: ${sizes}`);
    }
  }
});

test("a part that does not exist is refused", () => {
  for (const part of ["", "0/1", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2"])
    assert.throws(() => partOf(["one"], part), /Give one as "1\/2"/, part);
});
