import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

const PARAGRAPHS = [
  'The harbour was dug when the "Civil War" was hardly over, and the men who dug it called their pay "bread and water". Nobody wrote down what they thought of the engineers.',
  'Of the plans only one sheet is left. It bears the words "A Gift of the Forefathers" in red ink, and a date that cannot be right. The town council keeps it in an iron chest.',
  "The first lighthouse stood for nine years. It was built of oak on a bed of stone, and the winter gales took it piece by piece. The second was of granite, and stands to this day.",
  'In his report of the following spring the surveyor wrote: "The depth at low water is eleven feet, which will suffice." It did not suffice, and the channel was dredged twice within ten years.',
  "Trade came slowly. Salt and timber went out; coal and glass came in. By the end of the century forty ships were registered, most of them small, and the fishing fleet was larger than that of any town nearby.",
  'A later writer speaks of the "golden harbour", but the ledgers show little gold. What they show is rope, tar and barrels, and a long quarrel about the price of ice.',
  "When the railway reached the coast, the harbour lost its trade within a few years. The ice house became a school, the rope walk a row of cottages, and the chest with the plan was moved to the library.",
  "Today the quay is quiet. The fishing boats are gone, and the masts in the basin belong to people who sail on Sundays. The granite lighthouse was restored by the town and is open in summer.",
];
const ESSAY = PARAGRAPHS.join("\n\n");

test("a text that quotes words and documents but holds no conversation is all narration", () => {
  const { blocks, characters } = structureText(ESSAY);
  assert.deepEqual(characters, []);
  assert.ok(blocks.every(({ kind }) => kind === "narration"));
  assert.equal(blocks.map(({ start_utf16, end_utf16 }) => ESSAY.slice(start_utf16, end_utf16)).join(""), ESSAY);
});

test("the same text with one exchange of words is a story", () => {
  const story = `${ESSAY}\n\n"Is it open?" asked Anna.\n\n"Not today," said Tom.`;
  assert.deepEqual(
    structureText(story)
      .characters.map(({ name }) => name)
      .sort(),
    ["Anna", "Tom"],
  );
});

test("a long quiet chapter in which one person speaks to herself is a story when she speaks more than once", () => {
  const story = PARAGRAPHS.map((paragraph) => `${paragraph}\n\n"Tomorrow, then," said Anna.`).join("\n\n");
  assert.ok(structureText(story).characters.some(({ name }) => name === "Anna"));
});

test("the narrator who says I is marked, also among other speakers", () => {
  const turn = (n: number) =>
    `I took the lamp and went down to the ${n}th boat. My hands were cold.\n\n"Is it you?" asked Tom.\n\n"It is," I said. I gave him my coat.`;
  const { characters } = structureText([1, 2, 3, 4].map(turn).join("\n\n"));
  assert.deepEqual(characters.map(({ name, narrates }) => [name, narrates]).sort(), [
    ["Narrator", true],
    ["Tom", false],
  ]);
});
