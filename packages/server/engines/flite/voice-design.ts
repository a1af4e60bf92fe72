// The English cast out of three recorded people: each voice is the speech of one of Flite's voices with another pitch,
// melody, pace, vocal tract, slope, roughness and breath. Figures were chosen by measurement (`npm run bench voices`).

import type { EngineVoice } from "../engine.ts";
import type { FliteBase } from "./flite-module.ts";

export interface BaseVoice {
  /** Median pitch in Hz over 60 sentences. */
  readonly pitch: number;
  /** Factor on its melody that makes it as lively as a reader: statistical voices are flat. */
  readonly melody: number;
  /** Factor on its pace that makes it a reader's, about 160 words a minute. */
  readonly rate: number;
  readonly language: string;
  readonly accent: string;
}

export const BASES: Readonly<Record<FliteBase, BaseVoice>> = {
  slt: { pitch: 169, melody: 1.5, rate: 1, language: "en-US", accent: "American" },
  rms: { pitch: 101, melody: 1.15, rate: 1, language: "en-US", accent: "American" },
  awb: { pitch: 127, melody: 1.2, rate: 0.95, language: "en-GB", accent: "Scottish" },
};

/** Voices made of this base keep some of its accent, which few people of a book have. Casting reads the tag. It is no part of
 * a voice's sound. */
export const STRONG_ACCENT = { base: "awb", tag: "strong-accent" } as const;

export interface VoiceDesign {
  readonly id: string;
  readonly name: string;
  readonly base: FliteBase;
  /** A second recorded speaker, and the share of the spectrum that is this one's: a person between both. */
  readonly blend?: readonly [base: FliteBase, share: number];
  readonly gender: EngineVoice["gender"];
  readonly age: EngineVoice["age"];
  /** Usual pitch in Hz. */
  readonly pitch: number;
  /** Factor on the formants; above 1 is a smaller head. */
  readonly formants: number;
  /** Factor on the upper formants alone, on top: the mouth's part of the tract against the throat's. */
  readonly mouth: number;
  /** Factors on the base's melody and pace. */
  readonly melody: number;
  readonly rate: number;
  /** Irregularity of the periods, 0 to 0.06. */
  readonly roughness: number;
  /** Semitones by which the pitch trembles, five times a second. */
  readonly tremor: number;
  /** Breath in the voice, 0 to 0.5. */
  readonly breath: number;
  /** Gain in dB, reached at 6 kHz from 1.5 kHz on. */
  readonly brightness: number;
  /** Gain in dB around a frequency in Hz, over about an octave: the nose, the chest, the ring of a voice. */
  readonly colours: readonly (readonly [hz: number, gainDb: number])[];
  /** Gain in dB that makes the voice as loud as the others. */
  readonly level: number;
  readonly tags: readonly string[];
  readonly description: string;
}

type Details = Partial<
  Pick<
    VoiceDesign,
    "blend" | "melody" | "rate" | "mouth" | "roughness" | "tremor" | "breath" | "brightness" | "colours" | "level"
  >
>;

/** `sound`: base, usual pitch in Hz, factor on the formants. */
export function design(
  name: string,
  who: `${EngineVoice["gender"]} ${EngineVoice["age"]}`,
  sound: readonly [VoiceDesign["base"], number, number],
  tags: readonly string[],
  description: string,
  details: Details = {},
): VoiceDesign {
  const [gender, age] = who.split(" ") as [EngineVoice["gender"], EngineVoice["age"]];
  const [base, pitch, formants] = sound;
  return {
    id: name.toLowerCase(),
    name,
    base,
    gender,
    age,
    pitch,
    formants,
    melody: 1,
    rate: 1,
    mouth: 1,
    roughness: 0,
    tremor: 0,
    breath: 0,
    brightness: 0,
    colours: [],
    level: 0,
    tags,
    description,
    ...details,
  };
}
