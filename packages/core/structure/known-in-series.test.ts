import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { agesClash, type JudgedPair, recognisePeople, type SeriesFigure } from "./known-in-series.ts";

const figure = (name: string, more: Partial<SeriesFigure> = {}): SeriesFigure => ({
  name,
  aliases: [],
  role: "character",
  gender: null,
  age: null,
  talksWith: [],
  ...more,
});

/** "speaker → person: reasons", with names. */
function found(
  people: readonly SeriesFigure[],
  speakers: readonly SeriesFigure[],
  judged: readonly JudgedPair[] = [],
  language?: string,
): string[] {
  return recognisePeople(people, speakers, judged, language).map(
    ({ person, speaker, reasons }) =>
      `${speakers[speaker]!.name} → ${people[person]!.name}: ${reasons.map(({ kind }) => kind).join(" ")}`,
  );
}

test("a person is recognised by the name, another name, a short form, a title with the surname, a part of the name", () => {
  const people = [figure("John Pell"), figure("Mara", { aliases: ["the harbour master"] }), figure("Thomas Hart")];
  assert.deepEqual(found(people, [figure("John Pell")]), ["John Pell → John Pell: same_name"]);
  assert.deepEqual(found(people, [figure("Harbour Master")]), ["Harbour Master → Mara: alias"]);
  assert.deepEqual(found(people, [figure("Tom Hart")]), ["Tom Hart → Thomas Hart: short_form"]);
  assert.deepEqual(found(people, [figure("Captain Pell")]), ["Captain Pell → John Pell: title_and_surname"]);
  assert.deepEqual(found(people, [figure("Thomas")]), ["Thomas → Thomas Hart: part_of_name"]);
  assert.deepEqual(found(people, [figure("Ann Pell"), figure("Peter")]), []);
});

test("a promoted officer is recognised by the full name only", () => {
  assert.deepEqual(found([figure("Lieutenant John Pell")], [figure("Captain John Pell")]), [
    "Captain John Pell → Lieutenant John Pell: same_name",
  ]);
  assert.deepEqual(found([figure("Mrs. Pell")], [figure("Miss Pell")]), []);
});

test("gender and age that contradict exclude a pair; equal ones are evidence", () => {
  const mara = figure("Mara", { gender: "female", age: "adult" });
  assert.deepEqual(found([mara], [figure("Mara", { gender: "male" })]), []);
  assert.deepEqual(found([mara], [figure("Mara", { age: "child" })]), []);
  assert.deepEqual(found([mara], [figure("Mara", { gender: "female", age: "old" })]), [
    "Mara → Mara: same_name gender",
  ]);
  assert.deepEqual(found([mara], [mara]), ["Mara → Mara: same_name gender age"]);
  assert.deepEqual(found([figure("John Pell", { gender: "male" })], [figure("Mrs. Pell")]), []);
  assert.ok(agesClash("child", "adult") && !agesClash("child", "young") && !agesClash(null, "old"));
});

test("a surname that two people have decides nothing alone; with those they talk with it does", () => {
  const people = [
    figure("Ann Pell", { talksWith: [2] }),
    figure("John Pell"),
    figure("Mara", { talksWith: [0] }),
    figure("Tom"),
    figure("Ines"),
  ];
  assert.deepEqual(found(people, [figure("Pell"), figure("Mara")]), ["Mara → Mara: same_name"]);
  const family = people.map((one, index) => (index === 0 ? { ...one, talksWith: [2, 3] } : one));
  const speakers = [figure("Pell", { talksWith: [1, 2] }), figure("Mara"), figure("Tom")];
  assert.deepEqual(found(family, speakers), [
    "Mara → Mara: same_name",
    "Tom → Tom: same_name",
    "Pell → Ann Pell: part_of_name talks_with",
  ]);
  // A gender leaves one of the two.
  const known = people.map((one, index) => ({ ...one, gender: index === 1 ? ("male" as const) : ("female" as const) }));
  assert.deepEqual(found(known, [figure("Mr. Pell")]), ["Mr. Pell → John Pell: title_and_surname"]);
});

test("the narrator is recognised as the narrator, and as no character", () => {
  const narrator = figure("Narrator", { role: "narrator" });
  assert.deepEqual(found([narrator, figure("Mara")], [figure("Narrator"), narrator]), [
    "Narrator → Narrator: narrator",
  ]);
});

test("titles and short forms are those of the language of the book", () => {
  assert.deepEqual(found([figure("Johann Pell")], [figure("Herr Pell")], [], "de"), [
    "Herr Pell → Johann Pell: title_and_surname",
  ]);
});

test("pairs judged as different are never proposed again; a person judged as the same is proposed for no other speaker", () => {
  const people = [figure("Mara"), figure("Tom Hart")];
  const speakers = [figure("Mara"), figure("Tom")];
  assert.deepEqual(found(people, speakers, [{ person: 0, speaker: 0, isSame: false }]), [
    "Tom → Tom Hart: part_of_name",
  ]);
  assert.deepEqual(found(people, speakers, [{ person: 1, speaker: 0, isSame: true }]), []);
});

const NAMES = ["Ann", "Tom", "Thomas", "Pell", "Hart", "Mr.", "Mrs.", "Captain", "old", "Mara"];
const name = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const figures = fc
  .array(
    fc.record({
      name,
      aliases: fc.array(name, { maxLength: 2 }),
      role: fc.constant("character" as const),
      gender: fc.constantFrom(null, "male" as const, "female" as const),
      age: fc.constantFrom(null, "child" as const, "young" as const, "adult" as const, "old" as const),
      talksWith: fc.array(fc.nat({ max: 7 }), { maxLength: 4 }),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((one) => ({ ...one, talksWith: one.talksWith.filter((index) => index < list.length) })));
const pairs = fc.array(fc.record({ person: fc.nat({ max: 7 }), speaker: fc.nat({ max: 7 }), isSame: fc.boolean() }), {
  maxLength: 4,
});

test("of any people: each once, none in conflict, none against a judgement, always with evidence of the names", () => {
  fc.assert(
    fc.property(figures, figures, pairs, (people, speakers, judged) => {
      const proposals = recognisePeople(people, speakers, judged);
      assert.equal(new Set(proposals.map(({ person }) => person)).size, proposals.length);
      assert.equal(new Set(proposals.map(({ speaker }) => speaker)).size, proposals.length);
      for (const { person, speaker, reasons, confidence } of proposals) {
        const [one, other] = [people[person]!, speakers[speaker]!];
        assert.ok(one.gender === null || other.gender === null || one.gender === other.gender);
        assert.ok(!agesClash(one.age, other.age));
        assert.ok(reasons.some(({ kind }) => !["gender", "age", "talks_with"].includes(kind)));
        assert.ok(confidence >= 0.5 && confidence <= 1);
        for (const pair of judged)
          assert.ok(
            pair.isSame
              ? pair.person !== person && pair.speaker !== speaker
              : !(pair.person === person && pair.speaker === speaker),
          );
      }
      assert.deepEqual(recognisePeople(people, speakers, judged), proposals);
    }),
    { numRuns: 1_000 },
  );
});

test("of any cast with different full names, every person is recognised in the same cast, in any order", () => {
  const full = fc.tuple(fc.constantFrom("Ann", "Mara", "Ines", "Abel"), fc.constantFrom("Pell", "Hart", "Lowe"));
  const cast = fc.uniqueArray(full, { maxLength: 10, selector: (words) => words.join(" ") });
  fc.assert(
    fc.property(cast, fc.nat(), (names, turn) => {
      const people = names.map((words) => figure(words.join(" ")));
      const speakers = people.map((_, index) => people[(index + turn) % people.length]!);
      const proposals = recognisePeople(people, speakers);
      assert.equal(proposals.length, people.length);
      for (const { person, speaker } of proposals) assert.equal(people[person]!.name, speakers[speaker]!.name);
    }),
  );
});

test("5,000 people of one surname are compared within the limits", () => {
  const people = Array.from({ length: 5_000 }, (_, index) => figure(`Person${index} Pell`));
  assert.equal(recognisePeople(people, people.slice(0, 400)).length, 400);
});
