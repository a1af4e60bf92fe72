// Uploaded sounds that replace generated ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, SfxBlock, SfxPlacement } from "../document/document.ts";
import { soundNamed, withNamedSounds } from "./named-sounds.ts";
import type { PlaceableSound } from "./place-sounds.ts";

const sound = (name: string, more: Partial<PlaceableSound> = {}): PlaceableSound => ({
  sound_effect_id: `sound ${name}`,
  revision_id: `revision ${name}`,
  name,
  description: "A recording.",
  tags: ["recording"],
  duration_ms: 3_000,
  integrated_lufs: -14,
  ...more,
});
const LIBRARY = [
  sound("Door"),
  sound("Door knock"),
  sound("Light rain"),
  sound("Rain on a tin roof"),
  sound("Lion roar"),
  sound("Distant"),
  sound("take 12", { tags: ["accordion", "music"] }),
  sound("Piano, sad"),
];
const named = soundNamed(LIBRARY);

test("a prompt matches a sound of the same kind, or one whose words it contains", () => {
  const cases: readonly (readonly [prompt: string, name: string | null])[] = [
    ["knocks on a wooden door", "Door knock"],
    ["rain on a roof", "Rain on a tin roof"],
    ["a light rain", "Light rain"],
    ["a lion roars in the distance", "Lion roar"],
    ["accordion music", "take 12"],
    ["piano", "Piano, sad"],
    ["thunder", null],
    ["a door creaks", null],
    ["a distant dragon", null],
    ["the lion sleeps beside a quiet river in the valley", null],
    ["", null],
  ];
  for (const [prompt, name] of cases) assert.equal(named(prompt)?.name ?? null, name, prompt);
});

const effect = (
  prompt: string,
  over: Partial<SfxBlock["content"]>,
  placement: SfxPlacement | null = null,
): SfxBlock => ({
  id: `effect ${prompt}`,
  kind: "sfx",
  block_version: 1,
  content: { type: "sfx", schema_version: "studio-ast-2", prompt, duration_ms: 2_000, seed: null, ...over },
  placement,
  generation_profile_override: null,
  speaker_id: null,
});
const LINE: Block = {
  id: "line",
  kind: "narration",
  block_version: 1,
  content: {
    type: "text",
    schema_version: "studio-ast-2",
    text: "Somebody knocked.",
    annotations: [],
    points: [],
    delivery_control_sets: [],
  },
  placement: null,
  generation_profile_override: null,
  speaker_id: null,
};

test("an effect plays its matching sound, levelled below speech; effects with seeds or sources and other prompts stay", () => {
  const source = { kind: "project_sound" as const, sound_effect_id: "a", sound_effect_revision_id: "b" };
  const blocks = [
    effect("a knock", {}),
    effect("knock", { seed: 4 }),
    effect("knock!", { source }),
    effect("wolf", {}),
    LINE,
  ];
  const after = withNamedSounds(blocks, named);
  assert.equal(after.named, 1);
  const [knock, ...others] = after.blocks;
  assert.deepEqual(others, blocks.slice(1));
  assert.ok(knock?.kind === "sfx");
  assert.equal(knock.content.source?.sound_effect_revision_id, "revision Door knock");
  assert.equal(knock.content.prompt, "a knock");
  // The sound has -14 LUFS; effects play at -24.
  assert.deepEqual(
    [knock.placement?.anchor_block_id, knock.placement?.gain_db, knock.placement?.fade_out_ms],
    ["line", -10, 500],
  );
  assert.equal(withNamedSounds(after.blocks, named).named, 0);
});

test("a sound that lasts until a line plays its whole recording", () => {
  const lasting = effect(
    "rain",
    {},
    {
      ...{ anchor_block_id: "line", anchor: "start", offset_ms: 0, gain_db: 0, fade_in_ms: 0, fade_out_ms: 0 },
      until_block_id: "line",
    },
  );
  const long = soundNamed([sound("Rain", { duration_ms: 90_000 })]);
  const [after] = withNamedSounds([lasting, LINE], long).blocks;
  assert.ok(after?.kind === "sfx");
  assert.equal(after.content.duration_ms, 90_000);
  assert.deepEqual(
    [after.placement?.gain_db, after.placement?.fade_out_ms, after.placement?.until_block_id],
    [-16, 0, "line"],
  );
});
