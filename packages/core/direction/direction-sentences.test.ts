// Precision and recall of directions on passages that were judged by hand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { scriptFromStructure } from "../document/document.ts";
import { structureText } from "../structure/structure.ts";
import { directEmotion } from "./emotion.ts";

/** A direction below this strength is not heard. */
const HEARD = 0.3;

/** The strongest heard manner of each directed line of a passage. */
function mannersIn(passage: string): string[] {
  const structured = structureText(`${passage}\n`, {});
  let next = 0;
  const blocks = scriptFromStructure(`${passage}\n`, structured, {
    newId: () => `id-${next++}`,
    speakerIds: structured.characters.map((_, index) => `speaker-${index}`),
    narratorId: "narrator",
  });
  return directEmotion(blocks, { language: "en" }).flatMap(({ control_set: { directives } }) => {
    const first = directives.find(({ strength }) => strength >= HEARD);
    return first === undefined ? [] : [first.intent];
  });
}

test("of 300 passages, nearly half of them traps: at least 97 % of the directions are right, 90 % of those wanted are found", (t) => {
  const wrong: string[] = [];
  const missed: string[] = [];
  let right = 0;
  let passages = 0;
  const file = readFileSync(new URL("direction-sentences.txt", import.meta.url), "utf8");
  for (const line of file.split("\n")) {
    const [verdict, passage] = line.split(" | ");
    if (line.startsWith("#") || verdict === undefined || passage === undefined) continue;
    passages++;
    const wanted = verdict === "-" ? [] : verdict.split("/");
    const made = mannersIn(passage);
    if (made.some((manner) => wanted.includes(manner))) right++;
    else if (wanted.length > 0) missed.push(passage);
    for (const manner of made) if (!wanted.includes(manner)) wrong.push(`${manner}: ${passage}`);
  }
  const precision = right / (right + wrong.length);
  const recall = right / (right + missed.length);
  t.diagnostic(`precision ${(100 * precision).toFixed(1)} %, recall ${(100 * recall).toFixed(1)} %`);
  assert.ok(passages >= 300, `${passages} passages`);
  assert.ok(precision >= 0.97, `wrong:\n${wrong.join("\n")}`);
  assert.ok(recall >= 0.9, `missed:\n${missed.join("\n")}`);
});
