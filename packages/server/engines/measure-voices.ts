// `npm run measure:voices`: speaks one text with every voice of the embedded engines, measures the sound and writes the
// voice-features.json of each engine, on one scale. Fails when two voices of an engine are closer than LEAST_DISTANCE; the
// tests refuse such a cast.

import { writeFileSync } from "node:fs";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { createSynthesizer, SAMPLE_RATE as ESPEAK_RATE, type Synthesizer } from "./espeak/espeak-module.ts";
import { speakUtterance as speakEspeak } from "./espeak/utterance.ts";
import {
  CASTS,
  castLanguage,
  catalogueDigest,
  VOICES as ESPEAK_VOICES,
  FIRST,
  utteranceVoice,
} from "./espeak/voice-catalogue.ts";
import type { VoiceDesign } from "./espeak/voice-design.ts";
import { BASES } from "./flite/bases.ts";
import { createFlite } from "./flite/flite-module.ts";
import { fliteSpeaker, recordedOf } from "./flite/speaker.ts";
import { castDigest, VOICES as FLITE_VOICES } from "./flite/voices.ts";
import { createWordPhones } from "./flite/word-times.ts";
import { SAMPLE_RATE as NATURAL_RATE, speakUtterance as speakNatural } from "./natural/utterance.ts";
import { createPico } from "./pico/pico-module.ts";
import { createPicoWordPhones, picoSpeaker } from "./pico/speaker.ts";
import { VOICES as PICO_VOICES, castDigest as picoDigest } from "./pico/voices.ts";
import {
  distance,
  features,
  JUST_NOTICEABLE,
  LEAST_DISTANCE,
  measureVoice,
  type VoiceMeasure,
} from "./voice-acoustics.ts";

const TEXT =
  "The old lamp over the harbour door was lit before four o'clock, and nobody asked who had climbed up there to do it. " +
  "Five ships lay under the wall, quite still; the youngest captain whistled, put down his cup, and looked out at the cold blue evening.";

const requestOf = (voice: string) => ({
  model: "",
  voice,
  text: TEXT,
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [],
  options: {},
});

/** The voices of an engine, measured. */
interface Cast {
  /** Folder beside this file. */
  readonly engine: string;
  readonly digest: string;
  readonly voices: readonly {
    readonly id: string;
    readonly name: string;
    /** Voices of different languages are never in one cast. */
    readonly language: string;
    readonly measure: VoiceMeasure;
  }[];
}

function espeakSound(synthesizer: Synthesizer, voice: VoiceDesign): Int16Array {
  return speakEspeak(synthesizer, utteranceVoice(voice), requestOf(voice.id), () => false).pcm;
}

/**
 * Cepstral distance of one just noticeable step of vocal-tract length, as the mean over a low, a middle and a high voice.
 * eSpeak NG gives the scale: its formants alone can be moved, exactly.
 */
async function calibrate(): Promise<number> {
  const step = 2 ** (JUST_NOTICEABLE.tractSemitones / 12);
  const plain = ESPEAK_VOICES[0]!;
  const pairs = (
    [
      [82, 118, 100],
      [150, 220, 112],
      [240, 330, 130],
    ] as const
  ).map(([low, high, tract], i) =>
    [tract / Math.sqrt(step), tract * Math.sqrt(step)].map(
      (length, j): VoiceDesign => ({
        id: `calibration-${i}-${j}`,
        name: "",
        accent: "british",
        gender: plain.gender,
        age: plain.age,
        tags: [],
        description: "",
        pitch: [low, high],
        tract: length,
      }),
    ),
  );
  const synthesizer = await createSynthesizer(pairs.flat());
  const distances = pairs.map(([short, long]) => {
    const [a, b] = [short!, long!].map((voice) => measureVoice(espeakSound(synthesizer, voice), ESPEAK_RATE).cepstrum);
    return distance(a!, b!);
  });
  return distances.reduce((sum, each) => sum + each, 0) / distances.length;
}

async function espeakCast(): Promise<Cast> {
  const synthesizer = await createSynthesizer(FIRST, CASTS);
  return {
    engine: "espeak",
    digest: catalogueDigest(),
    voices: ESPEAK_VOICES.map((voice) => ({
      id: voice.id,
      name: voice.name,
      language: castLanguage(voice),
      measure: measureVoice(espeakSound(synthesizer, voice), ESPEAK_RATE),
    })),
  };
}

async function fliteCast(): Promise<Cast> {
  const flite = await createFlite();
  const speaking = { flite, wordPhones: createWordPhones(flite) };
  return {
    engine: "flite",
    digest: castDigest(),
    voices: FLITE_VOICES.map((voice) => ({
      id: voice.id,
      name: voice.name,
      language: BASES[voice.base].language.slice(0, 2),
      measure: measureVoice(
        speakNatural(fliteSpeaker(speaking, recordedOf(voice.base)), voice, requestOf(voice.id), () => false).pcm,
        NATURAL_RATE,
      ),
    })),
  };
}

async function picoCast(): Promise<Cast> {
  const pico = await createPico();
  return {
    engine: "pico",
    digest: picoDigest(),
    voices: PICO_VOICES.map((voice) => {
      const speaker = picoSpeaker(pico, voice.base, createPicoWordPhones(pico, voice.base));
      const { pcm } = speakNatural(speaker, voice, requestOf(voice.id), () => false);
      return { id: voice.id, name: voice.name, language: voice.base, measure: measureVoice(pcm, NATURAL_RATE) };
    }),
  };
}

function report({ engine, digest, voices }: Cast, cepstrum: number): void {
  const measured = voices.map((voice) => ({ ...voice, features: features(voice.measure, cepstrum) }));
  const pairs = measured.flatMap((a, i) =>
    measured
      .slice(i + 1)
      .filter((b) => a.language === b.language)
      .map((b) => ({ a: a.name, b: b.name, distance: distance(a.features, b.features) })),
  );
  pairs.sort((a, b) => a.distance - b.distance);
  for (const { name, measure } of measured) {
    const { pitchHz, melodySemitones, harmonicityDb, tremorSemitones, seconds } = measure;
    const nearest = pairs.find((pair) => pair.a === name || pair.b === name);
    const other =
      nearest === undefined
        ? ""
        : `nearest ${nearest.distance.toFixed(2)} ${nearest.a === name ? nearest.b : nearest.a}`;
    console.log(
      `${name.padEnd(18)} ${pitchHz.toFixed(0).padStart(4)} Hz  melody ${melodySemitones.toFixed(1).padStart(4)} st  harmonicity ${harmonicityDb.toFixed(1).padStart(5)} dB  tremor ${tremorSemitones.toFixed(2)} st  ${seconds.toFixed(1)} s  ${other}`,
    );
  }
  const median = pairs[pairs.length >> 1]!.distance;
  console.log(`\n${engine}: ${voices.length} voices; median distance ${median.toFixed(2)}; closest pairs:`);
  for (const pair of pairs.slice(0, 12)) console.log(`  ${pair.distance.toFixed(2)}  ${pair.a} - ${pair.b}`);
  const closest = pairs[0]!;
  const rows = measured.map(
    (voice) => `    ${JSON.stringify(voice.id)}: ${JSON.stringify(voice.features).replaceAll(",", ", ")}`,
  );
  const summary = { least_distance: Number(closest.distance.toFixed(3)), median_distance: Number(median.toFixed(3)) };
  writeFileSync(
    new URL(`./${engine}/voice-features.json`, import.meta.url),
    `{\n  "catalogue": "${digest}",\n  "least_distance": ${summary.least_distance},\n  "median_distance": ${summary.median_distance},\n  "features": {\n${rows.join(",\n")}\n  }\n}\n`,
  );
  console.log(`\nWrote ${engine}/voice-features.json.\n`);
  if (closest.distance < LEAST_DISTANCE) {
    console.error(`${closest.a} and ${closest.b} are closer than ${LEAST_DISTANCE}.\n`);
    process.exitCode = 1;
  }
}

const cepstrum = await calibrate();
console.log(`One step of vocal-tract length is ${cepstrum.toFixed(3)} in the cepstrum.\n`);
for (const cast of [espeakCast, fliteCast, picoCast]) report(await cast(), cepstrum);
