// `npm run bench [name…]`: the measurements behind README and docs/benchmarks.md.
//
// A benchmark is a module bench/<name>.ts that exports
//   `describe`: one sentence, what is measured and how;
//   `run(options)`: does the real work and returns its measurements, preferably medians of `options.runs` runs;
//                   throws `Skip` (from ./measurement.ts) with the reason if something it needs is missing.
// Other modules in this folder are ignored.

import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Benchmark, type BenchOptions, type Measurement, Skip } from "./measurement.ts";
import { measurementTable } from "./measurement-table.ts";

const HELP = `Usage: npm run bench -- [name…] [options]

  --novel <file>   text of a whole novel, for the measures that need one
  --runs <n>       runs per measure; the median is reported (3)
  --json           the measurements as JSON on stdout
  --list           names of the benchmarks`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    novel: { type: "string" },
    runs: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) fail(`--runs ${values.runs}: a whole number of at least 1 is expected.`);
const options: BenchOptions = {
  // npm changes to the workspace's root; a path is relative to the folder where npm was called.
  novel: values.novel === undefined ? null : resolve(process.env.INIT_CWD ?? process.cwd(), values.novel),
  runs,
};

const benchmarks = await discover();
const unknown = positionals.filter((name) => !benchmarks.has(name));
if (unknown.length > 0)
  fail(`No benchmark named ${unknown.join(", ")}; there are: ${[...benchmarks.keys()].join(", ")}`);
if (values.list) {
  for (const [name, { describe }] of benchmarks) console.log(`${name.padEnd(14)} ${describe}`);
  process.exit(0);
}

const all: Record<string, readonly Measurement[] | { readonly skipped: string }> = {};
let failures = 0;
console.error(`Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown processor"}`);
for (const [name, benchmark] of benchmarks) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.error(`\n${name}: ${benchmark.describe}`);
  try {
    const rows = await benchmark.run(options);
    all[name] = rows;
    if (!values.json) console.log(measurementTable(rows));
    failures += rows.filter((row) => row.met === false).length;
  } catch (error) {
    if (error instanceof Skip) {
      all[name] = { skipped: error.message };
      console.error(`  skipped: ${error.message}`);
    } else {
      failures++;
      console.error("  failed:", error);
    }
  }
}
if (values.json) console.log(JSON.stringify(all, null, 2));
process.exit(failures === 0 ? 0 : 1);

async function discover(): Promise<ReadonlyMap<string, Benchmark>> {
  const found = new Map<string, Benchmark>();
  for (const file of readdirSync(import.meta.dirname).sort()) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file === "run.ts") continue;
    const path = join(import.meta.dirname, file);
    // A plain script would start its work when imported, so only benchmarks are imported.
    if (!isBenchmark(path)) continue;
    found.set(file.slice(0, -3), (await import(pathToFileURL(path).href)) as Benchmark);
  }
  return found;
}

function isBenchmark(path: string): boolean {
  const source = readFileSync(path, "utf8");
  return /^export (?:async )?(?:function|const) run\b/m.test(source) && /^export const describe\b/m.test(source);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
