import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shelfFolders } from "./shelf.ts";

const BOOK = { title: "The Fog", author: "Ann Ash", series: null, seriesNumber: null, published: null };

test("a book stands in the folders of its author and its series", () => {
  assert.deepEqual(shelfFolders(BOOK), ["Ann Ash", "The Fog"]);
  assert.deepEqual(shelfFolders({ ...BOOK, author: null }), ["Unknown Author", "The Fog"]);
  assert.deepEqual(shelfFolders({ ...BOOK, published: "1994-05" }), ["Ann Ash", "1994 - The Fog"]);
  const second = { ...BOOK, series: "The Harbour", seriesNumber: "2", published: "1995" };
  assert.deepEqual(shelfFolders(second), ["Ann Ash", "The Harbour", "Vol 2 - 1995 - The Fog"]);
  assert.deepEqual(shelfFolders({ ...second, seriesNumber: "2.5" }).at(-1), "Vol 2.5 - 1995 - The Fog");
  // A number that would be read as part of the title is left to the tags of the file.
  assert.deepEqual(shelfFolders({ ...second, seriesNumber: "IV" }).at(-1), "1995 - The Fog");
  assert.deepEqual(shelfFolders({ ...second, series: null }), ["Ann Ash", "1995 - The Fog"]);
});

test("separators of the names do not come out of the title", () => {
  const named = (title: string) => shelfFolders({ ...BOOK, title }).at(-1);
  assert.equal(named("1984 - A Novel"), "1984 – A Novel");
  assert.equal(named("Sea {Unabridged}"), "Sea (Unabridged)");
  assert.equal(named("Either/Or"), "Either Or");
  assert.equal(named("A well-known man"), "A well-known man");
});

test("no book leaves the shelf, whatever its data hold", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("..", ".", "../..", "/etc", "CON", "a\\b", ""));
  const value = fc.option(text, { nil: null });
  fc.assert(
    fc.property(text, value, value, value, (title, author, series, seriesNumber) => {
      for (const folder of shelfFolders({ title, author, series, seriesNumber, published: "1990" })) {
        assert.match(folder, /^[^/\\\0]+$/u);
        assert.ok(folder !== "." && folder !== ".." && Buffer.byteLength(folder) <= 255);
      }
    }),
  );
});
