import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

/** Each spoken block: its speaker and the words that are read. */
function spoken(text: string): [string | null, string][] {
  const { blocks, characters } = structureText(text);
  return blocks
    .filter(({ kind }) => kind === "speech")
    .map(({ speaker, start_utf16, end_utf16, exclusions }) => {
      let words = "";
      for (let unit = start_utf16; unit < end_utf16; unit++)
        if (!exclusions.some((one) => one.start_utf16 <= unit && unit < one.end_utf16)) words += text.charAt(unit);
      return [speaker === null ? null : characters[speaker]!.name, words.trim()];
    });
}

test("subtitles with speakers: numbers and times are not read", () => {
  const text = `1
00:00:01,000 --> 00:00:03,000
ANNA: Where is he?

2
00:00:03,500 --> 00:00:05,000
TOM: Gone.

3
00:00:05,500 --> 00:00:07,000
ANNA: Gone where?
`;
  assert.deepEqual(spoken(text), [
    ["Anna", "Where is he?"],
    ["Tom", "Gone."],
    ["Anna", "Gone where?"],
  ]);
});

test("WebVTT: the voice of a cue is its speaker", () => {
  const text = `WEBVTT

00:01.000 --> 00:04.000
<v Anna>Never drink it.

00:05.000 --> 00:09.000
<v.loud Tom>It will hurt.</v>

00:10.000 --> 00:12.000
<v Anna>You could die.
`;
  assert.deepEqual(spoken(text), [
    ["Anna", "Never drink it."],
    ["Tom", "It will hurt."],
    ["Anna", "You could die."],
  ]);
});

test("a log's line without a label belongs to no person", () => {
  const text = `[10:02] Alice: hi
[10:03] Bob: hey
[10:03] Alice: lunch?
[10:04] Bob joined the channel
[10:05] Carol: me too
`;
  assert.deepEqual(spoken(text), [
    ["Alice", "hi"],
    ["Bob", "hey"],
    ["Alice", "lunch?"],
    ["Carol", "me too"],
  ]);
});

test("a part of a group is a group, and one of a group is one person", () => {
  const text = `"Run!" cried several of the women.

"To the stairs!" said one of the men.

"No!" the crowd shouted.
`;
  assert.deepEqual(
    spoken(text).map(([speaker]) => speaker),
    ["several of the women", "one of the men", "the crowd"],
  );
});

test("the narrator's sentence inside a turn of dashes has no voice of the cast", () => {
  const french = `Clémence leva les yeux.

— Jamais. Elle soutint son regard. Je ne vous ai pas tout dit.

— Du pain ! hurlait la foule.

— Partez, dit Octave.
`;
  const polish = `Marek usiadł.

– Z kotem. – Uśmiechnął się po raz pierwszy. – On może potwierdzić.

– Dobrze – powiedziała Anna.
`;
  const words = [...spoken(french), ...spoken(polish)].map(([, own]) => own).join(" ");
  for (const stated of ["soutint", "hurlait", "Uśmiechnął"]) assert.ok(!words.includes(stated), stated);
  for (const said of ["tout dit", "Du pain", "potwierdzić"]) assert.ok(words.includes(said), said);
});
