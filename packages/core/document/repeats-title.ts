// Manuscripts repeat the title of a chapter as its first line.

import type { ReadableParagraph } from "./paragraphs.ts";

const letters = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

/** Whether a paragraph is narration and has the words of the title, in whatever case and punctuation. */
export function repeatsTitle(paragraph: ReadableParagraph, title: string): boolean {
  const wanted = letters(title);
  return (
    wanted !== "" &&
    paragraph.every(({ speaker_id }) => speaker_id === null) &&
    letters(paragraph.map(({ text }) => text).join(" ")) === wanted
  );
}
