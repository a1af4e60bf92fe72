// Dialogue and speakers in short passages of each language and kind of text; see packages/core/structure/snippets.
//   node bench/snippets.ts [name…] [--held-out | --faults]
// "right" is the share of lines with the right speaker; of these, "named" have the speaker's name and "other" that of another speaker.
// The passages in its folder held-out are not read while rules are made: they have no list of faults.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSnippets, scoreSnippets } from "../packages/core/structure/snippets/score-snippets.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: "boolean" }, "held-out": { type: "boolean", default: false } },
});
const folder = join(import.meta.dirname, "../packages/core/structure/snippets", values["held-out"] ? "held-out" : "");
const percent = (share: number): string => (100 * share).toFixed(1).padStart(6);

process.stdout.write("name       passages lines     F1  right  named  other voiced (%)\n");
for (const file of readdirSync(folder).sort()) {
  const name = file.replace(/\.txt$/u, "");
  if (!file.endsWith(".txt") || (positionals.length > 0 && !positionals.includes(name))) continue;
  const score = scoreSnippets(parseSnippets(readFileSync(join(folder, file), "utf8")));
  const { f1, right, named, misnamed, lines, voiced } = score;
  const columns = [f1, right / lines, named / lines, misnamed / lines, voiced].map(percent);
  process.stdout.write(
    `${name.padEnd(10)} ${String(score.snippets).padStart(8)} ${String(lines).padStart(5)} ${columns.join(" ")}\n`,
  );
  if (values.faults && !values["held-out"])
    process.stdout.write(score.faults.map((fault) => `  ${fault.replaceAll("\n", " ")}\n\n`).join(""));
}
