import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type Block, scriptFromStructure } from "../document/document.ts";
import { understandPrompt } from "../sound/effects/effects.ts";
import { structureText } from "../structure/structure.ts";
import { CUE_PATTERNS } from "./english-sound-cues.ts";
import { LEAST_WORDS_FOR_CUES, soundCues, WORDS_PER_CUE, withCues } from "./sound-cues.ts";

let ids = 0;
function narration(text: string): Block {
  return {
    kind: "narration",
    id: `block-${ids++}`,
    block_version: 1,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    placement: null,
    generation_profile_override: null,
    speaker_id: null,
  };
}

/** This many words without a sound. */
const quiet = (words: number) =>
  `${Array.from({ length: words }, (_, i) => ["paper", "table", "colour", "morning"][i % 4]).join(" ")}. `;

const cuesOf = (...texts: string[]) => soundCues(texts.map(narration));
const promptsIn = (sentence: string) => cuesOf(quiet(100) + sentence).map((cue) => cue.prompt);

const newId = () => `id-${ids++}`;

test("every prompt of a cue has a recipe", () => {
  for (const { prompt } of CUE_PATTERNS) assert.notEqual(understandPrompt(prompt.replace("#", "three")), null, prompt);
});

for (const [sentence, prompt] of [
  ["The door slammed.", "door slams"],
  ["Rain drummed on the roof.", "rain falling"],
  ["The wind howled round the house.", "wind howling"],
  ["There was a knock at the door.", "knocks on a wooden door"],
  ["Far off, a peal of thunder broke the quiet.", "distant roll of thunder"],
  ["She could hear footsteps on the gravel.", "footsteps on gravel"],
  ["The clock in the hall struck eleven.", "clock strikes eleven"],
  ["A carriage rattled past.", "carriage passing on cobbles"],
  ["He fired his pistol into the air.", "gunshot"],
  ["The fire crackled softly.", "soft fire crackling"],
  ["Waves broke on the rocks below.", "sea waves breaking"],
  ["The gulls were screaming.", "seagulls crying"],
] as const) {
  test(`"${sentence}" sounds: ${prompt}`, () => assert.deepEqual(promptsIn(sentence), [prompt]));
}

for (const sentence of [
  "No footsteps sounded on the stairs.",
  "It was as if a door slammed in her head.",
  "His voice was like a peal of thunder.",
  "If the bell rang, they would run.",
  "He had slammed the door that morning.",
  "The wind would have howled on any other night.",
  "She never heard footsteps there.",
  "She admired the door.",
  "They took steps to prevent it.",
  "The church had a bell.",
]) {
  test(`"${sentence}" reports no sound`, () => assert.deepEqual(promptsIn(sentence), []));
}

test("dialogue makes no sound", () => {
  const text = `${quiet(200)}\n\n“The door slammed, and rain drummed on the roof,” said Mara.\n`;
  const structured = structureText(text, {});
  let next = 0;
  const blocks = scriptFromStructure(text, structured, {
    newId: () => `id-${next++}`,
    speakerIds: structured.characters.map((_, index) => `speaker-${index}`),
    narratorId: "narrator",
  });
  assert.deepEqual(soundCues(blocks), []);
});

test("a cue is at the word that reports the sound", () => {
  const text = `${quiet(100)}Then the door slammed.`;
  const [cue] = cuesOf(text);
  assert.equal(text.slice(cue?.offset_utf16).startsWith("door slammed"), true);
});

const SOUNDS = [
  "The door slammed.",
  "Rain drummed on the roof.",
  "A shot rang out.",
  "The clock struck nine.",
  "The wind howled.",
];
const stories = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.constantFrom(...SOUNDS, "")), { minLength: 1, maxLength: 40 })
  .map((parts) => parts.map(([words, sound]) => narration(quiet(words) + sound)));

test("at most one cue in 150 words, however many sounds are reported; finding again adds nothing", async () => {
  await fc.assert(
    fc.property(stories, (blocks) => {
      const words = blocks.reduce(
        (sum, block) => sum + ((block.content as { text: string }).text.match(/\p{L}+/gu)?.length ?? 0),
        0,
      );
      const cues = soundCues(blocks);
      assert.ok(cues.length <= Math.max(1, words / WORDS_PER_CUE), `${cues.length} cues in ${words} words`);
      assert.deepEqual(soundCues(withCues(blocks, cues, newId)), []);
    }),
  );
});

test("a story with 60 words or more can have one sound", () => {
  const thunder = "The thunder rolled over the hills.";
  const words = 6;
  assert.equal(cuesOf(quiet(LEAST_WORDS_FOR_CUES - words) + thunder).length, 1);
  assert.equal(cuesOf(quiet(LEAST_WORDS_FOR_CUES - words - 1) + thunder).length, 0);
});

test("a sound that a user removed is not added again", () => {
  const blocks = [narration(`${quiet(100)}The door slammed.`)];
  const cued = withCues(blocks, soundCues(blocks), newId);
  assert.deepEqual(
    cued.map((block) => block.kind),
    ["narration", "sfx"],
  );
  assert.deepEqual(soundCues(cued.filter((block) => block.kind !== "sfx")), []);
});

test("a script in another language gets none", () => {
  assert.deepEqual(soundCues([narration(`${quiet(100)}The door slammed.`)], { language: "de" }), []);
});
