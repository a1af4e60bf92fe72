// The embedded engine: the cost of its worker threads compared with the bare synthesiser, and the accuracy of its word timings.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NEUTRAL_DELIVERY } from "../packages/core/direction/direction.ts";
import { spokenText } from "../packages/core/media/media.ts";
import type { PcmSpeech, SpeakRequest, SpeechEngine } from "../packages/server/engines/engine.ts";
import { bareSynthesizer } from "../packages/server/engines/espeak/bare-synthesizer.ts";
import { createEspeakEngine } from "../packages/server/engines/espeak/espeak.ts";
import { speakPcm } from "../packages/server/engines/record.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";

export const describe =
  "the embedded voice: bare synthesiser against our worker threads on the same utterances, and word timings against the sound";

const VOICE = "ada";
const BATCH = 8;
/** Utterances spoken before the clock starts: V8 compiles the synthesiser while it runs. */
const WARM_UP = 12;

export async function run({ novel, runs }: BenchOptions): Promise<readonly Measurement[]> {
  const requests = utterances(
    readFileSync(novel ?? join(import.meta.dirname, "..", "examples", "chapter.txt"), "utf8"),
  );
  const bare = await bareSynthesizer(VOICE);
  await using single = createEspeakEngine({ threads: 1 });
  await using all = createEspeakEngine();
  for (const request of requests.slice(0, WARM_UP)) bare(request);
  for (const engine of [single, all]) await speakAll(engine, requests.slice(0, WARM_UP));

  const bareCpu: number[] = [];
  const pooledCpu: number[] = [];
  const ratios: number[] = [];
  const walls: number[] = [];
  const results: PcmSpeech[] = [];
  for (let index = 0; index < runs; index++) {
    let bareSum = 0;
    let pooledSum = 0;
    // In turns of a few utterances, so that other load on the machine affects both equally.
    for (let from = 0; from < requests.length; from += BATCH) {
      const batch = requests.slice(from, from + BATCH);
      const bareSeconds = await cpuSeconds(async () => batch.forEach(bare));
      const pooledSeconds = await cpuSeconds(async () => {
        const spoken = await speakAll(single, batch);
        if (index === 0) results.push(...spoken);
      });
      bareSum += bareSeconds;
      pooledSum += pooledSeconds;
      ratios.push(pooledSeconds / bareSeconds);
    }
    bareCpu.push(bareSum);
    pooledCpu.push(pooledSum);
    const start = performance.now();
    await speakAll(all, requests);
    walls.push((performance.now() - start) / 1000);
  }
  const audio = results.reduce((sum, result) => sum + result.pcm.length / result.sample_rate, 0);
  const cost = (median(ratios) - 1) * 100;
  const onsets = results.flatMap(onsetErrors).sort((a, b) => a - b);
  return [
    measured("utterances", requests.length, ""),
    measured("bare synthesiser", audio / median(bareCpu), "audio s / CPU s"),
    measured("through one worker thread", audio / median(pooledCpu), "audio s / CPU s"),
    measured("cost of the threads over the bare synthesiser", cost, "%", { bound: "at most", value: 25 }),
    measured("all threads", audio / median(walls), "× real time"),
    measured("words timed", (100 * count(results)) / wordCount(requests), "%", { bound: "at least", value: 99 }),
    measured("word timing against the sound, median", onsets[onsets.length >> 1] ?? Number.NaN, "ms", {
      bound: "at most",
      value: 20,
    }),
    measured("word timing against the sound, p95", onsets[Math.floor(onsets.length * 0.95)] ?? Number.NaN, "ms", {
      bound: "at most",
      value: 80,
    }),
  ];
}

/** Up to 80 paragraphs from all over the text. */
function utterances(text: string): SpeakRequest[] {
  const paragraphs = text.split(/\r?\n\s*\r?\n/).filter((paragraph) => /\p{L}/u.test(paragraph));
  const step = Math.max(1, Math.floor(paragraphs.length / 80));
  return paragraphs.flatMap((paragraph, index) => {
    if (index % step !== 0) return [];
    const spoken = spokenText({
      type: "text",
      schema_version: "studio-ast-2",
      text: paragraph.slice(0, 60_000),
      annotations: [],
      points: [],
      delivery_control_sets: [],
    });
    if (spoken.text === "") return [];
    return [
      {
        model: "espeak-ng",
        voice: VOICE,
        text: spoken.text,
        delivery: NEUTRAL_DELIVERY,
        emphasis: spoken.emphasis,
        pronunciations: [],
        silences: [],
        options: {},
      },
    ];
  });
}

/** As many at once as the engine says are useful. */
async function speakAll(engine: SpeechEngine, requests: readonly SpeakRequest[]): Promise<PcmSpeech[]> {
  const results: PcmSpeech[] = [];
  let next = 0;
  const lane = async () => {
    while (next < requests.length) {
      const index = next++;
      results[index] = await speakPcm(engine, requests[index]!);
    }
  };
  await Promise.all(Array.from({ length: engine.concurrency }, lane));
  return results;
}

/** CPU time of all threads of this process. */
async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

function count(results: readonly PcmSpeech[]): number {
  return results.reduce((sum, result) => sum + (result.words?.length ?? 0), 0);
}

function wordCount(requests: readonly SpeakRequest[]): number {
  const word = /[\p{L}\p{N}\p{M}]+(?:['\u2019.\-,:/][\p{L}\p{N}\p{M}]+)*/gu;
  return requests.reduce((sum, request) => sum + (request.text.match(word)?.length ?? 0), 0);
}

/** For words after a pause of 60 ms or more: the distance of the sound's onset from the reported time, in ms. */
function onsetErrors({ pcm, sample_rate, words }: PcmSpeech): number[] {
  const perMs = sample_rate / 1000;
  const errors: number[] = [];
  for (const [index, word] of (words ?? []).entries()) {
    const before = words![index - 1];
    if (before === undefined || word.start_ms - before.end_ms < 60) continue;
    // From the middle of the pause on: the first 2.5 ms louder than -60 dBFS.
    for (let ms = (before.end_ms + word.start_ms) / 2; ms < word.start_ms + 250; ms += 0.5) {
      const from = Math.round(ms * perMs);
      const part = pcm.subarray(from, from + Math.round(2.5 * perMs));
      const level = Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, part.length));
      if (level < 33) continue;
      errors.push(Math.abs(ms + 1.25 - word.start_ms));
      break;
    }
  }
  return errors;
}
