import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

/** "Anna: “Yes,”" for each line of speech. */
function lines(...paragraphs: readonly string[]): string[] {
  const text = `${paragraphs.join("\n\n")}\n`;
  const { blocks, characters } = structureText(text);
  return blocks.flatMap((block) => {
    if (block.kind !== "speech") return [];
    const name = block.speaker === null ? "-" : characters[block.speaker]!.name;
    return [`${name}: ${text.slice(block.start_utf16, block.end_utf16).trim()}`];
  });
}

test("a line that names its own speaker belongs to that person, not to another one that it names", () => {
  const found = lines(
    "“Mr. Marsh, I’m Detective Kowalski. This is Detective Delgado.”",
    "“Tell us,” said Delgado.",
    "“From the start?” asked Marsh.",
  );
  assert.equal(found[0], "Detective Kowalski: “Mr. Marsh, I’m Detective Kowalski. This is Detective Delgado.”");
});

test("on the telephone “it’s” names the speaker, and an addressed relative answers", () => {
  assert.deepEqual(lines("The phone rang.", "“Hey, it’s Theo.”", "“Theo! Where are you?”", "“At the station, Mom.”"), [
    "Theo: “Hey, it’s Theo.”",
    "Mom: “Theo! Where are you?”",
    "Theo: “At the station, Mom.”",
  ]);
});

test("without a telephone or a greeting “it’s” points at another person", () => {
  const found = lines("“It’s Theo,” said Ann.", "“So it is,” said Ben.", "Theo waved.", "“It’s Ann!”");
  assert.equal(found[0], "Ann: “It’s Theo,”");
  assert.notEqual(found[2], "Ann: “It’s Ann!”");
});

test("a voice that names itself is that person", () => {
  const found = lines(
    "Zadzwonił telefon. Maryna podniosła słuchawkę.",
    "— Halo?",
    "— Tu Roman — odezwał się ochrypły głos.",
  );
  assert.deepEqual(found, ["Maryna: — Halo?", "Roman: — Tu Roman"]);
});

test("“they” after a group is the group", () => {
  const found = lines("“Liar!” shouted the prisoners.", "“Silence!” said the warden.", "“Liar!” they chanted.");
  assert.deepEqual(found, ["the prisoners: “Liar!”", "the warden: “Silence!”", "the prisoners: “Liar!”"]);
});

test("in a story in the second person “you say” is a tag", () => {
  const found = lines(
    "You open the door. You wait.",
    "“Who’s there?” Vera calls from the stairs.",
    "“It’s only me,” you say.",
    "“You’re late.”",
  );
  assert.deepEqual(found, ["Vera: “Who’s there?”", "Narrator: “It’s only me,”", "Vera: “You’re late.”"]);
});

test("a child’s call for its mother means the person that the narration calls so", () => {
  const found = lines(
    "—Mamá —dijo Carmen—, ¿dónde está el gato?",
    "Su madre no levantó la vista de la costura.",
    "—En el tejado.",
  );
  assert.equal(found.at(-1), "madre: —En el tejado.");
});
