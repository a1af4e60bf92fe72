// The judgement of a take: refused, with remarks, or neither.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import type { TakeFacts } from "@fullcast/core/sound";
import { createTakeJudge, refuseUnusable } from "./judge-take.ts";
import { EngineError } from "./speak.ts";

const TEXT = "She had counted the boats twice already, and there was still one too few in the harbour.";
const request = { text: TEXT, silences: [], delivery: NEUTRAL_DELIVERY };
const GOOD: TakeFacts = {
  duration_ms: 5_500,
  loud_dbfs: -18,
  active_ms: 5_000,
  modulation_db: 22,
  clipped_stretches: 0,
  end_db: -35,
  step_db: 2,
  repeated_ms: 0,
};

test("silence and a length far beyond the text are refused as charged answers; a long take is not", () => {
  const refused = (error: unknown) => error instanceof EngineError && error.kind === "broken_answer" && error.charged;
  assert.throws(() => refuseUnusable({ ...GOOD, loud_dbfs: -90, active_ms: 0 }, request), refused);
  assert.throws(() => refuseUnusable({ ...GOOD, duration_ms: 60_000 }, request), refused);
  refuseUnusable({ ...GOOD, duration_ms: 15_000 }, request);
});

test("a requested silence is no part of the length", () => {
  const long = { ...GOOD, duration_ms: 65_500 };
  refuseUnusable(long, { ...request, silences: [{ offset: 8, duration_ms: 60_000 }] });
  assert.throws(() => refuseUnusable(long, request), EngineError);
});

test("remarks are sentences, and the takes with one are counted", () => {
  const judge = createTakeJudge();
  assert.deepEqual(judge.remarksOn("v", GOOD, request), []);
  assert.deepEqual(judge.remarksOn("v", { ...GOOD, clipped_stretches: 40, end_db: -2 }, request), [
    "The take is clipped in 40 places; it may sound harsh.",
    "The take ends abruptly; its last sound may be cut.",
  ]);
  assert.equal(judge.remarked, 1);
});

test("a slow voice is compared with itself: only what was good moves its pace, and each voice has its own", () => {
  const judge = createTakeJudge();
  const slow = { ...GOOD, duration_ms: 9_500 };
  for (let i = 0; i < 30; i++) assert.deepEqual(judge.remarksOn("slow", slow, request), []);
  const slower = { ...GOOD, duration_ms: 16_000 };
  assert.deepEqual(judge.remarksOn("slow", slower, request), []);
  assert.match(judge.remarksOn("other", slower, request).join(), /^The take is long for its text/);
});
