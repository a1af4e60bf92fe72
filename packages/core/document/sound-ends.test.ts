// Sounds that last until a line: in operations, and in scripts written, read and set back.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Block, SfxBlock, SfxPlacement } from "./blocks.ts";
import { apply, base, edited, effect, placement, refusal, speech, split, whole } from "./edit-samples.ts";
import { reviseWritten } from "./revise-script.ts";
import { scriptFromWritten, type WrittenCast } from "./script-from-written.ts";
import { sourceText } from "./source-text.ts";
import { scriptText, scriptUnits, type WritingCast } from "./write-script.ts";
import { readWrittenScript, type WrittenPart } from "./written-script.ts";

let ids = 0;
const newId = () => {
  ids += 1;
  return `id-${ids}`;
};
const reading: WrittenCast = {
  newId,
  speakerOf: (name) => name.toLowerCase(),
  narratorId: "narrator",
  delivery: () => null,
};
const writing: WritingCast = {
  nameOf: (id) => id.toUpperCase(),
  speakerNamed: (name) => name.toLowerCase(),
  narratorId: "narrator",
  directionOf: () => null,
  isDirection: () => false,
};
const read = (text: string): readonly WrittenPart[] => {
  const parts = readWrittenScript(text);
  assert.ok(!("kind" in parts), `${JSON.stringify(parts)} ${JSON.stringify(text)}`);
  return parts;
};
const made = (text: string): Block[] => scriptFromWritten(text, read(text), reading);
const faultOf = (text: string) => {
  const parts = readWrittenScript(text);
  return "kind" in parts ? [parts.line, parts.message] : null;
};
const written = (blocks: readonly Block[]): string => scriptText(scriptUnits(blocks, writing));
const revised = (blocks: readonly Block[], text: string): readonly Block[] =>
  reviseWritten(text, read(text), scriptUnits(blocks, writing), reading).blocks;
const effectsOf = (blocks: readonly Block[]): SfxBlock[] =>
  blocks.filter((block): block is SfxBlock => block.kind === "sfx");
const lineOf = (blocks: readonly Block[], words: string): string =>
  blocks.find((block) => block.content.type === "text" && block.content.text.includes(words))?.id ?? "none";

const SCRIPT = [
  "ANN: One.",
  "[SFX: rain on glass, 8s, loop]",
  "ANN: Two.",
  "BEN: Three.",
  "[END SFX: rain on glass]",
  "BEN: Four.",
  "",
].join("\n");

test("a sound that loops starts with the line after its cue and lasts until the line after its end cue", () => {
  const blocks = made(SCRIPT);
  assert.equal(sourceText(blocks), SCRIPT);
  assert.deepEqual(effectsOf(blocks)[0]?.placement, {
    anchor_block_id: lineOf(blocks, "Two"),
    anchor: "start",
    offset_ms: 0,
    gain_db: 0,
    fade_in_ms: 0,
    fade_out_ms: 0,
    until_block_id: lineOf(blocks, "Four"),
  });
  assert.equal(effectsOf(blocks)[0]?.content.duration_ms, 8_000);
});

test("a sound that loops without an end cue, or with one after the last line, lasts to the end of the last line", () => {
  for (const end of ["", "[END SFX: rain on glass]\n"]) {
    const blocks = made(`[SFX: rain on glass, loop]\nANN: One.\nBEN: Two.\n${end}`);
    const lasting = effectsOf(blocks)[0]?.placement;
    assert.equal(lasting?.until_block_id, lineOf(blocks, "Two"));
    assert.equal(lasting?.until_anchor, "end");
  }
});

test("end cues without a sound, and sounds without a line under them, are refused with their line", () => {
  assert.match(`${faultOf("ANN: One.\n[END SFX: rain]\n")}`, /^2,no sound with this prompt loops here/);
  assert.match(`${faultOf("ANN: One.\n[SFX: rain, 4s]\nANN: Two.\n[END SFX: rain]\n")}`, /^4,no sound/);
  assert.match(`${faultOf("ANN: One.\n[SFX: rain, 4s, loop]\n")}`, /^2,a sound that loops needs a line/);
  assert.match(`${faultOf("[SFX: rain, 4s, loop]\n[END SFX: rain]\nANN: One.\n")}`, /^1,a sound that loops needs/);
  assert.match(`${faultOf("ANN: One.\n[END SFX rain\n")}`, /^2,the end of a sound is written/);
});

test("a document with sounds that last is written with their ends, and read back the same", () => {
  const words = ["one", "two", "three", "four", "five", "six"];
  const sounds = fc.array(
    fc.record({
      at: fc.nat(words.length - 1),
      until: fc.nat(words.length - 1),
      side: fc.constantFrom("start" as const, "end" as const),
      gain_db: fc.constantFrom(0, -12),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(sounds, fc.boolean(), (all, stored) => {
      const lines = words.map((word) => speech(newId(), `“${word}.”\n\n`, {}, "ann"));
      const drafts = all.map(({ at, until, side, gain_db }, index) => ({
        at,
        block: {
          ...effect(newId(), {
            ...placement({ anchor_block_id: lines[at]!.id, gain_db, until_block_id: lines[until]!.id }),
            ...(side === "end" ? { until_anchor: side } : {}),
          }),
          content: { ...(effect("x", null) as SfxBlock).content, prompt: `rain, ${index}, loop` },
        } as SfxBlock,
      }));
      const drafted = lines.flatMap((line, index) => [
        ...drafts.filter(({ at }) => at === index).map(({ block }) => block),
        line,
      ]);
      const blocks: readonly Block[] = stored ? made(written(drafted)) : drafted;
      const script = written(blocks);
      const kept = revised(blocks, script);
      assert.equal(kept.length, blocks.length);
      for (const [index, block] of kept.entries()) assert.equal(block, blocks[index], script);
      const again = made(script);
      assert.equal(written(again), script);
      const spans = (some: readonly Block[]) =>
        effectsOf(some).map(({ content, placement: at }) => {
          const place = (id: string | undefined) =>
            some.filter((one) => one.kind === "speech").findIndex((one) => one.id === id);
          const until = place(at?.until_block_id);
          const end = until + (at?.until_anchor === "end" ? 1 : 0);
          const before = some.slice(
            0,
            some.findIndex((one) => one.content === content),
          );
          const from = before.filter((one) => one.kind === "speech").length;
          return [content.prompt, end > from && until >= 0 ? end : null];
        });
      assert.deepEqual(spans(again), spans(blocks), script);
    }),
    { numRuns: 500 },
  );
});

test("moving an end cue moves the end and nothing else of the sound", () => {
  const blocks = made(SCRIPT);
  const louder = blocks.map((block) =>
    block.kind === "sfx" && block.placement !== null
      ? { ...block, placement: { ...block.placement, gain_db: -9 } }
      : block,
  );
  const after = revised(
    louder,
    SCRIPT.replace("[END SFX: rain on glass]\n", "").replace("BEN: Three.", "[END SFX: rain on glass]\nBEN: Three."),
  );
  const [before, now] = [effectsOf(louder)[0], effectsOf(after)[0]];
  assert.equal(now?.id, before?.id);
  assert.deepEqual(now?.placement, { ...before?.placement, until_block_id: lineOf(after, "Three") });
});

const LINES = ["a", "b", "c"].map((id) => speech(id, `“${id}.”\n`, {}, "ann"));
const untilOf = (blocks: readonly Block[]): Partial<SfxPlacement> => {
  const { until_block_id, until_anchor } = effectsOf(blocks)[0]?.placement ?? {};
  return {
    ...(until_block_id === undefined ? {} : { until_block_id }),
    ...(until_anchor === undefined ? {} : { until_anchor }),
  };
};
const lasting = (over: Partial<SfxPlacement>) => [effect("x", placement(over)), ...LINES];

test("an edit refuses a sound that lasts until itself or until a missing block, or that has a side without a block", () => {
  const insert = (over: Partial<SfxPlacement>) =>
    refusal(LINES, {
      op: "insert_block",
      after_block_id: null,
      block: { id: "x", kind: "sfx", content: effect("x", null).content, placement: placement(over) },
    });
  assert.equal(insert({ until_block_id: "x" }).path, "0.block.placement.until_block_id");
  assert.equal(insert({ until_block_id: "gone" }).path, "0.block.placement.until_block_id");
  assert.equal(insert({ until_anchor: "end" }).path, "0.block.placement.until_anchor");
});

test("the end of a sound follows its line when that is split, merged or deleted", () => {
  const at = lasting({ until_block_id: "b" });
  const through = lasting({ until_block_id: "b", until_anchor: "end" });
  const once = (blocks: readonly Block[], ...operations: Parameters<typeof apply>[1]) =>
    untilOf(edited(apply(whole(blocks), operations)).blocks);
  assert.deepEqual(once(at, split("b", 1, "b2")), { until_block_id: "b" });
  assert.deepEqual(once(through, split("b", 1, "b2")), { until_block_id: "b2", until_anchor: "end" });
  const merge = { op: "merge_blocks" as const, blocks: [base("a"), base("b")] };
  assert.deepEqual(once(at, merge), { until_block_id: "a", until_anchor: "end" });
  assert.deepEqual(once(at, { op: "delete_block", ...base("b") }), { until_block_id: "c" });
  const last = lasting({ until_block_id: "c" });
  assert.deepEqual(once(last, { op: "delete_block", ...base("c") }), { until_block_id: "b", until_anchor: "end" });
});
