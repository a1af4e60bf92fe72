// `npm test`: every test that needs nothing but Node. One process more than there are processors runs at a time, because some
// tests wait, but at most four; each within a time limit. The quick files share processes, twenty-five in each: starting one
// for every file takes longer than their tests. Files of the API that need no more than an account of a running service share
// its server, and those that start a server do so one after the other in one process (runner/server-groups.ts). Each other
// file has a process of its own. The last line is always "N passed, N failed" (", N skipped" only if there are any).
// Always true: a failed test, a file that crashes, hangs, leaves processes behind or contains no test, and a run without
// any test end with exit code 1.

import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { endAll, type FileResult, runFiles } from "./runner/run-file.ts";
import { inGroupsOf, inShares, partOf, serverGroups } from "./runner/server-groups.ts";

/** Suites under tests/ that need more than Node, with the programs they need; `npm test` leaves them out. */
const PROGRAMS_OF_SUITE: Readonly<Record<string, readonly string[]>> = {
  audio: ["ffmpeg", "ffprobe", "mediainfo", "AtomicParsley", "opusinfo", "exiftool"],
  postgres: ["initdb", "postgres"],
  browser: ["chromium", "chromium-headless-shell"],
  firefox: ["firefox-esr", "pulseaudio"],
  webkit: ["WebKitWebDriver", "Xvfb", "pulseaudio"],
  epub: ["java", "chromium", "pandoc"],
  disk: ["mount", "umount", "chromium"],
  power: [],
  "openapi-tools": [],
  neural: ["npm", "tar"],
  recogniser: ["pocketsphinx_continuous"],
  release: ["npm"],
};

/** Quick files in one process. */
const GROUP = 25;
/** Each process may use 1 GB of memory. */
const MOST_JOBS = 4;

const HELP = `Usage: node tests/run.ts [options] [file…]

  --unit           only the quick tests: beside the sources (no *.slow.test.ts), and tests/docs
  --suite <name>   only tests/<name>/
  --file <text>    only files whose path contains this text
  --part <k/n>     only the k-th of n parts of the files
  --together       share processes between files: faster, less isolated
  --jobs <n>       processes at a time (2; without --suite and --unit one more than processors, at most 4)
  --limit <s>      time limit of one file in seconds (600); files that share a process have twice as long
  --root <dir>     the workspace to test (this one)`;

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    unit: { type: "boolean", default: false },
    suite: { type: "string" },
    file: { type: "string" },
    part: { type: "string", default: "1/1" },
    together: { type: "boolean", default: false },
    jobs: { type: "string" },
    limit: { type: "string", default: "600" },
    root: { type: "string", default: dirname(import.meta.dirname) },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit(0);
}

const files = discover();
const isWhole = options.suite === undefined && !options.unit;
const usualJobs = isWhole ? Math.min(MOST_JOBS, availableParallelism() + 1) : 2;
const jobs = Math.max(1, Number(options.jobs) || usualJobs);
const missing = options.suite === undefined ? [] : missingPrograms(options.suite);
if (missing.length > 0) {
  console.error(`The suite "${options.suite}" needs programs that are not installed: ${missing.join(", ")}`);
  finish([], 1);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endAll();
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
}

const results: FileResult[] = [];
const waiting = options.together ? inShares(files, jobs) : inGroups(files);
await Promise.all(
  Array.from({ length: jobs }, async () => {
    for (let share = waiting.shift(); share !== undefined; share = waiting.shift()) {
      const paths = share.map((file) => join(options.root, file));
      const limitMs = (Number(options.limit) || 600) * 1000 * (share.length > 1 ? 2 : 1);
      const result = await runFiles(paths, options.root, limitMs);
      results.push(result);
      print(result);
    }
  }),
);
if (files.length === 0) console.error("No test file was found.");
finish(results, files.length === 0 ? 1 : 0);

function discover(): string[] {
  const skip = (path: string) => path.split(/[\\/]/).includes("node_modules");
  const find = (pattern: string) => globSync(pattern, { cwd: options.root }).filter((path) => !skip(path));
  const found =
    options.suite !== undefined
      ? find(`tests/${options.suite}/**/*.test.ts`)
      : options.unit
        ? [
            ...find("packages/**/*.test.ts").filter((path) => !path.endsWith(".slow.test.ts")),
            ...find("tests/docs/*.test.ts"),
          ]
        : [...find("packages/**/*.test.ts"), ...find("tests/**/*.test.ts").filter((path) => !needsPrograms(path))];
  if (named.length > 0) return named.map((path) => relative(options.root, resolve(path)));
  const wanted = options.file === undefined ? found : found.filter((path) => path.includes(options.file ?? ""));
  // The slow files first: if a long file starts last, one processor is idle.
  return partOf(wanted, options.part).sort((a, b) => Number(isQuick(a)) - Number(isQuick(b)) || (a < b ? -1 : 1));
}

/**
 * Quick files in groups, files of the API in groups, each other file alone. A run of few files is not grouped: its
 * report names each file.
 */
function inGroups(all: readonly string[]): string[][] {
  const alone = (paths: readonly string[]) => paths.map((path) => [path]);
  const quick = all.filter(isQuick);
  const slow = all.filter((path) => !isQuick(path));
  if (named.length > 0) return [...alone(slow), ...alone(quick)];
  const ofApi = slow.filter((path) => path.split(/[\\/]/, 2).join("/") === "tests/api");
  return [
    ...serverGroups(ofApi, options.root),
    ...alone(slow.filter((path) => !ofApi.includes(path))),
    ...(quick.length <= GROUP ? alone(quick) : inGroupsOf(GROUP, quick)),
  ];
}

function isQuick(path: string): boolean {
  return path.startsWith("packages") && !path.endsWith(".slow.test.ts");
}

function needsPrograms(path: string): boolean {
  return Object.hasOwn(PROGRAMS_OF_SUITE, path.split(/[\\/]/)[1] ?? "");
}

function missingPrograms(suite: string): string[] {
  // Debian installs PostgreSQL's server programs outside of the PATH.
  const debian = globSync("/usr/lib/postgresql/*/bin");
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...debian];
  const isThere = (program: string) => folders.some((folder) => globSync(join(folder, program)).length > 0);
  return (PROGRAMS_OF_SUITE[suite] ?? []).filter((program) => !isThere(program));
}

function print(result: FileResult): void {
  const name = nameOf(result);
  const processor = result.processor_s === null ? "" : `, processor ${result.processor_s.toFixed(1)} s`;
  const seconds = `${(result.duration_ms / 1000).toFixed(1)} s${processor}`;
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : "";
  if (result.failures.length === 0) {
    console.log(`  ok    ${name}  ${result.passed} passed${skipped}  ${seconds}`);
    return;
  }
  console.log(`  FAIL  ${name}  ${result.passed} passed, ${result.failed} failed${skipped}  ${seconds}`);
  for (const { name, error } of result.failures) console.log(`\n    ✗ ${name}\n${indent(error)}`);
  if (result.output !== "") console.log(`\n    it printed:\n${indent(result.output)}`);
  console.log();
}

function nameOf({ file }: FileResult): string {
  return isAbsolute(file) ? relative(options.root, file) : file;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "      ");
}

function finish(all: readonly FileResult[], faults: number): never {
  const sum = (key: "passed" | "failed" | "skipped") => all.reduce((total, result) => total + result[key], 0);
  const [passed, failed, skipped] = [sum("passed"), sum("failed") + faults, sum("skipped")];
  const bad = all.filter((result) => result.failed > 0);
  if (bad.length > 0) console.log(`\nfailed: ${bad.map(nameOf).join(", ")}`);
  const processor = all.reduce((total, result) => total + (result.processor_s ?? 0), 0);
  if (all.length > 1) console.log(`\nprocessor time of all: ${processor.toFixed(0)} s`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
