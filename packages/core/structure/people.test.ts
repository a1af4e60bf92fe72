import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";
import { type KnownCharacter, structureText } from "./structure.ts";

const person = (name: string, over: Partial<KnownCharacter> = {}): KnownCharacter => ({
  name,
  aliases: [],
  gender: null,
  age: null,
  ...over,
});

test("one name in address and another in narration can be one person", () => {
  const turns = Array.from(
    { length: 4 },
    (_, index) =>
      `"Have you seen the ${index}th boat, Kitty?" asked Mr. Lowe.\n\n"I have seen them all," said Miss Hart.\n\nMiss Hart went to the window, and Mr. Lowe sat down.`,
  ).join("\n\n");
  const { people: characters } = readStory(turns);
  assert.deepEqual(characters.map(({ name }) => name).sort(), ["Miss Hart", "Mr. Lowe"]);
  assert.ok(characters.find(({ name }) => name === "Miss Hart")!.aliases.includes("Kitty"));
});

test("two women of a short tale who take turns are two persons, although no sentence names both", () => {
  const text = [
    "Anna and James stood at the door of the old theatre. Behind them, Mrs Hale counted the tickets.",
    '"Is anybody in there?" whispered Anna.',
    '"I can hear them breathing," James whispered back.',
    '"Get away from that door!" shouted Mrs Hale.',
    '"We were only looking," James said hurriedly. "We didn\'t touch anything, and we\'re leaving now."',
    'Anna laughed. "He\'s lying. He tried the handle twice."',
    '"I did not!" cried James.',
    '"You did," Anna said, laughing.',
    "Mrs Hale sank down on the bench.",
    '"I am so tired of this," she said wearily. "Every night the same noise, and every night nobody there."',
    '"Do you mean it\'s a ghost?" asked Anna.',
    '"I mean," Mrs Hale said slowly, "that I lock that door at ten, and at eleven it is open."',
    "There was a long silence.",
    '"Let\'s go home," sobbed Anna. "Please, James, let\'s go home."',
    '"In a minute," James murmured. "Listen. Listen! They\'ve stopped."',
  ].join("\n\n");
  const { people: characters, lines } = readStory(text);
  assert.deepEqual(characters.map(({ name }) => name).sort(), ["Anna", "James", "Mrs Hale"]);
  assert.equal(lines[2], "Mrs Hale");
});

test("a narration that leads in with a colon at the end of a paragraph of speech names the next speaker", () => {
  const text =
    '"We are too late," said Anna. Nobody answered. At last Mr. Lowe rose with a sigh, and said:\n\n"One might venture now."';
  assert.deepEqual(readStory(text).lines, ["Anna", "Mr. Lowe"]);
});

test("two quotes with nothing between them are two people's", () => {
  const text = 'Anna felt ashamed. "The first vacant room in front is yours." "You must have it," said Mr. Lowe.';
  assert.deepEqual(readStory(text).lines, ["Anna", "Mr. Lowe"]);
});

test("nouns, years and adjectives give ages", () => {
  const text =
    '"Where is it?" asked a boy called Pip.\n\n"Here," said Ann, who was eleven years old.\n\nOld Tom shook his head at old Tom\'s dog.\n\n"No," said old Tom.\n\n"Yes," said Mrs. Lowe.\n\n"Why?" asked his grandmother.';
  const ages = Object.fromEntries(readStory(text).people.map(({ name, age }) => [name, age]));
  assert.deepEqual([ages.Pip, ages.Ann, ages.Tom, ages["Mrs. Lowe"]], ["child", "child", "old", null]);
});

test("a known person is found by surname, given name, alias and role", () => {
  const known = [
    person("Mr. Thomas Lowe", { gender: "male" }),
    person("Ada Grey", { aliases: ["the Professor"], gender: "female", age: "old" }),
  ];
  const text = '"Wake up," cried the Professor.\n\n"I rested," said Lowe.\n\n"Thomas!" she cried. "Row!"';
  const { lines, people: characters } = readStory(text, { known });
  assert.deepEqual(lines, ["Ada Grey", "Mr. Thomas Lowe", "Ada Grey", "Ada Grey"]);
  assert.deepEqual(
    characters.map((one) => [one.known, one.gender, one.age]),
    [
      [1, "female", "old"],
      [0, "male", null],
    ],
  );
});

test("two known people are never taken for one", () => {
  const known = [person("Mr. Lowe", { gender: "male" }), person("Thomas Lowe", { gender: "male" })];
  const text = '"Good morning," said Mr. Lowe.\n\n"Good morning, sir," said Thomas Lowe.';
  assert.deepEqual(
    readStory(text, { known })
      .people.map(({ known: index }) => index)
      .sort(),
    [0, 1],
  );
});

test("a known person's manner of speech decides lines without a tag", () => {
  const own = (words: string) => Array.from({ length: 200 }, (_, index) => `${words} ${index}`);
  const known = [
    person("Anna", { gender: "female", lines: own("Upon my word, the almanack foretells a gale, gentlemen, a gale.") }),
    person("Bess", { gender: "female", lines: own("Bless me, what about supper, dearie, pudding, dumplings?") }),
  ];
  const text = (words: string) =>
    `Anna sat with Bess by the fire, and the rain fell.\n\n"${words}"\n\nThe clock struck.`;
  assert.deepEqual(
    readStory(text("Bless me, dearie, dumplings! What about pudding, what about supper?"), { known }).lines,
    ["Bess"],
  );
  assert.deepEqual(readStory(text("Upon my word, gentlemen! The almanack foretells a gale."), { known }).lines, [
    "Anna",
  ]);
});

test("an article inside a known name is no person", () => {
  const known = [person("Rudi the Fox", { gender: "male" })];
  const text =
    '"Who is there?" asked Anna.\n\n"It is I." The voice was low.\n\n"Come in." The door opened.\n\n"Thanks." The Fox came in.\n\n"You are wet," said Anna.\n\nThe rain fell. The fire burned. The Fox sat down.\n\n"Very," said Rudi the Fox.';
  const { people } = readStory(text, { known });
  assert.deepEqual(people.map(({ name }) => name).sort(), ["Anna", "Rudi the Fox"]);
});

test("a known person whose name begins with an article is recognised again", () => {
  const known = [person("The Fixer", { gender: "female" }), person("A. Lowe", { gender: "male" })];
  const text =
    '"Who sent you?" asked the Fixer.\n\n"Nobody," said A. Lowe.\n\nThe Fixer smiled.\n\n"Then go," said the Fixer.';
  const { lines, people } = readStory(text, { known });
  assert.deepEqual(lines, ["The Fixer", "A. Lowe", "The Fixer"]);
  assert.deepEqual(people.map(({ known: index }) => index).sort(), [0, 1]);
});

test("whatever article stands in a known name, no speaker is called by it", () => {
  for (const article of ["the", "a", "an"]) {
    for (const name of [
      `Rudi ${article} Fox`,
      `${article} Fixer`,
      `${article[0]!.toUpperCase()}${article.slice(1)} Fixer`,
    ]) {
      const text = `"One," said Tom. The day was long.\n\n"Two," said Ann. A bird sang. An hour went by.\n\n"Three," said Tom.`;
      const names = readStory(text, { known: [person(name)] }).people.map((one) => one.name.toLowerCase());
      assert.deepEqual(names.sort(), ["ann", "tom"], name);
    }
  }
});

test("a relative whose word has a capital and no article is a person of that name, with gender and age", () => {
  const text = `Poppy pulled on her boots. "Can we go to the wood, Grandfather?" asked Poppy.

"Not before breakfast," said Grandfather. He put two eggs in the pan.

Mother came in with the milk. "You two are early," Mother said.

"Then I will not ask," said Mother, and she laughed.`;
  const { characters, blocks } = structureText(text);
  const spoken = blocks
    .filter((block) => block.kind === "speech")
    .map(({ speaker }) => characters[speaker ?? -1]?.name);
  assert.deepEqual(spoken, ["Poppy", "Grandfather", "Mother", "Mother"]);
  const facts = characters.map(({ name, gender, age }) => [name, gender, age]).sort();
  assert.deepEqual(facts, [
    ["Grandfather", "male", "old"],
    ["Mother", "female", "adult"],
    ["Poppy", "female", null],
  ]);
});

test("a relative with an owner, an article or a name behind it is not a name", () => {
  for (const phrase of ["her Mother", "the Father of the bride", "Mother Nature", "a Father"]) {
    const text = `"Hello," said Anna.\n\n"Hello," said Tom. He thought of ${phrase} and the rain.`;
    const names = structureText(text).characters.map(({ name }) => name);
    assert.deepEqual(names.sort(), ["Anna", "Tom"], phrase);
  }
});
