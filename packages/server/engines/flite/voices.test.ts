// The natural English cast as a whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import { VOICES as ESPEAK_VOICES } from "../espeak/voice-catalogue.ts";
import { distance, LEAST_DISTANCE } from "../voice-acoustics.ts";
import measured from "./voice-features.json" with { type: "json" };
import { castDigest, VOICES } from "./voices.ts";

const features: Readonly<Record<string, readonly number[]>> = measured.features;

test("the cast is large enough for the people of a novel, with every age for both sexes", () => {
  for (const [gender, age, least] of [
    ["male", "adult", 9],
    ["female", "adult", 8],
    ["male", "young", 3],
    ["female", "young", 3],
    ["male", "old", 3],
    ["female", "old", 3],
    ["male", "child", 2],
    ["female", "child", 2],
  ] as const) {
    const count = VOICES.filter((voice) => voice.gender === gender && voice.age === age).length;
    assert.ok(count >= least, `${count} ${gender} ${age}`);
  }
  assert.ok(VOICES.filter(({ tags }) => tags.includes("narrator")).length >= 2);
});

test("names are unique, also beside those of eSpeak NG's cast", () => {
  const names = [...VOICES, ...ESPEAK_VOICES].map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { id } of VOICES) assert.match(id, /^[a-z]+$/);
});

test("the measured features are those of this cast, and no two voices are too close", () => {
  assert.equal(measured.catalogue, castDigest(), "voices changed: run npm run measure:voices");
  assert.deepEqual(Object.keys(features).sort(), VOICES.map(({ id }) => id).sort());
  for (const [i, a] of VOICES.entries())
    for (const b of VOICES.slice(i + 1)) {
      const apart = distance(features[a.id]!, features[b.id]!);
      assert.ok(apart >= LEAST_DISTANCE, `${a.name} and ${b.name}: ${apart.toFixed(2)}`);
    }
});
