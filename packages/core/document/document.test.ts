import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { StructuredBlock, StructureResult } from "../structure/structure.ts";
import { evidenceOf } from "./annotate.ts";
import { assignRemainingSpeakers } from "./assign-speakers.ts";
import type { Block, JsonValue } from "./blocks.ts";
import { scriptFromStructure } from "./script-from-structure.ts";
import { isSpoken, isTextOffset, sourceText, sourceTextLength, textFault, wellFormedText } from "./source-text.ts";

function counter(): () => string {
  let next = 0;
  return () => {
    next += 1;
    return `id-${next}`;
  };
}

function structured(
  kind: StructuredBlock["kind"],
  start_utf16: number,
  end_utf16: number,
  over: Partial<StructuredBlock> = {},
): StructuredBlock {
  const speech = kind === "speech";
  return {
    kind,
    start_utf16,
    end_utf16,
    role: "paragraph",
    exclusions: [],
    speech_tags: [],
    speaker: null,
    confidence: speech ? 0.4 : null,
    method: speech ? "turn" : null,
    candidates: [],
    ...over,
  };
}

const person = (name: string) => ({
  name,
  aliases: [],
  gender: null,
  age: null,
  quotes: 1,
  known: null,
  narrates: false,
  isGroup: false,
});

/** Texts of any code units, well-formed or not. */
const units = (minLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(0, 0x41, 0x0a, 0x201c), fc.integer({ min: 0xd700, max: 0xe100 })), {
      minLength,
      maxLength: 20,
    })
    .map((codes) => String.fromCharCode(...codes));

const TEXT = "ONE\n\n“Stay,” said Ann.\n\n“Why?”\n\n***\n";
const STRUCTURE: StructureResult = {
  blocks: [
    structured("narration", 0, 5, { role: "heading" }),
    structured("speech", 5, 13, {
      speaker: 1,
      confidence: 0.97,
      method: "tag",
      candidates: [
        { speaker: 1, score: 0.97 },
        { speaker: 0, score: 0.02 },
      ],
    }),
    structured("narration", 13, 24),
    structured("speech", 24, 32, { candidates: [{ speaker: 0, score: 0.4 }] }),
    structured("excluded", 32, TEXT.length, { role: "scene_break" }),
  ],
  characters: [person("Ben"), person("Ann")],
};
const CAST = { speakerIds: ["ben", "ann"], narratorId: "narrator" };

test("structure becomes blocks with the source text, speakers, evidence and layout", () => {
  const blocks = scriptFromStructure(TEXT, STRUCTURE, { ...CAST, newId: counter() });
  assert.equal(sourceText(blocks), TEXT);
  assert.deepEqual(
    blocks.map(({ kind, speaker_id }) => [kind, speaker_id]),
    [
      ["narration", "narrator"],
      ["speech", "ann"],
      ["narration", "narrator"],
      ["speech", null],
      ["excluded", null],
    ],
  );
  const [heading, line, tag, , pause] = blocks;
  assert.ok(heading?.content.type === "text" && line?.content.type === "text" && pause?.content.type === "text");
  assert.deepEqual(heading.content.annotations, [
    {
      kind: "extension",
      id: "id-2",
      start_utf16: 0,
      end_utf16: 5,
      namespace: "fullcast.structure",
      name: "heading",
      version: 1,
      payload: null,
    },
  ]);
  assert.deepEqual(line.content.annotations, [
    {
      kind: "extension",
      id: "id-4",
      start_utf16: 0,
      end_utf16: 8,
      namespace: "fullcast.attribution",
      name: "evidence",
      version: 1,
      payload: {
        confidence: 0.97,
        method: "tag",
        candidates: [
          { speaker_id: "ann", score: 0.97 },
          { speaker_id: "ben", score: 0.02 },
        ],
      },
    },
  ]);
  assert.ok(tag?.content.type === "text" && tag.content.annotations.length === 0);
  assert.equal(pause.content.annotations[0]?.kind === "extension" && pause.content.annotations[0].name, "scene_break");
});

test("structure that would lose, repeat or misattribute a unit is refused", () => {
  const cast = { ...CAST, newId: counter() };
  const of =
    (...blocks: StructuredBlock[]) =>
    () =>
      scriptFromStructure("abcd", { blocks, characters: [] }, cast);
  assert.throws(of(structured("narration", 0, 2)), RangeError);
  assert.throws(of(structured("narration", 0, 2), structured("narration", 3, 4)), RangeError);
  assert.throws(of(structured("narration", 0, 3), structured("narration", 2, 4)), RangeError);
  assert.throws(of(structured("narration", 0, 0), structured("narration", 0, 4)), RangeError);
  assert.throws(of(structured("speech", 0, 4, { speaker: 7 })), RangeError);
});

test("however a text is cut, the script's source text is the text", () => {
  fc.assert(
    fc.property(units(1), fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      const ends = [...new Set([...cuts.map((cut) => 1 + (cut % text.length)), text.length])].sort((a, b) => a - b);
      const kinds = ["speech", "narration", "excluded"] as const;
      const blocks = ends.map((end, index) => structured(kinds[index % 3]!, ends[index - 1] ?? 0, end));
      const script = scriptFromStructure(text, { blocks, characters: [] }, { ...CAST, newId: counter() });
      assert.equal(sourceText(script), text);
      assert.equal(sourceTextLength(script), text.length);
      assert.equal(new Set(script.map(({ id }) => id)).size, script.length);
    }),
    { numRuns: 100 },
  );
});

test("notes and sound effects are not source text", () => {
  const common = { id: "x", block_version: 1, generation_profile_override: null, placement: null, speaker_id: null };
  const note: Block = {
    ...common,
    kind: "note",
    content: { type: "note", schema_version: "studio-ast-2", text: "Check the name." },
  };
  assert.equal(sourceText([note]), "");
  assert.equal(isSpoken(note), false);
});

test("lines without a speaker get their best candidate in the cast, otherwise the narrator; repeating changes nothing", () => {
  const blocks = scriptFromStructure(TEXT, STRUCTURE, { ...CAST, newId: counter() });
  const speakerIds = new Set(["narrator", "ann", "ben"]);
  const [changed, ...more] = assignRemainingSpeakers(blocks, { narratorId: "narrator", speakerIds });
  assert.deepEqual([changed?.id, changed?.speaker_id, more.length], [blocks[3]?.id, "ben", 0]);
  const after = blocks.map((block) => (block.id === changed?.id ? changed : block));
  assert.deepEqual(assignRemainingSpeakers(after, { narratorId: "narrator", speakerIds }), []);
  const withoutBen = assignRemainingSpeakers(after, {
    narratorId: "narrator",
    speakerIds: new Set(["narrator", "ann"]),
  });
  assert.deepEqual(
    withoutBen.map(({ speaker_id }) => speaker_id),
    ["narrator"],
  );
});

test("evidence of another shape is ignored, not trusted", () => {
  const [, line] = scriptFromStructure(TEXT, STRUCTURE, { ...CAST, newId: counter() });
  assert.ok(line?.content.type === "text");
  const { content } = line;
  const [annotation] = content.annotations;
  assert.ok(annotation?.kind === "extension" && annotation.payload);
  const evidence = annotation.payload;
  const withPayload = (payload: { readonly [key: string]: JsonValue } | null) =>
    evidenceOf({ ...content, annotations: [{ ...annotation, payload }] });
  assert.equal(withPayload(null), null);
  assert.equal(withPayload({ ...evidence, candidates: "ann" }), null);
  assert.deepEqual(withPayload({ ...evidence, candidates: [null, [1], { speaker_id: "ann" }] })?.candidates, []);
});

test("NUL and lone surrogates are found, everything else is text", () => {
  assert.deepEqual(textFault("a\u0000b\ud800"), { kind: "null_character", offset_utf16: 1 });
  assert.deepEqual(textFault("a\ud800b\u0000"), { kind: "lone_surrogate", offset_utf16: 1 });
  assert.deepEqual(textFault("😀\udc00"), { kind: "lone_surrogate", offset_utf16: 2 });
  assert.deepEqual(textFault("😀\ud800"), { kind: "lone_surrogate", offset_utf16: 2 });
  assert.equal(wellFormedText("😀 naïve\r\n\u200d"), true);
  fc.assert(
    fc.property(units(0), (text) => {
      assert.equal(wellFormedText(text), text.isWellFormed() && !text.includes("\u0000"));
    }),
    { numRuns: 100 },
  );
});

test("an offset lies in the text and never inside a surrogate pair", () => {
  const text = "a😀b";
  assert.deepEqual(
    [-1, 0, 1, 2, 3, 4, 5, 1.5].map((offset) => isTextOffset(text, offset)),
    [false, true, true, false, true, true, false, false],
  );
});
