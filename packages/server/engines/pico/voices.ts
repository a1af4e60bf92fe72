// The natural casts of Pico's languages. Each language has one recorded woman, and the same people are made of her in each:
// any two of a language differ audibly (`npm run measure:voices`).

import { createHash } from "node:crypto";
import type { EngineVoice } from "../engine.ts";
import { type VoiceDesign as Design, design } from "../natural/voice-design.ts";
import { LANGUAGES, type PicoBase } from "./languages.ts";

export type VoiceDesign = Design<PicoBase>;

interface Person {
  readonly who: `${EngineVoice["gender"]} ${EngineVoice["age"]}`;
  /** Usual pitch in Hz, factor on the formants. */
  readonly sound: readonly [pitch: number, formants: number];
  readonly tags: readonly string[];
  readonly description: string;
  readonly details?: Parameters<typeof design>[5];
  readonly names: Readonly<Record<PicoBase, string>>;
}

const PEOPLE: readonly Person[] = [
  {
    who: "female adult",
    sound: [178, 1],
    tags: ["narrator", "default", "clear", "calm"],
    description: "A calm, clear reader; made for long narration.",
    names: { en: "Rosalind", de: "Johanna", fr: "Éléonore", es: "Consuelo", it: "Margherita" },
  },
  {
    who: "male adult",
    sound: [112, 0.87],
    tags: ["narrator", "warm"],
    description: "A warm reader.",
    details: { melody: 0.9, brightness: 1 },
    names: { en: "Sebastian", de: "Friedrich", fr: "Étienne", es: "Gonzalo", it: "Leonardo" },
  },
  {
    who: "male adult",
    sound: [93, 0.82],
    tags: ["low", "cold"],
    description: "Very low, cold.",
    details: { melody: 0.7, rate: 0.92, brightness: 3 },
    names: { en: "Lionel", de: "Ansgar", fr: "Gaspard", es: "Rodrigo", it: "Manfredi" },
  },
  {
    who: "male adult",
    sound: [138, 0.8],
    tags: ["gentle"],
    description: "Gentle, with breath in the voice.",
    details: {
      melody: 0.8,
      rate: 0.96,
      breath: 0.24,
      brightness: -5,
      colours: [
        [450, 2],
        [1000, -2],
      ],
    },
    names: { en: "Aubrey", de: "Valentin", fr: "Anselme", es: "Adrián", it: "Silvano" },
  },
  {
    who: "male adult",
    sound: [105, 0.9],
    tags: ["rough"],
    description: "Rough and short of words.",
    details: {
      melody: 0.85,
      rate: 1.05,
      roughness: 0.045,
      brightness: -4,
      colours: [
        [450, 4],
        [1000, 2],
      ],
    },
    names: { en: "Digby", de: "Gernot", fr: "Bastien", es: "Gumersindo", it: "Ottavio" },
  },
  {
    who: "male young",
    sound: [150, 0.85],
    tags: ["bright", "quick"],
    description: "A young man, quick and bright.",
    details: {
      melody: 1.4,
      rate: 1.12,
      mouth: 0.97,
      breath: 0.1,
      brightness: 6,
      colours: [
        [450, 5],
        [2700, -2],
      ],
    },
    names: { en: "Rupert", de: "Florian", fr: "Corentin", es: "Iker", it: "Tommaso" },
  },
  {
    who: "male old",
    sound: [146, 0.86],
    tags: ["old", "thin"],
    description: "A thin old voice that trembles.",
    details: {
      melody: 0.75,
      rate: 0.82,
      mouth: 1.08,
      roughness: 0.05,
      tremor: 0.8,
      breath: 0.05,
      brightness: 3,
      colours: [
        [450, 7],
        [1000, 3],
        [2700, -5],
      ],
    },
    names: { en: "Algernon", de: "Gottfried", fr: "Barnabé", es: "Casimiro", it: "Gaspare" },
  },
  {
    who: "male old",
    sound: [88, 0.87],
    tags: ["old", "low"],
    description: "An old man, slow and low.",
    details: {
      melody: 0.9,
      rate: 0.84,
      roughness: 0.04,
      tremor: 0.3,
      brightness: -3,
      colours: [
        [450, -2],
        [1000, 3],
        [2700, 3],
      ],
    },
    names: { en: "Humphrey", de: "Traugott", fr: "Anatole", es: "Hilario", it: "Ercole" },
  },
  {
    who: "female adult",
    sound: [146, 0.96],
    tags: ["low", "calm"],
    description: "A low woman's voice, calm.",
    details: {
      melody: 0.9,
      rate: 0.9,
      mouth: 0.98,
      breath: 0.16,
      brightness: 5,
      colours: [
        [450, -5],
        [1000, -4],
        [2700, 3],
      ],
    },
    names: { en: "Constance", de: "Mechthild", fr: "Victorine", es: "Amparo", it: "Ludovica" },
  },
  {
    who: "female adult",
    sound: [212, 1.06],
    tags: ["bright"],
    description: "Bright and open.",
    details: {
      melody: 1.3,
      rate: 0.95,
      mouth: 1,
      brightness: 5,
      colours: [
        [450, -3],
        [1000, 3],
        [2700, -4],
      ],
    },
    names: { en: "Arabella", de: "Felicitas", fr: "Clémence", es: "Rocío", it: "Fiammetta" },
  },
  {
    who: "female adult",
    sound: [157, 0.86],
    tags: ["soft"],
    description: "Soft, with breath in it.",
    details: {
      melody: 1,
      rate: 0.93,
      mouth: 1.05,
      breath: 0.36,
      brightness: -8,
      colours: [
        [450, 5],
        [2700, -4],
      ],
    },
    names: { en: "Perdita", de: "Ottilie", fr: "Ondine", es: "Azucena", it: "Viola" },
  },
  {
    who: "female adult",
    sound: [198, 0.87],
    tags: ["round", "motherly"],
    description: "Round and motherly.",
    details: {
      melody: 1.15,
      rate: 1,
      mouth: 0.9,
      brightness: -2,
      colours: [
        [450, 6],
        [1000, -4],
        [2700, -2],
      ],
    },
    names: { en: "Millicent", de: "Gerlinde", fr: "Bernadette", es: "Candelaria", it: "Rosalba" },
  },
  {
    who: "female adult",
    sound: [156, 1.05],
    tags: ["sharp"],
    description: "Sharp, a little through the nose.",
    details: {
      melody: 0.9,
      rate: 1.08,
      mouth: 1.09,
      brightness: 2,
      colours: [
        [450, 3],
        [1000, -5],
        [2700, 6],
      ],
    },
    names: { en: "Prudence", de: "Kunigunde", fr: "Hortense", es: "Severina", it: "Clotilde" },
  },
  {
    who: "female young",
    sound: [202, 1],
    tags: ["lively"],
    description: "A young woman, lively.",
    details: {
      melody: 1.4,
      rate: 1.16,
      mouth: 1.09,
      brightness: 5,
      colours: [
        [450, -5],
        [1000, -1],
        [2700, 4],
      ],
    },
    names: { en: "Poppy", de: "Pauline", fr: "Capucine", es: "Jimena", it: "Fiorella" },
  },
  {
    who: "female young",
    sound: [230, 0.89],
    tags: ["dreamy"],
    description: "A young woman, dreamy.",
    details: {
      melody: 0.6,
      rate: 0.92,
      breath: 0.28,
      brightness: -6,
      colours: [
        [450, 3],
        [1000, -1],
        [2700, -2],
      ],
    },
    names: { en: "Imogen", de: "Undine", fr: "Aurore", es: "Estrella", it: "Stella" },
  },
  {
    who: "female old",
    sound: [176, 0.93],
    tags: ["old"],
    description: "An old woman, slow.",
    details: {
      melody: 1.2,
      rate: 0.85,
      mouth: 0.98,
      roughness: 0.055,
      tremor: 0.55,
      breath: 0.14,
      colours: [
        [450, -2],
        [1000, -3],
        [2700, -2],
      ],
    },
    names: { en: "Honoria", de: "Walburga", fr: "Léontine", es: "Casilda", it: "Gertrude" },
  },
  {
    who: "female child",
    sound: [292, 1.09],
    tags: ["child"],
    description: "A girl.",
    details: {
      melody: 1.09,
      rate: 1.04,
      mouth: 0.98,
      colours: [
        [450, -2],
        [2700, 2],
      ],
    },
    names: { en: "Tamsin", de: "Leni", fr: "Lilou", es: "Lola", it: "Mimi" },
  },
  {
    who: "male child",
    sound: [250, 1.03],
    tags: ["child"],
    description: "A boy.",
    details: { melody: 1.15, rate: 1.1, brightness: -2, colours: [[1000, 5]] },
    names: { en: "Archie", de: "Jannik", fr: "Titouan", es: "Pepín", it: "Pippo" },
  },
];

/** An id has small letters only. */
const idOf = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Gains in dB by which the voices of a language are as loud as the others of the house. */
const LEVELS: Readonly<Record<PicoBase, number>> = { en: -10, de: -6.6, fr: -8.2, es: -8, it: -6.5 };

export const VOICES: readonly VoiceDesign[] = (Object.keys(LANGUAGES) as PicoBase[]).flatMap((base) =>
  PEOPLE.map(({ who, sound, tags, description, details, names }) => ({
    ...design(names[base], who, [base, ...sound], tags, description, details as Parameters<typeof design<PicoBase>>[5]),
    id: idOf(names[base]),
    level: LEVELS[base],
  })),
);

const BY_ID = new Map(VOICES.map((voice) => [voice.id, voice]));

export function findVoice(id: string): VoiceDesign | undefined {
  return BY_ID.get(id);
}

/** What of a recorded speaker is heard. */
function soundOf(base: PicoBase) {
  const { pitch, melody, rate, whisperDb, whisperNoiseDb, sharpness, voicedDb } = LANGUAGES[base];
  return { pitch, melody, rate, whisperDb, whisperNoiseDb, sharpness, voicedDb };
}

/** Changes whenever the sound of this voice changes: name, tags and description do not count. */
export function voiceDigest(voice: VoiceDesign): string {
  const { name, gender, age, tags, description, ...sound } = voice;
  return digest([sound, soundOf(voice.base)]);
}

/** Changes whenever the definition of any voice changes. */
export function castDigest(): string {
  return digest([VOICES, Object.keys(LANGUAGES).map((base) => soundOf(base as PicoBase))]);
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
}
