import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogueDigest, VOICES } from "./voice-catalogue.ts";
import { ACCENTS, voiceFile } from "./voice-design.ts";
import measured from "./voice-features.json" with { type: "json" };

const english = VOICES.filter((voice) => ACCENTS[voice.accent].language.startsWith("en"));

test("the cast is large and has every age for both sexes", () => {
  assert.ok(english.length >= 40);
  assert.ok(english.filter((voice) => voice.age === "child").length >= 4);
  assert.ok(english.filter((voice) => voice.age === "old").length >= 6);
  for (const gender of ["male", "female"] as const) {
    for (const age of ["child", "young", "adult", "old"] as const) {
      assert.ok(
        english.filter((voice) => voice.gender === gender && voice.age === age).length >= 2,
        `${gender} ${age}`,
      );
    }
  }
  assert.ok(english.some((voice) => voice.tags.includes("narrator")));
});

test("ids and names are unique and safe in a voice file", () => {
  assert.equal(new Set(VOICES.map((voice) => voice.id)).size, VOICES.length);
  assert.equal(new Set(VOICES.map((voice) => voice.name)).size, VOICES.length);
  for (const voice of VOICES) assert.match(voice.id, /^[a-z]+(-[a-z]+)*$/);
});

test("a voice file holds every formant once, and a whisper has no voice", () => {
  for (const voice of VOICES) {
    const lines = voiceFile(voice, "x", false).split("\n");
    assert.equal(lines.filter((line) => line.startsWith("formant ")).length, 9);
    const whisper = voiceFile(voice, "x", true).split("\n");
    assert.ok(whisper.some((line) => /^formant 0 \d+ 0 /.test(line)) && whisper.includes("voicing 18"));
    assert.ok(lines.every((line) => !/undefined|NaN/.test(line)));
  }
});

test("the measured features are those of this cast, and no two voices are too close", () => {
  assert.equal(measured.catalogue, catalogueDigest(), "voices changed: run npm run measure:voices");
  assert.deepEqual(Object.keys(measured.features).sort(), VOICES.map((voice) => voice.id).sort());
  assert.ok(measured.least_distance >= 1.5);
  const features: Readonly<Record<string, readonly number[]>> = measured.features;
  for (const [index, a] of english.entries()) {
    for (const b of english.slice(index + 1)) {
      const distance = Math.hypot(...features[a.id]!.map((value, i) => value - features[b.id]![i]!));
      assert.ok(distance >= 1.5, `${a.name} and ${b.name}: ${distance}`);
    }
  }
});

test("children are higher than women and women higher than men, on average", () => {
  const features: Readonly<Record<string, readonly number[]>> = measured.features;
  const pitch = (chosen: typeof VOICES) =>
    chosen.reduce((sum, voice) => sum + features[voice.id]![0]!, 0) / chosen.length;
  const of = (gender: string, age: string) =>
    english.filter((voice) => voice.gender === gender && voice.age === age && !voice.tags.includes("creature"));
  assert.ok(pitch(of("female", "child")) > pitch(of("female", "adult")) + 3);
  assert.ok(pitch(of("male", "child")) > pitch(of("male", "adult")) + 5);
  assert.ok(pitch(of("female", "adult")) > pitch(of("male", "adult")) + 3);
});
