// The natural casts of Pico's languages as a whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import { VOICES as ESPEAK_VOICES } from "../espeak/voice-catalogue.ts";
import { VOICES as FLITE_VOICES } from "../flite/voices.ts";
import { distance, LEAST_DISTANCE } from "../voice-acoustics.ts";
import { LANGUAGES } from "./languages.ts";
import measured from "./voice-features.json" with { type: "json" };
import { castDigest, VOICES } from "./voices.ts";

const features: Readonly<Record<string, readonly number[]>> = measured.features;

test("every language has a narrator of both sexes, and every age of both", () => {
  for (const base of Object.keys(LANGUAGES)) {
    const cast = VOICES.filter((voice) => voice.base === base);
    for (const gender of ["male", "female"]) {
      assert.ok(cast.some((voice) => voice.gender === gender && voice.tags.includes("narrator")));
      for (const age of ["child", "young", "adult", "old"])
        assert.ok(
          cast.some((voice) => voice.gender === gender && voice.age === age),
          `${base}: ${gender} ${age}`,
        );
    }
    assert.equal(cast.filter(({ tags }) => tags.includes("default")).length, 1);
  }
});

test("names are unique, also beside those of the other casts", () => {
  const names = [...VOICES, ...FLITE_VOICES, ...ESPEAK_VOICES].map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
  assert.equal(new Set(VOICES.map(({ id }) => id)).size, VOICES.length);
  for (const { id } of VOICES) assert.match(id, /^[a-z]+$/);
});

test("the measured features are those of this cast, and no two voices of a language are too close", () => {
  assert.equal(measured.catalogue, castDigest(), "voices changed: run npm run measure:voices");
  assert.deepEqual(Object.keys(features).sort(), VOICES.map(({ id }) => id).sort());
  for (const [i, a] of VOICES.entries())
    for (const b of VOICES.slice(i + 1)) {
      if (a.base !== b.base) continue;
      const apart = distance(features[a.id]!, features[b.id]!);
      assert.ok(apart >= LEAST_DISTANCE, `${a.name} and ${b.name}: ${apart.toFixed(2)}`);
    }
});
