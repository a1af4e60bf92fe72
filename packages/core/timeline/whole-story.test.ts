// One story passes all rules from its text to its timeline, in the server's order.

import assert from "node:assert/strict";
import { hash as digest, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type CastableVoice, castVoices, conversationGraph, directEmotion } from "../direction/direction.ts";
import {
  assignRemainingSpeakers,
  type Block,
  isSpoken,
  scriptFromStructure,
  sourceText,
} from "../document/document.ts";
import { blockIntentParts, isGeneratable } from "../media/media.ts";
import { structureText } from "../structure/structure.ts";
import { chaptersOf, compileManifest } from "./timeline.ts";

const hash = (text: string) => digest("sha256", text, "hex");
const story = readFileSync(new URL("../../../examples/the-lighthouse.txt", import.meta.url), "utf8");
const NARRATOR = randomUUID();

const structured = structureText(story);
const speakerIds = structured.characters.map(() => randomUUID());
const prepared = scriptFromStructure(story, structured, { newId: randomUUID, speakerIds, narratorId: NARRATOR });
const assigned = new Map(
  assignRemainingSpeakers(prepared, { narratorId: NARRATOR, speakerIds: new Set([NARRATOR, ...speakerIds]) }).map(
    (block) => [block.id, block],
  ),
);
const blocks: readonly Block[] = prepared.map((block) => assigned.get(block.id) ?? block);
const textOf = (block: Block | undefined) => (block?.content.type === "text" ? block.content.text : "");

test("the script contains the story, unit by unit, and every speech has a speaker", () => {
  assert.equal(sourceText(blocks), story);
  assert.ok(blocks.filter(isSpoken).every(({ speaker_id }) => speaker_id !== null));
  assert.ok(blocks.filter(({ kind }) => kind === "speech").length > 20);
});

test("partners get different voices that fit", () => {
  const voices = (["male", "female"] as const).flatMap((gender, g) =>
    (["child", "adult", "old"] as const).flatMap((age, a) =>
      [0, 1, 2].map((n): CastableVoice => {
        const tags = gender === "female" && age === "adult" && n === 0 ? ["narrator"] : [];
        return {
          voice_id: `${gender} ${age} ${n}`,
          language: "en-GB",
          gender,
          age,
          accent: null,
          tags,
          features: [g * 9 + n, a],
        };
      }),
    ),
  );
  const conversations = conversationGraph(blocks);
  const people = structured.characters.map((character, index) => ({
    id: speakerIds[index]!,
    name: character.name,
    role: "character" as const,
    gender: character.gender,
    age: character.age,
    lines: character.quotes,
    characters: character.quotes * 50,
    casting: null,
  }));
  const narrator = { ...people[0]!, id: NARRATOR, role: "narrator" as const, gender: null, age: null };
  const cast = castVoices({ speakers: [narrator, ...people], conversations, voices, language: "en" });
  assert.equal(cast.get(NARRATOR), "female adult 0");
  assert.ok(conversations.length > 0);
  for (const { a, b } of conversations) assert.notEqual(cast.get(a), cast.get(b));
  for (const { id, gender } of people) {
    if (gender === "male" || gender === "female") assert.ok(cast.get(id)?.startsWith(`${gender} `));
  }
});

test("lines that the story describes as whispered or shouted are directed accordingly", () => {
  const directions = new Map(directEmotion(blocks).map((one) => [one.block_id, one.control_set.directives[0]?.intent]));
  const intentOf = (words: string) => directions.get(blocks.find((block) => textOf(block).includes(words))?.id ?? "");
  assert.equal(intentOf("“Well,”"), "whisper");
  assert.equal(intentOf("aren’t you going to open it?"), "whisper");
  assert.equal(intentOf("You walked to the noise!"), "shout");
  assert.equal(intentOf("It’s only weather"), undefined);
});

test("the timeline is complete, with every spoken word, its chapters and its scenes", () => {
  const parts = blocks.map((block) => blockIntentParts(block, hash));
  const result = compileManifest({
    project_id: randomUUID(),
    section_id: randomUUID(),
    document_version: 2,
    speaker_registry_version: 1,
    mastering_version: 1,
    mastering_profile: {
      schema_version: 1,
      enabled: true,
      target_lufs: -18,
      strength: 1,
      max_boost_db: 12,
      max_reduction_db: 12,
      silence_threshold_lufs: -70,
      peak_ceiling_db: -3,
      speaker_adjustments_db: {},
      sfx_bus_gain_db: 0,
    },
    sound_effects_enabled: true,
    blocks: blocks.map((block, index) => ({
      block,
      speaker_id: block.speaker_id,
      parts: parts[index]!,
      freshness: isGeneratable(parts[index]!) ? "current" : "absent",
      rendition: {
        id: randomUUID(),
        intent_hash: hash(block.id),
        asset_id: randomUUID(),
        asset_content_hash: hash("sound"),
        duration_ms: 60 * textOf(block).length,
        integrated_lufs: -20,
        sample_peak_dbfs: -3,
      },
      failed: false,
      voice: "ready",
    })),
    hash,
  });
  assert.ok(result.kind === "compiled");
  const { manifest } = result;
  assert.equal(manifest.completeness, "complete");
  const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
  assert.equal(manifest.timed_text_units.map(({ text }) => letters(text)).join(""), letters(story));
  assert.match(chaptersOf(blocks, manifest, "The Lighthouse")[0]?.title ?? "", /^THE LIGHTHOUSE/);
  const longest = manifest.sequential_units.filter((unit) => unit.unit_type === "spacing" && unit.duration_ms >= 2000);
  assert.equal(longest.length, story.split("* * *").length - 1 + (story.match(/^Chapter /gm)?.length ?? 1) - 1);
});
