// The cast of the embedded engine. Each voice differs audibly from every other; `npm run measure:voices` proves it.

import type { Accent, VoiceDesign } from "./voice-design.ts";

type Extras = Omit<Partial<VoiceDesign>, "pitch" | "tract">;

function voice(
  name: string,
  who: readonly [gender: VoiceDesign["gender"], age: VoiceDesign["age"], accent: Accent],
  sound: readonly [low: number, high: number, tract: number],
  description: string,
  tags: readonly string[],
  extras: Extras = {},
): VoiceDesign {
  return {
    id: name.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
    name,
    gender: who[0],
    age: who[1],
    accent: who[2],
    pitch: [sound[0], sound[1]],
    tract: sound[2],
    description,
    tags,
    ...extras,
  };
}

export const VOICES: readonly VoiceDesign[] = [
  voice(
    "Ada",
    ["female", "adult", "received"],
    [138, 205, 112],
    "Clear and calm; made for long narration.",
    ["narrator", "clear", "calm"],
    { roughness: 1, flutter: 1, rate: 0.97 },
  ),
  voice(
    "Edmund",
    ["male", "adult", "received"],
    [82, 122, 100],
    "Clear, calm and low; made for long narration.",
    ["narrator", "clear", "calm"],
    { roughness: 1, flutter: 1, rate: 0.97 },
  ),
  voice("Harriet", ["female", "young", "british"], [180, 262, 118], "Bright and quick.", ["lively", "bright"], {
    brightness: 115,
    rate: 1.05,
  }),
  voice("Tom", ["male", "young", "british"], [112, 165, 104], "Open and friendly.", ["lively"], { rate: 1.04 }),
  voice("Old Thomas", ["male", "old", "lancashire"], [96, 140, 97], "Slow and cracked with age.", ["rough", "slow"], {
    roughness: 6,
    flutter: 12,
    rate: 0.86,
    brightness: 60,
  }),
  voice("Pip", ["male", "child", "british"], [235, 330, 138], "A small boy.", ["child"], { rate: 1.02 }),
];

/** Ids are names in lower case; two voices never share one. */
export function findVoice(id: string): VoiceDesign | undefined {
  return VOICES_BY_ID.get(id);
}

const VOICES_BY_ID: ReadonlyMap<string, VoiceDesign> = new Map(VOICES.map((each) => [each.id, each]));
