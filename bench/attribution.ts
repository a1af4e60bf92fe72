// Measures dialogue detection and attribution: structures every gold text of a folder and writes predictions for a
// scorer, with the time per million characters.
//   node bench/attribution.ts <gold folder> <folder for predictions>
// A gold file is JSON with at least `text`; a prediction is { blocks: [{ kind, start_utf16, end_utf16, speaker }],
// characters: [{ name, gender }] }.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { structureText } from "../packages/core/structure/structure.ts";

const [goldFolder, predictionFolder] = process.argv.slice(2);
if (goldFolder === undefined || predictionFolder === undefined) {
  process.stderr.write("usage: node bench/attribution.ts <gold folder> <folder for predictions>\n");
  process.exit(2);
}
mkdirSync(predictionFolder, { recursive: true });

let characters = 0;
let milliseconds = 0;
for (const file of readdirSync(goldFolder).sort()) {
  if (!file.endsWith(".json")) continue;
  const gold: { text: string } = JSON.parse(readFileSync(join(goldFolder, file), "utf8"));
  const before = process.cpuUsage();
  const script = structureText(gold.text);
  const used = process.cpuUsage(before);
  milliseconds += (used.user + used.system) / 1000;
  characters += gold.text.length;
  // A label must be one person: the same name twice is told apart by its place in the cast.
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
        speaker: block.speaker === null ? null : labels[block.speaker],
        confidence: block.confidence,
        method: block.method,
      })),
    characters: script.characters.map((character, index) => ({ name: labels[index], gender: character.gender })),
  };
  writeFileSync(join(predictionFolder, file), JSON.stringify(prediction));
}
process.stdout.write(
  `${characters} characters, ${(milliseconds / 1000).toFixed(2)} s of CPU, ` +
    `${(milliseconds / 1000 / (characters / 1e6)).toFixed(2)} s per million\n`,
);
