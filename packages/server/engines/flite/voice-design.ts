// The English cast out of three recorded people: each voice is one of Flite's voices with another pitch, melody, pace,
// length of the vocal tract, roughness and breath. Figures were chosen by measurement (`npm run bench voices`).

import type { EngineVoice } from "../engine.ts";
import type { FliteBase } from "./flite-module.ts";

export interface BaseVoice {
  /** Median pitch in Hz over 60 sentences. */
  readonly pitch: number;
  /** Search range of its pitch in Hz. */
  readonly lowest: number;
  readonly highest: number;
  /** Factor on its melody that makes it as lively as a reader: statistical voices are flat. */
  readonly melody: number;
  /** Factor on its pace that makes it a reader's, about 160 words a minute. */
  readonly rate: number;
  readonly language: string;
  readonly accent: string;
}

export const BASES: Readonly<Record<"slt" | "rms" | "awb", BaseVoice>> = {
  slt: { pitch: 169, lowest: 90, highest: 320, melody: 1.5, rate: 1, language: "en-US", accent: "American" },
  rms: { pitch: 101, lowest: 55, highest: 200, melody: 1.15, rate: 1, language: "en-US", accent: "American" },
  awb: { pitch: 127, lowest: 70, highest: 240, melody: 1.2, rate: 0.95, language: "en-GB", accent: "Scottish" },
};

export interface VoiceDesign {
  readonly id: string;
  readonly name: string;
  readonly base: Exclude<FliteBase, "kal">;
  readonly gender: EngineVoice["gender"];
  readonly age: EngineVoice["age"];
  /** Usual pitch in Hz. */
  readonly pitch: number;
  /** Factor on the formants; above 1 is a smaller head. */
  readonly formants: number;
  /** Factors on the base's melody and pace. */
  readonly melody: number;
  readonly rate: number;
  /** Irregularity of the periods, 0 to 0.06. */
  readonly roughness: number;
  /** Part of breath in the voice, 0 to 0.5. */
  readonly breath: number;
  /** Gain above 3 kHz in dB. */
  readonly brightness: number;
  readonly tags: readonly string[];
  readonly description: string;
}

type Details = Partial<Pick<VoiceDesign, "melody" | "rate" | "roughness" | "breath" | "brightness">>;

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
    roughness: 0,
    breath: 0,
    brightness: 0,
    tags,
    description,
    ...details,
  };
}
