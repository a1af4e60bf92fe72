// A node:test reporter that appends each event as a line of JSON to the file named by TEST_EVENTS_FILE, at once: the events
// of a test file that crashes or is killed are not lost. The output of the tests is unchanged.

import { appendFileSync, readFileSync } from "node:fs";
import { Transform } from "node:stream";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

export type RecordedEvent =
  | { readonly type: "start"; readonly name: string; readonly nesting: number }
  /** A diagnostic of the test runner, e.g. about work that continues after its test has ended. */
  | { readonly type: "remark"; readonly message: string }
  /** At the end of the process: what it used, with the processes that it started and that have ended. */
  | { readonly type: "processor"; readonly seconds: number }
  | {
      readonly type: "end";
      readonly name: string;
      readonly nesting: number;
      readonly suite: boolean;
      readonly outcome: "passed" | "failed" | "skipped";
      readonly duration_ms: number;
      /** The formatted failure; null unless failed. */
      readonly error: string | null;
      /** Failed only because of a nested test. */
      readonly inherited: boolean;
    };

const path = process.env.TEST_EVENTS_FILE;
if (path === undefined) throw new Error("TEST_EVENTS_FILE is not set");

process.once("exit", () => {
  const record: RecordedEvent = { type: "processor", seconds: processorSeconds() };
  appendFileSync(path, `${JSON.stringify(record)}\n`);
});

export default new Transform({
  writableObjectMode: true,
  transform(event: TestEvent, _encoding, done) {
    const recorded = toRecord(event);
    if (recorded !== undefined) appendFileSync(path, `${JSON.stringify(recorded)}\n`);
    done();
  },
});

/** The runner's totals; every other diagnostic is recorded. */
const COUNTS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;

function toRecord(event: TestEvent): RecordedEvent | undefined {
  if (event.type === "test:dequeue") return { type: "start", name: event.data.name, nesting: event.data.nesting };
  if (event.type === "test:diagnostic" && !COUNTS.test(event.data.message)) {
    return { type: "remark", message: event.data.message };
  }
  if (event.type !== "test:pass" && event.type !== "test:fail") return undefined;
  const { name, nesting, details } = event.data;
  // A todo test may fail without failing the run. It proves nothing, so it counts as skipped.
  const unproven = isMarked(event.data.skip) || isMarked(event.data.todo);
  const failure = event.type === "test:fail" && !unproven ? event.data.details.error : null;
  return {
    type: "end",
    name,
    nesting,
    suite: details.type === "suite",
    outcome: unproven ? "skipped" : event.type === "test:pass" ? "passed" : "failed",
    duration_ms: details.duration_ms,
    error: failure === null ? null : inspect(failure.cause ?? failure, { depth: 6 }),
    inherited: failure !== null && "failureType" in failure && failure.failureType === "subtestsFailed",
  };
}

const isMarked = (mark: string | boolean | undefined) => mark !== undefined && mark !== false;

/** User and system time. Only Linux counts the processes that this one started. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== "linux") return own;
  // The fields after the name, which may contain spaces: cutime and cstime are fields 16 and 17 of the line. One tick of
  // these fields is a hundredth of a second on every architecture that Node runs on.
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return own + (Number(fields[13]) + Number(fields[14])) / 100;
}
