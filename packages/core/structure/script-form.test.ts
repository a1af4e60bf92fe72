import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

/** [speaker or kind, words without exclusions] of every block. */
function parts(text: string): [string, string][] {
  const { blocks, characters } = structureText(text);
  assert.equal(blocks.map((block) => text.slice(block.start_utf16, block.end_utf16)).join(""), text);
  return blocks.map((block) => {
    let words = "";
    let position = block.start_utf16;
    for (const { start_utf16, end_utf16 } of block.exclusions) {
      words += text.slice(position, start_utf16);
      position = end_utf16;
    }
    words += text.slice(position, block.end_utf16);
    const who = block.speaker === null ? block.kind : characters[block.speaker]!.name;
    return [who, words.replaceAll(/\s+/g, " ").trim()];
  });
}

const SAID: [string, string][] = [
  ["Anna", "Who left the sluice open?"],
  ["Mr. Hart", "Not I."],
  ["excluded", ""],
  ["Anna", "Then it was the frost, and nobody but the frost."],
  ["Mr. Hart", "The frost never opened anything."],
];

test("NAME: words", () => {
  const text = `ANNA: Who left the sluice open?
MR. HART: (not looking up) Not I.

(She goes to the window.)

ANNA: Then it was the frost,
and nobody but the frost.
MR. HART: The frost never opened anything.`;
  assert.deepEqual(parts(text), SAID);
  const { blocks, characters } = structureText(text);
  assert.deepEqual(
    blocks.flatMap(({ exclusions }) => exclusions.map(({ reason }) => reason)),
    ["speaker_label", "speaker_label", "stage_direction", "stage_direction", "speaker_label", "speaker_label"],
  );
  for (const block of blocks.filter(({ kind }) => kind === "speech")) {
    assert.equal(block.method, "script_label");
    assert.ok(block.confidence! >= 0.95);
  }
  assert.deepEqual(
    characters.map(({ name, gender }) => [name, gender]),
    [
      ["Anna", "female"],
      ["Mr. Hart", "male"],
    ],
  );
});

test("NAME. words, with directions in brackets", () => {
  const text = `ANNA. Who left the sluice open?

MR. HART. [Not looking up.] Not I.

[She goes to the window.]

ANNA. Then it was the frost,
and nobody but the frost.

MR. HART. The frost never opened anything.`;
  assert.deepEqual(parts(text), SAID);
});

test("NAME on its own line, the words below", () => {
  const text = `ANNA
Who left the sluice open?

MR. HART
(not looking up)
Not I.

(She goes to the window.)

ANNA
Then it was the frost,
and nobody but the frost.

MR. HART
The frost never opened anything.`;
  const found = parts(text).filter(([, words]) => words !== "");
  assert.deepEqual(
    found,
    SAID.filter(([, words]) => words !== ""),
  );
});

test("a part in script form inside a story, with its own narrator", () => {
  const text = `The tape was old, and Anna wound it back twice before it spoke at all.

Keeper: The sluice was shut at nine.
Clerk: And who shut it?
Keeper: I did.
Clerk: Alone?

Anna stopped the tape and looked at the frozen river for a long time.`;
  assert.deepEqual(
    parts(text).map(([who]) => who),
    ["narration", "Keeper", "Clerk", "Keeper", "Clerk", "narration"],
  );
  const narrated = parts("NARRATOR: It froze.\nANNA: It did.\nTOM: It did not.\nNARRATOR: It did.\nANNA: There.");
  assert.deepEqual(
    narrated.map(([who]) => who),
    ["narration", "Anna", "Tom", "narration", "Anna"],
  );
});

test("colons in a novel are no labels", () => {
  const text = `There were three things on the table: a pole, a lantern and a key.

Anna thought: he has come back. And then: he has not.

Note: the key was gone by nine.

One thing was sure: nobody had seen it.`;
  assert.ok(structureText(text).blocks.every(({ method }) => method !== "script_label"));
  const list = "Colour: red\n\nWidth: two feet\n\nThe wheel stood in the yard for a year, and nobody bought it.";
  assert.ok(structureText(list).blocks.every(({ kind }) => kind === "narration"));
});

test("a screenplay in which most words are action", () => {
  const text = `Title: Harbour Watch
Author: A. Walker

INT. HARBOUR OFFICE - NIGHT

Rain runs down the single window. Mara sorts a ring of keys on the desk, and behind her an old clock has stopped at ten past nine.

MARA
(whispering)
Who is there?

Tom steps out of the dark with a lantern. He sets it down on the chart and holds both hands over it for a long moment.

TOM (O.S.) (CONT'D)
Only me. The gate was open.

The door bursts open. A rifle comes first, then snow, then a man who has not slept. Note: he limps.

GUARD #2
Halt! Show your pass.

SMASH CUT TO:

EXT. PIER - CONTINUOUS

They run. The planks are loose, the sea is loud below them, and somewhere behind a bell begins to ring.

They stop at the end of the pier.

FADE OUT.`;
  assert.deepEqual(
    parts(text)
      .filter(([who]) => who !== "excluded")
      .map(([who, words]) => [who, words.slice(0, 20).trim()]),
    [
      ["narration", "Rain runs down the s"],
      ["Mara", "Who is there?"],
      ["narration", "Tom steps out of the"],
      ["Tom", "Only me. The gate wa"],
      ["narration", "The door bursts open"],
      ["Guard #2", "Halt! Show your pass"],
      ["narration", "They run. The planks"],
      ["narration", "They stop at the end"],
    ],
  );
});

test("a number after # belongs to a name", () => {
  const text = "MARA: Who is there?\nGUARD #2: Halt!\nMARA: Only me.\nGUARD #2: Show your pass.\nGUARD #3: Now.";
  assert.deepEqual(
    parts(text).map(([who]) => who),
    ["Mara", "Guard #2", "Mara", "Guard #2", "Guard #3"],
  );
});
