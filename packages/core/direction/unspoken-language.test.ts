import assert from "node:assert/strict";
import { test } from "node:test";
import { speaksLanguage, unspokenLanguage } from "./direction.ts";

function voice(
  id: string,
  language: string,
  more: { rank?: number | null; available?: boolean; provider?: string } = {},
) {
  const sound = { gender: "female", age: "adult", accent: null, tags: [], features: null } as const;
  return { voice_id: id, language, ...sound, rank: 0, available: true, provider: "espeak", ...more };
}
const ENGLISH = voice("e", "en-GB");
const PEOPLE = [
  { id: "narrator", voice: null },
  { id: "taro", voice: ENGLISH },
];

test("a language that no voice speaks is stated with the people who need one", () => {
  assert.deepEqual(unspokenLanguage({ language: "ja", speakers: PEOPLE, voices: [ENGLISH] }), {
    speakerIds: ["narrator", "taro"],
    providers: [],
  });
});

test("a voice of casting that speaks it ends the warning, also one of another country", () => {
  assert.equal(unspokenLanguage({ language: "pt", speakers: PEOPLE, voices: [ENGLISH, voice("p", "pt-BR")] }), null);
});

test("an engine that casting does not choose by itself is named; people with its voices need nothing", () => {
  const japanese = voice("j", "ja-JP", { rank: null, provider: "elevenlabs" });
  const request = { language: "ja", voices: [ENGLISH, japanese] };
  assert.deepEqual(unspokenLanguage({ ...request, speakers: [...PEOPLE, { id: "hanako", voice: japanese }] }), {
    speakerIds: ["narrator", "taro"],
    providers: ["elevenlabs"],
  });
  assert.equal(unspokenLanguage({ ...request, speakers: [{ id: "hanako", voice: japanese }] }), null);
});

test("an engine that is away does not help", () => {
  const away = voice("j", "ja", { available: false, rank: null, provider: "elevenlabs" });
  assert.deepEqual(unspokenLanguage({ language: "ja", speakers: PEOPLE, voices: [away] })?.providers, []);
});

test("a voice of several languages speaks each of them", () => {
  assert.ok(speaksLanguage({ language: "en", languages: ["en", "ja"] }, "ja-JP"));
  assert.ok(speaksLanguage({ language: "nb-NO" }, "no"));
  assert.ok(!speaksLanguage({ language: "en" }, "ja"));
});
