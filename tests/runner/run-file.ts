// One test file, or several together, in one process within a time limit, with everything they started ended afterwards.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { RecordedEvent } from "./record-events.ts";

export interface TestFailure {
  /** Outer suites first. */
  readonly name: string;
  readonly error: string;
}

export interface FileResult {
  /** The file's path, or how many files ran together. */
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly TestFailure[];
  /** What the file printed. */
  readonly output: string;
  readonly duration_ms: number;
  /** User and system time of the process and of those that it started. Null: it was killed, or it crashed. */
  readonly processor_s: number | null;
}

const REPORTER = pathToFileURL(fileURLToPath(new URL("./record-events.ts", import.meta.url))).href;
const TOGETHER = fileURLToPath(new URL("./together.ts", import.meta.url));
const LEFTOVER_GRACE_MS = 2_000;
const running = new Set<ChildProcess>();

/** Runs `files` (absolute paths, at least one) in one process in `cwd`; never rejects for what they do. */
export async function runFiles(files: readonly string[], cwd: string, limitMs: number): Promise<FileResult> {
  const started = performance.now();
  const command = files.length === 1 ? files : [TOGETHER, ...files];
  const scratch = mkdtempSync(join(tmpdir(), "fullcast-test-"));
  const eventsFile = join(scratch, "events");
  const child = spawn(
    process.execPath,
    [`--test-reporter=${REPORTER}`, "--test-reporter-destination=stdout", ...command],
    {
      cwd,
      // A separate process group, so that all processes of the file can be ended.
      detached: process.platform !== "win32",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...withoutSettings(process.env), TEST_EVENTS_FILE: eventsFile },
    },
  );
  running.add(child);
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));

  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child);
  }, limitMs);
  const how = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(`could not be started: ${error.message}`));
    child.once("exit", (code, signal) =>
      resolve(signal !== null ? `was ended by ${signal}` : code === 0 ? null : `ended with exit code ${code}`),
    );
  });
  clearTimeout(timer);
  const leftovers = await groupOutlives(child);
  endGroup(child);
  running.delete(child);

  const events = existsSync(eventsFile) ? readFileSync(eventsFile, "utf8").trimEnd().split("\n") : [];
  rmSync(scratch, { recursive: true, force: true });
  const counted = count(events.filter((line) => line !== "").map((line) => JSON.parse(line) as RecordedEvent));
  const failures = [...counted.failures];
  const fault = (error: string) => failures.push({ name: "(the file itself)", error });
  const unfinished = counted.unfinished.length > 0 ? `; unfinished: ${counted.unfinished.join(" > ")}` : "";
  if (late) fault(`took longer than ${Math.round(limitMs / 1000)} s and was stopped${unfinished}`);
  else if (how !== null && failures.length === 0) fault([`${how}${unfinished}`, ...counted.remarks].join("\n"));
  else if (leftovers) fault("left processes running");
  else if (counted.passed + counted.skipped + failures.length === 0) fault("holds no test");
  else if (files.length > 1) {
    for (const file of files) {
      const name = relative(cwd, file);
      // A process ends early when a file's last hook fails.
      if (!counted.suites.has(name)) failures.push({ name, error: "holds no test, or was not run" });
    }
  }
  return {
    file: files.length === 1 ? (files[0] ?? "") : `${files.length} files together`,
    passed: counted.passed,
    failed: failures.length,
    skipped: counted.skipped,
    failures,
    output: Buffer.concat(output).toString("utf8").trim(),
    duration_ms: performance.now() - started,
    processor_s: counted.processor_s,
  };
}

/** Ends every test file that runs now, with all it started. */
export function endAll(): void {
  for (const child of running) endGroup(child);
}

function count(events: readonly RecordedEvent[]) {
  const path: string[] = [];
  const open: string[] = [];
  const failures: TestFailure[] = [];
  let passed = 0;
  let skipped = 0;
  const remarks: string[] = [];
  let processor_s: number | null = null;
  /** Outermost suites with a test, or with a failure of their own: the files of a group. */
  const suites = new Set<string>();
  for (const event of events) {
    if (event.type === "remark") {
      remarks.push(event.message);
      continue;
    }
    if (event.type === "processor") {
      processor_s = event.seconds;
      continue;
    }
    if (event.type === "start") {
      open.length = event.nesting;
      open[event.nesting] = event.name;
      path.length = event.nesting;
      path[event.nesting] = event.name;
      continue;
    }
    open.length = Math.min(open.length, event.nesting);
    path[event.nesting] = event.name;
    if (!event.suite || event.outcome === "failed") suites.add(path[0] ?? "");
    if (event.outcome === "failed") {
      if (!event.inherited) {
        const name = path.slice(0, event.nesting + 1).join(" > ");
        failures.push({ name, error: event.error ?? "failed" });
      }
    } else if (!event.suite) {
      if (event.outcome === "passed") passed++;
      else skipped++;
    }
  }
  return { passed, skipped, failures, suites, unfinished: open, remarks, processor_s };
}

/** Tests do not see the settings of the user's own installation. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("FULLCAST_")));
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has no process left.
  }
}

async function groupOutlives(child: ChildProcess): Promise<boolean> {
  if (child.pid === undefined || process.platform === "win32") return false;
  const deadline = performance.now() + LEFTOVER_GRACE_MS;
  while (performance.now() < deadline) {
    if (!hasMembers(child.pid)) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

function hasMembers(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  // In a container, ended processes may never be reaped. A zombie process is not running.
  return readdirSync("/proc").some((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const stat = readFileSync(join("/proc", entry, "stat"), "utf8");
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(processGroup) === group && state !== "Z" && state !== "X";
    } catch {
      return false;
    }
  });
}
