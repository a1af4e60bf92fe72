import assert from "node:assert/strict";
import { test } from "node:test";
import { castLanguage, catalogueDigest, FIRST, modelDigest, revisionOf, VOICES } from "./voice-catalogue.ts";
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

test("every other language has a cast too, with women, men and children", () => {
  const languages = Map.groupBy(VOICES, castLanguage);
  languages.delete("en");
  assert.ok(languages.size >= 25);
  for (const [language, voices] of languages) {
    assert.ok(voices.length >= 10, `${language}: ${voices.length}`);
    assert.ok(
      voices.some(({ tags }) => tags.includes("narrator")),
      language,
    );
    for (const gender of ["male", "female"] as const) {
      for (const age of ["child", "young", "adult", "old"] as const) {
        assert.ok(
          voices.some((voice) => voice.gender === gender && voice.age === age),
          `${language}: ${gender} ${age}`,
        );
      }
    }
  }
});

test("the voices of the first catalogue keep the revision that is in the intents of their takes", () => {
  assert.equal(modelDigest(), "6709d000d9d518c5");
  assert.equal(new Set(FIRST.map(revisionOf)).size, 1);
  const later = VOICES.slice(FIRST.length).map(revisionOf);
  assert.equal(new Set([...later, modelDigest()]).size, later.length + 1);
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
  for (const voices of Map.groupBy(VOICES, castLanguage).values()) {
    for (const [index, a] of voices.entries()) {
      for (const b of voices.slice(index + 1)) {
        const distance = Math.hypot(...features[a.id]!.map((value, i) => value - features[b.id]![i]!));
        assert.ok(distance >= 1.5, `${a.name} and ${b.name}: ${distance}`);
      }
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
