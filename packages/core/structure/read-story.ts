// For tests: structures a story and returns a short form of the result.

import { type StructureOptions, structureText } from "./structure.ts";

/** The words and the speaker of each speech block, and the cast: names only, and complete. */
export function readStory(text: string, options: StructureOptions = {}) {
  const { blocks, characters: people } = structureText(text, options);
  const speech = blocks.filter((block) => block.kind === "speech");
  return {
    words: speech.map((block) => text.slice(block.start_utf16, block.end_utf16).trim()),
    lines: speech.map((block) => (block.speaker === null ? null : people[block.speaker]!.name)),
    characters: people.map(({ name }) => name),
    people,
  };
}

/** Repeats a paragraph with its number: most evidence about people needs many lines. */
export const repeat = (times: number, paragraph: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => paragraph(index)).join("\n\n");
