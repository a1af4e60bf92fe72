import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { mergeSuggestions, type StoryPerson, type StoryTurn } from "./merge-suggestions.ts";

const person = (name: string, gender: StoryPerson["gender"] = null, aliases: readonly string[] = []): StoryPerson => ({
  name,
  aliases,
  gender,
});

/** Turns as "0: words"; "-" begins a scene. */
function turnsOf(...lines: readonly string[]): StoryTurn[] {
  let newScene = true;
  const turns: StoryTurn[] = [];
  for (const line of lines) {
    if (line === "-") {
      newScene = true;
      continue;
    }
    const [who, words] = line.split(": ");
    turns.push({ person: who === "?" ? null : Number(who), words: words ?? "", newScene });
    newScene = false;
  }
  return turns;
}

test("an article or a title makes no second person", () => {
  const found = mergeSuggestions([person("the surveyor"), person("Surveyor"), person("Mr. Pell"), person("Pell")], []);
  assert.deepEqual(
    found.map(({ a, b, reasons }) => [a, b, reasons.map(({ kind }) => kind)]),
    [
      [0, 1, ["same_name"]],
      [2, 3, ["same_name"]],
    ],
  );
});

test("a name that is part of one other name is suggested; a surname of a family is not", () => {
  const one = mergeSuggestions([person("Ann Pell"), person("Ann"), person("Tom Hart")], []);
  assert.deepEqual(one, [{ a: 0, b: 1, reasons: [{ kind: "part_of_name", shared: "ann" }] }]);
  assert.deepEqual(mergeSuggestions([person("Ann Pell"), person("Tom Pell"), person("Pell")], []), []);
});

test("titles and genders keep people apart", () => {
  for (const pair of [
    [person("Mr. Pell"), person("Mrs. Pell")],
    [person("Miss Pell"), person("Mrs. Pell")],
    [person("Alex", "male"), person("Alex", "female")],
  ])
    assert.deepEqual(mergeSuggestions(pair, []), []);
});

test("a short form is suggested", () => {
  assert.deepEqual(mergeSuggestions([person("Thomas Pell"), person("Tom")], []), [
    { a: 0, b: 1, reasons: [{ kind: "short_form" }] },
  ]);
});

test("the speaker who answers when a name is called is suggested with the count", () => {
  const people = [person("Anna"), person("Jim"), person("the ferryman")];
  const turns = turnsOf(
    "0: Will it hold, Jim?",
    "2: It will.",
    "0: And tomorrow, Jim?",
    "2: Who knows.",
    "-",
    "1: Good morning.",
    "0: Good morning.",
  );
  const found = mergeSuggestions(people, turns);
  assert.deepEqual(found, [{ a: 2, b: 1, reasons: [{ kind: "answers_to_name", name: "Jim", count: 2 }] }]);
});

test("one answer of a person who is only described is a suggestion, not a merge", () => {
  const people = [person("Anna"), person("the officer"), person("Blakeney")];
  const turns = turnsOf("0: Come in, Blakeney.", "1: Good evening.", "-", "2: Good night.", "0: Good night.");
  assert.deepEqual(mergeSuggestions(people, turns), [
    { a: 1, b: 2, reasons: [{ kind: "answers_to_name", name: "Blakeney", count: 1 }] },
  ]);
  const apart = turnsOf("0: Come in, Blakeney.", "1: Good evening.", "2: Good night.", "1: Good night.");
  assert.deepEqual(mergeSuggestions(people, apart), []);
  // One answer says little of two people who both have names.
  assert.deepEqual(mergeSuggestions([person("Anna"), person("Tom"), person("Blakeney")], turns), []);
});

test("a call is answered behind all parts of its line", () => {
  const people = [person("Anna"), person("the officer"), person("Blakeney")];
  const turns = turnsOf("0: Come in, Blakeney.", "0: It is cold.", "1: Good evening.", "-", "2: Good night.");
  assert.equal(mergeSuggestions(people, turns)[0]?.reasons[0]?.kind, "answers_to_name");
});

test("people who answer each other are two", () => {
  const people = [person("Ann Pell"), person("Ann")];
  assert.deepEqual(mergeSuggestions(people, turnsOf("0: Yes.", "1: No.", "0: Yes.")), []);
});

test("of several shared parts of a name the one that no third person has counts, in either order of the people", () => {
  const people: StoryPerson[] = [
    { name: "Ann", aliases: ["Thomas Pell"], gender: null },
    { name: "Pell", aliases: ["Ann Pell"], gender: null },
    { name: "Jim Pell", aliases: [], gender: null },
  ];
  const reasons = [{ kind: "part_of_name", shared: "ann" }] as const;
  assert.deepEqual(mergeSuggestions(people, []), [{ a: 0, b: 1, reasons }]);
  assert.deepEqual(mergeSuggestions([...people].reverse(), []), [{ a: 1, b: 2, reasons }]);
});

test("every suggestion is a pair of different people with a reason, and the order of the people makes no difference", () => {
  const names = fc.constantFrom(
    "Ann",
    "Ann Pell",
    "Tom",
    "Thomas Pell",
    "Mr. Pell",
    "the old man",
    "Old Man",
    "Jim",
    "",
  );
  const people = fc.array(
    fc.record({
      name: names,
      aliases: fc.array(names, { maxLength: 2 }),
      gender: fc.constantFrom("male" as const, "female" as const, null),
    }),
    { maxLength: 8 },
  );
  const turns = fc.array(
    fc.record({
      person: fc.option(fc.nat(9)),
      words: fc.constantFrom("Yes, Tom.", "Ann!", "Come, Mr. Pell.", "No."),
      newScene: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(people, turns, (cast, all) => {
      const inside = all.map((turn) => ({
        ...turn,
        person: turn.person !== null && turn.person < cast.length ? turn.person : null,
      }));
      const pairs = new Set<string>();
      for (const { a, b, reasons } of mergeSuggestions(cast, inside)) {
        assert.notEqual(a, b);
        assert.ok(cast[a] !== undefined && cast[b] !== undefined && reasons.length > 0);
        assert.ok(!(cast[a].gender !== null && cast[b].gender !== null && cast[a].gender !== cast[b].gender));
        pairs.add([a, b].sort().join());
      }
      const last = cast.length - 1;
      const turned = mergeSuggestions(
        [...cast].reverse(),
        inside.map((turn) => ({ ...turn, person: turn.person === null ? null : last - turn.person })),
      );
      assert.deepEqual(new Set(turned.map(({ a, b }) => [last - a, last - b].sort().join())), pairs);
    }),
  );
});
