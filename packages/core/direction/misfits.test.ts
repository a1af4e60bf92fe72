import assert from "node:assert/strict";
import { test } from "node:test";
import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import { betterVoice, voiceMisfits } from "./misfits.ts";

const voice = (voice_id: string, over: Partial<CastableVoice> = {}): CastableVoice => ({
  voice_id,
  language: "en-US",
  gender: "male",
  age: "adult",
  accent: "American",
  tags: [],
  features: null,
  ...over,
});
const person = (id: string, voice_id: string | null, over: Partial<CastingSpeaker> = {}): CastingSpeaker => ({
  id,
  name: id,
  role: "character",
  gender: null,
  age: null,
  lines: 10,
  characters: 500,
  casting: voice_id === null ? null : { voice_id, source: "automatic" },
  ...over,
});

const VOICES: readonly CastableVoice[] = [
  voice("teller", { tags: ["narrator"], features: [9, 9] }),
  voice("man", { features: [0, 0] }),
  voice("man-2", { features: [3, 0] }),
  voice("scot", { language: "en-GB", accent: "Scottish", features: [6, 0] }),
  voice("woman", { gender: "female", features: [0, 6] }),
  voice("scotswoman", { gender: "female", language: "en-GB", accent: "Scottish", features: [3, 6] }),
  voice("youth", { age: "young", features: [0, 3] }),
  voice("elder", { age: "old", features: [6, 3] }),
  voice("boy", { age: "child", features: [0, 12] }),
  voice("german", { language: "de-DE", accent: null, gender: "female", age: "old" }),
];
const voiceOf = (speakers: readonly CastingSpeaker[]) => (id: string) =>
  VOICES.find((one) => one.voice_id === speakers.find((speaker) => speaker.id === id)?.casting?.voice_id);
const misfitsOf = (speakers: readonly CastingSpeaker[]) => voiceMisfits(speakers, voiceOf(speakers));
const betterOf = (speakers: readonly CastingSpeaker[], id: string, talks: readonly [string, string][] = []) => {
  const misfit = misfitsOf(speakers).find((one) => one.speakerId === id);
  if (misfit === undefined) throw new Error(`${id} has no misfit`);
  const conversations = talks.map(([a, b]) => ({ a, b, weight: 3 }));
  return betterVoice({ speakers, conversations, voices: VOICES, language: "en" }, misfit);
};

test("a wrong gender and a wrong age are named, the people with much to say first", () => {
  const speakers = [
    person("Pip", "man", { age: "child", characters: 100 }),
    person("Grandfather", "youth", { age: "old", gender: "male", characters: 900 }),
    person("Anna", "boy", { gender: "female", age: "adult", characters: 300 }),
  ];
  assert.deepEqual(
    misfitsOf(speakers).map(({ speakerId, reasons }) => [speakerId, reasons]),
    [
      ["Grandfather", [{ kind: "age", wanted: "old", has: "young" }]],
      [
        "Anna",
        [
          { kind: "gender", wanted: "female", has: "male" },
          { kind: "age", wanted: "adult", has: "child" },
        ],
      ],
      ["Pip", [{ kind: "age", wanted: "child", has: "adult" }]],
    ],
  );
});

test("what is not known, what sounds right, and people without lines or voice are not judged", () => {
  const speakers = [
    person("Unknown", "boy"),
    person("Ghost", "man", { gender: "neutral" }),
    person("Uncle", "youth", { gender: "male", age: "adult" }),
    person("Aunt", "woman", { gender: "female", age: "old" }),
    person("Silent", "man", { gender: "female", lines: 0 }),
    person("Uncast", null, { gender: "female" }),
    person("Lost", "no such voice", { gender: "female" }),
  ];
  assert.deepEqual(misfitsOf(speakers), []);
});

test("the accent of most of a family counts; in a family of two it is that of the one who says more", () => {
  const [tom, ann, rob] = [
    person("a", "man", { name: "Tom Hart", characters: 10 }),
    person("b", "woman", { name: "Ann Hart", characters: 10 }),
    person("c", "scot", { name: "Rob Hart", characters: 900 }),
  ];
  const stranger = person("d", "scot", { name: "Rob Bell" });
  const accent = (wanted: string, has: string, relatives: readonly string[]) => [
    { kind: "accent", wanted, has, relatives },
  ];
  const of = (speakers: readonly CastingSpeaker[]) =>
    misfitsOf(speakers).map(({ speakerId, reasons }) => [speakerId, reasons]);
  assert.deepEqual(of([tom, ann, rob, stranger]), [["c", accent("American", "Scottish", ["a", "b"])]]);
  assert.deepEqual(of([tom, rob]), [["a", accent("Scottish", "American", ["c"])]]);
  // A voice of another language says nothing about accents.
  assert.deepEqual(of([tom, { ...ann, casting: { voice_id: "german", source: "user" } }]), []);
});

test("the better voice suits in everything, and differs from the narrator's and those of partners", () => {
  const narrator = person("narrator", "teller", { role: "narrator" });
  const pip = person("Pip", "man", { age: "child", gender: "male" });
  assert.equal(betterOf([narrator, pip], "Pip"), "boy");
  const grandfather = person("Grandfather", "youth", { age: "old", gender: "male" });
  assert.equal(betterOf([narrator, grandfather], "Grandfather"), "elder");
  const other = person("Other", "elder");
  const beside = betterOf([narrator, grandfather, other], "Grandfather", [["Grandfather", "Other"]]);
  assert.ok(["man", "man-2", "scot"].includes(beside ?? ""), `${beside}`);
  const friend = person("Friend", "boy");
  assert.equal(betterOf([narrator, pip, friend], "Pip", [["Friend", "Pip"]]), null);
});

test("the accent of the family is kept; only for a wrong gender or age it may be another", () => {
  const tom = person("a", "scot", { name: "Tom Hart", gender: "male", characters: 900 });
  const ann = person("b", "woman", { name: "Ann Hart", gender: "female" });
  assert.equal(betterOf([tom, ann], "b"), "scotswoman");
  const pip = person("c", "man", { name: "Pip Hart", gender: "male", age: "child" });
  assert.equal(betterOf([tom, pip], "c"), "boy");
  const may = person("d", "boy", { name: "May Hart", gender: "female", age: "adult" });
  assert.equal(betterOf([tom, may], "d"), "scotswoman");
});

test("a voice that is too like that of a partner gives way to one of the same gender and age that differs from all partners", () => {
  const speakers = [person("Ann", "man", { characters: 900 }), person("Ben", "man-2"), person("Cid", "scot")];
  const conversations = [
    { a: "Ann", b: "Ben", weight: 3 },
    { a: "Ben", b: "Cid", weight: 1 },
  ];
  const request = { speakers, conversations, voices: VOICES, language: "en" };
  const better = betterVoice(request, { speakerId: "Ben", voiceId: "man-2", reasons: [] });
  const found = VOICES.find(({ voice_id }) => voice_id === better);
  assert.deepEqual([found?.gender, found?.language.slice(0, 2)], ["male", "en"]);
  assert.ok(!["man", "man-2", "scot"].includes(better ?? ""), better ?? "none");
});
