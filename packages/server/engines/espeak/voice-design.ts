// The parameters of a voice of the embedded engine, and the eSpeak NG voice file made from them.
// Parameters: docs/voices.md of eSpeak NG ("Voice files"): percentages of the synthesiser's own values.

import type { EngineVoice } from "../engine.ts";

/** Pronunciation: the accent or language a voice speaks. */
export type Accent = keyof typeof ACCENTS;

interface AccentRules {
  readonly language: string;
  readonly label: string | null;
  /** Lines of the language definition; they come from eSpeak NG's own language files. */
  readonly rules: readonly string[];
}

const AMERICAN = [
  "stressLength 140 120 190 170 0 0 255 300",
  "stressAmp 17 16 19 19 19 19 21 19",
  "replace 03 I i",
  "replace 03 I2 i",
];

export const ACCENTS = {
  british: {
    language: "en-GB",
    label: "British",
    rules: ["language en-gb", "phonemes en", "dictionary en", "tunes s1 c1 q1 e1"],
  },
  received: {
    language: "en-GB",
    label: "Received Pronunciation",
    rules: [
      "language en-gb-x-rp",
      "phonemes en-rp",
      "dictionary en",
      "replace 00 o@ O@",
      "replace 03 I i",
      "replace 03 I2 i",
      "replace 03 @ a#",
      "replace 03 3 a#",
    ],
  },
  scottish: {
    language: "en-GB",
    label: "Scottish",
    rules: [
      "language en-gb-scotland",
      "phonemes en-sc",
      "dictionary en",
      "dictrules 2 5 6 7",
      "stressLength 180 130 200 200 0 0 250 270",
      "replace 03 @ V",
      "replace 03 I i",
      "replace 03 I2 i",
      "replace 01 aI aI2",
      "replace 02 a a/",
      "replace 02 u: U",
    ],
  },
  lancashire: {
    language: "en-GB",
    label: "Lancashire",
    rules: [
      "language en-gb-x-gbclan",
      "phonemes en-n",
      "dictionary en",
      "stressLength 160 150 180 180 220 220 290 290",
      "replace 03 N n",
      "replace 03 i I2",
    ],
  },
  midlands: {
    language: "en-GB",
    label: "West Midlands",
    rules: [
      "language en-gb-x-gbcwmd",
      "phonemes en-wm",
      "dictionary en",
      "replace 00 h NULL",
      "replace 00 o@ O@",
      "dictrules 6",
      "intonation 4",
      "stressAdd 0 0 0 0 0 0 0 20",
    ],
  },
  american: {
    language: "en-US",
    label: "American",
    rules: ["language en-us", "phonemes en-us", "dictionary en", "dictrules 3 6", ...AMERICAN],
  },
  newYork: {
    language: "en-US",
    label: "New York",
    rules: ["language en-us-nyc", "phonemes en-us-nyc", "dictionary en", "dictrules 3 6", ...AMERICAN],
  },
  caribbean: {
    language: "en-029",
    label: "Caribbean",
    rules: [
      "language en-029",
      "phonemes en-wi",
      "dictionary en",
      "dictrules 8",
      "stressLength 175 175 175 175 220 220 250 290",
      "replace 00 D d",
      "replace 00 T t[",
      "replace 00 U@ o@",
      "replace 03 @ a#",
      "replace 03 3 a#",
      "replace 03 N n",
    ],
  },
  german: {
    language: "de-DE",
    label: null,
    rules: ["language de", "phonemes de", "dictionary de", "tunes s4 c1 q4 e1"],
  },
  dutch: { language: "nl-NL", label: null, rules: ["language nl", "phonemes nl", "dictionary nl"] },
  french: {
    language: "fr-FR",
    label: null,
    rules: ["language fr", "phonemes fr", "dictionary fr", "dictrules 1", "tunes s3 c3 q3 e3"],
  },
  spanish: {
    language: "es-ES",
    label: null,
    rules: ["language es", "phonemes es", "dictionary es", "dictrules 1", "tunes s6 c6 q6 e6"],
  },
  italian: {
    language: "it-IT",
    label: null,
    rules: ["language it", "phonemes it", "dictionary it", "tunes s4 c4 q4 e4"],
  },
  portuguese: {
    language: "pt-PT",
    label: "European",
    rules: ["language pt", "phonemes pt-pt", "dictionary pt", "dictrules 1", "intonation 2"],
  },
  brazilian: {
    language: "pt-BR",
    label: "Brazilian",
    rules: [
      "language pt-br",
      "phonemes pt",
      "dictionary pt",
      "dictrules 2",
      "stressLength 200 115 230 230 0 0 250 270",
    ],
  },
  polish: { language: "pl-PL", label: null, rules: ["language pl", "phonemes pl", "dictionary pl", "intonation 2"] },
  russian: {
    language: "ru-RU",
    label: null,
    rules: ["language ru", "phonemes ru", "dictionary ru", "replace 03 a a#", "dict_min 20000"],
  },
  swedish: { language: "sv-SE", label: null, rules: ["language sv", "phonemes sv", "dictionary sv"] },
  latin: {
    language: "es-MX",
    label: "Latin American",
    rules: [
      "language es-419",
      "phonemes es-la",
      "dictionary es",
      "dictrules 2",
      "intonation 2",
      "stressLength 170 200 230 180 0 0 250 280",
      "tunes s6 c6 q6 e6",
    ],
  },
  mandarin: {
    language: "zh-CN",
    label: null,
    rules: ["language cmn", "phonemes cmn", "dictionary cmn", "words 1", "dict_min 100000"],
  },
  danish: {
    language: "da-DK",
    label: null,
    rules: ["language da", "phonemes da", "dictionary da", "tunes s2 c2 q2 e2"],
  },
  norwegian: {
    language: "nb-NO",
    label: null,
    rules: ["language nb", "phonemes no", "dictionary no", "intonation 4"],
  },
  finnish: {
    language: "fi-FI",
    label: null,
    rules: [
      "language fi",
      "phonemes fi",
      "dictionary fi",
      "stressAmp 18 16 22 22 20 22 22 22",
      "stressLength 150 180 200 200 0 0 210 250",
      "stressOpt 1 2 4 6",
      "stressRule 0",
      "intonation 3",
      "spellingStress",
    ],
  },
  czech: { language: "cs-CZ", label: null, rules: ["language cs", "phonemes cs", "dictionary cs"] },
  slovak: { language: "sk-SK", label: null, rules: ["language sk", "phonemes sk", "dictionary sk"] },
  hungarian: {
    language: "hu-HU",
    label: null,
    rules: ["language hu", "phonemes hu", "dictionary hu", "brackets 0", "bracketsAnnounced 0"],
  },
  romanian: { language: "ro-RO", label: null, rules: ["language ro", "phonemes ro", "dictionary ro"] },
  catalan: { language: "ca-ES", label: null, rules: ["language ca", "phonemes ca", "dictionary ca", "dictrules 1"] },
  croatian: {
    language: "hr-HR",
    label: null,
    rules: ["language hr", "phonemes hr", "dictionary hr", "stressAdd 10 10 0 0 0 0 -30 -30", "dictrules 1"],
  },
  bulgarian: {
    language: "bg-BG",
    label: null,
    rules: [
      "language bg",
      "phonemes bg",
      "dictionary bg",
      "stressAmp 13 12 17 17 20 22 22 21",
      "stressLength 180 170 200 200 200 200 210 220",
    ],
  },
  greek: { language: "el-GR", label: null, rules: ["language el", "phonemes el", "dictionary el"] },
  turkish: { language: "tr-TR", label: null, rules: ["language tr", "phonemes tr", "dictionary tr"] },
  vietnamese: {
    language: "vi-VN",
    label: null,
    rules: [
      "language vi",
      "phonemes vi",
      "dictionary vi",
      "words 1 2",
      "tone 100 225 800 100 2000 50 5400 75 8000 200",
    ],
  },
  indonesian: {
    language: "id-ID",
    label: null,
    rules: [
      "language id",
      "phonemes id",
      "dictionary id",
      "stressLength 160 200 180 180 0 0 220 240",
      "stressAmp 16 18 18 18 0 0 22 21",
    ],
  },
} as const satisfies Record<string, AccentRules>;

const LANGUAGE_NAMES = new Intl.DisplayNames(["en"], { type: "language" });

/** The language in words, with its accent: "German", "Brazilian Portuguese". */
export function accentName(accent: Accent): string {
  const { language, label } = ACCENTS[accent];
  const name = LANGUAGE_NAMES.of(language.slice(0, 2)) ?? language;
  return label === null ? name : `${label} ${name}`;
}

/** Height and width of a formant's peak, in percent. */
export interface FormantShape {
  readonly frequency?: number;
  readonly height?: number;
  readonly width?: number;
}

export interface VoiceDesign {
  readonly id: string;
  readonly name: string;
  readonly accent: Accent;
  readonly gender: EngineVoice["gender"];
  readonly age: EngineVoice["age"];
  readonly tags: readonly string[];
  readonly description: string;
  /** Lowest and highest pitch of the melody, in the voice file's units (about Hz). */
  readonly pitch: readonly [low: number, high: number];
  /** Length of the vocal tract: all formant frequencies in percent; a man's is 100, a child's 130 and more. */
  readonly tract: number;
  /** Formants 0 to 8 where they differ from the tract alone. */
  readonly formants?: Readonly<Record<number, FormantShape>>;
  /** Strength of the upper formants (4 to 8) in percent: dark below 100, bright above. */
  readonly brightness?: number;
  readonly breath?: readonly number[];
  readonly breathWidth?: readonly number[];
  /** 0 to 7. */
  readonly roughness?: number;
  /** Tremor; 2 is usual. */
  readonly flutter?: number;
  readonly voicing?: number;
  readonly consonants?: readonly [strength: number, voiced: number];
  /** Source model of the Klatt synthesiser, 1 to 6; absent: the harmonic one. */
  readonly klatt?: number;
  readonly tone?: readonly number[];
  readonly intonation?: number;
  /** Speaking rate as a factor of the engine's usual one. */
  readonly rate?: number;
}

const FORMANTS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

function formantLine(voice: VoiceDesign, formant: number, whisper: boolean): string {
  const shape = voice.formants?.[formant] ?? {};
  const bright = formant >= 4 ? (voice.brightness ?? 100) : 100;
  const frequency = Math.round((voice.tract * (shape.frequency ?? 100)) / 100);
  // A whisper has no voiced fundamental: formant 0 is silent, and breath drives the others.
  const height = whisper && formant === 0 ? 0 : Math.round(((shape.height ?? 100) * bright) / 100);
  return `formant ${formant} ${frequency} ${height} ${Math.round(shape.width ?? 100)}`;
}

/** The voice file. `whisper`: the same vocal tract without voice. */
export function voiceFile(voice: VoiceDesign, name: string, whisper: boolean): string {
  const lines = [
    `name ${name}`,
    ...ACCENTS[voice.accent].rules,
    `gender ${voice.gender === "female" ? "female" : "male"}`,
  ];
  lines.push(`pitch ${voice.pitch[0]} ${voice.pitch[1]}`);
  for (const formant of FORMANTS) lines.push(formantLine(voice, formant, whisper));
  if (whisper) {
    // From eSpeak NG's own whisper variants.
    lines.push(
      "voicing 18",
      "breath 75 75 50 40 15 10",
      "breathw 150 150 200 200 400 400",
      "flutter 10",
      "roughness 0",
    );
    return `${lines.join("\n")}\n`;
  }
  if (voice.breath) lines.push(`breath ${voice.breath.join(" ")}`);
  if (voice.breathWidth) lines.push(`breathw ${voice.breathWidth.join(" ")}`);
  if (voice.roughness !== undefined) lines.push(`roughness ${voice.roughness}`);
  if (voice.flutter !== undefined) lines.push(`flutter ${voice.flutter}`);
  if (voice.voicing !== undefined) lines.push(`voicing ${voice.voicing}`);
  if (voice.consonants) lines.push(`consonants ${voice.consonants.join(" ")}`);
  if (voice.klatt !== undefined) lines.push(`klatt ${voice.klatt}`);
  if (voice.tone) lines.push(`tone ${voice.tone.join(" ")}`);
  if (voice.intonation !== undefined) lines.push(`intonation ${voice.intonation}`);
  return `${lines.join("\n")}\n`;
}

type Extras = Omit<Partial<VoiceDesign>, "pitch" | "tract" | "id" | "name">;

/** One line of the catalogue. Ids are names in lower case without accents. */
export function design(
  name: string,
  who: readonly [gender: VoiceDesign["gender"], age: VoiceDesign["age"], accent: Accent],
  sound: readonly [low: number, high: number, tract: number, brightness: number],
  description: string,
  tags: readonly string[],
  extras: Extras = {},
): VoiceDesign {
  const id = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-")
    .replace(/-$/, "");
  const [gender, age, accent] = who;
  const [low, high, tract, brightness] = sound;
  return { id, name, gender, age, accent, pitch: [low, high], tract, brightness, description, tags, ...extras };
}
