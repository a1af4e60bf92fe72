// The level of finished lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import { levelled, levelOf } from "./level.ts";

const made = { voice: { level: 0.9 }, base: { whisperDb: -6.9 } };
const FULL = 32_768;
const wave = (height: number) => Float32Array.from({ length: 400 }, (_, i) => height * FULL * Math.sin(i / 5));
const peakOf = (pcm: Int16Array) => pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / FULL;
const decibels = (a: number, b: number) => 20 * Math.log10(a / b);

test("a whisper is softer by itself; a direction to be softer does not add to that, one to be louder does", () => {
  for (const base of [{ whisperDb: -5.7 }, { whisperDb: -6.9 }]) {
    const whisper = (volume_db: number) => levelOf({ ...NEUTRAL_DELIVERY, whisper: true, volume_db }, base);
    assert.ok(whisper(0) < -5 && whisper(0) > -9);
    assert.equal(whisper(-3), whisper(0));
    assert.equal(whisper(-20), -20);
    assert.equal(whisper(4), whisper(0) + 4);
    assert.equal(levelOf({ ...NEUTRAL_DELIVERY, volume_db: -3 }, base), -3);
  }
});

test("the design's level is applied to every line", () => {
  const heard = (level: number) => peakOf(levelled(wave(0.05), { ...made, voice: { level } }, NEUTRAL_DELIVERY).pcm);
  assert.ok(Math.abs(decibels(heard(6), heard(0)) - 6) < 0.05);
  assert.ok(Math.abs(decibels(heard(0), 0.05)) < 0.05);
});

test("whatever the sound and the wishes, nothing is beyond full scale, and what was not raised as asked is reported", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 8, noNaN: true }),
      fc.double({ min: -24, max: 12, noNaN: true }),
      fc.boolean(),
      (height, volume_db, whisper) => {
        const delivery = { ...NEUTRAL_DELIVERY, volume_db, whisper };
        const { pcm, clipped } = levelled(wave(height), made, delivery);
        const peak = peakOf(pcm);
        assert.equal(pcm.length, 400);
        assert.ok(peak <= 0.981, `${peak}`);
        if (clipped) assert.ok(peak > 0.97, `reported at ${peak}`);
        // A usual line leaves 7 dB for raised voices.
        if (volume_db <= 0 && !whisper) assert.ok(peak <= 0.451 && !clipped, `${peak}`);
      },
    ),
  );
});

test("silence stays silence", () => {
  const { pcm, clipped } = levelled(new Float32Array(100), made, { ...NEUTRAL_DELIVERY, volume_db: 12 });
  assert.ok(pcm.every((sample) => sample === 0) && !clipped);
});
