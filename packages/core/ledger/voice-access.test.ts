import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clonesLeft, monthOf, PLANS, type PlanId, type VoiceAccess, voiceAccess } from "./ledger.ts";

const resetsAt = new Date("2026-12-01T00:00:00Z");
const access = (changes: Partial<VoiceAccess>): VoiceAccess => ({
  plan: "creator",
  paidPlansOnly: true,
  needsPreparation: true,
  clonesLeft: 3,
  slotsLeft: null,
  resetsAt,
  ...changes,
});

test("the free plan cannot use a model of paid plans, even with a prepared voice", () => {
  assert.equal(voiceAccess(access({ plan: "free", needsPreparation: false })).kind, "plan");
  assert.equal(voiceAccess(access({ plan: "free", needsPreparation: false, paidPlansOnly: false })).kind, "ready");
});

test("used-up preparations lose the voices that are not prepared; prepared ones stay", () => {
  assert.equal(voiceAccess(access({})).kind, "to_prepare");
  assert.equal(voiceAccess(access({ clonesLeft: 0 })).kind, "allowance");
  assert.equal(voiceAccess(access({ slotsLeft: 0 })).kind, "slots");
  assert.equal(voiceAccess(access({ clonesLeft: 0, slotsLeft: 0, needsPreparation: false })).kind, "ready");
  const { message } = voiceAccess(access({ clonesLeft: 0 })) as { message: string };
  assert.match(message, /20 voice preparations of this month.* 2026-12-01/);
});

test("the plans allow 0, 20, 60 and any number of preparations a month", () => {
  const at = (used: number) => Object.keys(PLANS).map((plan) => clonesLeft(plan as PlanId, used));
  assert.deepEqual(at(0), [0, 20, 60, null]);
  assert.deepEqual(at(20), [0, 0, 40, null]);
});

test("a month begins and ends at 00:00 UTC of a first day, and holds its instants", () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2200-01-01") }), (at) => {
      const { begin, next } = monthOf(at);
      assert.ok(begin <= at && at < next);
      for (const end of [begin, next]) assert.match(end.toISOString(), /-01T00:00:00\.000Z$/);
      assert.deepEqual(monthOf(new Date(next.getTime() - 1)).begin, begin);
    }),
  );
});
