// A node:test reporter that appends each event as a line of JSON to the file named by TEST_EVENTS_FILE, at once: the events
// of a test file that crashes or is killed are not lost. The output of the tests is unchanged.

import { appendFileSync } from "node:fs";
import { Transform } from "node:stream";
import type { TestEvent } from "node:test/reporters";
import { inspect } from "node:util";

export type RecordedEvent =
  | { readonly type: "start"; readonly name: string; readonly nesting: number }
  /** A diagnostic of the test runner, e.g. about work that continues after its test has ended. */
  | { readonly type: "remark"; readonly message: string }
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
