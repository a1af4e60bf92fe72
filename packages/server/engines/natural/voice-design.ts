// A person made of a recorded speaker: its speech with another pitch, melody, pace, vocal tract, slope, roughness and breath.

import type { EngineVoice } from "../engine.ts";

/** A recorded speaker. */
export interface BaseVoice {
  /** Median pitch in Hz. */
  readonly pitch: number;
  /** Factor on its melody that makes it as lively as a reader: statistical voices are flat. */
  readonly melody: number;
  /** Factor on its pace that makes it a reader's, about 160 words a minute. */
  readonly rate: number;
  readonly language: string;
  /** Null for the general accent of the language. */
  readonly accent: string | null;
  /** What a whisper is softer than its parameters give, in dB: a whisper is 6 to 9 dB softer than the voice. By measurement. */
  readonly whisperDb: number;
  /** Gain in dB of every whisper, where this speaker's noise lies further below the voice than that of others. */
  readonly whisperNoiseDb?: number | undefined;
  /** Strengthening of the spectrum's peaks, which statistics flatten. */
  readonly sharpness: number;
}

/** `Base`: the names of an engine's recorded speakers. */
export interface VoiceDesign<Base extends string = string> {
  readonly id: string;
  readonly name: string;
  readonly base: Base;
  /** A second recorded speaker, and the share of the spectrum that is this one's: a person between both. */
  readonly blend?: readonly [base: Base, share: number];
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

type Details<Base extends string> = Partial<
  Pick<
    VoiceDesign<Base>,
    "blend" | "melody" | "rate" | "mouth" | "roughness" | "tremor" | "breath" | "brightness" | "colours" | "level"
  >
>;

/** `sound`: base, usual pitch in Hz, factor on the formants. */
export function design<Base extends string>(
  name: string,
  who: `${EngineVoice["gender"]} ${EngineVoice["age"]}`,
  sound: readonly [Base, number, number],
  tags: readonly string[],
  description: string,
  details: Details<Base> = {},
): VoiceDesign<Base> {
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
