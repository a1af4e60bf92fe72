// `npm run check`: types, lint and format, quick tests, side by side. Meant to be run before every commit: it takes
// less than half a minute on two processors, and reports where the time went and what failed.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

interface Check {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: { readonly [name: string]: string };
}

const root = dirname(import.meta.dirname);
const runTests = join(root, "tests", "run.ts");

const checks: readonly Check[] = [
  {
    name: "types",
    // Each checker infers the types of the contract again: four of them, the default, take three times the processor time
    // of one. The compiler collects garbage at four times its live memory instead of twice.
    command: [...program("tsc"), "-b", "--checkers", "1"],
    environment: { GOGC: process.env.GOGC ?? "300" },
  },
  { name: "lint and format", command: [...program("biome"), "ci", "--colors=off", "."] },
  { name: "quick tests", command: [process.execPath, runTests, "--unit", "--together"] },
];

const started = performance.now();
const outcomes = await Promise.all(checks.map(runCheck));

for (const { check, output } of outcomes.filter(({ failed }) => failed)) {
  console.log(`\n── ${check.name} ──\n${output.trim()}\n`);
}
for (const { check, failed, seconds } of outcomes) {
  console.log(`${failed ? "FAIL" : "ok  "}  ${check.name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s`);
}
const failures = outcomes.filter(({ failed }) => failed).map(({ check }) => check.name);
const wall = ((performance.now() - started) / 1000).toFixed(1);
console.log(failures.length === 0 ? `\nAll clean in ${wall} s.` : `\nFailed in ${wall} s: ${failures.join(", ")}.`);
process.exit(failures.length === 0 ? 0 : 1);

function program(name: string): string[] {
  // The launchers of both tools are plain scripts; run by this Node they need no shell on any system.
  const paths: Readonly<Record<string, string>> = {
    tsc: join(root, "node_modules", "typescript", "bin", "tsc"),
    biome: join(root, "node_modules", "@biomejs", "biome", "bin", "biome"),
  };
  const path = paths[name];
  if (path === undefined || !existsSync(path)) {
    console.error(`${name} is not installed here: run "npm ci" first.`);
    process.exit(1);
  }
  return [process.execPath, path];
}

async function runCheck(check: Check) {
  const from = performance.now();
  const [file = "", ...args] = check.command;
  const environment = { ...process.env, ...check.environment };
  const child = spawn(file, args, { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { check, output, failed: code !== 0, seconds: (performance.now() - from) / 1000 };
}
