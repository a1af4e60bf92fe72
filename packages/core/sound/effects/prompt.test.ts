import assert from "node:assert/strict";
import { test } from "node:test";
import { type EffectName, nearestKinds, RECIPES, understandPrompt } from "./effects.ts";

const understood: readonly (readonly [string, EffectName])[] = [
  ["Rain", "rain"],
  ["heavy rain on a tin roof", "rain"],
  ["the sound of wind howling in the chimney", "wind"],
  ["a distant roll of thunder", "thunder"],
  ["thunderstorm", "storm"],
  ["waves breaking on a beach", "sea"],
  ["a babbling brook", "stream"],
  ["water dripping in a cave", "dripping"],
  ["splash", "splash"],
  ["a crackling fire in the hearth", "fire"],
  ["slow footsteps on gravel", "steps"],
  ["hooves galloping on a road", "hooves"],
  ["a carriage passing on cobbles", "carriage"],
  ["heartbeat, slow", "heartbeat"],
  ["crowd murmuring", "crowd"],
  ["applause", "applause"],
  ["three knocks on a wooden door", "knock"],
  ["door creaking", "creak"],
  ["a door slams", "slam"],
  ["door closes quietly", "door_closing"],
  ["the door opens", "door_opening"],
  ["church bell tolling in the distance", "bell"],
  ["telephone ringing", "telephone"],
  ["clock ticking", "clock"],
  ["a clock strikes twelve", "clock"],
  ["glass shattering", "glass_breaking"],
  ["glasses clinking", "clink"],
  ["a letter torn", "paper_tearing"],
  ["paper rustling", "paper_rustling"],
  ["car engine idling", "engine"],
  ["train passing", "train"],
  ["train whistle", "whistle"],
  ["whoosh", "whoosh"],
  ["two gunshots", "gunshot"],
  ["distant explosion", "explosion"],
  ["birds singing at dawn", "birds"],
  ["seagulls crying", "gulls"],
  ["an owl hooting", "owl"],
  ["crickets chirping", "crickets"],
  ["clang of swords", "metal"],
  ["crowd cheering", "cheering"],
  ["dog barking in the rain", "dog"],
  ["a big dog", "dog"],
  ["a distant, echoing dog", "dog"],
  ["echoing piano", "piano"],
  ["wolf by the sea", "wolf"],
  ["a wolf howls in the distance", "wolf"],
  ["cat meowing", "cat"],
  ["a baby crying", "baby"],
  ["snoring", "snoring"],
  ["an old man snoring loudly", "snoring"],
  ["soft piano music", "piano"],
  ["a violin playing a sad tune", "violin"],
  ["drum roll", "drum"],
  ["war drums", "drum_beat"],
  ["a typewriter clattering", "typewriter"],
  ["typing on a typewriter", "typewriter"],
  ["car horn", "car_horn"],
  ["a horn honking twice in the street", "car_horn"],
  ["kettle whistling", "kettle"],
  ["sword fight", "swords"],
  ["swords clashing", "metal"],
];

for (const [prompt, effect] of understood) {
  test(`"${prompt}" gives ${effect}`, () => {
    assert.equal(understandPrompt(prompt)?.effect, effect);
  });
}

test("every recipe has a prompt", () => {
  const reached = new Set(understood.map(([, effect]) => effect));
  assert.deepEqual(
    Object.keys(RECIPES).filter((name) => !reached.has(name as EffectName)),
    [],
  );
});

for (const prompt of [
  "dragon roaring",
  "a rain dragon",
  "a dog running",
  "cat purring",
  "baby laughing",
  "a piano falling",
  "hunting horn",
  "ice cream",
  "a man laughing",
  "",
  "…",
  "la pluie",
]) {
  test(`"${prompt}" is refused, because a wrong sound is worse than none`, () => {
    assert.equal(understandPrompt(prompt), null);
  });
}

test("words around the thing set the manner", () => {
  const manner = understandPrompt("five slow, heavy footsteps on snow, far away")?.manner;
  assert.equal(manner?.count, 5);
  assert.equal(manner?.material, "snow");
  assert.ok(manner !== undefined && manner.pace < 1 && manner.weight > 0 && manner.distance > 0);
});

test("words after the thing describe the place and do not select the recipe", () => {
  assert.equal(understandPrompt("rain on the sea")?.effect, "rain");
});

test("the word loop requests a loop, and only a lasting sound can be one", () => {
  assert.equal(understandPrompt("wind, seamless loop")?.loop, true);
  assert.equal(understandPrompt("wind")?.loop, false);
  assert.equal(understandPrompt("door slam loop")?.loop, false);
});

test("any prompt without a recipe has three nearest kinds", () => {
  assert.deepEqual(nearestKinds("a man laughing"), ["crowd", "cheering", "baby"]);
  assert.deepEqual(nearestKinds("lion roaring")[0], "dog");
  assert.deepEqual(nearestKinds("gunshoot")[0], "gunshot");
  for (const prompt of ["", "…", "la pluie", "xyzzy"]) assert.equal(nearestKinds(prompt).length, 3);
});
