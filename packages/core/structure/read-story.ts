// For tests: a story as it is read, in short.

import { type StructureOptions, structureText } from "./structure.ts";

/** The words of each speech block, who says it, and the cast: by name, and whole. */
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

/** A paragraph again and again, told with its number: most of what is found out about people needs many lines. */
export const repeat = (times: number, paragraph: (index: number) => string): string =>
  Array.from({ length: times }, (_, index) => paragraph(index)).join("\n\n");
