// `npm run measure:voices`: speaks one text with every voice of the embedded engine, measures the sound and writes
// voice-features.json. Fails when two voices are closer than LEAST_DISTANCE.

import { writeFileSync } from "node:fs";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { distance, features, JUST_NOTICEABLE, measureVoice } from "../voice-acoustics.ts";
import { createSynthesizer, SAMPLE_RATE, type Synthesizer } from "./espeak-module.ts";
import { speakUtterance } from "./utterance.ts";
import { catalogueDigest, utteranceVoice, VOICES } from "./voice-catalogue.ts";
import { ACCENTS, type VoiceDesign } from "./voice-design.ts";

/** One just noticeable step plus a margin of half a step. */
export const LEAST_DISTANCE = 1.5;

const TEXT =
  "The old lamp over the harbour door was lit before four o'clock, and nobody asked who had climbed up there to do it. " +
  "Five ships lay under the wall, quite still; the youngest captain whistled, put down his cup, and looked out at the cold blue evening.";

function sound(synthesizer: Synthesizer, voice: VoiceDesign): Int16Array {
  const request = {
    model: "",
    voice: voice.id,
    text: TEXT,
    delivery: NEUTRAL_DELIVERY,
    emphasis: [],
    pronunciations: [],
    silences: [],
    options: {},
  };
  return speakUtterance(synthesizer, utteranceVoice(voice), request, () => false).pcm;
}

/** Cepstral distance of one just noticeable step of vocal-tract length, as the mean over a low, a middle and a high voice. */
async function calibrate(): Promise<number> {
  const step = 2 ** (JUST_NOTICEABLE.tractSemitones / 12);
  const plain = VOICES[0]!;
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
    const [a, b] = [short!, long!].map((voice) => measureVoice(sound(synthesizer, voice), SAMPLE_RATE).cepstrum);
    return distance(a!, b!);
  });
  return distances.reduce((sum, each) => sum + each, 0) / distances.length;
}

const cepstrum = await calibrate();
const synthesizer = await createSynthesizer(VOICES);
const measured = VOICES.map((voice) => {
  const measure = measureVoice(sound(synthesizer, voice), SAMPLE_RATE);
  return {
    id: voice.id,
    name: voice.name,
    language: ACCENTS[voice.accent].language.slice(0, 2),
    measure,
    features: features(measure, cepstrum),
  };
});

const pairs: { readonly a: string; readonly b: string; readonly distance: number }[] = [];
for (const [i, a] of measured.entries()) {
  for (const b of measured.slice(i + 1)) {
    // Voices of different languages are never in one cast.
    if (a.language !== b.language) continue;
    pairs.push({ a: a.name, b: b.name, distance: distance(a.features, b.features) });
  }
}
pairs.sort((a, b) => a.distance - b.distance);

for (const voice of measured) {
  const { pitchHz, melodySemitones, harmonicityDb, tremorSemitones, seconds } = voice.measure;
  const nearest = pairs.find((pair) => pair.a === voice.name || pair.b === voice.name);
  const other =
    nearest === undefined
      ? ""
      : `nearest ${nearest.distance.toFixed(2)} ${nearest.a === voice.name ? nearest.b : nearest.a}`;
  console.log(
    `${voice.name.padEnd(18)} ${pitchHz.toFixed(0).padStart(4)} Hz  melody ${melodySemitones.toFixed(1).padStart(4)} st  harmonicity ${harmonicityDb.toFixed(1).padStart(5)} dB  tremor ${tremorSemitones.toFixed(2)} st  ${seconds.toFixed(1)} s  ${other}`,
  );
}
const median = pairs[pairs.length >> 1]!.distance;
console.log(
  `\n${VOICES.length} voices; one step of vocal-tract length is ${cepstrum.toFixed(3)} in the cepstrum; median distance ${median.toFixed(2)}`,
);
console.log("closest pairs:");
for (const pair of pairs.slice(0, 12)) console.log(`  ${pair.distance.toFixed(2)}  ${pair.a} - ${pair.b}`);

const closest = pairs[0]!;
if (closest.distance < LEAST_DISTANCE) {
  console.error(`\n${closest.a} and ${closest.b} are closer than ${LEAST_DISTANCE}: nothing was written.`);
  process.exitCode = 1;
} else {
  const file = new URL("./voice-features.json", import.meta.url);
  const rows = measured.map(
    (voice) => `    ${JSON.stringify(voice.id)}: ${JSON.stringify(voice.features).replaceAll(",", ", ")}`,
  );
  const summary = { least_distance: Number(closest.distance.toFixed(3)), median_distance: Number(median.toFixed(3)) };
  writeFileSync(
    file,
    `{\n  "catalogue": "${catalogueDigest()}",\n  "least_distance": ${summary.least_distance},\n  "median_distance": ${summary.median_distance},\n  "features": {\n${rows.join(",\n")}\n  }\n}\n`,
  );
  console.log("\nWrote voice-features.json.");
}
