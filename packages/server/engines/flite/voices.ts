// The voices of the natural English cast. Any two differ audibly (`npm run measure:voices`); `npm run bench voices` says how
// well an outside recogniser understands each.

import { createHash } from "node:crypto";
import { type BaseVoice, type VoiceDesign as Design, design } from "../natural/voice-design.ts";
import { BASES } from "./bases.ts";
import type { FliteBase } from "./flite-module.ts";

export type VoiceDesign = Design<FliteBase>;

const MEN: readonly VoiceDesign[] = [
  design(
    "Martin",
    "male adult",
    ["rms", 101, 1],
    ["narrator", "default", "warm", "calm"],
    "A calm, clear reader; made for long narration.",
    { rate: 0.96, level: 0.9 },
  ),
  design("Alasdair", "male adult", ["awb", 135, 1], ["narrator", "scottish"], "A Scottish reader, measured and kind.", {
    blend: ["rms", 0.4],
    melody: 1.07,
    rate: 0.89,
    brightness: -4,
    colours: [
      [450, 2],
      [1000, 4],
      [2700, -4],
    ],
    level: -1,
  }),
  design("Gideon", "male adult", ["rms", 80, 0.955], ["low", "grave"], "Deep and grave.", {
    melody: 0.9,
    rate: 0.93,
    brightness: -2,
    level: 1.4,
  }),
  design("Dennis", "male adult", ["rms", 118, 1.03], ["plain", "quick"], "Plain and quick.", {
    melody: 1.02,
    mouth: 0.92,
    breath: 0.03,
    brightness: -2,
    colours: [[2700, 1]],
    level: 0.9,
  }),
  design("Rufus", "male adult", ["rms", 91, 0.95], ["rough"], "Rough and short of words.", {
    rate: 1.02,
    roughness: 0.035,
    brightness: -4,
    colours: [[450, 3]],
    level: 1.1,
  }),
  design("Cuthbert", "male adult", ["rms", 126, 0.98], ["dry"], "Dry and precise, a little through the nose.", {
    melody: 0.74,
    rate: 0.96,
    mouth: 1.08,
    brightness: 3,
    colours: [
      [450, 3],
      [1000, -5],
      [2700, 5],
    ],
    level: -0.4,
  }),
  design("Hamish", "male adult", ["awb", 93, 0.961], ["low", "scottish"], "Low and steady.", {
    blend: ["rms", 0.45],
    melody: 0.95,
    rate: 0.99,
    mouth: 0.97,
    breath: 0.03,
    brightness: -3,
    colours: [
      [450, -1],
      [1000, -1],
      [2700, 2],
    ],
    level: 0.6,
  }),
  design("Ambrose", "male adult", ["awb", 109, 0.945], ["round", "scottish"], "Round, hearty, well fed.", {
    blend: ["slt", 0.5],
    melody: 1.23,
    mouth: 0.92,
    brightness: 1,
    colours: [
      [450, 4],
      [2700, -2],
    ],
    level: -1.9,
  }),
  design("Conrad", "male adult", ["slt", 111, 0.88], ["smooth"], "Smooth and even.", {
    melody: 0.9,
    rate: 1.01,
    mouth: 1.02,
    brightness: 3,
    colours: [[2700, 3]],
    level: -2.4,
  }),
  design("Victor", "male adult", ["slt", 93, 0.82], ["low", "cold"], "Very low, cold.", {
    melody: 0.7,
    rate: 0.92,
    brightness: 3,
    level: -2.6,
  }),
  design("Julian", "male adult", ["slt", 130, 0.84], ["gentle"], "Gentle, with breath in the voice.", {
    melody: 0.85,
    rate: 0.96,
    breath: 0.15,
    brightness: -3,
    colours: [
      [450, 1],
      [1000, -1],
    ],
    level: -2.3,
  }),
  design("Leo", "male young", ["rms", 131, 1.05], ["lively"], "A young man, lively.", {
    melody: 1.33,
    rate: 1.09,
    mouth: 1.01,
    breath: 0.02,
    brightness: -3,
    colours: [
      [450, 1],
      [2700, 2],
    ],
    level: 0.3,
  }),
  design("Silvan", "male young", ["awb", 149, 1.042], ["light", "scottish"], "A young man with a light voice.", {
    blend: ["rms", 0.3],
    melody: 1.02,
    rate: 1.02,
    mouth: 0.95,
    brightness: 3,
    colours: [
      [450, -3],
      [1000, 2],
      [2700, 3],
    ],
    level: -0.4,
  }),
  design("Felix", "male young", ["slt", 147, 0.87], ["bright"], "A young man, quick and bright.", {
    melody: 1.45,
    rate: 1.12,
    mouth: 0.98,
    breath: 0.22,
    brightness: 5,
    colours: [
      [450, 5],
      [1000, 1],
      [2700, -1],
    ],
    level: -4.7,
  }),
  design("Jasper", "male young", ["rms", 152, 1], ["earnest"], "A young man, earnest.", {
    melody: 0.68,
    mouth: 1.08,
    breath: 0.04,
    brightness: 1,
    colours: [[1000, -1]],
    level: -0.1,
  }),
  design("Abel", "male old", ["rms", 113, 0.98], ["old", "slow"], "An old man, slow and a little hoarse.", {
    melody: 1.19,
    rate: 0.8,
    mouth: 1.01,
    roughness: 0.03,
    tremor: 0.35,
    breath: 0.18,
    level: 0.6,
  }),
  design("Mordecai", "male old", ["rms", 83, 0.975], ["old", "creaking"], "A very old man, deep and creaking.", {
    rate: 0.82,
    roughness: 0.05,
    tremor: 0.25,
    brightness: -2,
    level: 1.3,
  }),
  design("Fergus", "male old", ["awb", 147, 0.986], ["old", "scottish"], "An old Scot.", {
    blend: ["rms", 0.45],
    melody: 1.21,
    rate: 0.79,
    roughness: 0.033,
    tremor: 0.32,
    breath: 0.04,
    brightness: 5,
    colours: [
      [450, 1],
      [1000, 2],
      [2700, 2],
    ],
    level: -1.1,
  }),
  design("Barnaby", "male old", ["slt", 143, 0.84], ["old", "thin"], "A thin old voice that trembles.", {
    rate: 0.86,
    mouth: 1.02,
    roughness: 0.032,
    tremor: 0.57,
    breath: 0.11,
    brightness: -2,
    colours: [
      [450, 5],
      [1000, 1],
      [2700, -3],
    ],
    level: -4.6,
  }),
];

const WOMEN: readonly VoiceDesign[] = [
  design(
    "Clara",
    "female adult",
    ["slt", 180, 0.98],
    ["narrator", "clear"],
    "A clear, friendly reader; made for long narration.",
    {
      melody: 1.13,
      rate: 0.9,
      breath: 0.02,
      brightness: 1,
      colours: [
        [450, -2],
        [2700, 2],
      ],
      level: -4.1,
    },
  ),
  design("Miriam", "female adult", ["slt", 153, 0.94], ["low", "calm"], "A low woman's voice, calm.", {
    melody: 0.96,
    rate: 0.9,
    mouth: 0.98,
    breath: 0.16,
    brightness: 5,
    colours: [
      [450, -4],
      [1000, -3],
      [2700, 2],
    ],
    level: -2.6,
  }),
  design("Helen", "female adult", ["slt", 212, 1.02], ["bright"], "Bright and open.", {
    melody: 1.26,
    rate: 0.9,
    mouth: 0.99,
    breath: 0.01,
    brightness: 3,
    colours: [
      [450, -2],
      [1000, 2],
      [2700, -4],
    ],
    level: -5,
  }),
  design("Lydia", "female adult", ["slt", 161, 0.9], ["soft"], "Soft, with breath in it.", {
    melody: 1.06,
    rate: 0.95,
    mouth: 1.05,
    breath: 0.26,
    brightness: -5,
    colours: [
      [450, 4],
      [2700, -3],
    ],
    level: -4.5,
  }),
  design("Dora", "female adult", ["slt", 184, 0.93], ["round", "motherly"], "Round and motherly.", {
    melody: 1.1,
    rate: 1.01,
    mouth: 0.91,
    brightness: -1,
    colours: [
      [450, 5],
      [1000, -3],
      [2700, -1],
    ],
    level: -5.2,
  }),
  design("Cordelia", "female adult", ["slt", 155, 1], ["sharp"], "Sharp, a little through the nose.", {
    melody: 0.99,
    rate: 1.06,
    mouth: 1.08,
    colours: [
      [450, 3],
      [1000, -4],
      [2700, 4],
    ],
    level: -3.6,
  }),
  design("Ruth", "female adult", ["rms", 179, 1.13], ["firm"], "Firm and matter-of-fact.", {
    melody: 0.77,
    rate: 0.97,
    mouth: 0.99,
    breath: 0.08,
    brightness: 4,
    colours: [
      [450, 2],
      [1000, -1],
      [2700, -5],
    ],
    level: -1.6,
  }),
  design("Agnes", "female adult", ["rms", 183, 1.14], ["warm"], "Warm and quick to laugh.", {
    melody: 1.39,
    rate: 1.06,
    mouth: 0.97,
    brightness: -3,
    colours: [
      [450, 5],
      [1000, 5],
    ],
    level: -2.2,
  }),
  design("Winifred", "female adult", ["awb", 175, 1.1], ["scottish"], "A Scotswoman, brisk and practical.", {
    blend: ["rms", 0.4],
    melody: 0.84,
    rate: 1.06,
    mouth: 0.97,
    breath: 0.09,
    brightness: 1,
    colours: [
      [450, -2],
      [1000, 2],
      [2700, 4],
    ],
    level: -1.1,
  }),
  design("Nora", "female young", ["slt", 199, 0.99], ["lively"], "A young woman, lively.", {
    melody: 1.4,
    rate: 1.15,
    mouth: 1.06,
    brightness: 5,
    colours: [
      [450, -5],
      [1000, -1],
      [2700, 4],
    ],
    level: -4.1,
  }),
  design("Iris", "female young", ["slt", 216, 0.908], ["dreamy"], "A young woman, dreamy.", {
    melody: 0.67,
    rate: 0.95,
    mouth: 1.01,
    breath: 0.16,
    brightness: -2,
    colours: [
      [450, 2],
      [2700, -1],
    ],
    level: -4.6,
  }),
  design("Catriona", "female young", ["awb", 219, 1.13], ["scottish", "light"], "A young Scotswoman.", {
    blend: ["rms", 0.4],
    melody: 1.22,
    rate: 1.04,
    mouth: 0.96,
    colours: [
      [450, -3],
      [1000, 1],
      [2700, 2],
    ],
    level: -0.9,
  }),
  design("Sabine", "female young", ["rms", 206, 1.17], ["clear"], "A young woman, clear and decided.", {
    melody: 1.27,
    rate: 1.06,
    mouth: 1.04,
    brightness: 5,
    colours: [
      [450, -3],
      [1000, -1],
      [2700, -2],
    ],
    level: -0.8,
  }),
  design("Edith", "female old", ["slt", 173, 0.92], ["old"], "An old woman, slow.", {
    melody: 1.25,
    rate: 0.89,
    mouth: 0.98,
    roughness: 0.043,
    tremor: 0.28,
    breath: 0.12,
    colours: [
      [450, -1],
      [1000, -3],
      [2700, -2],
    ],
    level: -3.7,
  }),
  design("Philippa", "female old", ["rms", 175, 1.06], ["old", "stern"], "An old lady, stern.", {
    melody: 1.3,
    rate: 0.8,
    roughness: 0.023,
    tremor: 0.49,
    brightness: 5,
    colours: [
      [450, -1],
      [2700, 2],
    ],
    level: -1.2,
  }),
  design("Morag", "female old", ["awb", 170, 1.091], ["old", "scottish"], "An old Scotswoman.", {
    blend: ["rms", 0.4],
    melody: 0.97,
    rate: 0.79,
    mouth: 1.01,
    roughness: 0.04,
    tremor: 0.3,
    brightness: -1,
    colours: [
      [450, 4],
      [2700, 1],
    ],
    level: -2.6,
  }),
];

const CHILDREN: readonly VoiceDesign[] = [
  design("Tilly", "female child", ["slt", 281, 1.04], ["child"], "A girl.", {
    melody: 1.09,
    rate: 1.04,
    mouth: 0.98,
    colours: [
      [450, -2],
      [2700, 2],
    ],
    level: -2.5,
  }),
  design("Hetty", "female child", ["rms", 297, 1.17], ["child", "small"], "A small girl.", {
    melody: 1.18,
    rate: 0.95,
    mouth: 1.03,
    breath: 0.02,
    brightness: 2,
    level: 1.6,
  }),
  design("Toby", "male child", ["slt", 238, 1.01], ["child"], "A boy.", {
    melody: 1.2,
    rate: 1.11,
    colours: [[1000, 4]],
    level: -5,
  }),
  design("Jem", "male child", ["rms", 240, 1.2], ["child"], "A boy, serious.", {
    melody: 0.9,
    mouth: 0.99,
    colours: [[1000, 2]],
    level: -0.9,
  }),
  design("Pippa", "neutral child", ["awb", 263, 1.129], ["child"], "A small child.", {
    blend: ["rms", 0.45],
    melody: 1.35,
    rate: 0.96,
    mouth: 0.94,
    brightness: -4,
    colours: [
      [450, 3],
      [1000, -2],
      [2700, 1],
    ],
    level: -0.9,
  }),
];

export const VOICES: readonly VoiceDesign[] = [...MEN, ...WOMEN, ...CHILDREN];

const BY_ID = new Map(VOICES.map((voice) => [voice.id, voice]));

export function findVoice(id: string): VoiceDesign | undefined {
  return BY_ID.get(id);
}

/** Changes whenever the sound of this voice changes: name, tags and description do not count. */
export function voiceDigest(voice: VoiceDesign): string {
  const { name, gender, age, tags, description, ...sound } = voice;
  return digest([sound, soundOf(voice.base)]);
}

/** Changes whenever the definition of any voice changes. */
export function castDigest(): string {
  return digest([VOICES, Object.fromEntries(Object.keys(BASES).map((base) => [base, soundOf(base as FliteBase)]))]);
}

/** What of a recorded speaker counts in digests. Levels of whispers and sharpness came later; SOUND_VERSION stands for them. */
function soundOf(base: FliteBase): Omit<BaseVoice, "whisperDb" | "sharpness"> {
  const { whisperDb, sharpness, ...sound } = BASES[base];
  return sound;
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
}
