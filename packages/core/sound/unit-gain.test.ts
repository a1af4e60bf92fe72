import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type LevellingProfile, unitGain } from "./sound.ts";

const PROFILE: LevellingProfile = {
  enabled: true,
  target_lufs: -18,
  strength: 1,
  max_boost_db: 12,
  max_reduction_db: 6,
  silence_threshold_lufs: -50,
  peak_ceiling_db: -3,
  speaker_adjustments_db: { mary: 3, john: -2.5 },
};
const gain = (lufs: number, profile: Partial<LevellingProfile> = {}, speakerId: string | null = null): number =>
  unitGain({ lufs, samplePeakDbfs: -120, profile: { ...PROFILE, ...profile }, speakerId });

test("a unit is moved to the target", () => {
  assert.equal(gain(-24), 6);
  assert.equal(gain(-14), -4);
});

test("strength walks a part of the way", () => {
  assert.equal(gain(-24, { strength: 0.5 }), 3);
  assert.equal(gain(-24, { strength: 0 }), 0);
});

test("boost and reduction are limited, each by its own bound", () => {
  assert.equal(gain(-40), 12);
  assert.equal(gain(-5), -6);
});

test("at or under the silence threshold nothing is levelled", () => {
  assert.equal(gain(-50), 0);
  assert.equal(gain(-120), 0);
  assert.equal(gain(-49.99), 12);
});

test("a speaker's adjustment is added after the limits, also to units that are not levelled", () => {
  assert.equal(gain(-40, {}, "mary"), 15);
  assert.equal(gain(-24, {}, "john"), 3.5);
  assert.equal(gain(-80, {}, "mary"), 3);
  assert.equal(gain(-24, {}, "toString"), 6);
});

test("what the limiter takes from high peaks is made up for, within the same limits", () => {
  const withPeak = (samplePeakDbfs: number, profile: Partial<LevellingProfile> = {}): number =>
    unitGain({ lufs: -24, samplePeakDbfs, profile: { ...PROFILE, ...profile }, speakerId: null });
  assert.equal(withPeak(-9), 6, "the highest peak comes to lie at the ceiling");
  const louder = withPeak(-5);
  assert.ok(louder > 6.8 && louder < 8, `${louder} dB`);
  assert.ok(withPeak(0) <= 9);
  assert.equal(withPeak(-5, { max_boost_db: 6 }), 6);
});

test("a disabled profile moves nothing", () => {
  assert.equal(gain(-40, { enabled: false }, "mary"), 0);
});

test("the gain is always within the wire's bounds, in hundredths", () => {
  const anyProfile = fc.record({
    enabled: fc.boolean(),
    target_lufs: fc.double({ min: -30, max: -10, noNaN: true }),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
    max_boost_db: fc.double({ min: 0, max: 24, noNaN: true }),
    max_reduction_db: fc.double({ min: 0, max: 24, noNaN: true }),
    silence_threshold_lufs: fc.double({ min: -120, max: -20, noNaN: true }),
    peak_ceiling_db: fc.double({ min: -12, max: -0.1, noNaN: true }),
    speaker_adjustments_db: fc.constant({ mary: 24, john: -24 }),
  });
  fc.assert(
    fc.property(
      fc.double({ min: -120, max: 12, noNaN: true }),
      anyProfile,
      fc.constantFrom("mary", "john", null),
      fc.double({ min: -200, max: 12, noNaN: true }),
      (lufs, profile, speakerId, samplePeakDbfs) => {
        const db = unitGain({ lufs, samplePeakDbfs, profile, speakerId });
        assert.ok(db >= -24 && db <= 24);
        assert.equal(Math.round(db * 100) / 100, db);
        assert.ok(!Object.is(db, -0));
      },
    ),
  );
});
