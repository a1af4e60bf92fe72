// Quality control of takes: false alarms on a thousand good takes of the embedded voices, and the share of planted faults
// that are found.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DELIVERY_INTENTS, type Delivery, NEUTRAL_DELIVERY } from "../packages/core/direction/direction.ts";
import {
  endsRepeating,
  type FindingKind,
  msPerUnit,
  type RunningRate,
  spokenUnits,
  takeFacts,
  takeFindings,
  USUAL_RATE,
  withTake,
} from "../packages/core/sound/quality/quality.ts";
import type { SpeechEngine } from "../packages/server/engines/engine.ts";
import { createEspeakEngine } from "../packages/server/engines/espeak/espeak.ts";
import { createFliteEngine } from "../packages/server/engines/flite/flite.ts";
import { speakPcm } from "../packages/server/engines/record.ts";
import { type Measurement, measured } from "./measurement.ts";

export const describe =
  "quality control: false alarms on 1,000 good takes of espeak and flite voices, with every direction, and faults that are found";

const TAKES = 1_000;
const root = join(import.meta.dirname, "..");
const linesOf = (path: string) => readFileSync(join(root, path), "utf8").split(/\n+/);
const TEXTS = ["bench/voices/sentences.txt", "examples/chapter.txt", "examples/the-lighthouse.txt"]
  .flatMap(linesOf)
  .map((line) => line.trim())
  .filter((line) => /\p{L}/u.test(line));
const DELIVERIES: readonly (readonly [string, Delivery])[] = [
  ...Object.keys(DELIVERY_INTENTS).map((name) => ["neutral", NEUTRAL_DELIVERY, name] as const),
  ...Object.entries(DELIVERY_INTENTS),
].map(([name, delivery]) => [name, delivery]);

interface Spoken {
  readonly voice: string;
  readonly intent: string;
  readonly delivery: Delivery;
  readonly text: string;
  readonly pcm: Int16Array;
  readonly sample_rate: number;
}

async function speakAll(engine: SpeechEngine, count: number): Promise<readonly Spoken[]> {
  const { voices: all } = await engine.describe(new AbortController().signal);
  const voices = all.filter((voice) => voice.languages.some((language) => language.startsWith("en")));
  return Promise.all(
    Array.from({ length: count }, async (_, i): Promise<Spoken> => {
      const text = TEXTS[(i * 7) % TEXTS.length]!;
      const [intent, delivery] = DELIVERIES[i % DELIVERIES.length]!;
      const voice = voices[i % voices.length]!;
      const request = { model: voice.models[0]!, voice: voice.id, text, delivery };
      const { pcm, sample_rate } = await speakPcm(engine, {
        ...request,
        emphasis: [],
        pronunciations: [],
        silences: [],
        options: {},
      });
      return { voice: `${engine.provider} ${voice.id}`, intent, delivery, text, pcm, sample_rate };
    }),
  );
}

/** Findings of takes in the order in which a run would make them. */
function judged(takes: readonly Spoken[], rates: Map<string, RunningRate>) {
  return takes.map((take) => {
    const rate = rates.get(take.voice) ?? USUAL_RATE;
    const facts = takeFacts(take.pcm, take.sample_rate);
    const text = {
      units: spokenUnits(take.text),
      repeats: endsRepeating(take.text),
      silences_ms: 0,
      rate: take.delivery.rate,
    };
    const findings = takeFindings(facts, { ...text, ms_per_unit: msPerUnit(rate) });
    if (findings.length === 0) rates.set(take.voice, withTake(rate, facts, text));
    return { take, facts, findings };
  });
}

const FAULTS: Readonly<Record<FindingKind, (take: Spoken) => Int16Array>> = {
  silence: ({ pcm }) => new Int16Array(pcm.length),
  excess_length: ({ pcm, sample_rate }) =>
    joined(...Array.from({ length: 6 }, () => pcm), new Int16Array(9 * sample_rate)),
  noise: ({ pcm }) => pcm.map((_, i) => ((Math.imul(i + 1, 2_654_435_761) >> 16) % 6_000) | 0),
  long: ({ pcm, sample_rate }) => joined(pcm, pcm, pcm, new Int16Array(2 * sample_rate)),
  short: ({ pcm }) => pcm.slice(0, pcm.length * 0.2),
  clipping: ({ pcm }) => pcm.map((sample) => Math.max(-32_768, Math.min(32_767, sample * 12))),
  cut_ending: ({ pcm }) => cutInSound(pcm),
  repeated_ending: ({ pcm, sample_rate }) => joined(pcm, pcm.slice(-sample_rate)),
  level_jump: ({ pcm }) => pcm.map((sample, i) => (i < pcm.length / 2 ? sample : sample * 0.16)),
};

/** The sound up to the middle of its loudest stretch after two thirds. */
function cutInSound(pcm: Int16Array): Int16Array {
  const part = 256;
  let best = 0;
  let at = pcm.length;
  for (let from = Math.floor((pcm.length * 2) / 3); from + part < pcm.length; from += part) {
    const energy = pcm.subarray(from, from + part).reduce((sum, sample) => sum + sample * sample, 0);
    if (energy > best) [best, at] = [energy, from + part];
  }
  return pcm.slice(0, at);
}

function joined(...parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function run(): Promise<readonly Measurement[]> {
  await using espeak = createEspeakEngine();
  await using flite = createFliteEngine();
  const takes = [...(await speakAll(espeak, TAKES / 2)), ...(await speakAll(flite, TAKES / 2))];
  const rates = new Map<string, RunningRate>();
  const good = judged(takes, rates);
  const alarms = good.filter(({ findings }) => findings.length > 0);
  for (const { take, findings, facts } of alarms) {
    console.error(
      `  ${take.voice}, ${take.intent}: ${findings.map(({ message }) => message).join(" ")} ${take.text.slice(0, 60)}`,
    );
    if (process.env.FULLCAST_BENCH_FACTS) console.error(facts);
  }
  const longTakes = takes.filter(
    ({ text, pcm, sample_rate }) => spokenUnits(text) >= 60 && pcm.length > 4 * sample_rate,
  );
  const some = longTakes.filter((_, i) => i % 4 === 0);
  const began = process.cpuUsage();
  for (const { pcm, sample_rate } of takes) takeFacts(pcm, sample_rate);
  const { user } = process.cpuUsage(began);
  const audio = takes.reduce((sum, { pcm, sample_rate }) => sum + pcm.length / sample_rate, 0);
  return [
    measured(`false alarms on ${takes.length} good takes`, (100 * alarms.length) / takes.length, "%", {
      bound: "at most",
      value: 1,
    }),
    ...Object.entries(FAULTS).map(([kind, spoil]) => {
      const spoiled = some.map((take) => ({ ...take, pcm: spoil(take) }));
      const found = judged(spoiled, new Map(rates)).filter(({ findings }) => findings.some((one) => one.kind === kind));
      return measured(
        `${kind.replace("_", " ")} found in ${spoiled.length} takes`,
        (100 * found.length) / spoiled.length,
        "%",
      );
    }),
    measured("measuring a take", (audio * 1e6) / user, "audio s / CPU s"),
  ];
}
