import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, counted, duration, fileSize, speed } from "./amounts.ts";
import { printable, textTable } from "./text-table.ts";

test("columns line up, numbers to the right, nothing at the end of a line", () => {
  const columns = [{ title: "speaker" }, { title: "lines", align: "right" }, { title: "voice" }] as const;
  const table = textTable(columns, [
    ["Mara", "12", "Edith"],
    ["Old Tobias", "1,204", ""],
  ]);
  assert.equal(table, "speaker     lines  voice\nMara           12  Edith\nOld Tobias  1,204");
});

test("long cells are cut, and what came from a story cannot steer the terminal", () => {
  assert.equal(textTable([{ title: "n", widest: 4 }], [["abcdef"]]), "n\nabc…");
  assert.equal(printable("a\x1b[2Jb\nc\u202ed\u2028e\x9bf"), "a [2Jb c d e f");
});

test("amounts are written for people", () => {
  assert.deepEqual([0, 8123, 59_949, 59_951, 83_000, 3_723_000].map(duration), [
    "0.0 s",
    "8.1 s",
    "59.9 s",
    "1:00",
    "1:23",
    "1:02:03",
  ]);
  assert.equal(clock(8123), "0:08");
  assert.deepEqual(
    [counted(1, "block"), counted(0, "block"), counted(1234, "block")],
    ["1 block", "0 blocks", "1,234 blocks"],
  );
  assert.deepEqual([999, 1000, 12_345, 1_234_567, 999_999, 42_000_000_000].map(fileSize), [
    "999 bytes",
    "1.0 kB",
    "12 kB",
    "1.2 MB",
    "1.0 MB",
    "42 GB",
  ]);
  assert.deepEqual(
    [speed(84_300, 1000), speed(8430, 1000), speed(1, 0)],
    ["84 × real time", "8.4 × real time", "0.0 × real time"],
  );
});
