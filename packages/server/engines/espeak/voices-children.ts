// English voices of children, voices without a clear gender, and creatures.

import { design, type VoiceDesign } from "./voice-design.ts";

export const CHILDREN: readonly VoiceDesign[] = [
  design("Pip", ["male", "child", "british"], [247, 323, 141, 100], "A small boy.", ["child"], {
    rate: 1.02,
    formants: { 1: { height: 60 }, 2: { height: 140, frequency: 95 }, 3: { height: 80, frequency: 103 } },
  }),
  design("Billy", ["male", "child", "american"], [198, 287, 131, 70], "A boy of ten, loud.", ["child", "lively"], {
    rate: 1.01,
    formants: { 2: { height: 140 }, 3: { height: 40 } },
  }),
  design("Jamie", ["male", "child", "scottish"], [250, 350, 145, 50], "A dreamy boy.", ["child", "gentle"], {
    formants: { 1: { height: 120 } },
  }),
  design(
    "Sam",
    ["male", "child", "lancashire"],
    [193, 284, 135, 20],
    "A boy of twelve, matter-of-fact.",
    ["child", "plain"],
    {
      roughness: 0,
      rate: 0.95,
      formants: { 1: { height: 70, frequency: 97 }, 2: { height: 80, frequency: 96 }, 3: { height: 150 } },
    },
  ),
  design(
    "Daisy",
    ["female", "child", "received"],
    [281, 385, 139, 160],
    "A small, well-bred girl.",
    ["child", "bright"],
    { rate: 1.02, formants: { 2: { height: 60 }, 3: { height: 115 } } },
  ),
  design(
    "Molly",
    ["female", "child", "lancashire"],
    [308, 421, 128, 160],
    "A girl who asks questions.",
    ["child", "lively"],
    {
      roughness: 1,
      rate: 1.06,
      formants: { 1: { height: 135, frequency: 98 }, 2: { frequency: 104 }, 3: { height: 110 } },
    },
  ),
  design("Polly", ["female", "child", "american"], [310, 441, 152, 105], "A very small girl.", ["child", "high"], {
    formants: { 2: { height: 60 } },
  }),
  design("Effie", ["female", "child", "scottish"], [280, 397, 136, 25], "A serious girl.", ["child", "gentle"], {
    rate: 0.97,
    formants: { 1: { height: 60 } },
  }),
];

export const CREATURES: readonly VoiceDesign[] = [
  design(
    "Robin",
    ["neutral", "adult", "british"],
    [145, 220, 102, 60],
    "Neither man nor woman by ear; even and friendly.",
    ["neutral"],
    {
      roughness: 0,
      rate: 1.03,
      formants: {
        1: { height: 140, frequency: 101 },
        2: { height: 60, frequency: 101 },
        3: { frequency: 106, height: 140 },
      },
    },
  ),
  design(
    "Ash",
    ["neutral", "young", "american"],
    [150, 203, 105, 50],
    "Young, neither man nor woman by ear.",
    ["neutral"],
    { roughness: 3, rate: 0.96, formants: { 1: { height: 60, frequency: 103 }, 2: { height: 150, frequency: 99 } } },
  ),
  design("Grimm", ["male", "adult", "british"], [46, 66, 80, 120], "A giant or a monster.", ["creature", "low"], {
    roughness: 7,
    rate: 0.84,
  }),
  design(
    "Wisp",
    ["female", "adult", "british"],
    [190, 250, 128, 80],
    "A ghost, more breath than voice.",
    ["creature", "breathy"],
    { rate: 0.88, breath: [20, 30, 30, 25, 15, 10], breathWidth: [150, 150, 200, 200, 400, 400], voicing: 30 },
  ),
  design(
    "Automaton",
    ["neutral", "adult", "british"],
    [98, 100, 100, 100],
    "A machine that speaks on one note.",
    ["creature", "robot"],
    { roughness: 0, flutter: 0, klatt: 2 },
  ),
];
