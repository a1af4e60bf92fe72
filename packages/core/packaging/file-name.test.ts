import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { safeFileName } from "./packaging.ts";

test("an ordinary title keeps its words", () => {
  assert.equal(safeFileName("Chapter 1: The “Long” Road – Ärger?", "mp3"), "Chapter 1 The “Long” Road – Ärger.mp3");
});

test("an empty name becomes untitled", () => {
  for (const title of ["", "   ", "...", "///", "\u0000", "\u202e", "\ud800"]) {
    assert.equal(safeFileName(title, "wav"), "untitled.wav");
  }
});

test("device names of Windows are never produced, with any extension", () => {
  for (const title of ["con", "NUL", "Com1", "lpt9.notes", "aux .txt", "COM²"]) {
    assert.match(safeFileName(title, "srt"), /^_/, title);
  }
  assert.equal(safeFileName("Connor", "srt"), "Connor.srt");
});

test("every title gives a name that is safe, bounded and stable", () => {
  const anyTitle = fc.oneof(
    fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
    fc.string({
      unit: fc.constantFrom("a", ".", " ", "/", "\\", "\ud83d\ude00", "é", "\n", "C", "O", "N"),
      maxLength: 300,
    }),
  );
  fc.assert(
    fc.property(anyTitle, fc.constantFrom("mp3", "wav", "m4b", "epub", "srt"), (title, extension) => {
      const name = safeFileName(title, extension);
      assert.ok(name.endsWith(`.${extension}`));
      assert.ok(new TextEncoder().encode(name).length <= 255);
      assert.doesNotMatch(name, /[\\/:*?"<>|\p{Cc}\p{Cf}]/u);
      const base = name.slice(0, -extension.length - 1);
      assert.doesNotMatch(base, /^$|^[\s.]|[\s.]$/u);
      assert.doesNotMatch(name, /^(con|prn|aux|nul|com[0-9]|lpt[0-9])\s*\./i);
      assert.ok(name.isWellFormed());
      assert.equal(safeFileName(base, extension), name, "a safe name stays as it is");
    }),
    { numRuns: 60 },
  );
});
