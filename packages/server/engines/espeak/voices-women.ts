// English voices of women: adult, young, old.

import { design, type VoiceDesign } from "./voice-design.ts";

export const WOMEN: readonly VoiceDesign[] = [
  design(
    "Ada",
    ["female", "adult", "received"],
    [138, 205, 112, 100],
    "Clear and calm; made for long narration.",
    ["narrator", "clear", "calm"],
    { roughness: 1, flutter: 1, rate: 0.97 },
  ),
  design(
    "Grace",
    ["female", "adult", "american"],
    [112, 168, 109, 100],
    "Warm and unhurried; made for long narration.",
    ["narrator", "warm", "calm"],
    {
      roughness: 0,
      flutter: 1,
      rate: 0.92,
      formants: { 1: { height: 95, frequency: 106 }, 2: { height: 145 }, 3: { height: 95, frequency: 103 } },
    },
  ),
  design(
    "Charlotte",
    ["female", "adult", "received"],
    [168, 253, 108, 130],
    "Polished and a little haughty.",
    ["elegant", "bright"],
    {
      roughness: 0,
      rate: 0.95,
      formants: { 1: { height: 120 }, 2: { frequency: 104, height: 130 }, 3: { height: 105 } },
    },
  ),
  design("Fiona", ["female", "adult", "scottish"], [185, 240, 124, 100], "Level-headed and kind.", ["warm"], {
    roughness: 0,
    rate: 1.01,
    formants: { 1: { height: 135 }, 2: { height: 150, frequency: 106 }, 3: { height: 40 } },
  }),
  design("Rosa", ["female", "adult", "newYork"], [143, 228, 103, 165], "Brisk and plain-spoken.", ["brisk"], {
    roughness: 4,
    rate: 1.06,
    formants: { 2: { height: 65, frequency: 98 }, 3: { height: 60 } },
  }),
  design("Marion", ["female", "adult", "lancashire"], [108, 156, 124, 50], "Low and steady.", ["low", "dark"], {
    roughness: 3,
    formants: { 1: { height: 130 }, 2: { height: 150, frequency: 108 }, 3: { height: 85, frequency: 94 } },
  }),
  design("Delphine", ["female", "adult", "caribbean"], [120, 179, 111, 90], "Generous and full.", ["warm", "full"], {
    roughness: 4,
    rate: 1.03,
    formants: { 1: { height: 150 }, 2: { height: 60, frequency: 96 }, 3: { height: 85 } },
  }),
  design("Judith", ["female", "adult", "british"], [185, 232, 105, 20], "Dry and precise.", ["dry", "strict"], {
    rate: 0.98,
    formants: { 1: { height: 75 }, 2: { height: 90 }, 3: { height: 170, frequency: 101 } },
  }),
  design("Sylvia", ["female", "adult", "american"], [134, 210, 120, 45], "Soft and breathy.", ["soft", "breathy"], {
    breath: [0, 4, 6, 6, 6, 6, 0, 8],
    voicing: 80,
    formants: { 1: { height: 85, frequency: 103 }, 2: { height: 70 }, 3: { height: 155, frequency: 105 } },
  }),
  design("Beryl", ["female", "adult", "midlands"], [181, 259, 109, 175], "Sharp and talkative.", ["sharp", "brisk"], {
    rate: 1.08,
    formants: { 2: { height: 60, frequency: 102 }, 3: { height: 165 } },
  }),
  design("Harriet", ["female", "young", "british"], [224, 324, 118, 105], "Bright and quick.", ["lively", "bright"], {
    rate: 1.05,
    formants: { 1: { height: 130 } },
  }),
  design("Lily", ["female", "young", "received"], [204, 290, 123, 60], "Gentle, almost shy.", ["soft", "gentle"], {
    breath: [0, 4, 6, 6, 6, 6, 0, 8],
    voicing: 80,
  }),
  design("Chloe", ["female", "young", "american"], [178, 277, 119, 170], "Cheerful and outspoken.", ["lively"], {
    rate: 1.07,
    formants: { 2: { height: 90 } },
  }),
  design("Isla", ["female", "young", "scottish"], [169, 230, 123, 70], "Thoughtful.", ["gentle"], {
    roughness: 4,
    formants: {
      1: { height: 60, frequency: 96 },
      2: { height: 135, frequency: 95 },
      3: { height: 155, frequency: 101 },
    },
  }),
  design("Nell", ["female", "young", "lancashire"], [213, 278, 120, 75], "Hearty and direct.", ["hearty"], {
    formants: { 1: { height: 150, frequency: 105 }, 3: { height: 65 } },
  }),
  design("Tamara", ["female", "young", "caribbean"], [193, 283, 110, 35], "Easy-going.", ["relaxed"], {
    roughness: 1,
    rate: 0.97,
    formants: { 1: { height: 70, frequency: 94 }, 2: { height: 140 }, 3: { frequency: 97 } },
  }),
  design("Bridget", ["female", "young", "newYork"], [166, 227, 128, 165], "High and excitable.", ["high", "lively"], {
    roughness: 4,
    rate: 1.1,
    formants: { 1: { frequency: 106, height: 115 }, 2: { frequency: 93, height: 75 } },
  }),
  design("Granny Bell", ["female", "old", "british"], [146, 210, 105, 45], "Frail and friendly.", ["frail", "slow"], {
    roughness: 5,
    flutter: 14,
    rate: 0.86,
  }),
  design(
    "Mrs. Pringle",
    ["female", "old", "received"],
    [175, 246, 113, 180],
    "Old, upright and used to being obeyed.",
    ["strict", "elegant"],
    { roughness: 6, flutter: 10, rate: 0.92, formants: { 1: { frequency: 105 } } },
  ),
  design("Aunt Hester", ["female", "old", "american"], [126, 182, 102, 90], "Old and husky.", ["rough"], {
    roughness: 7,
    flutter: 8,
    rate: 0.9,
  }),
  design(
    "Nan Flora",
    ["female", "old", "scottish"],
    [184, 262, 106, 25],
    "Very old, thin and trembling.",
    ["frail", "slow"],
    { roughness: 4, flutter: 20, rate: 0.84, formants: { 2: { height: 70 } } },
  ),
  design(
    "Auntie Pearl",
    ["female", "old", "caribbean"],
    [131, 194, 112, 25],
    "Old, deep and comforting.",
    ["warm", "low"],
    { roughness: 4, flutter: 6, rate: 0.94, formants: { 1: { height: 120 }, 2: { height: 115, frequency: 99 } } },
  ),
];
