// Compares edits of any kind in any order with a simple model.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Annotation, Block, TextContent } from "./blocks.ts";
import { type EditOperation, namedBlocks } from "./edit-operations.ts";
import {
  apply,
  base,
  content,
  contentOf,
  counter,
  edited,
  exclusion,
  SPEAKERS,
  speech,
  split,
  textOf,
  whole,
} from "./edit-samples.ts";
import { type ScriptPart, scriptPart } from "./script-part.ts";
import { isTextOffset, sourceText } from "./source-text.ts";

/** The state of a simple client. */
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

/** Applies a choice to the model and returns its operation. Null if there is none. */
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

test("any sequence of operations equals a simple model, on the whole script and on the part that it names", () => {
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
