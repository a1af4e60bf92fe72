// The options of a generation profile in a line's delivery.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Delivery, NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import fc from "fast-check";
import type { SpeakRequest } from "./engine.ts";
import { PROFILE_OPTIONS, withProfile } from "./profile-options.ts";

function delivered(options: SpeakRequest["options"], delivery: Partial<Delivery> = {}): Delivery {
  const request: SpeakRequest = {
    model: "m",
    voice: "v",
    text: "Well.",
    delivery: { ...NEUTRAL_DELIVERY, ...delivery },
    emphasis: [],
    pronunciations: [],
    silences: [],
    options,
  };
  return withProfile(request).delivery;
}

test("options multiply the rate and add to the pitch of the line's own delivery", () => {
  assert.deepEqual(delivered({}), NEUTRAL_DELIVERY);
  const said = delivered({ rate: 1.2, pitch_semitones: -2 }, { rate: 0.9, pitch_semitones: 3, whisper: true });
  assert.ok(Math.abs(said.rate - 1.08) < 1e-9);
  assert.equal(said.pitch_semitones, 1);
  assert.equal(said.whisper, true);
});

test("whatever the options, the delivery stays within its limits", () => {
  const value = fc.oneof(fc.double({ min: -100, max: 100, noNaN: true }), fc.string(), fc.constant(null));
  fc.assert(
    fc.property(value, value, (rate, pitch_semitones) => {
      const said = delivered({ rate, pitch_semitones });
      for (const [name, { min, max }] of Object.entries(PROFILE_OPTIONS)) {
        const number = said[name as keyof typeof PROFILE_OPTIONS];
        assert.ok(number >= min && number <= max, `${name} ${number}`);
      }
    }),
  );
});
