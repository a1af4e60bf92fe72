import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cuesOf, type SpokenPassage, writeSrt, writeVtt } from "./packaging.ts";

const evenly = (text: string, start_ms = 0, msPerCharacter = 60): SpokenPassage => ({
  text,
  start_ms,
  duration_ms: Math.max(1, text.length * msPerCharacter),
  words: null,
});

const lengthOf = (line: string): number => [...line].length;

const SENTENCE =
  "It was, the harbour master said, the coldest morning that anyone in the town could remember; and yet Mr. Penhallow, " +
  "who had not slept, walked down to the quay without a coat. “Where is she?” he asked.";

test("cues end at sentence and phrase ends, and lines have similar lengths", () => {
  assert.deepEqual(
    cuesOf([evenly(SENTENCE)]).map((cue) => cue.lines),
    [
      ["It was, the harbour master said,"],
      ["the coldest morning that anyone", "in the town could remember;"],
      ["and yet Mr. Penhallow, who had not slept,", "walked down to the quay without a coat."],
      ["“Where is she?” he asked."],
    ],
  );
});

test("words' own times are used where the engine reported them", () => {
  const text = "Stay here — and wait.";
  const word = (start: number, end: number, start_ms: number, end_ms: number) => ({
    start_utf16: start,
    end_utf16: end,
    start_ms,
    end_ms,
  });
  const words = [word(0, 4, 1000, 1300), word(5, 9, 1300, 1800), word(12, 15, 2100, 2300), word(16, 20, 2300, 2950)];
  const [cue, ...others] = cuesOf([{ text, start_ms: 900, duration_ms: 2400, words }]);
  assert.deepEqual(others, []);
  assert.deepEqual(cue, { start_ms: 1000, end_ms: 2950, lines: [text], speaker: null });
});

test("a short cue stays long enough to be read, but never into the next one", () => {
  const [first, second, third] = cuesOf([evenly("No.", 0), evenly("Yes.", 400), evenly("Why?", 10_000)]);
  assert.deepEqual([first!.end_ms, second!.end_ms, third!.end_ms], [400, 1400, 11_000]);
});

test("the file numbers its cues from 1 and separates them with empty lines", () => {
  const file = writeSrt(cuesOf([evenly("One.", 3_725_004), evenly("Two.", 360_000_000)]));
  assert.equal(file, "1\n01:02:05,004 --> 01:02:06,004\nOne.\n\n2\n100:00:00,000 --> 100:00:01,000\nTwo.\n");
  assert.equal(writeSrt([]), "");
});

const anyText = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom("the", "sea,", "and", "harbour", "said.", "“Stay!”", "Mr.", "a", "remember;"),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom("—", "-->", "\n\n", "\u200b", "😀", "x".repeat(120), "潮".repeat(90), "\ud800"),
      },
      { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
    ),
    { maxLength: 60 },
  )
  .map((words) => words.join(" "));

const anyPassage: fc.Arbitrary<SpokenPassage> = fc
  .tuple(anyText, fc.nat(2000), fc.integer({ min: 1, max: 20_000 }), fc.array(fc.nat(1000), { maxLength: 20 }))
  .map(([text, start_ms, duration_ms, offsets]) => {
    const sorted = offsets.filter((offset) => offset < text.length).toSorted((a, b) => a - b);
    const words = sorted.map((offset, i) => ({
      start_utf16: offset,
      end_utf16: Math.min(text.length, offset + 3),
      start_ms: start_ms + (i * duration_ms) / 20,
      end_ms: start_ms + ((i + 1) * duration_ms) / 20,
    }));
    return { text, start_ms, duration_ms, words: sorted.length === 0 ? null : words };
  });

test("for any text and times, cues are in order, do not overlap, have at most two lines of 42, and lose no visible word", () => {
  fc.assert(
    fc.property(fc.array(anyPassage, { maxLength: 4 }), (passages) => {
      let at = 0;
      const ordered = passages.map((passage) => {
        const shift = at;
        at += passage.duration_ms + 2000;
        return {
          ...passage,
          start_ms: passage.start_ms + shift,
          words: passage.words?.map((w) => ({ ...w, start_ms: w.start_ms + shift, end_ms: w.end_ms + shift })) ?? null,
        };
      });
      const cues = cuesOf(ordered);
      let end = 0;
      for (const cue of cues) {
        assert.ok(cue.lines.length === 1 || cue.lines.length === 2);
        assert.ok(cue.lines.every((line) => lengthOf(line) <= 42 && line.trim() !== ""));
        assert.ok(Number.isInteger(cue.start_ms) && Number.isInteger(cue.end_ms));
        assert.ok(cue.start_ms >= end && cue.end_ms > cue.start_ms);
        end = cue.end_ms;
      }
      const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");
      assert.equal(
        letters(cues.map((cue) => cue.lines.join("")).join("")),
        letters(passages.map((passage) => passage.text).join("")),
      );
      const file = writeSrt(cues);
      assert.equal(file.split("\n").filter((line) => line.includes("-->")).length, cues.length);
      assert.ok(file.isWellFormed());
    }),
    { numRuns: 150 },
  );
});

test("a character's name is shown where the speaker changes, the narrator's never", () => {
  const passage = (text: string, start_ms: number, speaker: string | null) => ({
    ...{ text, start_ms, duration_ms: 2000, words: null, speaker },
  });
  const cues = cuesOf([
    passage("The door opened.", 0, null),
    passage("Who is there?", 3000, "Mara Quill"),
    passage("Answer me.", 6000, "Mara Quill"),
    passage("It is I.", 9000, "Tom"),
    passage("Nobody laughed.", 12_000, null),
    passage("Come in.", 15_000, "Tom"),
  ]);
  assert.deepEqual(
    cues.map((cue) => cue.lines.join(" ")),
    [
      "The door opened.",
      "MARA QUILL: Who is there?",
      "Answer me.",
      "TOM: It is I.",
      "Nobody laughed.",
      "TOM: Come in.",
    ],
  );
  assert.equal(cues[1]?.start_ms, 3000);
});

test("a fast passage before a pause needs at most 20 characters per second", () => {
  const text =
    "She ran down the stairs, across the yard, over the wall, and was gone before anybody had turned round to look.";
  const cues = cuesOf([
    { text, start_ms: 0, duration_ms: 4200, words: null },
    { text: "Silence.", start_ms: 8000, duration_ms: 800, words: null },
  ]);
  for (const [i, cue] of cues.entries()) {
    const speed = (cue.lines.join(" ").length * 1000) / (cue.end_ms - cue.start_ms);
    assert.ok(speed <= 20, `${speed} characters a second: ${cue.lines.join(" ")}`);
    assert.ok(cue.end_ms <= (cues[i + 1]?.start_ms ?? Number.POSITIVE_INFINITY));
  }
  assert.equal(cues.at(-1)?.start_ms, 8000);
});

test("WebVTT has voice spans, escaped text and no name in the words", () => {
  const passages = [
    { ...evenly("It rained."), speaker: null },
    { ...evenly("1 < 2 & 2 > 1 --> no", 1000), speaker: "Tom <&> Tide" },
    { ...evenly("Yes.", 4000), speaker: "Tom <&> Tide" },
  ];
  assert.equal(
    writeVtt(cuesOf(passages, "apart")),
    `WEBVTT

1
00:00:00.000 --> 00:00:01.000
It rained.

2
00:00:01.000 --> 00:00:02.200
<v Tom &lt;&amp;&gt; Tide>1 &lt; 2 &amp; 2 &gt; 1 → no

3
00:00:04.000 --> 00:00:05.000
<v Tom &lt;&amp;&gt; Tide>Yes.
`,
  );
});

test("for any text and names each block of a WebVTT file is a number, a line of times and one or two lines", () => {
  const hostile = fc.string({ unit: fc.constantFrom(..."ab <>&-\n\r\u2028\u0000\ud800潮"), maxLength: 80 });
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, fc.option(hostile)), { maxLength: 6 }), (texts) => {
      const passages = texts.map(([text, speaker], i) => ({ ...evenly(text, i * 3000), speaker }));
      const cues = cuesOf(passages, "apart");
      const [head, ...blocks] = writeVtt(cues).trimEnd().split("\n\n");
      assert.equal(head, "WEBVTT");
      assert.equal(blocks.length, cues.length);
      for (const [index, block] of blocks.entries()) {
        const [number, times, ...lines] = block.split("\n");
        assert.equal(number, String(index + 1));
        assert.match(times ?? "", /^\d\d:\d\d:\d\d\.\d{3} --> \d\d:\d\d:\d\d\.\d{3}$/);
        assert.ok(lines.length === 1 || lines.length === 2, block);
        assert.doesNotMatch(lines.join("\n").replace(/^<v [^<>\n]+>/, ""), /[<>\r]|-->|^$/m);
      }
    }),
    { numRuns: 200 },
  );
});
