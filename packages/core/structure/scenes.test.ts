import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

/** The speaker of each line of a story, and one fact about it. */
const speakers = (...paragraphs: readonly string[]) => readStory(paragraphs.join("\n\n")).lines;

test("“she went on” after a paragraph of narration is the person who spoke before", () => {
  const lines = speakers(
    "Anna and Berta stood at the tank.",
    "“Is she there?” said Anna.",
    "“She is not here,” said Berta.",
    "“Then we wait,” said Anna.",
    "“I have waited all day,” said Berta.",
    "Nothing moved.",
    "“I think that she is behind the tank,” she went on.",
  );
  assert.equal(lines.at(-1), "Berta");
});

test("the answer to “who are you?” names its speaker", () => {
  const lines = speakers(
    "Anna stood at the counter. Tom held the lamp. A man in a grey coat had come in.",
    "“May I know your name, sir?” asked Anna.",
    "“Cornelius Ashgrove.”",
    "“And where is the clock, Mr. Ashgrove?” asked Anna.",
    "“I hoped to hear it from you.”",
  );
  assert.equal(lines[1], lines[3]);
  assert.equal(lines[1], "Cornelius Ashgrove");
});

test("a question for another person’s name is not answered with the own one", () => {
  const lines = speakers(
    "Anna and Tom looked out. Piet crossed the yard.",
    "“Who is that?” asked Anna.",
    "“Piet.”",
    "“He is late,” said Anna.",
    "“He always is,” said Tom.",
  );
  assert.equal(lines[1], "Tom");
});

test("“he” in a sentence that names a man behind it is another man, also in the next sentences", () => {
  const lines = speakers(
    "“Tom was here before us,” said Ann.",
    "“So was Mr. Vane,” said Tom.",
    "Mr. Vane came in under the lamp.",
    "“Good evening,” said Ann.",
    "He did not look at Tom at all. He looked along the walls, row by row.",
    "“Nine days,” he said.",
  );
  assert.equal(lines.at(-1), "Mr. Vane");
});

test("“he” does not look past himself", () => {
  const lines = speakers(
    "Pip ran out. “You came,” said Pip.",
    "“I came, Pip,” said Fenn. “What did I say?”",
    "“You said it was a cow.”",
    "“I said that it might be a cow.” He looked up, past Pip and past the roof.",
  );
  assert.equal(lines.at(-1), "Fenn");
});

test("a voice belongs to the person that the answer calls", () => {
  const { lines, characters } = readStory(
    [
      "Mr. Vane had been away for nine days. Bram stood at the wall, and Lena sat on the stairs.",
      "“It is slow,” said Bram.",
      "“It is not in a hurry,” said Lena.",
      "There was a noise in the street.",
      "“Is my apprentice in there?” called an old, cracked, cheerful voice from the street.",
      "“Mr. Vane!” cried Lena.",
      "He came in under the lamp.",
      "“You did not start them,” he said.",
    ].join("\n\n"),
  );
  assert.deepEqual(lines.slice(2), ["Mr. Vane", "Lena", "Mr. Vane"]);
  assert.ok(!characters.includes("the old"));
});

test("a paragraph that continues the one before has the same speaker, although it calls another person’s name", () => {
  const lines = speakers(
    "Anna, Berta and Carla sat by the fire.",
    "“I have read it,” said Carla.",
    "“He means to go to sea, Berta.",
    "“He has sold the cart.”",
    "“I do not believe it,” said Berta.",
  );
  assert.equal(lines[1], lines[2]);
  assert.notEqual(lines[2], "Berta");
});

test("years before “and” are an age, and the old man is not the young one", () => {
  const { people } = readStory(
    "Bram Pocock, who was twenty-three and had never broken down a door, looked at the lock.\n\n“After you,” said Bram.\n\n“No, after you,” said Ann.",
  );
  assert.equal(people.find(({ name }) => name.startsWith("Bram"))?.age, "young");
});

test("after a word of a listener the letter is read on by the same person", () => {
  const { lines } = readStory(
    [
      "Harriet sat in the kitchen with Bram and Mrs. Plum. “Are you hungry?” asked Harriet.",
      "“I had bread,” said Ann.",
      "“That is not what I asked,” said Harriet. “What is in the letter?”",
      "“I cannot read,” said Ann, and she gave it to Bram.",
      "“‘My dear Ann,’” Bram read, “‘if you have this, I am sorry about the bread.’”",
      "“Oh!” said Mrs. Plum. She looked at Harriet.",
      "“‘The gentleman with the stick is not a gentleman. I told him so, and then I went and did it.",
      "“‘It was on Monday that I learned what he wanted, Ann.",
      "“‘So I have hidden it. Your master.’”",
      "Harriet said nothing.",
      "“Well,” said Harriet.",
    ].join("\n\n"),
  );
  assert.deepEqual(lines.slice(-5, -1), ["Mrs. Plum", "Bram", "Bram", "Bram"]);
});

test("“she said” among men is a woman that the text never names", () => {
  const { lines, people } = readStory(
    [
      "The telephone rang at night.",
      "“Is this the surgery?” a man’s voice asked.",
      "“It is,” she said, and sat up.",
      "“You must come to the harbour.”",
      "“To which harbour?”",
      "Beside her, Piet opened his eyes. “Who was it?” he asked.",
      "“I do not know.” She was already at the door.",
    ].join("\n\n"),
  );
  assert.equal(lines[1], lines[3]);
  assert.equal(lines[1], lines[5]);
  assert.equal(people.find(({ name }) => name === lines[1])?.gender, "female");
  assert.equal(lines[4], "Piet");
});

test("“she said” among men is the woman whom the narration mentions", () => {
  const { lines } = readStory(
    [
      "Captain Brand stood at the rail. “Who saw it?” he asked.",
      "“I did, sir,” said Tom.",
      "They let down the ladder. The woman in the boat gathered her skirts and climbed on deck.",
      "“You are slow,” she said.",
      "“We came at once,” said Tom.",
    ].join("\n\n"),
  );
  assert.equal(lines[2], "the woman");
});

test("“Nobody moved.” names no person", () => {
  const { characters } = readStory(
    [
      "Anna stood at the door.",
      "“Who has the key?” asked Anna.",
      "Nobody moved. Nobody breathed.",
      "“I have it.”",
      "“Then open it,” said Anna.",
      "Nobody laughed.",
      "“It is open.”",
    ].join("\n\n"),
  );
  assert.ok(!characters.includes("Nobody"));
});

test("an address in reported words is no address of the line", () => {
  const lines = speakers(
    "Anna sat down on the stairs. Berta was under the bed.",
    "“Berta?” said Anna. “I am not cross.”",
    "Nothing moved.",
    "“I think that you are under the bed,” she went on.",
    "There was a silence, and then a small voice said, “He told me not to come out.”",
    "“Who did?”",
    "“The miller. He said, whatever happens, Berta, stay where you are. And I have.”",
    "“Good,” said Anna.",
  );
  assert.deepEqual(lines.slice(2), ["Anna", "Berta", "Anna", "Berta", "Anna"]);
});

test("a rank that stands alone as an address means the only person of that rank", () => {
  const late = speakers(
    "“You are late,” said Captain Brandt at the top of the gangplank.",
    "“We came at once,” said Anna Hale. Tom shut the gate.",
    "“Where is the body, Captain?”",
    "“In the engine room.”",
    "“Who found it?”",
    "“The cook did.”",
  );
  assert.deepEqual(late.slice(2), ["Tom", "Captain Brandt", "Tom", "Captain Brandt"]);
  const asked = speakers(
    "Captain Brandt was waiting at the top of the gangplank.",
    "“We came at once,” said Anna Hale.",
    "“Where is the body, Captain?” Tom asked.",
    "“In the engine room.”",
    "“And who found it, Captain?”",
    "“The cook did,” said Brandt.",
  );
  assert.deepEqual(asked, ["Anna Hale", "Tom", "Captain Brandt", "Tom", "Captain Brandt"]);
});

test("a voice from the doorway is no person in the room", () => {
  const { lines, characters } = readStory(
    [
      "Bettina Krol had the drawer half open when the lights came on.",
      "“I would leave that alone,” said a voice from the doorway.",
      "She did not turn round. Beside her Hugo let the torch fall. “We can explain,” he said.",
      "“I doubt it.”",
      "“We were looking for the kitchen,” said Bettina.",
    ].join("\n\n"),
  );
  assert.equal(lines[0], "the voice");
  assert.deepEqual(lines.slice(1), ["Hugo", "the voice", "Bettina Krol"]);
  assert.ok(characters.includes("the voice"));
});

test("a voice is the person that the narration then reveals", () => {
  const stated = speakers(
    "Dan set the last box down on the step. Priya looked up.",
    "“Is anybody home?” a voice called from behind the hedge.",
    "“Round the side!” Dan shouted.",
    "The gate creaked. It was Mara, with a cake in both hands.",
    "“You might have told me about the ditch,” said Mara.",
  );
  assert.deepEqual(stated, ["Mara", "Dan", "Mara"]);
  const follows = speakers(
    "Hob stood at the ford.",
    "“We have none to give,” said Hob.",
    "“We have,” said a small voice behind him, and Maud came down through the reeds.",
    "“Go home,” said Hob.",
  );
  assert.deepEqual(follows, ["Hob", "Maud", "Hob"]);
});

test("“in a low voice” and “a man’s voice” are no voices without a person", () => {
  const { lines, characters } = readStory(
    [
      "“Who is there?” asked Anna in a low voice.",
      "“The doctor,” said a voice on the stairs.",
      "“Come in,” said Anna in a voice like paper.",
      "“Is it late?” a man’s voice asked.",
    ].join("\n\n"),
  );
  assert.deepEqual(lines, ["Anna", "the voice", "Anna", "the man"]);
  assert.equal(characters.filter((name) => name.includes("voice")).length, 1);
});

test("“his sister” is not “their mother”", () => {
  const lines = speakers(
    "Emil waited on the stairs until his sister came out of the bathroom.",
    "“You used all of it,” said his sister.",
    "“I did not,” said Emil.",
    "“Half of it is left.”",
    "Their mother was on the telephone in the hall. “Will you two be quiet?” she hissed.",
    "“She started it.”",
    "“He used all the hot water,” said his sister.",
    "“I am talking to the bank,” their mother said.",
    "Emil sat down. “What does the bank want?” he whispered.",
    "“What banks want,” his sister said.",
  );
  const sister = lines[0];
  const mother = lines[3];
  assert.notEqual(sister, mother);
  assert.deepEqual(lines.slice(5), [sister, mother, "Emil", sister]);
});

test("a person who is addressed by the rank alone is present", () => {
  const talk = Array.from({ length: 110 }, (_, index) => [
    `“It is ${index} miles,” said Anna.`,
    "“It is farther than that,” said Tom.",
  ]).flat();
  const lines = speakers(
    ...talk,
    "Chapter Two",
    "Anna stood at the door of the cabin. Before her sat Colonel Brandt.",
    "“Where is the boat, Colonel?” asked Anna.",
    "“At the pier.”",
    "“And the crew, Colonel?” asked Anna.",
    "“Ashore.”",
  );
  assert.deepEqual(lines.slice(-4), ["Anna", "Colonel Brandt", "Anna", "Colonel Brandt"]);
});
