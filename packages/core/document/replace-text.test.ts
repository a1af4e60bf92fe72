import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { content, placement } from "./edit-samples.ts";
import { excerptOf, findText, textPattern } from "./find-text.ts";
import { offsetAfter, replacedContent, replacedPlacement, replacedText } from "./replace-text.ts";

const places = (text: string, words: string, more: { caseSensitive?: boolean; wholeWords?: boolean } = {}) =>
  findText(text, textPattern({ words, caseSensitive: false, wholeWords: false, ...more })).map((one) =>
    text.slice(one.start_utf16, one.end_utf16),
  );

test("words are found with any capitals and any white space between them, unless case matters", () => {
  assert.deepEqual(places("Old Tom, old\nTOM, old  tomcat", "old tom"), ["Old Tom", "old\nTOM", "old  tom"]);
  assert.deepEqual(places("Old Tom, old tom", "old tom", { caseSensitive: true }), ["old tom"]);
  assert.deepEqual(places("a  b", "  "), ["  "]);
});

test("whole words end where no letter, mark or digit follows, in every script", () => {
  assert.deepEqual(places("Tom, Tom's tomcat, Tom2", "tom", { wholeWords: true }), ["Tom", "Tom"]);
  assert.deepEqual(places("Änne und Ännes", "änne", { wholeWords: true }), ["Änne"]);
  assert.deepEqual(places("“Tom”", "“Tom”", { wholeWords: true }), ["“Tom”"]);
  assert.deepEqual(places("an old man", " old", { wholeWords: true }), [" old"]);
});

test("straight and typographic quotation marks are the same; expressions are plain text", () => {
  assert.deepEqual(places("don’t “stop” (a.b)", "don't"), ["don’t"]);
  assert.deepEqual(places("don’t “stop” (a.b)", '"stop"'), ["“stop”"]);
  assert.deepEqual(places("axb a.b", "a.b"), ["a.b"]);
  assert.deepEqual(places("cafe cafe\u0301", "cafe"), ["cafe"]);
});

test("repetitions in a hostile text are found in linear time", () => {
  const started = performance.now();
  const text = `${" ".repeat(1_000_000)}${"a ".repeat(500_000)}`;
  assert.equal(places(text, "  x").length, 0);
  assert.equal(places(text, "a  a  b").length, 0);
  assert.ok(performance.now() - started < 2_000);
});

test("an excerpt shows the place and cuts no character in two", () => {
  const text = `${"😀".repeat(100)}Tom${"😀".repeat(100)}`;
  const at = { start_utf16: 200, end_utf16: 203 };
  const { text: shown, start_utf16 } = excerptOf(text, at, { before: 11, units: 40 });
  assert.ok(shown.isWellFormed());
  assert.equal(text.slice(start_utf16, start_utf16 + shown.length), shown);
  assert.ok(shown.includes("Tom"));
});

const letters = fc.string({ unit: fc.constantFrom("a", "b", " ", "😀"), maxLength: 30 });
const words = fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 2 });
const replacements = fc.constantFrom("", "b", "long words", "😀");

test("a replacement is the text with its places replaced, and every span stays on the words around the places", () => {
  fc.assert(
    fc.property(letters, words, replacements, fc.nat(30), fc.nat(30), (text, q, other, one, two) => {
      const found = findText(text, textPattern({ words: q, caseSensitive: true, wholeWords: false }));
      const replacement = { places: found, text: other };
      const after = replacedText(text, replacement);
      assert.equal(after, q.trim().includes(" ") ? after : expected(text, found, other));
      const [start_utf16, end_utf16] = [one, two].map((at) => Math.min(at, text.length)).sort((a, b) => a - b) as [
        number,
        number,
      ];
      const outside = (at: number) => found.every((place) => at <= place.start_utf16 || at >= place.end_utf16);
      const moved = [offsetAfter(start_utf16, replacement, "start"), offsetAfter(end_utf16, replacement, "end")];
      assert.ok(0 <= moved[0]! && moved[0]! <= moved[1]! && moved[1]! <= after.length);
      if (!outside(start_utf16) || !outside(end_utf16)) return;
      const inside = found.filter((place) => place.start_utf16 >= start_utf16 && place.end_utf16 <= end_utf16);
      const shifted = inside.map((place) => ({
        start_utf16: place.start_utf16 - start_utf16,
        end_utf16: place.end_utf16 - start_utf16,
      }));
      assert.equal(after.slice(...moved), expected(text.slice(start_utf16, end_utf16), shifted, other));
    }),
  );
});

function expected(text: string, found: readonly { start_utf16: number; end_utf16: number }[], other: string): string {
  let made = text;
  for (const place of found.toReversed()) made = made.slice(0, place.start_utf16) + other + made.slice(place.end_utf16);
  return made;
}

test("marks stay on their words, a pronunciation of changed words is dropped, points and sounds move with the text", () => {
  const text = "Tom saw Mara and Tom.";
  const was = content(text, {
    annotations: [
      { kind: "exclusion", id: "whole", start_utf16: 0, end_utf16: text.length, reason: "user" },
      { kind: "pronunciation", id: "tom", start_utf16: 0, end_utf16: 3, alphabet: "alias", value: "Thomas" },
      { kind: "pronunciation", id: "mara", start_utf16: 8, end_utf16: 12, alphabet: "alias", value: "Maara" },
    ],
    points: [{ kind: "timed_silence", id: "pause", offset_utf16: 12, duration_ms: 500 }],
  });
  const replacement = {
    places: findText(text, textPattern({ words: "Tom", caseSensitive: true, wholeWords: true })),
    text: "Tobias",
  };
  const now = replacedContent(was, replacement);
  assert.equal(now.text, "Tobias saw Mara and Tobias.");
  assert.deepEqual(
    now.annotations.map((one) => [one.id, now.text.slice(one.start_utf16, one.end_utf16)]),
    [
      ["whole", now.text],
      ["mara", "Mara"],
    ],
  );
  assert.equal(now.points[0]?.offset_utf16, 15);
  const sound = placement({ anchor: "offset", anchor_block_id: "a", offset_utf16: 17 });
  assert.equal(replacedPlacement(sound, "a", replacement).offset_utf16, 20);
  assert.equal(replacedPlacement(sound, "b", replacement), sound);
});
