import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { evidenceOf } from "./annotate.ts";
import type { Block } from "./blocks.ts";
import { scriptFromWritten } from "./script-from-written.ts";
import { sourceText } from "./source-text.ts";
import { readWrittenScript, type WrittenPart } from "./written-script.ts";

const read = (text: string): readonly WrittenPart[] => {
  const parts = readWrittenScript(text);
  assert.ok(!("kind" in parts), JSON.stringify(parts));
  return parts;
};
const blocksOf = (text: string): Block[] => {
  let next = 0;
  return scriptFromWritten(text, read(text), {
    newId: () => {
      next += 1;
      return `id-${next}`;
    },
    speakerOf: (name) => name.toLowerCase(),
    narratorId: "narrator",
    delivery: () => null,
  });
};
const kinds = (text: string) => read(text).map((part) => part.kind);

const SCRIPT =
  "NARRATOR: The rain had not stopped.\n\n[SFX: rain, on a roof, 4s]\n[PAUSE 2s]\nMara (whispering): Is the boat\nback?\n(She waits.)\nOLD TOM: No.\n";

test("a script becomes blocks whose source text is the script", () => {
  const blocks = blocksOf(SCRIPT);
  assert.equal(sourceText(blocks), SCRIPT);
  assert.deepEqual(
    blocks.map((block) => [block.kind, block.speaker_id]),
    [
      ["narration", "narrator"],
      ["sfx", null],
      ["excluded", null],
      ["excluded", null],
      ["speech", "mara"],
      ["excluded", null],
      ["speech", "old tom"],
    ],
  );
  const [first, effect, , , mara, direction] = blocks;
  assert.deepEqual(effect?.content.type === "sfx" && [effect.content.prompt, effect.content.duration_ms], [
    "rain, on a roof",
    4_000,
  ]);
  assert.ok(first?.content.type === "text" && mara?.content.type === "text" && direction?.content.type === "text");
  assert.deepEqual(
    first.content.points.map((point) => [point.kind === "timed_silence" && point.duration_ms, point.offset_utf16]),
    [[2_000, first.content.text.length]],
  );
  const label = mara.content.annotations.find((one) => one.kind === "exclusion");
  assert.equal(mara.content.text.slice(label?.start_utf16, label?.end_utf16), "Mara (whispering): ");
  assert.equal(evidenceOf(mara.content)?.method, "user");
  const [reason] = direction.content.annotations;
  assert.equal(reason?.kind === "exclusion" && reason.reason, "stage_direction");
});

test("a pause at the beginning belongs to the first spoken line", () => {
  const [, line] = blocksOf("[PAUSE 500 ms]\nANN: Hi.");
  assert.deepEqual(line?.content.type === "text" && line.content.points.map((point) => point.offset_utf16), [0]);
});

test("every valid script keeps its text code unit by code unit, in consecutive parts", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      " ",
      "ANN: Hi.",
      "Ann (low): Hi",
      "(waits)",
      "[SFX: rain, 4s]",
      "[PAUSE 2s]",
      "just words",
      "a: b",
      "Ann:",
      "小明：你好",
    ),
    fc.string({ unit: fc.constantFrom("A", "b", ":", "(", ")", "[", "]", " ", "😀", "\u2028"), maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r", "\n\n"))), (lines) => {
      const text = lines.flat().join("");
      let end = 0;
      for (const part of read(text)) {
        assert.equal(part.start, end);
        assert.ok(part.end > part.start);
        end = part.end;
      }
      assert.equal(end, text.length);
      assert.equal(sourceText(blocksOf(text)), text);
    }),
    { numRuns: 200 },
  );
});

test("a label is a name; a sentence with a colon, a time or an address is not", () => {
  for (const text of ["ANN: x", "Ann Lee: x", "Duke of York: x", "O'Neil (aside): x", "小明：你好", "3PO: x", "ANN:"])
    assert.deepEqual(kinds(text), ["line"], text);
  for (const text of ["He saw the clock: late", "10:30 we left", "http://a.b", "note: this", '"Yes: no"', "a:b"])
    assert.deepEqual(kinds(text), ["narration"], text);
});

test("a backslash makes the following text literal: in a name, and before a line of words", () => {
  for (const [text, name] of [
    ["\\the ferryman: x", "the ferryman"],
    ["Dr\\: Who: x", "Dr: Who"],
    ["Mara \\(old\\) (low): x", "Mara (old)"],
    ["?: x", ""],
    ["\\?: x", "?"],
  ]) {
    const [part] = read(text ?? "");
    assert.equal(part?.kind === "line" && part.name, name, text);
  }
  const [line] = blocksOf("ANN: One.\n\\ TOM: two.\n\\\n\\ (three)\n");
  assert.ok(line?.content.type === "text");
  assert.deepEqual(
    line.content.annotations.flatMap((one) => (one.kind === "exclusion" ? [[one.start_utf16, one.end_utf16]] : [])),
    [
      [0, 5],
      [10, 12],
      [22, 23],
      [24, 26],
    ],
  );
  assert.deepEqual(kinds("\\ TOM: two."), ["narration"]);
});

test("a byte order mark belongs to the first line and does not change how it is read", () => {
  const blocks = blocksOf("\ufeffANN: Hi.\nBEN: Ho.\n");
  assert.deepEqual(
    blocks.map((block) => [block.kind, block.speaker_id]),
    [
      ["speech", "ann"],
      ["speech", "ben"],
    ],
  );
  assert.equal(sourceText(blocks), "\ufeffANN: Hi.\nBEN: Ho.\n");
  const [first] = blocks;
  assert.ok(first?.content.type === "text");
  const label = first.content.annotations.find((one) => one.kind === "exclusion");
  assert.deepEqual([label?.start_utf16, label?.end_utf16], [0, 6]);
});

test("words after a cue are reported with their kind", () => {
  for (const line of ["[PAUSE 2s] trailing", "[SFX: rain] trailing"]) {
    const result = readWrittenScript(line);
    assert.ok("kind" in result && /line of its own/.test(result.message), line);
  }
  for (const [line, message] of [
    ["[SFX: rain [heavy], 3s]", /sound effect is written/],
    ["[PAUSE 2s]]", /pause is written/],
  ] as const) {
    const result = readWrittenScript(line);
    assert.ok("kind" in result && message.test(result.message), line);
  }
});

test("a cue that cannot be read is refused with its line", () => {
  for (const cue of [
    "[SFX]",
    "[SFX: , 4s]",
    "[SFX: rain, 400s]",
    "[SFX: rain",
    "[PAUSE]",
    "[PAUSE 0s]",
    "[PAUSE 301s]",
    "[PAUSE two]",
  ]) {
    const result = readWrittenScript(`ANN: Hi.\r\n\r\n${cue}\n`);
    assert.ok("kind" in result, cue);
    assert.equal(result.line, 3, cue);
  }
  assert.ok("kind" in readWrittenScript("x".repeat(65_537)));
  assert.deepEqual(kinds("x".repeat(65_536)), ["narration"]);
  assert.deepEqual(kinds("[door]"), ["narration"]);
});

test("hostile lines are read in linear time", () => {
  const started = performance.now();
  for (const line of [
    `a${" ".repeat(60_000)}`,
    `A${" ".repeat(596)}x\n`.repeat(12_000),
    `A${" ".repeat(300)}(${" ".repeat(290)}x\n`.repeat(12_000),
    `${"(".repeat(60_000)}`,
    `[SFX${" ".repeat(60_000)}`,
    "\r".repeat(200_000),
  ])
    readWrittenScript(line);
  assert.ok(performance.now() - started < 5_000);
});
