// Series: people of one book in the next.

export const series = {
  title: "Series",
  explain:
    "A series keeps people with their voices, names and pronunciations, and proposes them in the next book. Join a series and save people in the Cast of a story.",
  empty: "No series yet. Open the Cast of a story to make one.",
  one: "Series",
  all: "All series",
  partOf: "This story is part of a series",
  called: (name: string) => `Series “${name}”`,
  newSeries: "New series…",
  name: "Name of the series",
  stories: "Stories",
  people: "People",
  peopleOf: (count: number) => (count === 1 ? "1 person" : `${count} people`),
  noPeople: "No people yet. Save them in the Cast of a story.",
  knownIn: (books: string) => `known from ${books}`,
  pronounced: (terms: readonly string[]) => `pronunciations: ${terms.join(", ")}`,
  listen: (name: string) => `Listen to ${name}`,
  remove: "Remove",
  removeOne: (name: string) => `Remove ${name} from the series`,
  renameOne: (name: string) => `Rename ${name}`,
  renameTitle: "Rename series",
  deleteOne: (name: string) => `Delete the series ${name}`,
  deleteTitle: (name: string) => `Delete the series “${name}”?`,
  deleteHint: "Its people are deleted. The stories stay, with their casts.",
  fromEarlier: (count: number) => (count === 0 ? "No people from earlier books" : `From earlier books · ${count}`),
  offered: (name: string) => `This book belongs to the series “${name}”.`,
  join: "Join the series",
  leave: "Leave the series",
  take: "Use",
  takeFor: (name: string) => `Use for ${name}`,
  takeAll: "Use all",
  notSame: "Not the same person",
  notSameFor: (name: string) => `${name} is not the same person`,
  books: (names: readonly string[]) => {
    const [first, ...rest] = names;
    if (first === undefined) return "an earlier book";
    if (rest.length === 0) return `“${first}”`;
    return rest.length === 1 ? `“${first}” and one more story` : `“${first}” and ${rest.length} more stories`;
  },
  known: (speaker: string, person: string, books: string) =>
    speaker === person ? `${speaker} is known from ${books}.` : `${speaker} is probably ${person} from ${books}.`,
  reasons: {
    narrator: () => "Both are the narrator.",
    same_name: () => "It is the same name.",
    alias: (name: string) => `“${name}” is another name.`,
    short_form: (name: string) => `One name is the short form of the other: ${name}.`,
    title_and_surname: (name: string) => `The title and the surname fit: ${name}.`,
    part_of_name: (name: string) => `Both names contain “${name}”.`,
    talks_with: (names: string) => `Both talk with ${names}.`,
    gender: () => "The gender is the same.",
    age: () => "The age is the same.",
  },
  takesOver: (voice: string | null, names: readonly string[], pronunciations: number) => {
    const parts = [
      ...(voice === null ? [] : [`the voice ${voice}`]),
      ...(names.length === 0 ? [] : [`the ${names.length === 1 ? "name" : "names"} ${names.join(", ")}`]),
      ...(pronunciations === 0 ? [] : [pronunciations === 1 ? "1 pronunciation" : `${pronunciations} pronunciations`]),
    ];
    return parts.length === 0 ? "Nothing changes." : `Use takes over ${parts.join("; ")}.`;
  },
  firstSave: "No people yet. Save this cast, and the next book knows it.",
  laterSave: (count: number) =>
    `${count === 1 ? "1 person" : `${count} people`}. Save this cast again after a change, and later books know it.`,
  save: "Save this cast",
  saved: (count: number, open: number) =>
    `${count === 1 ? "1 person saved." : `${count} people saved.`}${open === 0 ? "" : ` Not saved: ${open}, because a proposal above has no answer yet.`}`,
};
