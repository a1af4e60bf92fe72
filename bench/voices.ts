// The intelligibility, distance and cost of the English voices of this machine: those that come with Fullcast, and those of
// the engines file (FULLCAST_DATA_DIR, FULLCAST_ENGINES_FILE). The listener is PocketSphinx with its model for US English. Its
// word errors order voices and are not absolute.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DELIVERY_INTENTS, type Delivery, NEUTRAL_DELIVERY } from "../packages/core/direction/direction.ts";
import { broughtEngines, readEnginesFile } from "../packages/server/engines/brought/brought-engines.ts";
import type { EngineVoice, SpeechEngine } from "../packages/server/engines/engine.ts";
import { createEspeakEngine } from "../packages/server/engines/espeak/espeak.ts";
import { createFliteEngine } from "../packages/server/engines/flite/flite.ts";
import { createPicoEngine } from "../packages/server/engines/pico/pico.ts";
import { speakPcm } from "../packages/server/engines/record.ts";
import { distance, JUST_NOTICEABLE, LEAST_DISTANCE } from "../packages/server/engines/voice-acoustics.ts";
import { readSettings } from "../packages/server/settings.ts";
import { type Measurement, measured } from "./measurement.ts";
import { createBareFlite } from "./voices/bare-flite.ts";
import { clicks, edgePeak, longestSilence, withStep } from "./voices/measures.ts";
import { modelOf, requestOf, speaker } from "./voices/speaker.ts";
import { editDistance, words } from "./voices/word-errors.ts";

export const describe =
  "the voices of all engines here: word error of an outside recogniser (PocketSphinx) on 200 sentences, distances, pitch, pauses, clicks, and speed";

const MODEL = "/usr/share/pocketsphinx/model/en-us";
const SENTENCES = readFileSync(join(import.meta.dirname, "voices", "sentences.txt"), "utf8")
  .trim()
  .split("\n");
/** Sentences for each voice beside the narrators. */
const FEW = 20;
/** Active states of the recogniser in each frame; a wider search takes several times as long and orders the voices alike. */
const MOST_STATES = 4_000;
/** Voices of one engine of the engines file: a service may have hundreds, and may cost money. */
const OF_EACH_ENGINE = 4;
const DESCRIBED_WITHIN_MS = 10_000;
const NARRATORS = { espeak: "edmund", flite: "martin" } as const;

/** A voice to be listened to: its sentences as WAV files. */
interface Speaker {
  readonly name: string;
  readonly count: number;
  speak(text: string): Promise<Uint8Array>;
}

export async function run(): Promise<readonly Measurement[]> {
  await using espeak = createEspeakEngine({ threads: 1 });
  await using flite = createFliteEngine({ threads: 1 });
  const rows: Measurement[] = [];
  for (const [engine, voice] of [
    [espeak, NARRATORS.espeak],
    [flite, NARRATORS.flite],
  ] as const) {
    console.error(`  ${engine.name}: distances, pauses, clicks, speed`);
    rows.push(...(await castRows(engine)), ...(await soundRows(engine, voice)), ...(await joinRows(engine)));
    rows.push(measured(`${engine.name}, one thread`, await speed(engine, voice), "audio s / CPU s"));
  }
  const missing = missingListener();
  if (missing !== null) console.error(`  No word errors: ${missing}`);
  else rows.push(...(await wordErrors(espeak, flite)));
  rows.push(...(await otherRows(missing === null)));
  return rows;
}

/** The narrators of Pico, and voices of the engines file, on the same sentences. */
async function otherRows(isHeard: boolean): Promise<readonly Measurement[]> {
  const settings = readSettings(process.env, join(import.meta.dirname, ".."));
  await using engines = new AsyncDisposableStack();
  const brought = broughtEngines(readEnginesFile(settings).entries, process.env, settings.dataDir);
  const folder = mkdtempSync(join(tmpdir(), "fullcast-voices-"));
  engines.defer(async () => rmSync(folder, { recursive: true }));
  const rows: Measurement[] = [];
  for (const engine of [createPicoEngine({ threads: 1 }), ...brought]) {
    engines.use(engine);
    const { voices, status, notice } = await engine.describe(AbortSignal.timeout(DESCRIBED_WITHIN_MS));
    const english = voices.filter(
      ({ languages, tags }) =>
        languages[0]?.startsWith("en") && (engine.kind !== "embedded" || tags.includes("narrator")),
    );
    if (english.length === 0) console.error(`  ${engine.name}: no English voice (${status}: ${notice ?? "no notice"})`);
    for (const voice of english.slice(0, OF_EACH_ENGINE)) {
      const speak = speaker(engine, voice.id, voice.models[0]);
      const name = `${engine.name}, ${voice.name}`;
      rows.push(measured(`${name}: speed, one line at a time`, await realTime(engine, voice), "× real time"));
      if (!isHeard) continue;
      const error = await wordError({ name, count: FEW, speak }, folder);
      console.error(`  ${name}: ${error.toFixed(1)} % of the words of ${FEW} sentences`);
      rows.push(measured(`word error, ${name} (${FEW} sentences)`, error, "%"));
    }
  }
  return rows;
}

/** Audio seconds for one second: a service and a process of its own use no processor time of this one. */
async function realTime(engine: SpeechEngine, { id, models }: EngineVoice): Promise<number> {
  const speak = async (text: string) => {
    const { pcm, sample_rate } = await speakPcm(engine, requestOf(text, id, models[0]));
    return pcm.length / sample_rate;
  };
  await speak(SENTENCES[0]!);
  const from = performance.now();
  let audio = 0;
  for (const text of SENTENCES.slice(1, 6)) audio += await speak(text);
  return (audio * 1000) / (performance.now() - from);
}

/** What the recogniser needs and does not find; null when it can listen. */
function missingListener(): string | null {
  for (const program of ["pocketsphinx_batch", "ffmpeg"])
    if (spawnSync("which", [program]).status !== 0) return `${program} is not installed.`;
  return existsSync(MODEL) ? null : "PocketSphinx's model for US English (pocketsphinx-en-us) is not installed.";
}

/** How far the English voices of an engine are apart, and from which to which pitch they reach. */
async function castRows(engine: SpeechEngine): Promise<readonly Measurement[]> {
  const { voices } = await engine.describe(new AbortController().signal);
  const features = voices
    .filter(({ languages }) => languages.some((language) => language.startsWith("en")))
    .flatMap((voice) => (voice.features === null ? [] : [voice.features]));
  const apart = features.flatMap((a, i) => features.slice(i + 1).map((b) => distance(a, b)));
  // The first feature is the median pitch; a voice without one, a ghost, has the scale's lowest.
  const pitches = features.map(([pitch]) => 100 * 2 ** ((pitch! * JUST_NOTICEABLE.pitchSemitones) / 12));
  const least = { bound: "at least", value: LEAST_DISTANCE } as const;
  return [
    measured(`${engine.name}: English voices`, features.length, ""),
    measured(`${engine.name}: least distance of two`, Math.min(...apart), "steps", least),
    measured(`${engine.name}: lowest median pitch`, Math.min(...pitches), "Hz"),
    measured(`${engine.name}: highest median pitch`, Math.max(...pitches), "Hz"),
  ];
}

/** Pauses and clicks of a voice in single sentences. */
async function soundRows(engine: SpeechEngine, voice: string): Promise<readonly Measurement[]> {
  let [silence, cracks] = [0, 0];
  for (const text of SENTENCES) {
    const { pcm, sample_rate } = await speakPcm(engine, requestOf(text, voice, await modelOf(engine)));
    silence = Math.max(silence, longestSilence(pcm, sample_rate));
    cracks += clicks(pcm, sample_rate).length;
  }
  const none = { bound: "at most", value: 0 } as const;
  return [
    measured(`${engine.name}, ${voice}: longest silence in ${SENTENCES.length} sentences`, silence, "s"),
    measured(`${engine.name}, ${voice}: clicks in them`, cracks, "", none),
  ];
}

/** Four sentences with pauses: three joins in each line. */
const JOINED =
  "Stop! Put it back. Who asked you to touch the lamp, the oil and the big brass key? Nobody did, and you know it.";
const STEP_HEIGHT = 1_638;

/** Clicks where sentences and lines join: the whole cast, with every direction that changes the sound most. */
async function joinRows(engine: SpeechEngine): Promise<readonly Measurement[]> {
  const { whisper, shout, laugh, sob, urgent, weary } = DELIVERY_INTENTS;
  const deliveries: readonly Delivery[] = [NEUTRAL_DELIVERY, whisper, shout, laugh, sob, urgent, weary];
  const model = await modelOf(engine);
  const { voices } = await engine.describe(new AbortController().signal);
  const english = voices.filter(({ languages }) => languages.some((language) => language.startsWith("en")));
  let [lines, seconds, cracks, edge, found] = [0, 0, 0, 0, 0];
  for (const { id } of english) {
    for (const delivery of deliveries) {
      const { pcm, sample_rate } = await speakPcm(engine, { ...requestOf(JOINED, id, model), delivery });
      lines += 1;
      seconds += pcm.length / sample_rate;
      cracks += clicks(pcm, sample_rate).length;
      edge = Math.max(edge, edgePeak(pcm, sample_rate));
      // Steps at places that are spread over the line.
      const at = Math.round(pcm.length * (0.1 + (0.8 * ((lines * 7) % 31)) / 31));
      if (clicks(withStep(pcm, at, STEP_HEIGHT), sample_rate).some((place) => Math.abs(place - at) < 5)) found += 1;
    }
  }
  return [
    measured(
      `${engine.name}, whole cast: clicks in ${lines} lines of four sentences`,
      (60 * cracks) / seconds,
      "a minute",
    ),
    measured(`${engine.name}, whole cast: loudest edge of a line`, 100 * edge, "% of full scale"),
    measured("steps of 5 % of full scale that are found as clicks", (100 * found) / lines, "%"),
  ];
}

async function wordErrors(espeak: SpeechEngine, flite: SpeechEngine): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-voices-"));
  const narrators: readonly Speaker[] = [
    { name: "eSpeak NG, narrator", count: SENTENCES.length, speak: speaker(espeak, NARRATORS.espeak) },
    { name: "Flite's rms as it comes", count: SENTENCES.length, speak: await createBareFlite("rms") },
    { name: "Flite, narrator", count: SENTENCES.length, speak: speaker(flite, NARRATORS.flite) },
  ];
  const { voices } = await flite.describe(new AbortController().signal);
  const others = voices
    .filter((voice) => voice.id !== NARRATORS.flite)
    .map((voice): Speaker => ({ name: `  ${voice.name}`, count: FEW, speak: speaker(flite, voice.id) }));
  try {
    const errors = new Map<string, number>();
    for (const each of [...narrators, ...others]) {
      errors.set(each.name, await wordError(each, folder));
      console.error(
        `  ${each.name.trim()}: ${errors.get(each.name)!.toFixed(1)} % of the words of ${each.count} sentences`,
      );
    }
    const [old, plain, now] = narrators.map(({ name }) => errors.get(name)!) as [number, number, number];
    return [
      measured("word error, eSpeak NG's narrator", old, "%"),
      measured("word error, Flite's rms as it comes", plain, "%"),
      measured("word error, narrator made of rms", now, "%", { bound: "at most", value: Math.min(old / 2, plain + 5) }),
      ...others.map(({ name }) => measured(`word error,${name} (${FEW} sentences)`, errors.get(name)!, "%")),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Word error rate in %: substitutions, insertions and omissions over the words of the sentences. */
async function wordError({ count, speak }: Speaker, parent: string): Promise<number> {
  const folder = mkdtempSync(join(parent, "voice-"));
  mkdirSync(join(folder, "heard"));
  const names: string[] = [];
  // A voice that speaks few sentences speaks some of every kind: they are spread over the whole list.
  for (let part = 0; part < count; part++) {
    const i = Math.floor((part * SENTENCES.length) / count);
    const name = String(i).padStart(3, "0");
    writeFileSync(join(folder, "spoken.wav"), await speak(SENTENCES[i]!));
    const heard = join(folder, "heard", `${name}.wav`);
    execFileSync("ffmpeg", ["-v", "error", "-y", "-i", join(folder, "spoken.wav"), "-ar", "16000", "-bitexact", heard]);
    names.push(name);
  }
  writeFileSync(join(folder, "list"), `${names.join("\n")}\n`);
  const model = ["-hmm", `${MODEL}/en-us`, "-lm", `${MODEL}/en-us.lm.bin`, "-dict", `${MODEL}/cmudict-en-us.dict`];
  const files = ["-adcin", "yes", "-adchdr", "44", "-cepdir", join(folder, "heard"), "-cepext", ".wav"];
  const lists = ["-ctl", join(folder, "list"), "-hyp", join(folder, "hypotheses")];
  const search = ["-maxhmmpf", String(MOST_STATES)];
  execFileSync("pocketsphinx_batch", [...model, ...files, ...lists, ...search], { stdio: "ignore" });
  let wrong = 0;
  let all = 0;
  for (const line of readFileSync(join(folder, "hypotheses"), "utf8").trim().split("\n")) {
    const [, heard = "", name = ""] = /^(.*) \((\S+) \S+\)$/.exec(line) ?? [];
    const expected = words(SENTENCES[Number(name)]!);
    wrong += editDistance(expected, words(heard));
    all += expected.length;
  }
  rmSync(folder, { recursive: true });
  return (100 * wrong) / all;
}

/** Audio seconds for one CPU second of this process, warm. */
async function speed(engine: SpeechEngine, voice: string): Promise<number> {
  const speak = async (text: string) => {
    const { pcm, sample_rate } = await speakPcm(engine, requestOf(text, voice, await modelOf(engine)));
    return pcm.length / sample_rate;
  };
  for (const text of SENTENCES.slice(0, 20)) await speak(text);
  const before = process.cpuUsage();
  let audio = 0;
  for (const text of SENTENCES.slice(20, 120)) audio += await speak(text);
  const { user, system } = process.cpuUsage(before);
  return (audio * 1e6) / (user + system);
}
