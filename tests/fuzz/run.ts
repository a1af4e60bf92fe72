// `npm run test:fuzz -- [--minutes N] [--seed S] [--files N]`: mutated files for every parser and for the service. With
// minutes it continues with further seeds until the time is over; without, it ends after 10,000 files. The last line is
// "N passed, N failed"; a finding states its target and its seed, and `--seed S --files 1` repeats it.

import { parseArgs } from "node:util";
import { type Finding, fuzzParsers } from "./run-parsers.ts";
import { fuzzService } from "./run-service.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "10000" },
  },
});
const files = Number(values.files);
const until = values.minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + Number(values.minutes) * 60_000;
/** A request costs some hundred times as much as a file that a parser reads. */
const OF_SERVICE = 0.1;

let passed = 0;
const findings: Finding[] = [];
let seed = Number(values.seed);
do {
  const requests = Math.max(1, Math.round(files * OF_SERVICE));
  for (const round of [
    await fuzzParsers(seed, seed + files - (files > 1 ? requests : 0), until),
    await fuzzService(seed, seed + requests, until),
  ]) {
    passed += round.files - round.findings.length;
    findings.push(...round.findings);
    for (const { target, seed: at, what } of round.findings) console.log(`✗ ${target}, seed ${at}: ${what}`);
  }
  seed += files;
  console.log(`${passed + findings.length} files, up to seed ${seed - 1}, ${findings.length} findings`);
} while (values.minutes !== undefined && Date.now() < until);
console.log(`${passed} passed, ${findings.length} failed`);
process.exit(findings.length > 0 || passed === 0 ? 1 : 0);
