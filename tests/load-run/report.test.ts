import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, figuresByKind, percentile, refusalsOf } from "./figures.ts";
import { growthOf } from "./growth.ts";
import { type Findings, kindTable, reportOf } from "./report.ts";

const answer = (changes: Partial<Answer> = {}): Answer => ({
  ...{ kind: "document", ms: 10, status: 200, code: null, hasRetryAfter: false },
  ...changes,
});
const refused = (status: number, code: string, hasRetryAfter: boolean) =>
  answer({ status, code, hasRetryAfter, ms: 1 });

test("percentiles are by nearest rank", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
  assert.deepEqual(
    [0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share)),
    [50, 95, 99, 100],
  );
  assert.equal(percentile([7], 0.01), 7);
  assert.ok(Number.isNaN(percentile([], 0.5)));
});

test("the times of a kind are those of its successes; refusals are counted beside them", () => {
  const all = [
    answer({ ms: 20 }),
    answer({ ms: 40 }),
    refused(503, "SERVICE_UNAVAILABLE", true),
    answer({ kind: "edit" }),
  ];
  assert.deepEqual(
    figuresByKind(all).map(({ kind, requests, p50, max, refused }) => [kind, requests, p50, max, refused]),
    [
      ["document", 3, 20, 40, 1],
      ["edit", 1, 10, 10, 0],
    ],
  );
  assert.match(kindTable(figuresByKind(all)), /document +3 +20\.0 +40\.0 +40\.0 +40\.0 +1/);
});

test("refusals are counted by status and code, with those that state when to come again", () => {
  const all = [refused(503, "A", true), refused(503, "A", false), refused(0, "TimeoutError", false), answer()];
  assert.deepEqual(refusalsOf(all), [
    { status: 503, code: "A", count: 2, withRetryAfter: 1 },
    { status: 0, code: "TimeoutError", count: 1, withRetryAfter: 0 },
  ]);
});

const resources = (memoryMb: number) => ({ memoryMb, descriptors: 100, temporaryFiles: 0, databaseMb: null });

test("growth is measured from the end of the warm-up", () => {
  const warmUp = Array.from({ length: 25 }, (_, at) => resources(at));
  const level = Array.from({ length: 75 }, (_, at) => resources(at === 40 ? 900 : 500));
  const { first, last, most } = growthOf([...warmUp, ...level]);
  assert.deepEqual([first.memoryMb, last.memoryMb, most.memoryMb], [500, 500, 900]);
});

const FOUND: Findings = {
  ...{ setup: "cluster", minutes: 60, mixed: [answer()], beside: [answer({ kind: "small read", ms: 30 })] },
  ...{ storiesAloneMs: [4_000], storiesBesideMs: [4_900], storiesMixedMs: [], novelLines: 1, events: 1, runs: 0 },
  ...{ badEnds: [], growth: growthOf([resources(500), resources(510)]), tables: [], ownDelayMs: 1 },
  overload: { capacity: 100, sentPerSecond: 400, perSecond: 90, longestMs: 900, refusals: [], normalAfterMs: 100 },
};

const missed = (changes: Partial<Findings>) =>
  reportOf({ ...FOUND, ...changes }).verdicts.flatMap(({ measure, met }) => (met === false ? [measure] : []));

test("each criterion that is missed has a verdict", () => {
  assert.deepEqual(missed({}), []);
  assert.deepEqual(missed({ mixed: [refused(500, "INTERNAL", false)] }), ["no answer, or 5xx that is not 503"]);
  assert.deepEqual(missed({ mixed: [refused(0, "TypeError", false)] }), ["no answer, or 5xx that is not 503"]);
  assert.deepEqual(missed({ mixed: [refused(503, "SERVICE_UNAVAILABLE", true)] }), []);
  assert.deepEqual(missed({ mixed: [refused(503, "SERVICE_UNAVAILABLE", false)] }), ["503 without Retry-After"]);
  assert.deepEqual(missed({ mixed: [refused(404, "NOT_FOUND", false)] }), ["other refusals"]);
  assert.deepEqual(missed({ badEnds: ["failed"] }), ["runs that did not end well"]);
  assert.deepEqual(missed({ storiesBesideMs: [5_100] }), ["short story beside another account's novel, against alone"]);
  assert.deepEqual(missed({ growth: growthOf([resources(500), resources(530)]) }), ["growth of memory"]);
  const slow = [answer({ kind: "small read", ms: 60 })];
  assert.deepEqual(missed({ beside: slow }), ["small reads during full synthesis, p99"]);
  assert.deepEqual(missed({ beside: slow, setup: "embedded" }), []);
});

test("a short run is judged by its faults, not by its times and its growth", () => {
  const short = { minutes: 0.5, growth: growthOf([resources(500), resources(900)]), storiesBesideMs: [9_000] };
  assert.deepEqual(missed(short), []);
  assert.deepEqual(missed({ ...short, badEnds: ["failed"] }), ["runs that did not end well"]);
});
