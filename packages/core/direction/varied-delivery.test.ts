import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { NEUTRAL_DELIVERY } from "./delivery.ts";
import { variedDelivery } from "./varied-delivery.ts";

const deliveries = fc.record({
  rate: fc.double({ min: 0.5, max: 2, noNaN: true }),
  pitch_semitones: fc.double({ min: -12, max: 12, noNaN: true }),
  volume_db: fc.double({ min: -24, max: 12, noNaN: true }),
  range: fc.double({ min: 0, max: 2, noNaN: true }),
  whisper: fc.boolean(),
});

test("a seed keeps level and whisper, and stays within what engines accept; the same seed gives the same take", () => {
  fc.assert(
    fc.property(deliveries, fc.nat(2 ** 31), (delivery, seed) => {
      const varied = variedDelivery(delivery, seed);
      assert.ok(varied.rate >= 0.5 && varied.rate <= 2 && Math.abs(varied.pitch_semitones) <= 12);
      assert.ok(varied.range >= 0 && varied.range <= 2);
      assert.deepEqual([varied.volume_db, varied.whisper], [delivery.volume_db, delivery.whisper]);
      assert.deepEqual(varied, variedDelivery(delivery, seed));
    }),
  );
});

test("the first takes of a line differ audibly from each other and from the one without a seed", () => {
  const takes = [NEUTRAL_DELIVERY, ...Array.from({ length: 5 }, (_, i) => variedDelivery(NEUTRAL_DELIVERY, i + 1))];
  for (const [i, a] of takes.entries()) {
    for (const b of takes.slice(i + 1)) {
      const steps = [
        Math.abs(Math.log(a.rate / b.rate)) / 0.05,
        Math.abs(a.pitch_semitones - b.pitch_semitones) / 0.3,
        Math.abs(Math.log(a.range / b.range)) / 0.15,
      ];
      assert.ok(Math.hypot(...steps) > 1, JSON.stringify([a, b]));
    }
  }
});
