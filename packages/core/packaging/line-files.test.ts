import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { safeFileName } from "./file-name.ts";
import { lineFileNames } from "./line-files.ts";

test("a line's file is named by its number, its speaker and its first words", () => {
  const line = {
    chapter: 2,
    number: 7,
    speaker: "Guard #2",
    text: "“Don’t stop — show your pass, or I call the captain!”",
  };
  assert.deepEqual(lineFileNames([line]), ["007_Guard-2_Dont-stop-show-your-pass-or-I.wav"]);
  assert.deepEqual(lineFileNames([{ ...line, chapter: 1, number: 1200 }, line]), [
    "01-1200_Guard-2_Dont-stop-show-your-pass-or-I.wav",
    "02-0007_Guard-2_Dont-stop-show-your-pass-or-I.wav",
  ]);
  assert.deepEqual(lineFileNames([{ ...line, speaker: "Örn", text: "…!" }]), ["007_Örn.wav"]);
});

test("names are safe, all different, and sort in the order of the story", () => {
  const lines = fc
    .array(
      fc.record({
        speaker: fc.string({ unit: "binary", maxLength: 30 }),
        text: fc.string({ unit: "binary", maxLength: 60 }),
      }),
      {
        minLength: 1,
        maxLength: 45,
      },
    )
    .map((all) => all.map((one, index) => ({ ...one, chapter: 1 + Math.floor(index / 20), number: 1 + (index % 20) })));
  fc.assert(
    fc.property(lines, (given) => {
      const names = lineFileNames(given);
      assert.deepEqual(names.toSorted(), names);
      assert.equal(new Set(names.map((name) => name.toLowerCase())).size, given.length);
      for (const name of names) {
        assert.doesNotMatch(name, /\s/u);
        assert.equal(safeFileName(name.slice(0, -".wav".length), "wav"), name);
      }
    }),
    { numRuns: 25 },
  );
});
