import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchLines, UNMATCHED } from "./match-lines.ts";

const lines = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f", "g"), { maxLength: 24 });

test("matched lines are equal and used once; no line with a free equal line stays unmatched", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { before: matches, moved } = matchLines(before, after);
      const used = [...matches].filter((at) => at !== UNMATCHED);
      assert.equal(new Set(used).size, used.length);
      for (const [a, b] of matches.entries()) if (b !== UNMATCHED) assert.equal(after[a], before[b]);
      const left = new Set(before.filter((_, at) => !used.includes(at)));
      for (const [a, b] of matches.entries())
        if (b === UNMATCHED) assert.ok(!left.has(after[a] as (typeof before)[number]));
      const inOrder = [...matches].filter((at, a) => at !== UNMATCHED && !moved.has(a));
      assert.deepEqual(
        inOrder,
        inOrder.toSorted((one, other) => one - other),
      );
    }),
    { numRuns: 2_000 },
  );
});

test("of lines that are all different, one that moved is the only one that moved", () => {
  const before = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  for (const [from, to] of [
    [0, 49],
    [49, 0],
    [10, 30],
    [30, 10],
  ] as const) {
    const after = before.toSpliced(from, 1).toSpliced(to, 0, before[from] ?? "");
    const { moved } = matchLines(before, after);
    assert.deepEqual([...moved], [to]);
  }
});

test("long texts of many equal lines are matched quickly", () => {
  const started = performance.now();
  const before = Array.from({ length: 100_000 }, (_, index) => `line ${index % 300}`);
  const after = before.map((line, index) => (index % 7 === 0 ? "new" : line));
  matchLines(before, after);
  matchLines(before, before.toReversed());
  assert.ok(performance.now() - started < 10_000);
});
