import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readStory } from "./read-story.ts";
import { parseSnippets } from "./snippets/score-snippets.ts";

/** The speakers of the lines as numbers in the order of their first line: equal numbers are one person. */
function partition(speakers: readonly (string | null)[]): string {
  const order = new Map<string, number>();
  return speakers
    .map((speaker) => {
      if (speaker === null) return "-";
      if (!order.has(speaker)) order.set(speaker, order.size);
      return order.get(speaker);
    })
    .join(" ");
}

const passages = parseSnippets(readFileSync(new URL("./snippets/described.txt", import.meta.url), "utf8"));

for (const { text, spoken } of passages) {
  test(`one person or two: ${text.slice(0, 60)}`, () => {
    const { lines, words } = readStory(text);
    const gold = spoken.map(({ speaker }) => speaker);
    assert.equal(lines.length, gold.length);
    const known = lines.filter((_, index) => gold[index] !== null);
    assert.equal(
      partition(known),
      partition(gold.filter((speaker) => speaker !== null)),
      lines.map((name, index) => `${name} (${gold[index]}): ${words[index]}`).join("\n"),
    );
  });
}
