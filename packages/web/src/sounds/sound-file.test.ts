// What a file and the fields beside it say about a sound.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOfFile, soundTypeOf, tagsOf, wordsOf } from "./sound-file.ts";

test("the type of a sound comes from the ending of its file's name", () => {
  assert.equal(soundTypeOf("Door.WAV"), "audio/wav");
  assert.equal(soundTypeOf("a.b.flac"), "audio/flac");
  assert.equal(soundTypeOf("notes.txt"), null);
  assert.equal(soundTypeOf("constructor"), null);
  assert.equal(soundTypeOf("x.constructor"), null);
});

test("a sound without a name is named after its file", () => {
  assert.equal(nameOfFile("door-creak_01.wav"), "door creak 01");
  assert.equal(nameOfFile(".wav"), ".wav");
});

test("tags stand between commas, each once", () => {
  assert.deepEqual(tagsOf(" door, Wood ,, wood,  old   hinge "), ["door", "Wood", "old hinge"]);
  assert.deepEqual(tagsOf(" , "), []);
});

test("what is not filled in follows from the file's name", () => {
  assert.deepEqual(wordsOf("rain.mp3", { name: "", description: " ", tags: [] }), {
    name: "rain",
    description: "rain",
    tags: ["rain"],
  });
  assert.deepEqual(wordsOf("x.mp3", { name: "Rain", description: "On a roof", tags: ["wet"] }), {
    name: "Rain",
    description: "On a roof",
    tags: ["wet"],
  });
  assert.equal(wordsOf(`${"a".repeat(200)}.mp3`, { name: "", description: "", tags: [] }).name.length, 120);
});
