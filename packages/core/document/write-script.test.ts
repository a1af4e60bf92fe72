// Scripts are written from documents, parsed, and applied to their documents.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { directionOf, writtenDirection } from "../direction/direction.ts";
import { AST_VERSION, type Block, type DeliveryControlSet, type TextContent } from "./blocks.ts";
import { reviseWritten } from "./revise-script.ts";
import { scriptFromWritten, type WrittenCast } from "./script-from-written.ts";
import { comparedName } from "./script-lines.ts";
import { isSpoken, sourceText } from "./source-text.ts";
import {
  boundaryPauses,
  plainWords,
  type ScriptUnit,
  scriptText,
  scriptUnits,
  type WritingCast,
} from "./write-script.ts";
import { readWrittenScript, type WrittenPart } from "./written-script.ts";

const NARRATOR = "narrator";
/** Names with and without a need for escapes. */
const NAMES = [
  "Mara",
  "OLD TOM",
  "the ferryman",
  "Dr: Who",
  "Mara (old)",
  "«Rex»",
  "???",
  "?",
  "小明",
  "דוד",
  "😀",
  "a\\b",
  "[SFX]",
  "Duke of York",
  "١٢٣",
  "é",
  "(x)",
] as const;

let ids = 0;
const newId = () => {
  ids += 1;
  return `id-${ids}`;
};

/** A cast whose speakers' ids are their names in lower case. */
const people = new Map<string, string>([
  ["narrator", NARRATOR],
  ...NAMES.map((name): [string, string] => [comparedName(name), name]),
]);
const writing: WritingCast = {
  nameOf: (id) => (id === NARRATOR ? "Narrator" : id),
  speakerNamed: (name) => people.get(comparedName(name)) ?? null,
  narratorId: NARRATOR,
  directionOf,
  isDirection: (direction, sets, length) => {
    const set = writtenDirection(direction, length);
    return set === null
      ? sets.length === 0
      : sets.length === 1 && JSON.stringify(bare(sets[0])) === JSON.stringify(bare(set));
  },
};
const reading: WrittenCast = {
  newId,
  speakerOf: (name) => people.get(comparedName(name)) ?? `new ${name}`,
  narratorId: NARRATOR,
  delivery: writtenDirection,
};

function bare(set: object | undefined): unknown {
  return JSON.parse(JSON.stringify(set ?? null, (key, value) => (key === "id" ? undefined : value)));
}

const read = (text: string): readonly WrittenPart[] => {
  const parts = readWrittenScript(text);
  assert.ok(!("kind" in parts), `${JSON.stringify(parts)} ${JSON.stringify(text)}`);
  return parts;
};

/**
 * The content of a document that a script expresses: lines with speakers and directions, pauses, sounds, stage directions.
 * A pause between two lines belongs to the first one, whatever is between them.
 */
function heard(blocks: readonly Block[]): unknown[] {
  const said: unknown[] = [];
  /** The index of the line that gets the pauses of the present gap. Null before the first line. */
  let gap: number | null = null;
  const hear = (pauses: readonly number[]) => {
    const items = pauses.map((ms) => ["pause", ms]);
    said.splice(gap ?? said.length, 0, ...items);
    if (gap !== null) gap += items.length;
  };
  for (const block of blocks) {
    if (isSpoken(block) && /\S/u.test(block.content.text)) {
      const { leading, trailing } = boundaryPauses(block.content);
      const sets = block.content.delivery_control_sets.map((set) =>
        set.directives.map(({ intent, strength }) => [intent, strength]),
      );
      hear(leading);
      const who = block.speaker_id ?? (block.kind === "narration" ? NARRATOR : null);
      said.push([who, plainWords(block.content).replace(/\r\n?/gu, "\n"), sets]);
      gap = said.length;
      hear(trailing);
    } else if (block.content.type === "sfx") said.push(["sound", block.content.prompt, block.content.duration_ms]);
    else if (block.kind === "excluded" && /^\s*\([^()\r\n]*\)\s*$/u.test(block.content.text))
      said.push(["direction", block.content.text.trim()]);
  }
  return said;
}

const text = (value: string, more: Partial<TextContent> = {}): TextContent => ({
  type: "text",
  schema_version: AST_VERSION,
  text: value,
  annotations: [],
  points: [],
  delivery_control_sets: [],
  ...more,
});
const common = () => ({ id: newId(), block_version: 1, generation_profile_override: null, placement: null });

const word = fc.constantFrom(
  "rain",
  "CHAPTER 1: The Boat",
  "MARA: no",
  "“Is it?”",
  "(She waits.)",
  "[SFX: x, 2s]",
  "[PAUSE 2s]",
  "[SFX",
  "[PAUSE",
  "\\ x",
  "\\",
  "\\n: y",
  "😀",
  "שלום: א",
  "?: who",
  "10:30",
  "\ufeff",
  "a\\",
  "：",
  "é",
  " ",
  "  ",
  "",
);
const lineBreak = fc.constantFrom("\n", "\r\n", "\r", "\n\n", "\n \n", " ", "\u2028");
const words = fc
  .tuple(fc.array(fc.tuple(word, lineBreak), { maxLength: 4 }), word, fc.constantFrom("", "\n", "\n\n", " "))
  .map(([pairs, last, end]) => `${pairs.flat().join("")}${last}${end}`);
const directive = fc.constantFrom("whisper", "sad 45%", "angry 12.5%, sad 10%", "cry_out 100%", "calm 0%");
const pause = fc.constantFrom(1, 500, 1_234, 300_000);

const spoken = fc
  .record({
    words,
    speaker: fc.constantFrom<string | null>(...NAMES, NARRATOR, null),
    direction: fc.option(directive),
    leading: fc.array(pause, { maxLength: 2 }),
    trailing: fc.array(pause, { maxLength: 2 }),
  })
  .map(({ words: said, speaker, direction, leading, trailing }): Block => {
    const delivery = direction === null ? null : writtenDirection(direction, said.length);
    const sets: DeliveryControlSet[] =
      delivery === null
        ? []
        : [{ ...delivery, id: newId(), directives: delivery.directives.map((one) => ({ ...one, id: newId() })) }];
    const silence = (offset_utf16: number) => (duration_ms: number) => ({
      kind: "timed_silence" as const,
      id: newId(),
      offset_utf16,
      duration_ms,
    });
    const sounds = /[\p{L}\p{N}]/u.test(said);
    const points = [...(sounds ? leading : []).map(silence(0)), ...trailing.map(silence(said.length))];
    const kind = speaker === NARRATOR ? "narration" : "speech";
    return {
      ...common(),
      kind,
      placement: null,
      speaker_id: speaker,
      content: text(said, { delivery_control_sets: sets, points }),
    };
  });
const other = fc.oneof(
  fc
    .record({
      prompt: fc.constantFrom("rain", "a]b", "x\\n, 3s", "two\nlines", ": x", "wind, 2s"),
      duration_ms: fc.constantFrom(100, 4_000, 1_234),
    })
    .map(
      ({ prompt, duration_ms }): Block => ({
        ...common(),
        kind: "sfx",
        speaker_id: null,
        content: { type: "sfx", schema_version: AST_VERSION, prompt, duration_ms, seed: 7 },
      }),
    ),
  fc
    .constantFrom("(She waits.)\n", "(a) (b)", "Contents", "\n\n", "[PAUSE 2s]\n", "[SFX: rain, 4s]\n", "* * *\n\n")
    .map(
      (value): Block => ({ ...common(), kind: "excluded", placement: null, speaker_id: null, content: text(value) }),
    ),
  fc.constant(null).map(
    (): Block => ({
      ...common(),
      kind: "note",
      placement: null,
      speaker_id: null,
      content: { type: "note", schema_version: AST_VERSION, text: "a note" },
    }),
  ),
);
const documents = fc.array(fc.oneof({ weight: 3, arbitrary: spoken }, { weight: 1, arbitrary: other }), {
  maxLength: 8,
});

const asScript = (blocks: readonly Block[]): { readonly units: readonly ScriptUnit[]; readonly script: string } => {
  const units = scriptUnits(blocks, writing);
  return { units, script: scriptText(units) };
};

test("a document written as a script reads back as the same lines, speakers, directions, pauses and sounds", () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      const { script } = asScript(blocks);
      assert.deepEqual(heard(scriptFromWritten(script, read(script), reading)), heard(blocks), JSON.stringify(script));
    }),
    { numRuns: 1_500 },
  );
});

test("an unchanged script changes nothing of its document", () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      const { units, script } = asScript(blocks);
      const { blocks: after, moved } = reviseWritten(script, read(script), units, reading);
      assert.equal(moved.size, 0);
      assert.equal(after.length, blocks.length, JSON.stringify(script));
      for (const [index, block] of after.entries()) assert.equal(block, blocks[index], JSON.stringify(script));
    }),
    { numRuns: 1_500 },
  );
});

test("a script that was imported is written as it was sent", () => {
  const line = fc.constantFrom(
    "ANN: Hi.",
    "Mara (whispering): Is it?",
    "Mara (to Tom): Yes.\nAnd no.",
    "(waits)",
    "[SFX: rain]",
    "[SFX: rain, 4s]",
    "[PAUSE 2s]",
    "[PAUSE 500 ms]",
    "just words",
    "  two\r\nlines",
    "\\ ANN: is a name",
    "小明：你好",
    "?: who",
    "\\the ferryman: ho",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\n\n"))), (lines) => {
      const sent = lines.flat().join("");
      const cast = new Map<string, string>();
      const known: WrittenCast = {
        ...reading,
        speakerOf(name) {
          const id = cast.get(comparedName(name)) ?? name;
          cast.set(comparedName(name), id);
          return id;
        },
      };
      const blocks = scriptFromWritten(sent, read(sent), known);
      const units = scriptUnits(blocks, { ...writing, speakerNamed: (name) => cast.get(comparedName(name)) ?? null });
      assert.equal(scriptText(units), sent);
    }),
    { numRuns: 500 },
  );
});

test("a line whose words change keeps its id, and nothing else changes", () => {
  fc.assert(
    fc.property(fc.array(spoken, { minLength: 1, maxLength: 6 }), fc.nat(), (blocks, at) => {
      const { units, script } = asScript(blocks);
      const parts = read(script);
      const lines = parts.filter((part) => part.kind === "line" || part.kind === "narration");
      const changed = lines[at % Math.max(1, lines.length)];
      if (changed === undefined) return;
      const slice = script.slice(changed.start, changed.end);
      const edited = `${script.slice(0, changed.start)}${slice.trimEnd()} indeed${slice.slice(slice.trimEnd().length)}${script.slice(changed.end)}`;
      const after = reviseWritten(edited, read(edited), units, reading).blocks;
      assert.deepEqual(
        after.map((block) => block.id),
        blocks.map((block) => block.id),
        JSON.stringify(edited),
      );
      const different = after.filter((block, index) => block !== blocks[index]);
      assert.equal(different.length, 1, JSON.stringify(edited));
      const [block] = different;
      const before = blocks.find((one) => one.id === block?.id);
      assert.ok(block !== undefined && isSpoken(block) && before !== undefined && isSpoken(before));
      assert.equal(block.speaker_id, before.speaker_id);
      assert.ok(plainWords(block.content).endsWith("indeed"));
    }),
    { numRuns: 1_000 },
  );
});

const line = (speaker_id: string, value: string, more: Partial<TextContent> = {}): Block => ({
  ...common(),
  kind: speaker_id === NARRATOR ? "narration" : "speech",
  placement: null,
  speaker_id,
  content: text(value, more),
});

test("moved lines keep their blocks, new lines create blocks, removed lines are deleted, and content without a script form stays", () => {
  const blocks = [
    line(NARRATOR, "The rain had not stopped.\n\n"),
    line("Mara", "“Is the boat back?”\n\n"),
    {
      ...common(),
      kind: "note" as const,
      placement: null,
      speaker_id: null,
      content: { type: "note" as const, schema_version: AST_VERSION, text: "check" },
    },
    line("OLD TOM", "“Not yet.”\n\n"),
  ];
  const { units } = asScript(blocks);
  const edited = "OLD TOM: “Not yet.”\n\nThe rain had not stopped.\n\nMara: A new line.\n";
  const { blocks: after, moved } = reviseWritten(edited, read(edited), units, reading);
  const kept = after.filter((block) => blocks.includes(block));
  assert.deepEqual(new Set(kept.map((block) => block.id)), new Set([blocks[0]?.id, blocks[2]?.id, blocks[3]?.id]));
  assert.equal(moved.size, 1);
});

test("annotations of unchanged words stay on them, and the form of the block stays", () => {
  const value = "“Is the Tamarisk back?”\n\n";
  const block = line("Mara", value, {
    annotations: [
      { kind: "pronunciation", id: "p", start_utf16: 8, end_utf16: 16, alphabet: "ipa", value: "ˈtæ" },
      {
        kind: "extension",
        id: "e",
        start_utf16: 0,
        end_utf16: value.length,
        namespace: "fullcast.attribution",
        name: "evidence",
        version: 1,
        payload: { confidence: 0.7, method: "tag", candidates: [] },
      },
    ],
  });
  const { units, script } = asScript([block]);
  assert.equal(script, "Mara: “Is the Tamarisk back?”\n\n");
  const edited = script.replace("Is the", "And is the");
  const [after] = reviseWritten(edited, read(edited), units, reading).blocks;
  assert.ok(after?.content.type === "text");
  assert.equal(after.content.text, "“And is the Tamarisk back?”\n\n");
  const [pronunciation, evidence] = ["p", "e"].map((id) =>
    (after.content as TextContent).annotations.find((one) => one.id === id),
  );
  assert.equal(after.content.text.slice(pronunciation?.start_utf16, pronunciation?.end_utf16), "Tamarisk");
  assert.equal(evidence?.end_utf16, after.content.text.length);
  assert.equal(after.speaker_id, "Mara");
});

test("another name in the label chooses the speaker; the spoken text stays", () => {
  const block = line("Mara", "“No.”\n\n");
  const { units } = asScript([block]);
  const [after] = reviseWritten("OLD TOM: “No.”\n", read("OLD TOM: “No.”\n"), units, reading).blocks;
  assert.equal(after?.id, block.id);
  assert.equal(after?.speaker_id, "OLD TOM");
  assert.equal(after?.content.type === "text" && after.content.text, "“No.”\n\n");
  assert.equal(sourceText([block]), sourceText(after === undefined ? [] : [after]));
});
