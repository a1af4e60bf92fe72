import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Annotation, Block, BlockKind } from "./blocks.ts";
import { paragraphReader } from "./paragraphs.ts";

let made = 0;

function block(kind: BlockKind, text: string, speaker_id: string | null = null, annotations: Annotation[] = []): Block {
  return {
    id: String(made++),
    kind,
    block_version: 1,
    content:
      kind === "note"
        ? { type: "note", schema_version: "studio-ast-2", text }
        : { type: "text", schema_version: "studio-ast-2", text, annotations, points: [], delivery_control_sets: [] },
    generation_profile_override: null,
    placement: null,
    speaker_id,
  } as unknown as Block;
}

function readable(...blocks: Block[]) {
  const reader = paragraphReader();
  return [...reader.read(blocks), ...reader.end()].map((runs) =>
    runs.map((run) => (run.speaker_id === null ? run.text : `${run.speaker_id}: ${run.text}`)),
  );
}

test("a paragraph is the text between blank lines, across blocks, with the speakers of its lines", () => {
  assert.deepEqual(
    readable(
      block("narration", "The rain\nfell.\n\n"),
      block("speech", '"Not yet,"', "Tom"),
      block("narration", " said old Tom. "),
      block("speech", '"Give it an hour."', "Tom"),
      block("narration", "\r\n \r\nHe laughed."),
    ),
    [["The rain fell."], ['Tom: "Not yet,"', " said old Tom. ", 'Tom: "Give it an hour."'], ["He laughed."]],
  );
});

test("lines of different people that nothing separates are paragraphs of their own", () => {
  assert.deepEqual(readable(block("speech", "Hello.", "Mara"), block("speech", "Hi.", "Tom")), [
    ["Mara: Hello."],
    ["Tom: Hi."],
  ]);
  assert.deepEqual(readable(block("speech", "Hello. ", "Mara"), block("speech", "Hi.", "Tom")), [
    ["Mara: Hello. ", "Tom: Hi."],
  ]);
});

test("excluded text, notes and empty paragraphs are left out, but their breaks count", () => {
  const label: Annotation = { kind: "exclusion", id: "x", start_utf16: 0, end_utf16: 6, reason: "speaker_label" };
  assert.deepEqual(
    readable(
      block("unparsed", "One."),
      block("excluded", "\n\n* * *\n\n"),
      block("note", "Do not show this."),
      block("speech", "MARA: Two.", "Mara", [label]),
      block("excluded", "page 7"),
      block("narration", "Three.\n\n\n \n"),
    ),
    [["One."], ["Mara: Two.", " Three."]],
  );
});

test("no word of the text is lost, and reading in windows changes nothing", () => {
  const parts = fc.array(
    fc.tuple(
      fc.constantFrom<BlockKind>("speech", "narration", "unparsed"),
      fc.stringMatching(/^[ab \n]{0,12}$/),
      fc.constantFrom("Mara", "Tom"),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 5 }), (given, window) => {
      const blocks = given.map(([kind, text, who]) => block(kind, text, kind === "speech" ? who : null));
      const whole = readable(...blocks);
      const letters = given.map(([, text]) => text.replace(/\s/g, "")).join("");
      const shown = whole
        .flat()
        .join("")
        .replace(/(?:Mara|Tom): /g, "")
        .replace(/\s/g, "");
      assert.equal(shown, letters);
      const reader = paragraphReader();
      const pieces = [];
      for (let at = 0; at < blocks.length; at += window) pieces.push(...reader.read(blocks.slice(at, at + window)));
      pieces.push(...reader.end());
      assert.deepEqual(
        pieces.map((runs) => runs.map((run) => run.text).join("")),
        whole.map((runs) => runs.join("").replace(/(?:Mara|Tom): /g, "")),
      );
    }),
  );
});
