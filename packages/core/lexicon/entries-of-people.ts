// Entries of a lexicon that go with a person from book to book.

import { type LexiconEntry, sameTerm } from "./lexicon-entry.ts";
import { wordTokens } from "./word-tokens.ts";

/** An entry without a project: for the lines of its person only, or for all lines. */
export type Pronunciation = Omit<LexiconEntry, "id" | "speaker_id"> & { readonly own_lines_only: boolean };

export interface NamedPerson {
  /** The speaker's id. */
  readonly id: string;
  readonly role: "narrator" | "character" | "group";
  readonly name: string;
  readonly aliases: readonly string[];
}

/**
 * The entries of each person, by id: those for this person's lines, and those of words of the names. The narrator also has all
 * entries for all lines that name no person.
 */
export function entriesOfPeople(
  entries: readonly LexiconEntry[],
  people: readonly NamedPerson[],
): ReadonlyMap<string, readonly Pronunciation[]> {
  const found = new Map<string, Pronunciation[]>(people.map(({ id }) => [id, []]));
  const names = people
    .filter(({ role }) => role !== "narrator")
    .map(({ id, name, aliases }) => ({ id, names: [name, ...aliases].map((one) => ` ${wordsOf(one).join(" ")} `) }));
  const narrator = people.find(({ role }) => role === "narrator")?.id;
  for (const { id: _id, speaker_id, ...entry } of entries) {
    if (speaker_id !== null) {
      found.get(speaker_id)?.push({ ...entry, own_lines_only: true });
      continue;
    }
    const term = ` ${wordsOf(entry.term).join(" ")} `;
    const named = names.flatMap((person) => (person.names.some((one) => one.includes(term)) ? [person.id] : []));
    for (const id of named.length > 0 ? named : narrator === undefined ? [] : [narrator])
      found.get(id)?.push({ ...entry, own_lines_only: false });
  }
  return found;
}

const wordsOf = (text: string): string[] => wordTokens(text).map(({ folded }) => folded);

const asEntry = ({ own_lines_only, ...one }: Pronunciation, speakerId: string): LexiconEntry => ({
  ...one,
  id: "",
  speaker_id: own_lines_only ? speakerId : null,
});

/** What a person's pronunciations add to a lexicon. An entry for the same term under the same conditions stays as it is. */
export function newEntries(
  entries: readonly LexiconEntry[],
  pronunciations: readonly Pronunciation[],
  speakerId: string,
): Omit<LexiconEntry, "id">[] {
  const known = new Set(entries.map(sameTerm));
  return pronunciations.flatMap((one) => {
    const entry = asEntry(one, speakerId);
    const term = sameTerm(entry);
    if (known.has(term)) return [];
    known.add(term);
    const { id: _id, ...added } = entry;
    return [added];
  });
}

/** A person's pronunciations with those of a later book. For the same term under the same conditions the later one counts. */
export function withPronunciations(
  before: readonly Pronunciation[],
  later: readonly Pronunciation[],
  most: number,
): Pronunciation[] {
  const all = new Map<string, Pronunciation>();
  for (const one of [...later, ...before]) {
    const term = sameTerm(asEntry(one, "own"));
    if (!all.has(term)) all.set(term, one);
  }
  return [...all.values()].slice(0, most);
}
