import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { evidenceOf } from "./annotate.ts";
import { applyOperations, type EditedScript } from "./apply-operations.ts";
import type { Annotation, Block, SfxContent, SfxPlacement, TextContent } from "./blocks.ts";
import { type EditOperation, type EditRefusal, namedBlocks } from "./edit-operations.ts";
import { type ScriptPart, scriptPart } from "./script-part.ts";
import { isTextOffset, sourceText } from "./source-text.ts";

const SPEAKERS = ["ann", "ben"];
const content = (text: string, over: Partial<TextContent> = {}): TextContent => ({
  type: "text",
  schema_version: "studio-ast-2",
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
  ...over,
});
const speech = (
  id: string,
  text: string,
  over: Partial<TextContent> = {},
  speaker_id: string | null = null,
): Block => ({
  id,
  kind: "speech",
  block_version: 1,
  content: content(text, over),
  generation_profile_override: null,
  placement: null,
  speaker_id,
});
const effect = (id: string, placement: SfxPlacement | null): Block => ({
  id,
  kind: "sfx",
  block_version: 1,
  content: { type: "sfx", schema_version: "studio-ast-2", prompt: "rain", duration_ms: 1_000, seed: null },
  generation_profile_override: null,
  placement,
  speaker_id: null,
});
const placement = (over: Partial<SfxPlacement>): SfxPlacement => ({
  anchor_block_id: "a",
  anchor: "start",
  offset_ms: 0,
  gain_db: 0,
  fade_in_ms: 0,
  fade_out_ms: 0,
  ...over,
});
const whole = (blocks: readonly Block[]): ScriptPart => ({
  entries: blocks.map((block) => ({ block, nextIsNeighbour: true })),
  startsScript: true,
});
function counter(prefix: string): () => string {
  let next = 0;
  return () => {
    next += 1;
    return `${prefix}${next}`;
  };
}
function apply(part: ScriptPart, operations: readonly EditOperation[]) {
  return applyOperations(part, operations, { newId: counter("new-"), speakerIds: new Set(SPEAKERS) });
}
function edited(result: EditedScript | EditRefusal): EditedScript {
  assert.ok(result.kind === "edited", JSON.stringify(result));
  return result;
}
const refusal = (blocks: readonly Block[], ...operations: EditOperation[]) => {
  const result = apply(whole(blocks), operations);
  assert.notEqual(result.kind, "edited");
  return result as EditRefusal;
};
const textOf = (block: Block | undefined) => (block?.content.type === "text" ? block.content.text : "");
const contentOf = (block: Block | undefined): TextContent => {
  assert.ok(block?.content.type === "text");
  return block.content;
};
const base = (block_id: string, base_block_version = 1) => ({ block_id, base_block_version });
const split = (id: string, offset_utf16: number, new_block_id: string): EditOperation => ({
  op: "split_block",
  ...base(id),
  offset_utf16,
  new_block_id,
});
const exclusion = (id: string, start_utf16: number, end_utf16: number): Annotation => ({
  kind: "exclusion",
  id,
  start_utf16,
  end_utf16,
  reason: "user",
});

/** What a client would keep: the simplest thing that could be right. */
interface ModelBlock {
  readonly id: string;
  text: string;
  speaker: string | null;
  version: number;
}

interface Choice {
  readonly what: number;
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

const choice = fc.record({
  what: fc.nat(6),
  at: fc.nat(),
  to: fc.nat(),
  text: fc.string({ unit: fc.constantFrom("a", " ", "é", "😀", "\n"), minLength: 1, maxLength: 6 }),
});

/** The operation that a choice means for the model, which is changed accordingly; null when there is none. */
function step(model: ModelBlock[], { what, at, to, text }: Choice, newId: () => string): EditOperation | null {
  const block = model[at % Math.max(1, model.length)];
  const index = block === undefined ? -1 : model.indexOf(block);
  if (what === 0 || block === undefined) {
    const after = model.length === 0 || to % (model.length + 1) === 0 ? null : model[(to % (model.length + 1)) - 1]!;
    const id = newId();
    model.splice(after === null ? 0 : model.indexOf(after) + 1, 0, { id, text, speaker: null, version: 1 });
    return {
      op: "insert_block",
      after_block_id: after?.id ?? null,
      block: { id, kind: "speech", content: content(text) },
    };
  }
  const known = base(block.id, block.version);
  switch (what) {
    case 1:
      block.text = text;
      block.version += 1;
      return { op: "replace_block", ...known, set: { content: content(text) } };
    case 2:
      model.splice(index, 1);
      return { op: "delete_block", ...known };
    case 3: {
      model.splice(index, 1);
      const place = to % (model.length + 1);
      const after = model[place - 1];
      model.splice(place, 0, block);
      block.version += 1;
      return { op: "move_block", ...known, after_block_id: after?.id ?? null };
    }
    case 4: {
      const offset = 1 + (to % Math.max(1, block.text.length - 1));
      if (offset >= block.text.length || !isTextOffset(block.text, offset)) return null;
      const id = newId();
      model.splice(index + 1, 0, { id, text: block.text.slice(offset), speaker: block.speaker, version: 1 });
      block.text = block.text.slice(0, offset);
      block.version += 1;
      return { op: "split_block", ...known, offset_utf16: offset, new_block_id: id };
    }
    case 5: {
      const next = model[index + 1];
      if (next === undefined || next.speaker !== block.speaker) return null;
      model.splice(index + 1, 1);
      block.text += next.text;
      block.version += 1;
      return { op: "merge_blocks", blocks: [known, base(next.id, next.version)] };
    }
    default: {
      const speaker_id = [...SPEAKERS, null][to % 3]!;
      block.speaker = speaker_id;
      block.version += 1;
      return { op: "assign_speaker", block_ids: [block.id], speaker_id };
    }
  }
}

/** The part that the operations name, as a store would load it. */
function partOf(blocks: readonly Block[], operations: readonly EditOperation[]): ScriptPart {
  const named = namedBlocks(operations);
  const wanted = new Set([...named.others, ...named.ordered]);
  for (const [index, block] of blocks.entries()) {
    if (!named.ordered.has(block.id)) continue;
    for (const neighbour of [blocks[index - 1], blocks[index + 1]]) if (neighbour) wanted.add(neighbour.id);
  }
  if (named.beginning && blocks[0] !== undefined) wanted.add(blocks[0].id);
  return scriptPart(
    blocks.filter((block) => wanted.has(block.id)),
    named,
  );
}

test("any sequence of operations equals a simple model, on the whole script and on the part that it names alike", () => {
  fc.assert(
    fc.property(fc.nat(8), fc.array(choice, { minLength: 1, maxLength: 20 }), (size, choices) => {
      const script = Array.from({ length: size }, (_, index) => speech(`b${index}`, `text 😀 ${index}`));
      const model: ModelBlock[] = script.map((block) => ({
        id: block.id,
        text: textOf(block),
        speaker: null,
        version: 1,
      }));
      const newId = counter("n");
      const operations = choices.flatMap((one) => step(model, one, newId) ?? []);
      const result = edited(apply(whole(script), operations));
      const says = (blocks: readonly Block[]) =>
        blocks.map((block) => [block.id, textOf(block), block.speaker_id, block.block_version]);
      assert.deepEqual(
        says(result.blocks),
        model.map(({ id, text, speaker, version }) => [id, text, speaker, version]),
      );
      assert.equal(sourceText(result.blocks), model.map(({ text }) => text).join(""));

      const part = edited(apply(partOf(script, operations), operations));
      for (const field of ["changed", "placed"] as const)
        assert.deepEqual([...part[field]].sort(), [...result[field]].sort(), field);
      assert.deepEqual([...part.deleted].sort(), [...result.deleted].sort());
      const places = new Map(script.map((block, index) => [block.id, index]));
      let before = -1;
      for (let index = 0; index < part.blocks.length; index += 1) {
        const { id } = part.blocks[index]!;
        const next = part.blocks.slice(index).find((block) => !part.placed.has(block.id));
        const limit = next === undefined ? before + 1 : places.get(next.id)!;
        if (part.placed.has(id)) places.set(id, before + (limit - before) / 2);
        before = places.get(id)!;
      }
      for (const id of part.deleted) places.delete(id);
      const inOrder = [...places].sort(([, a], [, b]) => a - b).map(([id]) => id);
      assert.deepEqual(
        inOrder,
        model.map(({ id }) => id),
      );
    }),
    { numRuns: 300 },
  );
});

test("splitting and merging again gives the same block", () => {
  const at = fc.nat(20);
  fc.assert(
    fc.property(
      fc.string({ minLength: 2, maxLength: 20 }),
      at,
      fc.array(fc.tuple(at, at), { maxLength: 5 }),
      fc.array(at),
      (text, cut, spans, points) => {
        fc.pre(isTextOffset(text, 1 + (cut % (text.length - 1))));
        const sound = spans
          .map(([a, b]) => [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number])
          .filter(([a, b]) => isTextOffset(text, a) && isTextOffset(text, b));
        const block = speech("a", text, {
          annotations: sound.map(
            ([start, end], index) =>
              ({ ...exclusion(`x${index}`, start, end), reason: index % 2 ? "user" : "metadata" }) as Annotation,
          ),
          points: points
            .filter((offset) => isTextOffset(text, offset))
            .map((offset_utf16, index) => ({ kind: "timed_silence", id: `p${index}`, offset_utf16, duration_ms: 10 })),
          delivery_control_sets: [
            {
              id: "set",
              schema_version: "studio-delivery-control-set-2",
              provider: "fullcast",
              model: "any",
              format: "fullcast-delivery-1",
              capability_revision: "1",
              directives: [{ id: "d", start_utf16: 0, end_utf16: text.length, intent: "calm", strength: 1 }],
              settings: [],
              source_fingerprint: null,
              source_utf16_length: null,
            },
          ],
        });
        const result = edited(
          apply(whole([block]), [
            split("a", 1 + (cut % (text.length - 1)), "b"),
            { op: "merge_blocks", blocks: [base("a", 2), base("b")] },
          ]),
        );
        assert.deepEqual([...result.changed], ["a"]);
        const covered = (one: TextContent) =>
          Array.from(one.text, (_, index) => index).map((index) =>
            one.annotations
              .flatMap((span) =>
                span.kind === "exclusion" && span.start_utf16 <= index && index < span.end_utf16 ? [span.reason] : [],
              )
              .sort()
              .filter((reason, place, all) => all.indexOf(reason) === place),
          );
        const merged = contentOf(result.blocks[0]);
        assert.equal(merged.text, text);
        assert.deepEqual(covered(merged), covered(contentOf(block)));
        assert.deepEqual(
          merged.points.map((point) => point.offset_utf16).sort((a, b) => a - b),
          contentOf(block)
            .points.map((point) => point.offset_utf16)
            .sort((a, b) => a - b),
        );
        assert.deepEqual(merged.delivery_control_sets, contentOf(block).delivery_control_sets);
      },
    ),
    { numRuns: 150 },
  );
});

describe("what sits on a text", () => {
  const pronunciation: Annotation = {
    kind: "pronunciation",
    id: "p",
    start_utf16: 2,
    end_utf16: 6,
    alphabet: "alias",
    value: "x",
  };
  test("goes with its side of a cut; what lies across is cut, a pronunciation across is dropped", () => {
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
  test("a sound effect that is placed on a block goes with the text that it was placed on", () => {
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

describe("who speaks", () => {
  test("when a person says it, is evidence with the method user; null gives the choice back", () => {
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
  test("and the role in the layout stay with a text that is written back shorter, as it was read", () => {
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
  test("for a block that has another version, and tells both", () => {
    assert.deepEqual(refusal(script, { op: "delete_block", ...base("a", 2) }), {
      kind: "stale",
      path: "0.base_block_version",
      block_id: "a",
      expected: 2,
      current: 1,
    });
  });
  test("wholly: a block may be known by its version before the request or by the present one", () => {
    const twice = (second: number): EditOperation[] => [
      { op: "replace_block", ...base("a"), set: { content: content("1") } },
      { op: "replace_block", ...base("a", second), set: { content: content("2") } },
    ];
    for (const version of [1, 2])
      assert.equal(edited(apply(whole(script), twice(version))).blocks[0]?.block_version, 3);
    assert.equal(refusal(script, ...twice(3)).kind, "stale");
  });
});
