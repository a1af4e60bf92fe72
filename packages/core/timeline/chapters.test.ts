import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../document/document.ts";
import { chaptersOf } from "./chapters.ts";
import type { RenderManifest } from "./manifest.ts";

function script(...texts: readonly string[]): readonly Block[] {
  return texts.map((text, index) => {
    const heading = text.startsWith("#");
    return {
      id: `block-${index}`,
      kind: "narration",
      block_version: 1,
      generation_profile_override: null,
      content: {
        type: "text",
        schema_version: "studio-ast-2",
        text: heading ? text.slice(1) : text,
        annotations: heading
          ? [
              {
                kind: "extension",
                id: "a",
                start_utf16: 0,
                end_utf16: text.length - 1,
                namespace: "fullcast.structure",
                name: "heading",
                version: 1,
                payload: null,
              },
            ]
          : [],
        points: [],
        delivery_control_sets: [],
      },
      placement: null,
      speaker_id: "s",
    };
  });
}

/** One second a block, from `opening` on. */
function timeline(blocks: readonly Block[], opening = 0): RenderManifest {
  const timed_text_units = blocks.map((block, index) => ({
    block_id: block.id,
    start_ms: opening + index * 1000,
  }));
  return { timed_text_units } as unknown as RenderManifest;
}

const chapters = (blocks: readonly Block[], opening = 0) =>
  chaptersOf(blocks, timeline(blocks, opening), " My  Story ").map(({ title, start_ms }) => [title, start_ms]);

test("a chapter begins at each heading; headings in a row are one", () => {
  assert.deepEqual(
    chapters(script("#CHAPTER I.\n\n", "#_The\n Harbour_\n\n", "It rained.", "#CHAPTER II\n", "It snowed.")),
    [
      ["CHAPTER I: The Harbour", 0],
      ["CHAPTER II", 3000],
    ],
  );
});

test("a title page is not the first chapter's name, and the author's line no part of a name", () => {
  assert.deepEqual(chapters(script("#THE HARBOUR", "#By Nobody", "#BOOK I", "#CHAPTER I", "#The Boat", "It rained.")), [
    ["THE HARBOUR", 0],
    ["BOOK I: CHAPTER I: The Boat", 2000],
  ]);
});

test("text before the first heading is a chapter with the section's title", () => {
  assert.deepEqual(chapters(script("It rained.", "#ONE", "It snowed.")), [
    ["My Story", 0],
    ["ONE", 1000],
  ]);
  assert.deepEqual(chapters(script("It rained.")), [["My Story", 0]]);
  assert.deepEqual(chapters([]), [["My Story", 0]]);
});

test("there is always a chapter at 0, also after an opening pause", () => {
  assert.deepEqual(chapters(script("#ONE", "It snowed."), 400), [["ONE", 0]]);
});

test("long titles are shortened between characters", () => {
  const [chapter] = chaptersOf(script(`#${"x".repeat(198)}😀 and more`), timeline(script("#x")), "");
  assert.equal(chapter?.title, `${"x".repeat(198)}…`);
  assert.deepEqual(chaptersOf([], timeline([]), "\u0000"), [{ title: "Beginning", start_ms: 0 }]);
});
