import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

const lines = (text: string): readonly (string | null)[] => readStory(text).lines;

for (const [sentence, noun] of [
  ["The cleaner lowered himself onto his bucket.", "the cleaner"],
  ["The thin bellboy by the lift watched them come.", "the bellboy"],
  ["The porteress scratched her chin.", "the porteress"],
  ["The stockman sat down.", "the stockman"],
] as const) {
  test(`a noun that no list has says the line behind its deed: ${noun}`, () => {
    const text = `“Is it far?” asked Anna.\n\n“Very,” said Tom.\n\n${sentence} “It is not connected.”\n\n“I know,” said Anna.`;
    assert.deepEqual(lines(text), ["Anna", "Tom", noun, "Anna"]);
  });
}

for (const sentence of [
  "The line rubbed their hands.",
  "The idea filled his head.",
  "The heat struck her in the face.",
]) {
  test(`no person: ${sentence}`, () => {
    const text = `“Is it far?” asked Anna.\n\n“Very,” said Tom.\n\n${sentence} “Then let us go.”\n\n“Yes,” said Tom.`;
    assert.deepEqual(new Set(lines(text)), new Set(["Anna", "Tom"]));
  });
}

test("a person who acts one sentence before a quote says it where the last sentence has no person", () => {
  const text =
    "“Nothing!” said Anna.\n\n“Good,” said Tom.\n\nMr. Lowe put a jar on the desk. Something green moved in it. “What is this?”\n\n“A newt,” said Anna.";
  assert.deepEqual(lines(text), ["Anna", "Tom", "Mr. Lowe", "Anna"]);
});

test("a short form that only addresses use is the person whose name begins with it", () => {
  const text =
    "“Who did it?” asked Marjorie.\n\nThe clerk coughed. “He has got you there, Marj.”\n\n“It is now.”\n\n“Ask Marj,” said the clerk.";
  const { people } = readStory(text);
  assert.deepEqual(people.find(({ name }) => name === "Marjorie")?.aliases, ["Marj"]);
});

test("a name that is asked for is the listener's", () => {
  for (const question of ["Are you Martin?", "You must be Martin.", "Which of you is Martin?"]) {
    const text = `Martin looked up. Tom coughed.\n\n“${question}” asked Anna.\n\n“Yes.”\n\nTom said nothing.`;
    assert.deepEqual(lines(text), ["Anna", "Martin"], question);
  }
});

test("a name and a surname that are a sentence of an answer are the speaker's", () => {
  const text = `The auctioneer coughed. “And the bid is yours, sir?”\n\n“Yes. Barnaby Quill. I have a train.”\n\n“It is a pot, Mr. Quill,” said Mrs. Lowe.\n\n“It has a false bottom,” said Quill.`;
  assert.deepEqual(lines(text), ["the auctioneer", "Barnaby Quill", "Mrs. Lowe", "Barnaby Quill"]);
  const asked = `“Who broke it?” asked Mrs. Lowe.\n\n“That one. Barnaby Quill. I saw him,” said Anna.\n\nQuill blushed.`;
  assert.deepEqual(lines(asked), ["Mrs. Lowe", "Anna"]);
});

test("a voice is the person who is described next and in sight", () => {
  const text =
    "Pip knocked.\n\n“Who is it?” said a voice.\n\n“Pip,” said Pip.\n\nA very old owl looked out. “There you are.”\n\n“Please,” said Pip.\n\n“Come in,” said the owl.";
  assert.deepEqual(lines(text), ["the owl", "Pip", "the owl", "Pip", "the owl"]);
  const again = `${text}\n\n“Shut the door,” said the voice.`;
  assert.equal(lines(again)[0], "the voice");
});

test("a title and a surname that only addresses use are the only person who fits", () => {
  const text =
    "Noor knocked.\n\n“Miss Rahman! Was the train awful?” asked Mr. Lowe.\n\n“Not very.”\n\n“Mine was,” said Mr. Lowe.\n\n“I am sorry,” said Noor.";
  const { people } = readStory(text);
  assert.deepEqual(people.find(({ name }) => /Noor|Rahman/u.test(name))?.aliases.length, 1);
  assert.equal(people.length, 2);
  const two = `Anna sat beside Noor.\n\n${text}\n\n“And I,” said Anna.`;
  assert.equal(
    readStory(two).people.some(({ name, aliases }) => name === "Noor" && aliases.length > 0),
    false,
  );
});

test("a text of marks alone has no speaker", () => {
  for (const text of [".„.", "?“.", "„.“„."])
    assert.deepEqual(
      lines(text).filter((name) => name !== null),
      [],
    );
});

/** The names of the one person who bears this name; null if no person or several people do. */
function namesOf(text: string, name: string): readonly string[] | null {
  const bearers = readStory(text).people.filter((person) => [person.name, ...person.aliases].includes(name));
  return bearers.length === 1 ? [bearers[0]!.name, ...bearers[0]!.aliases].sort() : null;
}

test("a given name that only speech uses is the person beside the call, or the only one who fits", () => {
  const only =
    "“Who left the tray?” asked Mr. Lowe.\n\nMrs. Pell put down her cup. “I did,” she said.\n\n“You were quick, Joan,” said Mr. Lowe.\n\n“I was thirsty.”";
  assert.deepEqual(namesOf(only, "Joan"), ["Joan", "Mrs. Pell"]);
  const beside =
    "Mrs. Pell put down her cup. “Is it late?” asked Mrs. Pell.\n\n“Shall I come back, madam?” asked the maid.\n\n“No, Ellen, stay,” said Mr. Lowe.\n\n“Very good,” said the maid.\n\n“I am going,” said Mrs. Pell.";
  assert.deepEqual(lines(beside), ["Mrs. Pell", "Ellen", "Mr. Lowe", "Ellen", "Mrs. Pell"]);
});

test("a given name that only speech uses is no person that the text names or calls otherwise, and not the caller", () => {
  const story = (call: string, other: string): string =>
    `“Who left the tray?” asked Mr. Lowe.\n\n${other} put down the cup. “I did.”\n\n“${call}, come here,” said Mr. Lowe.\n\n“In a moment,” said ${other}.`;
  // Anna has a given name, Mr. Lowe is a man and calls.
  assert.equal(namesOf(story("Joan", "Anna"), "Joan"), null);
  assert.equal(namesOf(story("Martin", "Mrs. Pell"), "Martin"), null);
  const titled =
    "“Who left the tray?” asked Mr. Lowe.\n\nMrs. Pell put down her cup. “I did.”\n\n“You are late, Mrs. Pell,” said Mr. Lowe. “Joan, bolt the door.”\n\n“I am not,” said Mrs. Pell.";
  assert.equal(namesOf(titled, "Joan"), null);
});

test("a name that only speech uses is the same person however often it is called", () => {
  for (let calls = 1; calls <= 5; calls++) {
    const text = `Mr. Lowe and the nurse came in. “Is it late?” asked Mr. Lowe.\n\n${"“Come here, Joan,” said Mr. Lowe.\n\n“Yes,” said the nurse.\n\n".repeat(calls)}`;
    assert.deepEqual(new Set(lines(text)), new Set(["Mr. Lowe", "Joan"]), String(calls));
  }
});

test("a list of many called names joins none of them with a person", () => {
  const story = (others: readonly string[]): string =>
    `The nurse came in. “${["Joan", ...others].map((name) => `Come here, ${name}.`).join(" ")}” said Mr. Lowe.\n\n“Yes,” said the nurse.`;
  assert.deepEqual(namesOf(story([]), "Joan"), ["Joan"]);
  const many = Array.from(
    { length: 50 },
    (_, index) => `Mart${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}o`,
  );
  assert.equal(namesOf(story(many), "Joan"), null);
});

test("“Father” stays a word for the priest, not his name", () => {
  const text =
    "The priest put down the cards. “Your turn,” said the priest.\n\n“Another glass, Father?” asked Rosa.\n\n“A little,” said the priest.";
  assert.deepEqual(lines(text), ["the priest", "Rosa", "the priest"]);
});

test("a name inside an inner quotation is no address of the line", () => {
  const text =
    "“It was cold,” said Tom.\n\n“What did he say?” asked Anna. Ben yawned.\n\n“He came to me that night. ‘Tom,’ he said, ‘can you keep a secret?’”\n\n“And could you?” asked Anna.";
  assert.deepEqual(lines(text), ["Tom", "Anna", "Tom", "Anna"]);
});

test("“her mother” and “Mother” are one person of a scene that has only one of each", () => {
  const text =
    "“How long has it lasted?” asked Dr. Hale.\n\n“Since Sunday,” said Ruth.\n\n“Saturday,” said her mother from the bed.\n\n“You were asleep, Mother,” said Ruth.\n\n“I was not,” said her mother.";
  assert.deepEqual(namesOf(text, "Mother"), ["Mother", "the mother"]);
  const narrated =
    "“Nobody is eating,” said Dad.\n\n“I am,” said Josh.\n\nHis father took a potato. “Left?”\n\n“Left,” said Josh.\n\n“Well,” said Dad.";
  assert.deepEqual(new Set(lines(narrated)), new Set(["Dad", "Josh"]));
  const two = `${text}\n\n“Are you there, Mummy?” called the maid's daughter.`;
  assert.deepEqual(namesOf(two, "the mother"), ["the mother"]);
});

for (const [sentence, name] of [
  ["Ilse Brandt opened one eye.", "Ilse Brandt"],
  ["Raj rolled his chair backward.", "Raj"],
] as const) {
  test(`a first name of another country opens a sentence: ${name}`, () => {
    const text = `“Is it far?” asked Anna.\n\n${sentence} “Nine years.”\n\n“So long?” asked Anna.`;
    assert.deepEqual(lines(text), ["Anna", name, "Anna"]);
  });
}

test("a first name of another country that is called at the beginning of a line is a name", () => {
  const text =
    "“Is it far?” asked Mr. Lowe.\n\nThe engineer held the door. “Nine years.”\n\n“Kofi, how long will it hold?” asked Mr. Lowe.\n\n“Longer,” said the engineer.";
  assert.deepEqual(lines(text), ["Mr. Lowe", "Kofi", "Mr. Lowe", "Kofi"]);
});

for (const [call, noun] of [
  ["Your Majesty", "queen"],
  ["Majesty", "king"],
  ["Your Honour", "judge"],
  ["Your Worship", "mayor"],
] as const) {
  test(`“${call}” addresses the ${noun}`, () => {
    const text = `The ${noun} frowned. Lord Carrow coughed.\n\n“The bridge is gone, ${call},” said Tom.\n\n“Who burned it?”\n\n“I did,” said Tom.`;
    assert.deepEqual(lines(text), ["Tom", `the ${noun}`, "Tom"]);
  });
}

test("“Your Majesty” names no person, and is not said by the only king", () => {
  const text =
    "The king sat down. Tom knelt. Anna bowed.\n\n“Your Majesty, the bridge is burned.”\n\n“Who burned it?” asked the king.\n\n“Majesty, I did,” said Tom.";
  const { people, lines: speakers } = readStory(text);
  assert.equal(speakers[0] === "the king", false);
  assert.deepEqual(
    people.filter(({ name, aliases }) => [name, ...aliases].includes("Majesty")),
    [],
  );
});
