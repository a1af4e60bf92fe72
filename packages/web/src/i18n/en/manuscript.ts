// The check of a story's text.

const places = (count: number) => (count === 1 ? "1 place" : `${count} places`);

export const manuscript = {
  title: "Check the text",
  back: "Back to the story",
  hint: "What a listener would hear as a fault. Nothing changes until you press Mend, and one undo takes it back.",
  checking: "Reading the text…",
  nothing: "Nothing found.",
  found: (count: number) => `${places(count)} to look at.`,
  mended: (count: number, stale: number) =>
    `Mended: ${places(count)}. ${stale === 0 ? "No line lost its audio." : stale === 1 ? "1 line lost its audio." : `${stale} lines lost their audio.`}`,
  safe: "The text was not changed.",
  more: "The first 2,000 places are shown. The others follow when these are mended.",
  mend: "Mend",
  mendAll: (count: number) => `Mend all ${count}`,
  showLine: "Show the line",
  ignore: "Ignore",
  showAll: (count: number) => `Show all ${count}`,
  showIgnored: (count: number) => `Show ${count} ignored`,
  missing: "A mark is missing",
  inFile: (count: number) => `The text has ${places(count)} to look at`,
  inFileHint: "You can mend them here after the import, or in your own program before it.",
  kinds: {
    stray_symbol: ["Stray symbols", "Remains of another program. A voice would read them or stumble over them."],
    mixed_quotation_marks: ["Other quotation marks", "The rest of the book has other marks here."],
    author_note: ["Author’s notes", "Notes to yourself or to readers. A voice would read them aloud."],
    split_word: ["Split words", "Words in two parts, as line ends leave them. Elsewhere in the book they are whole."],
    doubled_space: ["Doubled spaces", "Several spaces between two words."],
    doubled_word: ["Doubled words", "A word that no sentence has twice in sequence."],
    empty_heading: ["Headings without text", "Perhaps the text is missing."],
    unbalanced_dialogue: [
      "Speech without beginning or end",
      "A quotation mark is missing, so the wrong voice may speak.",
    ],
    name_spelled_two_ways: ["Names spelled two ways", "A rare spelling of a name that stands here often."],
    unspeakable_word: ["Words that no voice can say", "If the word is right, give it a pronunciation in its line."],
  } satisfies { readonly [kind: string]: readonly [name: string, why: string] },
};
