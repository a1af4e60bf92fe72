// Findings in blocks: every place lies in its block with the same words, however the text is cut.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CheckedBlock, checkManuscript, inBlocks } from "./manuscript.ts";

const TEXT = [
  "“We wait,” said Mara.",
  "Tom &amp; Mara sat on  the quay. [TODO: more] The wind rose.",
  "[TODO: all of it]",
  "The gr\u0435y water moved.",
]
  .join("\n\n")
  .repeat(3);

/** The text cut at these offsets. */
function cut(offsets: readonly number[]): readonly CheckedBlock[] {
  const ends = [...new Set([...offsets, TEXT.length])].sort((one, other) => one - other);
  return ends.map((end, at) => ({ id: `${at}`, kind: "narration", text: TEXT.slice(ends[at - 1] ?? 0, end) }));
}

test("a place in a block has the words of the text; one over several blocks has no mend", () => {
  const findings = checkManuscript([{ title: "", text: TEXT }], { language: "en" });
  assert.ok(findings.length >= 12);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: TEXT.length - 1 }), { maxLength: 60 }), (offsets) => {
      const blocks = cut(offsets);
      const placed = inBlocks(findings, blocks);
      assert.equal(placed.length, findings.length);
      for (const [index, one] of placed.entries()) {
        const finding = findings[index]!;
        const words = TEXT.slice(finding.start_utf16, finding.end_utf16);
        const own = blocks[one.block]!.text.slice(one.start_utf16, one.end_utf16);
        assert.ok(one.start_utf16 >= 0 && one.end_utf16 <= blocks[one.block]!.text.length);
        if (one.mend === null) assert.ok(words.trimStart().startsWith(own.trimStart()));
        else assert.ok(own === words || (one.mend === "" && own === words.trimStart()));
        const start = blocks.slice(0, one.block).reduce((sum, { text }) => sum + text.length, 0) + one.start_utf16;
        assert.equal(start + own.length, one.mend === null ? start + own.length : finding.end_utf16);
      }
    }),
    { seed: 22, numRuns: 300 },
  );
});

test("what is missing at the end of a block belongs to it, and text that is not spoken has no finding", () => {
  const blocks: CheckedBlock[] = [
    { id: "a", kind: "speech", text: "“Come in." },
    { id: "b", kind: "narration", text: "\n\nShe waited." },
    { id: "c", kind: "excluded", text: "\n\n[TODO: x]" },
  ];
  const missing = { kind: "unbalanced_dialogue", chapter: 0, start_utf16: 9, end_utf16: 9, mend: "”" } as const;
  const note = { kind: "author_note", chapter: 0, start_utf16: 24, end_utf16: 33, mend: "" } as const;
  assert.deepEqual(inBlocks([missing, note], blocks), [{ ...missing, block: 0 }]);
});
