import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Block } from "../document/document.ts";
import { type PlaceableSound, placeSounds, withPlacedSounds } from "./place-sounds.ts";

let count = 0;
const newId = () => `id-${++count}`;

function narration(text: string, kind: "narration" | "speech" = "narration"): Block {
  return {
    id: newId(),
    kind,
    block_version: 1,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text,
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    generation_profile_override: null,
    placement: null,
    speaker_id: null,
  };
}

function sound(name: string, tags: readonly string[] = ["other"], description = "A recording."): PlaceableSound {
  return {
    sound_effect_id: `sound ${name}`,
    revision_id: `revision ${name}`,
    name,
    description,
    tags,
    duration_ms: 2_000,
    integrated_lufs: -20,
  };
}

const CREAK = sound("Door creak", ["door", "creak", "hinge"], "An old wooden door opens slowly.");
const THUNDER = sound("Thunder", ["storm", "weather"]);
const SLAM = sound("Old door slam", ["door", "slam", "wood"], "A heavy wooden door slams shut.");

/** The words that sounds were placed at. */
function heard(text: string, sounds: readonly PlaceableSound[]): string[] {
  return placeSounds([narration(text)], sounds)
    .filter((one) => one.placed)
    .map((one) => `${one.sound.name}: ${/^[\p{L}’']+/u.exec(text.slice(one.offset_utf16))?.[0]}`);
}

test("a sound is placed at the word that reports it, in any form", () => {
  assert.deepEqual(heard("Slowly, the door creaked open.", [CREAK]), ["Door creak: creaked"]);
  assert.deepEqual(heard("Thunder rolled over the hills.", [THUNDER]), ["Thunder: Thunder"]);
  assert.deepEqual(heard("He slammed the door behind him.", [SLAM]), ["Old door slam: slammed"]);
  assert.deepEqual(heard("The rain fell on the roof.", [sound("Heavy rain", ["rain"])]), ["Heavy rain: rain"]);
});

test("tags and description stand in for the name when several agree", () => {
  const waves = sound("Beach_recording 03", ["sea", "shore"], "Waves roll in.");
  assert.deepEqual(
    heard("The sea rolled against the shore all night.", [waves]),
    ["Beach_recording 03: rolled"].map(() => "Beach_recording 03: sea"),
  );
  assert.deepEqual(heard("They never spoke of the sea again.", [waves]), []);
});

test("a mention of a part, a denial or a comparison is not a sound", () => {
  for (const text of [
    "She closed the door.",
    "The old door stood open.",
    "There was no thunder that night.",
    "His voice was like thunder.",
    "It did not thunder.",
    "The lamp creaked, and far away on the other side of the town somebody opened a green door.",
  ]) {
    assert.deepEqual(heard(text, [CREAK, THUNDER, SLAM]), [], text);
  }
});

test("only narration is searched", () => {
  assert.deepEqual(placeSounds([narration("Thunder! Thunder!", "speech")], [THUNDER]), []);
});

test("the better of two sounds is placed, once per sentence, and again only after a distance", () => {
  assert.deepEqual(heard("The old door slammed, and the door slammed again.", [CREAK, SLAM]), [
    "Old door slam: slammed",
  ]);
  const near = "Thunder rolled. They waited a little while. Thunder rolled again.";
  assert.deepEqual(heard(near, [THUNDER]), ["Thunder: Thunder"]);
  const far = `Thunder rolled. ${"They waited a little while. ".repeat(15)}Thunder rolled again.`;
  assert.equal(heard(far, [THUNDER]).length, 2);
});

test("the effect plays the sound's revision, anchored at the word, levelled under speech and cut when it is long", () => {
  const rain = { ...sound("Rain"), duration_ms: 600_000, integrated_lufs: -14 };
  const block = narration("At night the rain came.");
  const [marked, effect] = withPlacedSounds([block], placeSounds([block], [rain]), newId);
  assert.ok(effect?.kind === "sfx" && marked?.kind === "narration");
  assert.deepEqual(effect.content.source, {
    kind: "project_sound",
    sound_effect_id: "sound Rain",
    sound_effect_revision_id: "revision Rain",
  });
  assert.deepEqual([effect.content.duration_ms, effect.content.seed, effect.content.prompt], [15_000, null, "Rain"]);
  assert.deepEqual(effect.placement, {
    anchor_block_id: block.id,
    anchor: "offset",
    offset_utf16: 13,
    offset_ms: 0,
    gain_db: -16,
    fade_in_ms: 500,
    fade_out_ms: 2_000,
  });
  assert.equal(marked.block_version, 1);
  assert.equal(marked.content.text, "At night the rain came.");
});

const sentences = fc.array(
  fc.constantFrom(
    "The door creaked open.",
    "Thunder rolled.",
    "She waited.",
    "He slammed the old door.",
    "Nothing happened for a long while, and nobody came.",
  ),
  { minLength: 1, maxLength: 8 },
);
const SOUNDS = [CREAK, THUNDER, SLAM];

test("placing again adds nothing, even after an edit elsewhere, and removed sounds do not return", () => {
  fc.assert(
    fc.property(fc.array(sentences, { minLength: 1, maxLength: 6 }), sentences, fc.nat(), (texts, more, at) => {
      const blocks = texts.map((one) => narration(one.join(" ")));
      const once = withPlacedSounds(blocks, placeSounds(blocks, SOUNDS), newId);
      assert.deepEqual(placeSounds(once, SOUNDS), []);
      const withoutEffects = once.filter((block) => block.kind !== "sfx");
      assert.deepEqual(placeSounds(withoutEffects, SOUNDS), []);
      const added = narration(more.join(" "));
      const edited = once.toSpliced(at % (once.length + 1), 0, added);
      assert.ok(placeSounds(edited, SOUNDS).every((one) => one.block_id === added.id));
    }),
    { numRuns: 60 },
  );
});

test("a sound that is linked later is placed in addition to existing ones", () => {
  const blocks = [
    narration("The door creaked open."),
    narration("They listened to it for quite a while before anything happened. Thunder rolled."),
  ];
  const once = withPlacedSounds(blocks, placeSounds(blocks, [CREAK]), newId);
  assert.deepEqual(
    placeSounds(once, [CREAK, THUNDER]).map((one) => [one.sound.name, one.placed]),
    [["Thunder", true]],
  );
});

test("a long text with many sounds takes linear time", () => {
  const text = "The door creaked and the rain fell while thunder rolled over the old town. ".repeat(1_000);
  const sounds = Array.from({ length: 100 }, (_, index) =>
    sound(`Sound ${String.fromCharCode(97 + (index % 26))}${index} door`, ["rain"]),
  );
  assert.ok(placeSounds([narration(text)], [...sounds, THUNDER]).length > 0);
});
