import type { Block } from "@fullcast/core/document";

const MOST_QUOTED = 40;

export const wordsOf = (content: Block["content"]): string => (content.type === "text" ? content.text : "");

/** The first words of a block; null without words. Never half of a surrogate pair. */
function quotedWords(block: Block | undefined): string | null {
  const words = block === undefined ? "" : wordsOf(block.content).replace(/\s+/g, " ").trim();
  if (words === "") return null;
  const bare = words.replace(/^[“"„«]|[”"“»]$/gu, "");
  return bare.length <= MOST_QUOTED
    ? bare
    : `${bare
        .slice(0, MOST_QUOTED)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`;
}

/** A sentence about one block with its first words: "Split 1 block: “Well,”". */
export function quoting(sentence: string, block: Block | undefined): string {
  const words = quotedWords(block);
  return words === null ? sentence : `${sentence}: “${words}”`;
}
