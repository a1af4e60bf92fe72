import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { MAX_BLOCK_UNITS, type StructureResult, structureText, TooManyBlocks } from "./structure.ts";

function check(text: string): StructureResult {
  const script = structureText(text);
  let position = 0;
  for (const block of script.blocks) {
    assert.equal(block.start_utf16, position, "blocks are contiguous");
    assert.ok(block.end_utf16 > block.start_utf16, "no block is empty");
    assert.ok(block.end_utf16 - block.start_utf16 <= MAX_BLOCK_UNITS, "no block is too long");
    const before = text.charCodeAt(block.end_utf16 - 1);
    const after = text.charCodeAt(block.end_utf16);
    assert.ok(!(before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff), "no pair is split");
    assert.equal(block.confidence === null, block.kind !== "speech");
    if (block.confidence !== null) assert.ok(block.confidence >= 0 && block.confidence <= 1);
    if (block.speaker !== null) assert.ok(block.speaker < script.characters.length);
    assert.ok(block.candidates.length <= 3);
    if (block.speaker !== null) assert.ok(block.candidates.some(({ speaker }) => speaker === block.speaker));
    position = block.end_utf16;
  }
  assert.equal(position, text.length, "blocks end where the text ends");
  return script;
}

/** [speaker, words] of every spoken block. */
function spoken(text: string): [string | null, string][] {
  const script = check(text);
  return script.blocks
    .filter((block) => block.kind === "speech")
    .map((block) => [
      block.speaker === null ? null : script.characters[block.speaker]!.name,
      text.slice(block.start_utf16, block.end_utf16).trim(),
    ]);
}

function speakers(text: string): (string | null)[] {
  return spoken(text).map(([speaker]) => speaker);
}

const HOSTILE = fc.array(
  fc.oneof(
    fc.constantFrom(
      '"',
      "“",
      "”",
      "‘",
      "’",
      "'",
      "«",
      "»",
      "„",
      "「",
      "」",
      "—",
      "--",
      "\n",
      "\n\n",
      "\r\n",
      "\r\n\r\n",
      " ",
      "\u00a0",
      "\u3000",
      "\t",
      "_",
      "*",
      "* * *",
      "#",
      "CHAPTER I",
      "IV",
      "Mr. Hart",
      "Anna",
      "said",
      "he",
      "I",
      "the maid",
      ",",
      ".",
      "?",
      ":",
      "\ud83d\ude00",
      "\ud83d",
      "\ude00",
      "e\u0301",
      "\u202e",
      "\u0000",
      "ß",
      "Привет",
      "你好",
      "1.",
    ),
    fc.string({ unit: "binary", maxLength: 4 }),
  ),
  { maxLength: 60 },
);

test("whatever the text, the blocks concatenate to it", () => {
  fc.assert(
    fc.property(HOSTILE, (parts) => {
      check(parts.join(""));
    }),
    { numRuns: 400 },
  );
});

test("the same text gives the same script", () => {
  fc.assert(
    fc.property(HOSTILE, (parts) => {
      assert.deepEqual(structureText(parts.join(" ")), structureText(parts.join(" ")));
    }),
    { numRuns: 50 },
  );
});

test("an empty text has no blocks, white space alone is one narration", () => {
  assert.deepEqual(check("").blocks, []);
  assert.deepEqual(
    check(" \n\n\t").blocks.map(({ kind }) => kind),
    ["narration"],
  );
});

test("a long line is cut behind sentences and never inside a surrogate pair", () => {
  const sentence = "The river went on and on below the town. ";
  const text = sentence.repeat(5000);
  const { blocks } = check(text);
  assert.ok(blocks.length >= 3);
  for (const block of blocks.slice(0, -1)) assert.match(text.slice(0, block.end_utf16), /\. $/);
  check("\ud83d\ude00".repeat(70_000));
  check(`x${"\ud83d\ude00".repeat(70_000)}`);
});

test("a quotation is a block of its own, with its marks, and white space stays with the block before", () => {
  const text = 'Anna turned. "Are you cold?" she asked.\n\nNobody spoke.\n';
  const parts = check(text).blocks.map((block) => [block.kind, text.slice(block.start_utf16, block.end_utf16)]);
  assert.deepEqual(parts, [
    ["narration", "Anna turned. "],
    ["speech", '"Are you cold?" '],
    ["narration", "she asked.\n\n"],
    ["narration", "Nobody spoke.\n"],
  ]);
});

test("headings and scene breaks are distinguished from paragraphs", () => {
  const text = "CHAPTER I\n\nIt rained.\n\n* * *\n\nIt still rained.\n\nChapter Two\n\nThe sun came out.\n";
  assert.deepEqual(
    check(text).blocks.map(({ role, kind }) => [role, kind]),
    [
      ["heading", "narration"],
      ["paragraph", "narration"],
      ["scene_break", "excluded"],
      ["paragraph", "narration"],
      ["heading", "narration"],
      ["paragraph", "narration"],
    ],
  );
});

test("hard-wrapped lines belong to one paragraph, lines that end sentences are paragraphs", () => {
  const wrapped =
    "The old mill stood at the end of the lane where nobody had\nwalked for years, and its wheel had long forgotten how to\nturn.\n\nIt was quiet there.\n";
  assert.equal(check(wrapped).blocks.length, 2);
  assert.equal(check("It rained on Monday.\nIt rained on Tuesday.\nThen it stopped.\n").blocks.length, 3);
});

test("an interrupted quotation has one speaker", () => {
  assert.deepEqual(spoken('"I think," said Anna, "that it will rain."\n'), [
    ["Anna", '"I think,"'],
    ["Anna", '"that it will rain."'],
  ]);
});

test("a quotation over several paragraphs repeats its opening mark and keeps its speaker", () => {
  const text =
    'Mr. Hart rose. "First," said Mr. Hart, "we shall need a boat.\n\n"Then we shall need a man who can row it."\n\n"And a fool to pay him," said Anna.\n';
  assert.deepEqual(speakers(text), ["Mr. Hart", "Mr. Hart", "Mr. Hart", "Anna"]);
});

test("an unclosed quotation ends at its paragraph", () => {
  assert.deepEqual(
    spoken('"It never ends, said Anna.\n\nThe clock struck.\n\n"It does," said Tom.\n').map(([, words]) => words),
    ['"It never ends, said Anna.', '"It does,"'],
  );
});

test("curly and straight marks are the same to it", () => {
  const straight = '"I can\'t," said Tom. "It\'s Anna\'s."\n\n"Then don\'t," said Anna.\n';
  const curly = "“I can’t,” said Tom. “It’s Anna’s.”\n\n“Then don’t,” said Anna.\n";
  assert.deepEqual(speakers(straight), ["Tom", "Tom", "Anna"]);
  assert.deepEqual(speakers(curly), speakers(straight));
});

test("single marks carry speech where they are the custom, and apostrophes do not confuse them", () => {
  const text =
    "‘I can’t see the boys’ hats,’ said Tom. ‘’Tis too dark.’\n\n‘Look again,’ said Anna.\n\n‘I’ve looked,’ he said.\n";
  assert.deepEqual(
    spoken(text).map(([, words]) => words),
    ["‘I can’t see the boys’ hats,’", "‘’Tis too dark.’", "‘Look again,’", "‘I’ve looked,’"],
  );
});

test("words held at arm's length stay in the narration", () => {
  const text = 'He called it his "study" and slept there.\n\n"Come in," said Anna.\n';
  assert.deepEqual(
    spoken(text).map(([, words]) => words),
    ['"Come in,"'],
  );
});

test("the grammatical subject of the tag speaks, not the nearest name", () => {
  assert.deepEqual(speakers('"Is it far?" Anna asked Tom.\n\n"Very," Tom, who had walked with Anna, replied.\n'), [
    "Anna",
    "Tom",
  ]);
});

test("a pronoun finds the person of its gender", () => {
  const text =
    'Mrs. Hart met Mr. Lowe at the gate.\n\n"Good morning," he said.\n\n"It was, until now," she answered.\n\n"You are unkind."\n';
  assert.deepEqual(speakers(text), ["Mr. Lowe", "Mrs. Hart", "Mr. Lowe"]);
});

test("untagged lines alternate between those who talk", () => {
  const text =
    '"Where were you?" asked Anna.\n\n"In the garden," said Tom.\n\n"All night?"\n\n"All night."\n\n"You must be frozen."\n';
  assert.deepEqual(speakers(text), ["Anna", "Tom", "Anna", "Tom", "Anna"]);
});

test("Mr. and Mrs. of one name are two people, a short name and a full one are one", () => {
  const text =
    'Thomas Lowe came in with Mrs. Lowe and Mr. Lowe\'s dog.\n\n"Sit," said Thomas Lowe.\n\n"He never does," said Mrs. Lowe.\n\n"Thomas, hush," said Mrs. Lowe.\n\n"As you wish," said Thomas.\n';
  const { characters } = check(text);
  assert.equal(characters.length, 2);
  assert.deepEqual(characters.map(({ gender }) => gender).sort(), ["female", "male"]);
});

test("a role without a name can speak", () => {
  const { characters } = check('The door opened.\n\n"Dinner is served," said the maid.\n');
  assert.deepEqual(
    characters.map(({ name, gender }) => [name, gender]),
    [["the maid", "female"]],
  );
});

test("the narrator who says I is a person", () => {
  const text =
    'I had known Anna for years, and I was used to her. I sat down. I waited. I knew what I knew, and I said so to my dog.\n\n"You are late," I said.\n\n"You are early," said Anna.\n\n"I was told nine."\n';
  assert.deepEqual(speakers(text), ["Narrator", "Anna", "Narrator"]);
});

test("known people of the project are recognised", () => {
  const known = [{ name: "Thomas Lowe", aliases: ["Tom Lowe", "Thomas"], gender: "male", age: "adult" }] as const;
  const { characters } = structureText('"Sit," said Thomas.\n', { known });
  assert.deepEqual(characters, [
    {
      name: "Thomas Lowe",
      aliases: ["Thomas"],
      gender: "male",
      age: "adult",
      quotes: 1,
      known: 0,
      narrates: false,
      isGroup: false,
    },
  ]);
});

test("dashes open speech where they are the custom, with the narration inside a turn left out", () => {
  const text =
    "Le vent se leva.\n– Venez vite, dit Jeanne en riant, la barque est prête.\n– Je ne viens pas, répondit Paul.\n– Vous avez peur ?\n– Moi ? cria-t-il. Jamais !\n";
  assert.deepEqual(
    spoken(text).map(([, words]) => words),
    ["– Venez vite,", "la barque est prête.", "– Je ne viens pas,", "– Vous avez peur ?", "– Moi ?", "Jamais !"],
  );
});

test("a text that makes more blocks than the limit is refused before the people are looked for; one at the limit is not", () => {
  const heads = "# a\n".repeat(200);
  assert.equal(structureText(heads, { maxBlocks: 200 }).blocks.length, 200);
  assert.throws(() => structureText(heads, { maxBlocks: 199 }), TooManyBlocks);
  const talk = '"No." said Ada. "Yes." said Ben. '.repeat(40);
  const { blocks } = structureText(talk);
  assert.equal(structureText(talk, { maxBlocks: blocks.length }).blocks.length, blocks.length);
  assert.throws(() => structureText(talk, { maxBlocks: blocks.length - 1 }), TooManyBlocks);
});
