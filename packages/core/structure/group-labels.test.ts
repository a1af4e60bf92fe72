import assert from "node:assert/strict";
import { test } from "node:test";
import { isGroupLabel } from "./group-labels.ts";
import { LANGUAGES } from "./language/languages.ts";
import { structureText } from "./structure.ts";

const labels = new Set(["anna", "tom", "sergeant", "all"]);
const isGroup = (name: string, code = "en"): boolean =>
  isGroupLabel(name, labels, LANGUAGES.find((language) => language.code === code)!);

test("labels of scripts that name several people", () => {
  for (const name of [
    "ALL",
    "Both",
    "EVERYONE",
    "EVERYBODY",
    "ALL THREE",
    "ALL THE SOLDIERS",
    "THE CROWD",
    "SAILORS",
    "OMNES",
    "CHORUS",
  ])
    assert.ok(isGroup(name), name);
  for (const name of ["ANNA AND TOM", "Anna & Tom", "ANNA, TOM", "SOLDIERS 2", "OLD WOMEN"])
    assert.ok(isGroup(name), name);
  for (const [code, name] of [
    ["de", "ALLE"],
    ["de", "BEIDE"],
    ["es", "TODOS"],
    ["fr", "TOUS"],
    ["it", "TUTTI"],
    ["nl", "ALLEN"],
    ["pl", "WSZYSCY"],
    ["pt", "TODOS"],
    ["ru", "ВСЕ"],
    ["sv", "ALLA"],
    ["el", "ΟΛΟΙ"],
  ] as const)
    assert.ok(isGroup(name, code), name);
});

test("labels of one person are no group", () => {
  for (const name of [
    "ANNA",
    "SERGEANT",
    "FIRST SOLDIER",
    "MRS. MASTERS",
    "JAMES",
    "THE PRINCESS",
    "ALLAN",
    "BOTHWELL",
    "ANNA AND THE WOLF HOUND",
  ])
    assert.ok(!isGroup(name), name);
});

test("a play's lines for all belong to a group, the others to their characters", () => {
  const { characters, blocks } = structureText(`ANNA: The tide is out.
TOM: Then we walk.
ALL: We walk!
ANNA: Quietly.
BOTH: Quietly.
ANNA AND TOM: Nobody saw us.
TOM: Who is there?
SOLDIERS: Halt!`);
  const groups = characters.filter(({ isGroup }) => isGroup === true).map(({ name }) => name);
  assert.deepEqual(groups.sort(), ["All", "Anna and Tom", "Both", "Soldiers"]);
  assert.equal(characters.length, 6);
  assert.equal(blocks.filter(({ kind }) => kind === "speech").length, 8);
});

test("a school class speaks as a group; the class teacher is one person", () => {
  const speakers = (text: string) => {
    const { blocks, characters } = structureText(text);
    return blocks.flatMap(({ kind, speaker }) => (kind === "speech" ? [characters[speaker ?? -1]?.name ?? null] : []));
  };
  assert.deepEqual(
    speakers(
      "“Good morning,” said Ms. Lane.\n\n“Good morning,” said the class.\n\nBen put up his hand. “Miss, the hamster’s gone!”\n\n“Gone where?” asked Ms. Lane.",
    ),
    ["Ms. Lane", "the class", "Ben", "Ms. Lane"],
  );
  assert.deepEqual(
    speakers(
      "„Guten Morgen“, sagte Frau Lindner.\n\n„Guten Morgen“, rief die Klasse.\n\n„Setzt euch“, sagte Frau Lindner.",
    ),
    ["Frau Lindner", "Klasse", "Frau Lindner"],
  );
  const [teacher] = speakers("“Sit down,” said the class teacher.\n\n“We are sitting,” said Ben.");
  assert.notEqual(teacher, "the class");
});
