// `npm run crash -- [--kills N] [--setup embedded|cluster] [--seed S] [--writers N] [--only HARM]`: seeded random writes of every kind
// against the real product while its processes are killed, and then the checks: nothing acknowledged is lost, nothing is
// charged twice, all work ends, every file is whole. The last line is "N passed, N failed".

import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createRandom } from "../power/random.ts";
import { checkAnswers, checkFiles, checkRows, checkSweep, readDocuments } from "./checks.ts";
import { clusterSetup, embeddedSetup } from "./processes.ts";
import { startTraffic } from "./traffic.ts";

const SETUPS = { embedded: embeddedSetup, cluster: clusterSetup };
type SetupName = keyof typeof SETUPS;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "6" },
    setup: { type: "string", default: "embedded" },
    seed: { type: "string", default: "1" },
    writers: { type: "string", default: "4" },
    only: { type: "string" },
  },
});
const kills = wholeNumber("kills", values.kills);
const seed = wholeNumber("seed", values.seed);
const writers = wholeNumber("writers", values.writers);
if (!Object.hasOwn(SETUPS, values.setup)) {
  fail(`--setup ${values.setup}: ${Object.keys(SETUPS).join(" or ")} is expected.`);
}
/** A kill comes after some writes, at the latest after this time. */
const MOMENT_MS = 10_000;
/** Between two writes of one writer, so that the service also has time for runs. */
const PAUSE_MS = 60;

const findings: string[] = [];
const add = (what: string) => {
  findings.push(what);
  console.log(`✗ ${what}`);
};
let passed = 0;
const checks = {
  is(condition: boolean, finding: string) {
    if (condition) passed += 1;
    else add(finding);
  },
};

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
console.log(`setup ${values.setup}, seed ${seed}, ${kills} kills, ${writers} writers`);
const random = createRandom(seed);
const chosen = createRandom(random.below(2 ** 31));
const setup = await SETUPS[values.setup as SetupName](values.only ?? null);
try {
  const traffic = await startTraffic(
    { target: setup.target, ownerKey: setup.ownerKey, writers, pauseMs: PAUSE_MS },
    random,
    {
      add,
    },
  );
  const back: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await traffic.reach(traffic.done.writes.length + 4 + chosen.below(20), MOMENT_MS);
    await delay(chosen.below(300));
    const { what, ms } = await setup.hurt(chosen);
    back.push(ms);
    console.log(`${seconds()} s: kill ${kill}: ${what}; serves again after ${(ms / 1000).toFixed(1)} s`);
  }
  await traffic.stop();
  const { done } = traffic;
  console.log(`${seconds()} s: ${done.writes.length} writes are answered; waiting for the ends`);
  await checkAnswers(done, checks);
  console.log(`${seconds()} s: answers are checked`);
  const documents = await readDocuments(done);
  await setup.stop();
  {
    await using db = await setup.openDatabase();
    await checkRows(db, done, documents, checks);
    await checkFiles(db, setup, checks);
  }
  await checkSweep(setup, checks);
  report(done.writes, back);
  console.log(`${done.runs.size} runs, ${done.exports.size} exports, ${done.sounds.size} uploads, ${seconds()} s`);
} finally {
  await setup[Symbol.asyncDispose]();
}
console.log(`seed ${seed}: ${findings.length} findings`);
console.log(`${passed} passed, ${findings.length} failed`);
process.exit(findings.length > 0 || passed === 0 ? 1 : 0);

function report(
  writes: readonly { kind: string; attempts: number; outcome: { kind: string } }[],
  back: number[],
): void {
  const kinds = new Map<string, { all: number; acknowledged: number; repeated: number }>();
  for (const { kind, attempts, outcome } of writes) {
    const row = kinds.get(kind) ?? { all: 0, acknowledged: 0, repeated: 0 };
    row.all += 1;
    if (outcome.kind === "acknowledged") row.acknowledged += 1;
    if (attempts > 1) row.repeated += 1;
    kinds.set(kind, row);
  }
  for (const [kind, { all, acknowledged, repeated }] of kinds) {
    console.log(`  ${kind}: ${acknowledged} of ${all} acknowledged, ${repeated} sent more than once`);
  }
  const sorted = back.toSorted((a, b) => a - b);
  const at = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000).toFixed(1);
  console.log(`serving again: median ${at(0.5)} s, at most ${at(1)} s`);
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) fail(`--${name} ${text}: a whole number of at least 1 is expected.`);
  return value;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
