import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { evidenceOf } from "./annotate.ts";
import type { Annotation, Block, SfxContent } from "./blocks.ts";
import type { EditOperation } from "./edit-operations.ts";
import {
  apply,
  base,
  content,
  contentOf,
  controlSet,
  edited,
  effect,
  exclusion,
  placement,
  refusal,
  speech,
  split,
  whole,
} from "./edit-samples.ts";

describe("annotations of a text", () => {
  const pronunciation: Annotation = {
    kind: "pronunciation",
    id: "p",
    start_utf16: 2,
    end_utf16: 6,
    alphabet: "alias",
    value: "x",
  };
  test("stay on their side of a cut; spans across it are cut, a pronunciation across it is dropped", () => {
    const block = speech("a", "abcdefgh", {
      annotations: [exclusion("e", 0, 2), exclusion("f", 3, 7), pronunciation],
      points: [
        { kind: "timed_silence", id: "s", offset_utf16: 4, duration_ms: 1 },
        { kind: "timed_silence", id: "t", offset_utf16: 5, duration_ms: 2 },
      ],
    });
    const [left, right] = edited(apply(whole([block]), [split("a", 4, "b")])).blocks.map(contentOf);
    assert.deepEqual(left?.annotations, [exclusion("e", 0, 2), exclusion("f", 3, 4)]);
    assert.deepEqual(right?.annotations, [exclusion("new-1", 0, 3)]);
    assert.deepEqual(
      [left?.points.map((one) => one.offset_utf16), right?.points.map((one) => one.offset_utf16)],
      [[4], [1]],
    );
  });
  test("a sound effect that is placed on a block moves with its text", () => {
    const script = [
      speech("a", "abcdefgh"),
      effect("start", placement({})),
      effect("end", placement({ anchor: "end" })),
      effect("early", placement({ anchor: "offset", offset_utf16: 2 })),
      effect("late", placement({ anchor: "offset", offset_utf16: 6 })),
    ];
    const where = (blocks: readonly Block[]) =>
      Object.fromEntries(
        blocks.flatMap((block) =>
          block.kind === "sfx"
            ? [[block.id, [block.placement?.anchor_block_id, block.placement?.anchor, block.placement?.offset_utf16]]]
            : [],
        ),
      );
    const cut = edited(apply(whole(script), [split("a", 4, "b")]));
    assert.deepEqual(where(cut.blocks), {
      start: ["a", "start", undefined],
      end: ["b", "end", undefined],
      early: ["a", "offset", 2],
      late: ["b", "offset", 2],
    });
    const joined = edited(apply(whole(cut.blocks), [{ op: "merge_blocks", blocks: [base("a", 2), base("b")] }]));
    assert.deepEqual(where(joined.blocks), where(script));
  });
});

test("merging drops the override text of one part, and its control set if that is then empty", () => {
  const whisper = { id: "d", start_utf16: 0, end_utf16: 3, intent: "whisper", strength: 1 };
  const first = speech("a", "Ha ", { delivery_control_sets: [controlSet({ id: "s", provider_text_override: "Ho" })] });
  const second = speech("b", "ha.", {
    delivery_control_sets: [controlSet({ id: "t", provider: "fullcast", directives: [whisper] })],
  });
  const [merged] = edited(
    apply(whole([first, second]), [{ op: "merge_blocks", blocks: [base("a"), base("b")] }]),
  ).blocks;
  assert.deepEqual(
    contentOf(merged).delivery_control_sets.map((one) => [one.provider, one.directives.length]),
    [["fullcast", 1]],
  );
});

describe("who speaks", () => {
  test("chosen by a person is evidence with the method user; null removes the choice", () => {
    const one = edited(
      apply(whole([speech("a", "Hi.")]), [{ op: "assign_speaker", block_ids: ["a"], speaker_id: "ann" }]),
    );
    assert.deepEqual(evidenceOf(contentOf(one.blocks[0])), {
      confidence: 1,
      method: "user",
      candidates: [{ speaker_id: "ann", score: 1 }],
    });
    const back = edited(apply(whole(one.blocks), [{ op: "assign_speaker", block_ids: ["a"], speaker_id: null }]));
    assert.deepEqual([back.blocks[0]?.speaker_id, contentOf(back.blocks[0]).annotations], [null, []]);
    const replaced = edited(
      apply(whole([speech("a", "Hi.")]), [{ op: "replace_block", ...base("a"), set: { speaker_id: "ben" } }]),
    );
    assert.equal(evidenceOf(contentOf(replaced.blocks[0]))?.method, "user");
  });
  test("stays with a text that is replaced, over the whole of the new one", () => {
    const chosen = edited(
      apply(whole([speech("a", "Hi.")]), [{ op: "assign_speaker", block_ids: ["a"], speaker_id: "ann" }]),
    );
    const after = edited(
      apply(whole(chosen.blocks), [
        { op: "replace_block", ...base("a", 2), set: { content: content("Hello there.") } },
      ]),
    );
    const [evidence] = contentOf(after.blocks[0]).annotations;
    assert.deepEqual([evidence?.start_utf16, evidence?.end_utf16], [0, 12]);
  });
  test("and the role in the layout stay on a text that is replaced by a shorter one", () => {
    const role: Annotation = {
      kind: "extension",
      id: "h",
      start_utf16: 0,
      end_utf16: 12,
      namespace: "fullcast.structure",
      name: "heading",
      version: 1,
      payload: null,
    };
    const chosen = edited(
      apply(whole([speech("a", "Hello there.", { annotations: [role] })]), [
        { op: "assign_speaker", block_ids: ["a"], speaker_id: "ann" },
      ]),
    );
    const read = contentOf(chosen.blocks[0]);
    assert.equal(read.annotations.length, 2);
    const after = edited(
      apply(whole(chosen.blocks), [
        { op: "replace_block", ...base("a", 2), set: { content: { ...read, text: "Hi." } } },
      ]),
    );
    const spans = contentOf(after.blocks[0]).annotations.map((one) => [one.start_utf16, one.end_utf16]);
    assert.deepEqual(spans, [
      [0, 3],
      [0, 3],
    ]);
  });
  test("an unparsed or excluded block, a note or an effect never has a speaker", () => {
    const block = speech("a", "Hi.", {}, "ann");
    for (const kind of ["unparsed", "excluded"] as const) {
      const result = edited(apply(whole([block]), [{ op: "replace_block", ...base("a"), set: { kind } }]));
      assert.deepEqual([result.blocks[0]?.kind, result.blocks[0]?.speaker_id], [kind, null]);
      const set = { kind, speaker_id: "ann" };
      assert.equal(refusal([block], { op: "replace_block", ...base("a"), set }).path, "0.set.speaker_id");
    }
    assert.equal(
      refusal([effect("e", null)], { op: "assign_speaker", block_ids: ["e"], speaker_id: "ann" }).path,
      "0.block_ids.0",
    );
    assert.equal(refusal([block], { op: "assign_speaker", block_ids: ["a"], speaker_id: "who" }).path, "0.speaker_id");
  });
});

describe("an edit is refused", () => {
  const script = [speech("a", "a😀b"), speech("b", "c", {}, "ann"), speech("c", "d", {}, "ann"), effect("e", null)];
  const cases: readonly (readonly [string, EditOperation, string])[] = [
    ["a block that is not there", { op: "delete_block", ...base("z") }, "0.block_id"],
    [
      "an id that is taken",
      { op: "insert_block", after_block_id: null, block: { id: "a", kind: "speech", content: content("") } },
      "0.block.id",
    ],
    ["a place that is not there", { op: "move_block", ...base("a"), after_block_id: "z" }, "0.after_block_id"],
    ["a place behind itself", { op: "move_block", ...base("a"), after_block_id: "a" }, "0.after_block_id"],
    ["a cut in a surrogate pair", split("a", 2, "n"), "0.offset_utf16"],
    ["a cut at the beginning", split("a", 0, "n"), "0.offset_utf16"],
    ["a cut at the end", split("a", 4, "n"), "0.offset_utf16"],
    ["a cut of an effect", split("e", 1, "n"), "0.block_id"],
    [
      "an effect of its own sound with a seed",
      {
        op: "insert_block",
        after_block_id: null,
        block: {
          kind: "sfx",
          content: {
            ...(effect("f", null).content as SfxContent),
            seed: 7,
            source: { kind: "project_sound", sound_effect_id: "s", sound_effect_revision_id: "r" },
          },
        },
      },
      "0.block.content.seed",
    ],
    ["blocks of two speakers", { op: "merge_blocks", blocks: [base("a"), base("b")] }, "0.blocks.1.block_id"],
    ["blocks in the wrong order", { op: "merge_blocks", blocks: [base("c"), base("b")] }, "0.blocks.1.block_id"],
    ["one block twice", { op: "merge_blocks", blocks: [base("b"), base("b")] }, "0.blocks.1.block_id"],
    [
      "an offset outside",
      { op: "replace_block", ...base("a"), set: { content: content("x", { annotations: [exclusion("q", 0, 2)] }) } },
      "0.set.content.annotations.0.end_utf16",
    ],
    [
      "a backward span",
      { op: "replace_block", ...base("a"), set: { content: content("xy", { annotations: [exclusion("q", 2, 1)] }) } },
      "0.set.content.annotations.0.end_utf16",
    ],
    [
      "an id used twice",
      {
        op: "replace_block",
        ...base("a"),
        set: { content: content("xy", { annotations: [exclusion("q", 0, 1), exclusion("q", 1, 2)] }) },
      },
      "0.set.content.annotations.1.id",
    ],
    [
      "content of another type",
      { op: "replace_block", ...base("e"), set: { content: content("x") } },
      "0.set.content.type",
    ],
    [
      "a placement on a text",
      { op: "replace_block", ...base("a"), set: { placement: placement({}) } },
      "0.set.placement",
    ],
    [
      "a placement on nothing",
      { op: "replace_block", ...base("e"), set: { placement: placement({ anchor_block_id: "z" }) } },
      "0.set.placement.anchor_block_id",
    ],
    [
      "a placement in a surrogate pair",
      { op: "replace_block", ...base("e"), set: { placement: placement({ anchor: "offset", offset_utf16: 2 }) } },
      "0.set.placement.offset_utf16",
    ],
  ];
  for (const [name, operation, path] of cases) {
    test(`for ${name}`, () => {
      const result = refusal(script, operation);
      assert.deepEqual([result.kind, result.path], ["invalid", path]);
    });
  }
  test("for a block with another version, and reports both versions", () => {
    assert.deepEqual(refusal(script, { op: "delete_block", ...base("a", 2) }), {
      kind: "stale",
      path: "0.base_block_version",
      block_id: "a",
      expected: 2,
      current: 1,
    });
  });
  test("completely; a block's version may be the one before the request or the present one", () => {
    const twice = (second: number): EditOperation[] => [
      { op: "replace_block", ...base("a"), set: { content: content("1") } },
      { op: "replace_block", ...base("a", second), set: { content: content("2") } },
    ];
    for (const version of [1, 2])
      assert.equal(edited(apply(whole(script), twice(version))).blocks[0]?.block_version, 3);
    assert.equal(refusal(script, ...twice(3)).kind, "stale");
  });
});
