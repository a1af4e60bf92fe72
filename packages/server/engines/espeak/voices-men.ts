// English voices of men: adult, young, old.

import { design, type VoiceDesign } from "./voice-design.ts";

export const MEN: readonly VoiceDesign[] = [
  design(
    "Edmund",
    ["male", "adult", "received"],
    [82, 122, 100, 100],
    "Clear, calm and low; made for long narration.",
    ["narrator", "clear", "calm"],
    { roughness: 1, flutter: 1, rate: 0.97 },
  ),
  design(
    "Walter",
    ["male", "adult", "american"],
    [70, 105, 100, 55],
    "Warm and measured; made for long narration.",
    ["narrator", "warm", "calm"],
    { roughness: 1, flutter: 1, rate: 0.96, formants: { 2: { height: 90 }, 3: { height: 85 } } },
  ),
  design("George", ["male", "adult", "british"], [87, 119, 106, 180], "Sociable and sure of himself.", ["hearty"], {
    roughness: 2,
    formants: { 1: { frequency: 97, height: 60 }, 2: { height: 150 }, 3: { frequency: 106 } },
  }),
  design("Angus", ["male", "adult", "scottish"], [71, 108, 86, 140], "Gruff but good.", ["gruff"], {
    roughness: 5,
    rate: 1.02,
    formants: { 1: { height: 130, frequency: 104 }, 2: { height: 80, frequency: 97 }, 3: { height: 80 } },
  }),
  design("Jack", ["male", "adult", "lancashire"], [100, 142, 98, 45], "Plain and honest.", ["plain"], {
    formants: { 1: { height: 130 } },
  }),
  design("Vincent", ["male", "adult", "newYork"], [85, 125, 93, 55], "Hoarse and streetwise.", ["rough"], {
    roughness: 6,
    rate: 1.04,
    formants: { 1: { height: 60 }, 2: { height: 130 }, 3: { height: 155 } },
  }),
  design("Marlon", ["male", "adult", "caribbean"], [71, 111, 94, 20], "Deep and relaxed.", ["low", "relaxed"], {
    roughness: 4,
    rate: 0.96,
    formants: { 1: { height: 150 }, 2: { frequency: 95 }, 3: { height: 40, frequency: 98 } },
  }),
  design("Reginald", ["male", "adult", "received"], [106, 156, 108, 150], "Pompous, through the nose.", ["pompous"], {
    formants: { 1: { height: 60 }, 3: { height: 150 } },
  }),
  design("Silas", ["male", "adult", "american"], [60, 86, 89, 35], "A bass, slow and dark.", ["low", "dark", "slow"], {
    rate: 0.9,
  }),
  design("Duncan", ["male", "adult", "midlands"], [88, 133, 110, 20], "Mild and modest.", ["mild"], {
    roughness: 2,
    rate: 1.08,
    formants: {
      1: { height: 65, frequency: 102 },
      2: { frequency: 99, height: 95 },
      3: { height: 40, frequency: 105 },
    },
  }),
  design("Hector", ["male", "adult", "british"], [66, 96, 95, 160], "Growling and hard.", ["hard", "rough"], {
    roughness: 6,
    formants: { 2: { height: 140 } },
  }),
  design("Basil", ["male", "adult", "received"], [112, 168, 95, 90], "Thin and fussy.", ["thin"], {
    rate: 1.06,
    formants: { 1: { height: 50 } },
  }),
  design("Tom", ["male", "young", "british"], [104, 151, 96, 150], "Open and friendly.", ["lively"], {
    rate: 1.06,
    formants: { 1: { frequency: 94, height: 115 }, 2: { height: 60 }, 3: { frequency: 97, height: 105 } },
  }),
  design("Oliver", ["male", "young", "received"], [118, 175, 106, 20], "Polite and quiet.", ["gentle"], {
    roughness: 2,
    rate: 1.01,
    formants: { 1: { height: 110 }, 2: { height: 85 }, 3: { height: 115 } },
  }),
  design("Ryan", ["male", "young", "american"], [132, 195, 97, 160], "Keen and loud.", ["lively", "bright"], {
    rate: 1.04,
    formants: { 1: { height: 75, frequency: 97 }, 2: { height: 130 }, 3: { height: 95, frequency: 101 } },
  }),
  design("Callum", ["male", "young", "scottish"], [129, 195, 114, 180], "Impatient.", ["brisk"], {
    rate: 1.08,
    formants: { 1: { height: 60, frequency: 106 }, 2: { height: 90 }, 3: { height: 105, frequency: 97 } },
  }),
  design("Danny", ["male", "young", "newYork"], [152, 216, 113, 35], "Cocky, from the corner.", ["cocky"], {
    roughness: 0,
    rate: 0.98,
    formants: { 1: { height: 140, frequency: 105 }, 2: { height: 150 }, 3: { height: 40 } },
  }),
  design("Joe", ["male", "young", "lancashire"], [143, 191, 94, 150], "A boy just grown.", ["lively"], {
    roughness: 2,
    rate: 0.98,
    formants: { 1: { height: 150 }, 2: { height: 60 }, 3: { height: 140 } },
  }),
  design("Winston", ["male", "young", "caribbean"], [98, 145, 114, 125], "Cheerful and smooth.", ["relaxed", "warm"], {
    roughness: 2,
    rate: 0.98,
    formants: {
      1: { height: 115, frequency: 98 },
      2: { height: 140, frequency: 105 },
      3: { height: 75, frequency: 105 },
    },
  }),
  design(
    "Old Thomas",
    ["male", "old", "lancashire"],
    [96, 140, 97, 50],
    "Slow and cracked with age.",
    ["rough", "slow"],
    { roughness: 6, flutter: 12, rate: 0.86 },
  ),
  design(
    "Grandfather Amos",
    ["male", "old", "american"],
    [76, 112, 94, 25],
    "Old, dark and patient.",
    ["low", "slow"],
    { roughness: 5, flutter: 14, rate: 0.86 },
  ),
  design("Sir Hugh", ["male", "old", "received"], [88, 130, 105, 140], "Old and commanding.", ["strict", "elegant"], {
    roughness: 4,
    flutter: 10,
    rate: 0.9,
  }),
  design("Old Murdo", ["male", "old", "scottish"], [112, 160, 92, 90], "Old, high and hoarse.", ["rough", "high"], {
    roughness: 7,
    flutter: 10,
    rate: 0.9,
  }),
  design("Uncle Cyrus", ["male", "old", "caribbean"], [64, 94, 99, 90], "Old, deep and gravelly.", ["low", "rough"], {
    roughness: 7,
    flutter: 8,
    rate: 0.88,
    formants: { 1: { height: 140 } },
  }),
];
