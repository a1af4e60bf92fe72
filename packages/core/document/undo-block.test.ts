import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Block } from "./blocks.ts";
import { undoBlock } from "./undo-block.ts";

/** The parts of a block that an edit can change, each with a few values. */
const parts = fc.record({
  kind: fc.constantFrom("speech", "narration"),
  speaker_id: fc.constantFrom("a", "b", null),
  placement: fc.constantFrom(null, { anchor: "start" }, { anchor: "end" }),
  override: fc.constantFrom(null, { model: "m" }),
  text: fc.constantFrom("one", "two"),
  annotations: fc.constantFrom([], [{ id: "x" }], [{ id: "y" }]),
  points: fc.constantFrom([], [{ id: "p" }]),
  directions: fc.constantFrom([], [{ id: "d" }], [{ id: "e" }]),
});
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

const blockOf = (one: Parts, version = 1) =>
  ({
    id: "block",
    kind: one.kind,
    block_version: version,
    speaker_id: one.speaker_id,
    placement: one.placement,
    generation_profile_override: one.override,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text: one.text,
      annotations: one.annotations,
      points: one.points,
      delivery_control_sets: one.directions,
    },
  }) as unknown as Block;

const unversioned = (block: Block | null) => block && { ...block, block_version: 0 };

test("without a later edit undo restores the block, and redo restores the edit", () => {
  fc.assert(
    fc.property(parts, parts, (was, made) => {
      const undone = undoBlock(blockOf(was), blockOf(made), blockOf(made, 7));
      assert.deepEqual(undone, blockOf(was, 7));
      assert.deepEqual(unversioned(undoBlock(blockOf(made), blockOf(was), undone!)), unversioned(blockOf(made)));
    }),
  );
});

test("a later edit stays completely or is a conflict: no part is lost or mixed with marks of another text", () => {
  fc.assert(
    fc.property(parts, parts, parts, (was, made, now) => {
      const undone = undoBlock(blockOf(was), blockOf(made), blockOf(now));
      const names = Object.keys(was) as (keyof Parts)[];
      const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
      const byEdit = names.filter((name) => !same(was[name], made[name]));
      const later = names.filter((name) => !same(made[name], now[name]));
      const ofText = ["text", "annotations", "points", "directions"];
      const overlap = byEdit.some((name) => later.includes(name));
      const torn =
        (byEdit.includes("text") && later.some((name) => ofText.includes(name))) ||
        (later.includes("text") && byEdit.some((name) => ofText.includes(name)));
      if (overlap || torn) assert.equal(undone, null);
      else {
        const expected = Object.fromEntries(names.map((name) => [name, byEdit.includes(name) ? was[name] : now[name]]));
        assert.deepEqual(undone, blockOf(expected as Parts));
      }
    }),
    { numRuns: 2_000 },
  );
});
