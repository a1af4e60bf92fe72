// Precision and recall of sound cues on sentences that were judged by hand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { scriptFromStructure } from "../document/document.ts";
import { understandPrompt } from "../sound/effects/effects.ts";
import { structureText } from "../structure/structure.ts";
import { soundCues } from "./sound-cues.ts";

interface Judged {
  readonly right: number;
  /** Found sounds that the judgement does not have, with their sentences. */
  readonly wrong: readonly string[];
  /** Sentences with a sound that was not found. */
  readonly missed: readonly string[];
  readonly precision: number;
  readonly recall: number;
}

/** Enough words before each sentence to allow a sound. */
const QUIET = `${"Paper table colour morning ".repeat(25).trim()}.\n\n`;

function effectsIn(sentence: string): string[] {
  const text = `${QUIET}${sentence}\n`;
  const structured = structureText(text, {});
  let next = 0;
  const blocks = scriptFromStructure(text, structured, {
    newId: () => `id-${next++}`,
    speakerIds: structured.characters.map((_, index) => `speaker-${index}`),
    narratorId: "narrator",
  });
  return soundCues(blocks).map(({ prompt }) => understandPrompt(prompt)?.effect ?? `nothing makes "${prompt}"`);
}

function judge(file: string): Judged {
  const wrong: string[] = [];
  const missed: string[] = [];
  let right = 0;
  for (const line of readFileSync(new URL(file, import.meta.url), "utf8").split("\n")) {
    const [verdict, sentence] = line.split(" | ");
    if (line.startsWith("#") || verdict === undefined || sentence === undefined) continue;
    const wanted = verdict === "-" ? [] : verdict.split(", ").map((kinds) => kinds.split("/"));
    const made = effectsIn(sentence);
    for (const kinds of wanted) {
      if (made.some((kind) => kinds.includes(kind))) right++;
      else missed.push(sentence);
    }
    for (const kind of made) if (!wanted.some((kinds) => kinds.includes(kind))) wrong.push(`${kind}: ${sentence}`);
  }
  return { right, wrong, missed, precision: right / (right + wrong.length), recall: right / (right + missed.length) };
}

test("of 313 sentences, half of them traps: at least 97 % of the sounds are right, 80 % of those wanted are found", (t) => {
  const { precision, recall, wrong, missed } = judge("sound-sentences.txt");
  t.diagnostic(`precision ${(100 * precision).toFixed(1)} %, recall ${(100 * recall).toFixed(1)} %`);
  assert.ok(precision >= 0.97, `wrong:\n${wrong.join("\n")}`);
  assert.ok(recall >= 0.8, `missed:\n${missed.join("\n")}`);
});
