import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CastableVoice } from "./castable.ts";
import { type FallbackEngine, nearestVoice } from "./nearest-voice.ts";

function voice(voice_id: string, changes: Partial<CastableVoice> = {}): CastableVoice {
  return {
    voice_id,
    language: "en-GB",
    gender: "female",
    age: "adult",
    accent: null,
    tags: [],
    features: null,
    ...changes,
  };
}

function nearestTo(wanted: CastableVoice, voices: readonly CastableVoice[], language = "en"): string | undefined {
  const engines = [{ provider: "other", price: 0, voices }];
  return nearestVoice({ voice: wanted, provider: "own", price: 0, language, engines })?.voice.voice_id;
}

test("the next engine that costs no more takes over, in the order of the engines", () => {
  const engines: FallbackEngine<CastableVoice>[] = [
    { provider: "own", price: 10, voices: [voice("own")] },
    { provider: "dear", price: 11, voices: [voice("dear")] },
    { provider: "french", price: 0, voices: [voice("french", { language: "fr-FR" })] },
    { provider: "same", price: 10, voices: [voice("same")] },
    { provider: "free", price: 0, voices: [voice("free")] },
  ];
  const request = { voice: voice("own"), provider: "own", price: 10, language: "en", engines };
  assert.deepEqual(nearestVoice(request)?.provider, "same");
  assert.deepEqual(nearestVoice({ ...request, price: 9 })?.provider, "free");
  assert.equal(nearestVoice({ ...request, price: 9, language: "fi" }), null);
  assert.equal(nearestVoice({ ...request, engines: engines.slice(0, 2) }), null);
});

test("gender comes first, then childhood, age, country and timbre", () => {
  const wanted = voice("wanted", { features: [0, 0] });
  const man = voice("man", { gender: "male", features: [0, 0] });
  const neutral = voice("neutral", { gender: "neutral", features: [0, 0] });
  const girl = voice("girl", { age: "child", features: [0, 0] });
  const old = voice("old", { age: "old", features: [0, 0] });
  const american = voice("american", { language: "en-US", features: [0, 0] });
  const far = voice("far", { features: [3, 4] });
  const near = voice("near", { features: [0, 1] });
  const order = [near, american, far, old, girl, neutral, man];
  for (const [at, one] of order.entries())
    assert.equal(nearestTo(wanted, order.slice(at).reverse()), one.voice_id, one.voice_id);
});

test("a voice of several languages speaks each of them", () => {
  const many = voice("many", { language: "de-DE", languages: ["de-DE", "fr-FR", "en-GB"] });
  assert.equal(nearestTo(voice("wanted"), [many, voice("us", { language: "en-US" })]), "many");
  assert.equal(nearestTo(voice("wanted"), [many], "fr"), "many");
  assert.equal(nearestTo(voice("wanted"), [many], "it"), undefined);
});

const anyVoice = fc.record({
  voice_id: fc.uuid(),
  language: fc.constantFrom("en-GB", "en-US", "de-DE"),
  gender: fc.constantFrom("male" as const, "female" as const, "neutral" as const),
  age: fc.constantFrom("child" as const, "young" as const, "adult" as const, "old" as const),
  accent: fc.constant(null),
  tags: fc.constant([]),
  features: fc.option(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), { nil: null }),
});

test("never a more expensive engine, another language, or another gender if the same one exists; order does not matter", () => {
  const anyEngine = fc.record({
    provider: fc.constantFrom("own", "a", "b", "c"),
    price: fc.integer({ min: 0, max: 5 }),
    voices: fc.array(anyVoice, { maxLength: 8 }),
  });
  fc.assert(
    fc.property(anyVoice, fc.integer({ min: 0, max: 5 }), fc.array(anyEngine), (wanted, price, engines) => {
      const request = { voice: wanted, provider: "own", price, language: wanted.language, engines };
      const found = nearestVoice(request);
      const speaks = (one: CastableVoice) => one.language.slice(0, 2) === wanted.language.slice(0, 2);
      const able = engines.filter(
        (one) => one.provider !== "own" && one.price <= price && one.voices.some((each) => speaks(each)),
      );
      assert.equal(found?.provider, able[0]?.provider);
      if (found === null || able[0] === undefined) return;
      assert.ok(able[0].voices.includes(found.voice as (typeof able)[0]["voices"][0]) && speaks(found.voice));
      const sameGender = able[0].voices.some((one) => speaks(one) && one.gender === wanted.gender);
      if (sameGender) assert.equal(found.voice.gender, wanted.gender);
      const turned = engines.map((one) => ({ ...one, voices: [...one.voices].reverse() }));
      assert.deepEqual(nearestVoice({ ...request, engines: turned }), found);
    }),
  );
});
