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

test("speech without marks is found by its tags and by the answers beside them; the rest is the narrator's", () => {
  const text = `Mara looked up. The wind had risen in the night, and the boats lay close together in the harbour.

Are you coming? she said.

No, said Tom. I have work to do. He took the rope from the wall.

Then I will go alone.

You could wait, said Tom, looking at his hands, until I have finished.

After a while, she said goodbye to the others and went down to the water. The door was open.

It is late, the ferryman said. Where is your brother?

They were interrupted by Mrs. Allen: My dear, said she, do you see the light?
`;
  assert.deepEqual(
    spoken(text).map(([, words]) => words),
    [
      "Are you coming?",
      "No,",
      "I have work to do.",
      "Then I will go alone.",
      "You could wait,",
      "until I have finished.",
      "It is late,",
      "Where is your brother?",
      "My dear,",
      "do you see the light?",
    ],
  );
  assert.deepEqual(
    spoken(text)
      .slice(1, 3)
      .map(([speaker]) => speaker),
    ["Tom", "Tom"],
  );
});

test("reported speech without marks stays with the narrator", () => {
  const text = `The committee met in May. The harbour was too small, the chairman said, and the money was gone.

In the evening the engineers answered. The wall would hold, they said, for another winter.

The town agreed. It would pay for the stones, the mayor said, if the council bought the ships.
`;
  assert.deepEqual(spoken(text), []);
});

test("a text without marks takes time in proportion to its length", () => {
  const seconds = (words: string, times: number) => {
    const from = process.cpuUsage();
    structureText(`Are you here? she said.\n\nYes, he said.\n\nAre you? she said.\n\n${words.repeat(times)}`);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1e6;
  };
  for (const words of ["a, he said b", "You, he said: A, she said, ", "Tom said, Tom "]) {
    seconds(words, 2_000);
    const small = seconds(words, 5_000);
    const large = seconds(words, 40_000);
    assert.ok(large < Math.max(0.5, small * 8 * 3), `${words}: ${small} s, then ${large} s`);
  }
});

test("single marks of every kind carry speech where a text has no other marks", () => {
  const german = (open: string, close: string) =>
    `Der alte Wächter stellte seine Lampe auf den Tisch.

${open}Sie kommen spät${close}, sagte der Wächter. ${open}Treten Sie ein.${close}

${open}Ist die Straße gesperrt?${close}, fragte Klara.

${open}Schon wieder!${close}
`;
  const words = (text: string, marks: RegExp) => spoken(text).map(([who, said]) => [who, said.replace(marks, "")]);
  const inGerman = words(german("„", "“"), /[„“]/gu);
  assert.equal(inGerman.length, 4);
  for (const [open, close] of ["‚‘", "›‹", "‹›", "»«"].map((pair) => [...pair])) {
    const marks = new RegExp(`[${open}${close}]`, "gu");
    assert.deepEqual(words(german(open ?? "", close ?? ""), marks), inGerman, `${open}${close}`);
  }
  const chinese = (open: string, close: string) =>
    `老守夜人把灯放在桌上。\n\n${open}你来晚了。${close}老守夜人说，${open}快进来。${close}\n\n${open}路断了。${close}李梅一边脱手套一边回答。\n`;
  const inChinese = words(chinese("“", "”"), /[“”]/gu);
  assert.equal(inChinese.length, 3);
  assert.deepEqual(words(chinese("‘", "’"), /[‘’]/gu), inChinese);
});

test("single marks inside other marks do not end the speech", () => {
  const text = `„Er sagte ‚nein‘ und ging“, sagte Klara.\n\n„Hat er ›nein‹ gesagt?“, fragte Paul.\n`;
  assert.deepEqual(
    spoken(text).map(([, said]) => said),
    ["„Er sagte ‚nein‘ und ging“", "„Hat er ›nein‹ gesagt?“"],
  );
});
