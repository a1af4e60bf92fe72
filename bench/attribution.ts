// Measures dialogue detection and attribution: structures every gold text of a folder, writes predictions for a scorer,
// tells the time per million characters and, with a scorer, how good they are.
//   node bench/attribution.ts <gold folder> <folder for predictions> [<scorer module>]
// A gold file is JSON with `text`, `quotes` and `characters`; a prediction is { blocks: [{ kind, start_utf16, end_utf16,
// speaker }], characters: [{ name, gender }] }. A scorer exports score(gold, prediction) and summary(scores).

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { structureText } from "../packages/core/structure/structure.ts";

interface Share {
  readonly n: number;
  readonly acc: number | null;
}

interface Score {
  readonly one_to_one: { readonly all: Share };
  readonly errors: readonly { readonly at: number }[];
}

interface Summary {
  readonly micro: {
    readonly det_char: { readonly f1: number };
    readonly one_to_one: { readonly [slice: string]: Share };
  };
  readonly macro: { readonly spurious: number; readonly lost: number; readonly gender_acc: number | null };
}

interface Scorer {
  score(gold: Gold, prediction: Prediction): Score;
  summary(scores: readonly Score[]): Summary;
}

interface Gold {
  readonly text: string;
  readonly quotes: readonly {
    readonly start_utf16: number;
    readonly spans: readonly (readonly [number, number])[];
    readonly speaker: string | null;
    readonly nested?: boolean;
  }[];
  readonly characters: readonly { readonly name: string; readonly special?: boolean }[];
}

interface Prediction {
  readonly blocks: readonly {
    readonly start_utf16: number;
    readonly end_utf16: number;
    readonly speaker: string | null;
    readonly confidence: number | null;
  }[];
}

const [goldFolder, predictionFolder, scorerModule] = process.argv.slice(2);
if (goldFolder === undefined || predictionFolder === undefined) {
  process.stderr.write("usage: node bench/attribution.ts <gold folder> <folder for predictions> [<scorer module>]\n");
  process.exit(2);
}
mkdirSync(predictionFolder, { recursive: true });
const scorer: Scorer | null =
  scorerModule === undefined ? null : await import(pathToFileURL(resolve(scorerModule)).href);

let characters = 0;
let milliseconds = 0;
const scores: Score[] = [];
const BINS = 10;
const bins = Array.from({ length: BINS }, () => ({ lines: 0, confidence: 0, right: 0 }));

for (const file of readdirSync(goldFolder).sort()) {
  if (!file.endsWith(".json")) continue;
  const gold: Gold = JSON.parse(readFileSync(join(goldFolder, file), "utf8"));
  const before = process.cpuUsage();
  const script = structureText(gold.text);
  const used = process.cpuUsage(before);
  milliseconds += (used.user + used.system) / 1000;
  characters += gold.text.length;
  // A label must identify one person: equal names are distinguished by their position in the cast.
  const labels = script.characters.map((character, index) =>
    script.characters.findIndex((other) => other.name === character.name) === index
      ? character.name
      : `${character.name} (${index})`,
  );
  const prediction = {
    blocks: script.blocks
      .filter((block) => block.kind === "speech")
      .map((block) => ({
        kind: block.kind,
        start_utf16: block.start_utf16,
        end_utf16: block.end_utf16,
        speaker: block.speaker === null ? null : (labels[block.speaker] ?? null),
        confidence: block.confidence,
        method: block.method,
      })),
    characters: script.characters.map((character, index) => ({ name: labels[index], gender: character.gender })),
  };
  writeFileSync(join(predictionFolder, file), JSON.stringify(prediction));
  if (scorer !== null) {
    const score = scorer.score(gold, prediction);
    scores.push(score);
    countConfidence(gold, prediction, score);
  }
}

/** Of each attributable quote: how sure, and whether right. */
function countConfidence(gold: Gold, { blocks }: Prediction, { errors }: Score): void {
  const wrong = new Set(errors.map(({ at }) => at));
  const people = new Map(gold.characters.map((character) => [character.name, character]));
  for (const quote of gold.quotes) {
    const person = quote.speaker === null ? undefined : people.get(quote.speaker);
    const span = quote.spans[0];
    if (quote.nested || person === undefined || person.special || span === undefined) continue;
    const block = blocks.find((one) => one.end_utf16 > span[0] + 1 && one.start_utf16 < span[1]);
    const bin = bins[Math.min(BINS - 1, Math.floor((block?.confidence ?? 0) * BINS))];
    if (block === undefined || block.confidence === null || bin === undefined) continue;
    bin.lines++;
    bin.confidence += block.confidence;
    if (!wrong.has(quote.start_utf16)) bin.right++;
  }
}

const percent = (share: number | null | undefined): string => (share == null ? "-" : (100 * share).toFixed(1));

if (scorer !== null) {
  const { micro, macro } = scorer.summary(scores);
  const of = (slice: string): string => percent(micro.one_to_one[slice]?.acc);
  const single = scores.flatMap(({ one_to_one }) => (one_to_one.all.acc === null ? [] : [one_to_one.all.acc]));
  const lines = bins.reduce((sum, bin) => sum + bin.lines, 0);
  const off = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  process.stdout.write(
    [
      `one-to-one: all ${of("all")}, explicit ${of("explicit")}, anaphoric ${of("anaphoric")}, implicit ${of("implicit")} %`,
      `worst text: ${percent(single.length === 0 ? null : Math.min(...single))} %`,
      `speakers per text: ${macro.spurious.toFixed(1)} spurious, ${macro.lost.toFixed(1)} lost`,
      `detection, F1 of characters: ${percent(micro.det_char.f1)} %`,
      `gender of matched characters: ${percent(macro.gender_acc)} %`,
      `calibration error over ${BINS} bins: ${lines === 0 ? "-" : (off / lines).toFixed(3)}`,
      "",
    ].join("\n"),
  );
}
process.stdout.write(
  `${characters} characters, ${(milliseconds / 1000).toFixed(2)} s of CPU, ` +
    `${(milliseconds / 1000 / (characters / 1e6)).toFixed(2)} s per million\n`,
);
