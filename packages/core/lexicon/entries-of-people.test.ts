import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { entriesOfPeople, type NamedPerson, newEntries, withPronunciations } from "./entries-of-people.ts";
import { type LexiconEntry, sameTerm } from "./lexicon-entry.ts";

const entry = (term: string, more: Partial<LexiconEntry> = {}): LexiconEntry => ({
  id: term,
  term,
  case_sensitive: false,
  alphabet: "alias",
  value: "x",
  language: null,
  speaker_id: null,
  ...more,
});

const PEOPLE: readonly NamedPerson[] = [
  { id: "n", role: "narrator", name: "Narrator", aliases: [] },
  { id: "m", role: "character", name: "Mara Pell", aliases: ["the harbour master"] },
  { id: "t", role: "character", name: "Tom", aliases: [] },
];

test("a person has the entries for the own lines and for words of the names; the narrator has the rest", () => {
  const entries = [
    entry("pell"),
    entry("harbour master"),
    entry("master harbour"),
    entry("Tamarisk"),
    entry("aye", { speaker_id: "t" }),
    entry("gone", { speaker_id: "z" }),
    entry("om"),
  ];
  const found = entriesOfPeople(entries, PEOPLE);
  const terms = (id: string) => found.get(id)?.map(({ term, own_lines_only }) => `${term}${own_lines_only ? "*" : ""}`);
  assert.deepEqual(terms("m"), ["pell", "harbour master"]);
  assert.deepEqual(terms("t"), ["aye*"]);
  assert.deepEqual(terms("n"), ["master harbour", "Tamarisk", "om"]);
});

const word = fc.constantFrom("Mara", "mara", "Tom", "Pell", "Tamarisk", "aye");
const entries = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    term: word,
    case_sensitive: fc.boolean(),
    alphabet: fc.constant("alias" as const),
    value: fc.constantFrom("x", "y"),
    language: fc.constantFrom(null, "de"),
    speaker_id: fc.constantFrom(null, "m", "t"),
  }),
  { selector: sameTerm, maxLength: 20 },
);

test("of any lexicon: all entries belong to at least one person, and in a book of the same people they make the same lexicon", () => {
  fc.assert(
    fc.property(entries, entries, (own, other) => {
      const found = entriesOfPeople(own, PEOPLE);
      const added: LexiconEntry[] = [];
      for (const [id, some] of found) for (const one of newEntries(added, some, id)) added.push({ ...one, id: "" });
      const keys = (all: readonly LexiconEntry[]) => all.map((one) => `${sameTerm(one)} ${one.value}`).sort();
      assert.deepEqual(keys(added), keys(own));
      // A lexicon that has entries keeps them all, and every term stays unique.
      const grown: LexiconEntry[] = [...other];
      for (const [id, some] of found) for (const one of newEntries(grown, some, id)) grown.push({ ...one, id: "" });
      assert.deepEqual(grown.slice(0, other.length), other);
      assert.equal(new Set(grown.map(sameTerm)).size, grown.length);
    }),
  );
});

test("pronunciations of a later book replace those of an earlier one for the same term, and count first at the limit", () => {
  const [before, later] = ["x", "y"].map((value) => {
    const { id: _id, speaker_id: _speaker, ...one } = entry("Mara", { value });
    return { ...one, own_lines_only: false };
  });
  const other = { ...before!, own_lines_only: true };
  assert.deepEqual(withPronunciations([before!, other], [later!], 9), [later, other]);
  assert.deepEqual(withPronunciations([before!, other], [later!], 1), [later]);
});
