// Laughter and trembling in a voice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { unsteadiness } from "./unsteadiness.ts";

const times = Array.from({ length: 2000 }, (_, i) => i * 0.005);

test("a delivery without both leaves the voice alone", () => {
  assert.equal(unsteadiness(NEUTRAL_DELIVERY), null);
});

test("laughter swells five times a second, ebbs into breath, and stays understandable", () => {
  const at = unsteadiness({ ...NEUTRAL_DELIVERY, laughter: 1 })!;
  const gains = times.map((time) => at(time).gainDb);
  const swells = gains.filter((gain, i) => i > 0 && gain > gains[i - 1]! && gain >= (gains[i + 1] ?? gain)).length;
  assert.ok(swells >= 48 && swells <= 56, `${swells} swells in 10 s`);
  for (const time of times) {
    const { semitones, gainDb, voiced } = at(time);
    assert.ok(Math.abs(semitones) <= 1 && gainDb <= 0 && gainDb >= -6 && voiced >= 0.4 && voiced <= 1);
  }
  assert.ok(Math.min(...gains) < -4);
});

test("trembling moves the pitch and hardly the level; half of it moves half as far", () => {
  const reach = (trembling: number) => {
    const at = unsteadiness({ ...NEUTRAL_DELIVERY, trembling })!;
    return Math.max(...times.map((time) => at(time).semitones));
  };
  assert.ok(reach(1) > 0.4 && reach(1) < 0.7);
  assert.ok(Math.abs(reach(0.5) - reach(1) / 2) < 1e-9);
});
