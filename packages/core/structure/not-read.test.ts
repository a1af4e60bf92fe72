import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

/** What is left to be read: the words of narration and speech without their exclusions. */
function read(text: string): string {
  const { blocks } = structureText(text);
  assert.equal(blocks.map((block) => text.slice(block.start_utf16, block.end_utf16)).join(""), text);
  let words = "";
  for (const block of blocks) {
    if (block.kind === "excluded") {
      words += " ";
      continue;
    }
    let position = block.start_utf16;
    for (const { start_utf16, end_utf16 } of block.exclusions) {
      assert.ok(start_utf16 >= position && end_utf16 <= block.end_utf16 && end_utf16 > start_utf16);
      words += text.slice(position, start_utf16);
      position = end_utf16;
    }
    words += text.slice(position, block.end_utf16);
  }
  return words.replaceAll(/\s+/g, " ").trim();
}

const CHAPTER = "The mill stood still that morning, for the river had frozen in the night and nobody had seen it.";

test("the frame of an archive is not read", () => {
  const text = `The Project Gutenberg eBook of The Mill

Title: The Mill

*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***

Produced by Somebody and a team of volunteers

THE MILL

CHAPTER I

${CHAPTER}

*** END OF THE PROJECT GUTENBERG EBOOK THE MILL ***

Updated editions will replace the previous one.
`;
  assert.equal(read(text), `THE MILL CHAPTER I ${CHAPTER}`);
});

test("a table of contents is not read, the heads of its chapters are", () => {
  const heads = ["CHAPTER I. The Mill", "CHAPTER II. The Thaw", "CHAPTER III. The Flood"];
  const story = heads.map((head) => `${head}\n\n${CHAPTER}`).join("\n\n");
  const stated = heads.map((head) => `${head} ${CHAPTER}`).join(" ");
  for (const contents of [heads.join("\n"), heads.join("\n\n"), heads.map((head) => `${head} ..... 12`).join("\n")])
    assert.equal(read(`THE MILL\n\nCONTENTS\n\n${contents}\n\n${story}`), `THE MILL ${stated}`);
});

test("page numbers and running heads that cut sentences are not read, numbers of chapters are", () => {
  const cut = `The old miller went\n\n12\n\ndown to the weir. He took\n\n13\n\nhis lantern and the\n\n14\n\nlong pole with him.`;
  assert.equal(read(cut), "The old miller went down to the weir. He took his lantern and the long pole with him.");
  const heads = `The old miller went\n\n12 THE MILL\n\ndown to the weir. He took\n\nTHE MILL 13\n\nhis lantern and the\n\n14 THE MILL\n\nlong pole with him.`;
  assert.equal(read(heads), "The old miller went down to the weir. He took his lantern and the long pole with him.");
  const chapters = `1\n\n${CHAPTER}\n\n2\n\n${CHAPTER}\n\n3\n\n${CHAPTER}`;
  assert.equal(read(chapters), `1 ${CHAPTER} 2 ${CHAPTER} 3 ${CHAPTER}`);
  assert.equal(read(`${CHAPTER}\n\n[Pg 41]\n\nThen it thawed.`), `${CHAPTER} Then it thawed.`);
});

test("footnotes and their marks are not read", () => {
  assert.equal(
    read("He paid a crown[1] for the wheel.\n\n[1] Five shillings in the old money.\n\nIt turned at once."),
    "He paid a crown for the wheel. It turned at once.",
  );
  assert.equal(
    read("He paid a crown* for the wheel.\n\n* Five shillings in the old money.\n\nIt turned at once."),
    "He paid a crown for the wheel. It turned at once.",
  );
  assert.equal(
    read("“A crown†,” said Anna, “is too much.”\n\n† Five shillings.\n\nIt turned at once."),
    "“A crown,” said Anna, “is too much.” It turned at once.",
  );
  assert.equal(read("It was *her* wheel, and 2 * 3 is six."), "It was *her* wheel, and 2 * 3 is six.");
});

test("editorial brackets are not read, other brackets are", () => {
  assert.equal(read("[Illustration: The mill]\n\nThe wheel turned."), "The wheel turned.");
  assert.equal(read("[Illustration:\n\nThe mill in winter]\n\nThe wheel turned."), "The wheel turned.");
  assert.equal(read("The wheel [Illustration: a wheel] turned."), "The wheel turned.");
  assert.equal(read("The wheel [as we called it] turned."), "The wheel [as we called it] turned.");
});

test("scene breaks stay breaks, heads stay heads", () => {
  const { blocks } = structureText(`CHAPTER I\n\n${CHAPTER}\n\n* * *\n\n${CHAPTER}`);
  assert.deepEqual(
    blocks.map(({ kind, role }) => [kind, role]),
    [
      ["narration", "heading"],
      ["narration", "paragraph"],
      ["excluded", "scene_break"],
      ["narration", "paragraph"],
    ],
  );
});

test("wide wrapped lines are one paragraph", () => {
  const lines = [
    "The old miller went down to the weir with his lantern and the long pole, for the ice had come up against the sluice in",
    "the night and nobody else in the village had the strength or the patience to stand out there before it was light and",
    "break it piece by piece until the water ran again.",
  ];
  const one = structureText(lines.join("\n"));
  assert.equal(one.blocks.length, 1);
  const two = structureText(`${lines.join("\n")}\n\n${lines.join("\n")}`);
  assert.equal(two.blocks.length, 2);
});
