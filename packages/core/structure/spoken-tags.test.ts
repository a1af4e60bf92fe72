import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { structureText } from "./structure.ts";

/** What falls silent in a text when its speech tags do. */
function tags(text: string): string[] {
  return structureText(text).blocks.flatMap(({ speech_tags }) =>
    speech_tags.map(({ start_utf16, end_utf16 }) => text.slice(start_utf16, end_utf16)),
  );
}

/** Paragraphs that make sure who the people are. */
const SETTING = "Mara Quill came in. Tom Ash was there already, and Mara Quill saw Tom Ash at once.\n\n";
const silent = (paragraph: string) => tags(`${SETTING}${paragraph}\n`);

describe("a speech tag", () => {
  test("is what only says who speaks, behind a quote, before it, or between two", () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["“The boat is gone,” said Mara.", ["said Mara."]],
      ["“The boat is gone!” Mara cried.", ["Mara cried."]],
      ["“The boat is gone,” she said.", ["she said."]],
      ["“The boat is gone,” said Tom quietly.", ["said Tom quietly."]],
      ["“The boat is gone,” said Tom to Mara.", ["said Tom to Mara."]],
      ["“The boat,” said Mara, “is gone.”", ["said Mara,"]],
      ["Mara said, “The boat is gone.”", ["Mara said,"]],
      ["Tom asked: “Is the boat gone?”", ["Tom asked:"]],
      ["Mara said:\n\n“The boat is gone.”", ["Mara said:"]],
      ['"The boat is gone," said Mara.', ["said Mara."]],
    ];
    for (const [paragraph, expected] of cases) assert.deepEqual(silent(paragraph), expected, paragraph);
  });
  test("takes nothing along that it does not say itself", () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["“The boat is gone,” said Mara, closing the door.", ["said Mara,"]],
      ["“The boat is gone,” said Mara, with a look at the sea.", ["said Mara,"]],
      ["“The boat is gone,” said Mara, and she closed the door.", ["said Mara,"]],
      ["“The boat is gone,” said Mara. She closed the door.", ["said Mara."]],
    ];
    for (const [paragraph, expected] of cases) assert.deepEqual(silent(paragraph), expected, paragraph);
  });
  test("stays where the rest could not stand without it", () => {
    for (const paragraph of [
      "“The boat is gone,” said Mara, and closed the door.",
      "“The boat is gone,” said Mara, who had seen it.",
      "“The boat is gone,” said Mara with a laugh.",
      "“The boat is gone,” said Mara as she closed the door.",
      "“The boat is gone,” said Mara, to whom she had turned.",
      "She was going already, when Mara called out,\n\n“The boat is gone.”",
      "She closed the door and said, “The boat is gone.”",
      "Mara closed the door. “The boat is gone.”",
      "“The boat is gone.” Mara closed the door.",
      "“The boat is gone,” smiled Mara.",
      "“The boat is gone.” The voice of Mara was low.",
      "Mara said that the boat was gone.",
    ]) {
      assert.deepEqual(silent(paragraph), [], paragraph);
    }
  });
  test("is known in the other languages by their own words", () => {
    assert.deepEqual(
      tags("Anna kam herein. Karl sah Anna an.\n\n„Das Boot ist weg“, sagte Anna.\n\n„Wirklich?“, fragte Karl.\n"),
      ["sagte Anna.", "fragte Karl."],
    );
    assert.deepEqual(
      tags(
        "Anne entra dans la maison et Paul regarda Anne avec un sourire.\n\n« Le bateau est parti », dit Anne.\n\n« Vraiment ? » demanda Paul.\n",
      ),
      ["dit Anne.", "demanda Paul."],
    );
  });
  test("is always a part of one block of narration, in order, with a word", () => {
    const piece = fc.constantFrom(
      "“The boat is gone,”",
      "“Is it?”",
      " said Mara",
      " Tom asked",
      " she whispered",
      " softly",
      ", closing the door",
      ", and he went",
      ". ",
      ", ",
      ": ",
      "\n\n",
      "—",
      "😀",
      " to Tom",
      "said",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = SETTING + pieces.join("");
        for (const block of structureText(text).blocks) {
          let at = block.start_utf16;
          for (const { start_utf16, end_utf16 } of block.speech_tags) {
            assert.equal(block.kind, "narration");
            assert.ok(start_utf16 >= at && end_utf16 > start_utf16 && end_utf16 <= block.end_utf16);
            assert.match(text.slice(start_utf16, end_utf16), /\p{L}/u);
            assert.doesNotMatch(text.slice(start_utf16, end_utf16), /[“”]/u);
            at = end_utf16;
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
