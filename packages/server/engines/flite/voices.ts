// The voices of the natural English cast.

import { design, type VoiceDesign } from "./voice-design.ts";

export const VOICES: readonly VoiceDesign[] = [
  design(
    "Martin",
    "male adult",
    ["rms", 101, 1],
    ["narrator", "warm", "calm"],
    "A calm, clear reader; made for long narration.",
    { rate: 0.96 },
  ),
  design(
    "Clara",
    "female adult",
    ["slt", 172, 1],
    ["narrator", "clear"],
    "A clear, friendly reader; made for long narration.",
    { rate: 0.96 },
  ),
  design("Alasdair", "male adult", ["awb", 122, 1], ["narrator", "scottish"], "A Scottish reader, measured and kind."),
  design("Gideon", "male adult", ["rms", 82, 0.93], ["low", "grave"], "Deep and grave.", { melody: 0.9, rate: 0.94 }),
  design("Dennis", "male adult", ["rms", 118, 1.06], ["plain"], "Plain and quick.", { rate: 1.06 }),
  design("Rufus", "male adult", ["rms", 92, 0.96], ["rough"], "Rough and short of words.", {
    roughness: 0.045,
    brightness: -2,
  }),
  design("Leo", "male young", ["rms", 136, 1.1], ["lively"], "A young man, lively.", { melody: 1.25, rate: 1.05 }),
  design("Silvan", "male young", ["awb", 150, 1.08], ["light"], "A young man with a light voice.", { melody: 1.15 }),
  design("Hamish", "male adult", ["awb", 102, 0.94], ["low", "scottish"], "Low and steady.", { melody: 0.95 }),
  design("Abel", "male old", ["rms", 108, 0.98], ["old", "slow"], "An old man, slow and a little hoarse.", {
    rate: 0.84,
    roughness: 0.05,
    breath: 0.18,
    melody: 1.1,
  }),
  design("Fergus", "male old", ["awb", 128, 0.97], ["old", "scottish"], "An old Scot.", {
    rate: 0.86,
    roughness: 0.05,
    breath: 0.12,
  }),
  design("Conrad", "male adult", ["slt", 112, 0.84], ["smooth"], "Smooth and even.", { melody: 0.9 }),
  design("Victor", "male adult", ["slt", 96, 0.79], ["low", "cold"], "Very low, cold.", { melody: 0.8, rate: 0.95 }),
  design("Miriam", "female adult", ["slt", 152, 0.95], ["low", "calm"], "A low woman's voice, calm.", { rate: 0.97 }),
  design("Helen", "female adult", ["slt", 188, 1.02], ["bright"], "Bright and open.", { melody: 1.15, brightness: 2 }),
  design("Ada", "female adult", ["slt", 164, 0.98], ["soft"], "Soft, with breath in it.", {
    breath: 0.3,
    rate: 0.95,
    brightness: -2,
  }),
  design("Nora", "female young", ["slt", 208, 1.05], ["lively"], "A young woman, lively.", { melody: 1.3, rate: 1.06 }),
  design("Isla", "female young", ["awb", 205, 1.15], ["scottish", "light"], "A young Scotswoman.", { melody: 1.15 }),
  design("Ruth", "female adult", ["rms", 170, 1.13], ["firm"], "Firm and matter-of-fact.", { melody: 1.1 }),
  design("Edith", "female old", ["slt", 176, 0.97], ["old"], "An old woman, slow.", {
    rate: 0.86,
    roughness: 0.04,
    breath: 0.15,
  }),
  design("Morag", "female old", ["awb", 178, 1.09], ["old", "scottish"], "An old Scotswoman.", {
    rate: 0.88,
    roughness: 0.045,
  }),
  design("Tilly", "female child", ["slt", 262, 1.14], ["child"], "A girl.", { melody: 1.3, rate: 1.02 }),
  design("Toby", "male child", ["slt", 236, 1.1], ["child"], "A boy.", { melody: 1.2, rate: 1.04, brightness: 1 }),
  design("Robin", "neutral child", ["awb", 250, 1.24], ["child"], "A small child.", { melody: 1.25 }),
];

const BY_ID = new Map(VOICES.map((voice) => [voice.id, voice]));

export function findVoice(id: string): VoiceDesign | undefined {
  return BY_ID.get(id);
}
