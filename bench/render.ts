// Rendering compared with bare encoding: units are read, resampled, levelled, placed, limited, measured, encoded and packaged;
// node-av only encodes the same samples.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MASTERING_PRESETS } from "../packages/core/sound/sound.ts";
import { renderInChildProcess } from "../packages/server/codec/codec.ts";
import { AAC, encodeFrames, MP3 } from "../packages/server/codec/encoder.ts";
import { makeJob, PROFILE } from "../tests/audio/make-job.ts";
import { filling, spokenUnits } from "../tests/audio/spoken-units.ts";
import { type BenchOptions, type Measurement, measured, median } from "./measurement.ts";

export const describe =
  "render and encode 20 minutes spoken by three embedded voices, mastered as by default, against node-av encoding the same PCM alone (processor time)";

const MINUTES = 20;
/** Of whole books it is 0.8 (render-book.ts): starting the process weighs on twenty minutes. */
const RATIO = 0.6;
const MASTERED = { ...PROFILE, ...MASTERING_PRESETS.default };

interface Round {
  /** Processor seconds of bare encoding, and of a whole render on one processor. */
  readonly alone: number;
  readonly whole: number;
  /** Wall time of a render on one processor and on two. */
  readonly oneMs: number;
  readonly twoMs: number;
}

export async function run(options: BenchOptions): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const units = filling(await spokenUnits(), MINUTES * 60);
    const job = (format: "wav" | "mp3" | "m4b", concurrency: number) =>
      makeJob(folder, format, units, { concurrency, profile: MASTERED });
    const wav = await renderInChildProcess(job("wav", 2));
    const seconds = wav.duration_ms / 1000;
    const samples = samplesOf(join(folder, "out.wav"), Math.round(seconds * 44_100));
    const measurements: Measurement[] = [];
    for (const [format, codec] of [
      ["mp3", MP3],
      ["m4b", AAC],
    ] as const) {
      const rounds: Round[] = [];
      for (let i = 0; i < options.runs; i++) {
        const alone = processorSeconds(() => encodeFrames(codec, samples, true, () => undefined));
        let from = performance.now();
        const whole = (await renderInChildProcess(job(format, 1))).cpu_seconds;
        const oneMs = performance.now() - from;
        from = performance.now();
        await renderInChildProcess(job(format, 2));
        rounds.push({ alone, whole, oneMs, twoMs: performance.now() - from });
      }
      // The ratio of each round, because both parts of a round are measured within seconds on a machine of varying speed.
      const middle = (of: (round: Round) => number) => median(rounds.map(of));
      const name = format.toUpperCase();
      measurements.push(
        measured(`${name}: encoding alone`, seconds / middle((one) => one.alone), "audio s per CPU s"),
        measured(`${name}: render and encode`, seconds / middle((one) => one.whole), "audio s per CPU s"),
        measured(
          `${name}: ratio of the two`,
          middle((one) => one.alone / one.whole),
          "×",
          { bound: "at least", value: RATIO },
        ),
        measured(
          `${name}: two processors against one`,
          middle((one) => one.oneMs / one.twoMs),
          "× faster",
          { bound: "at least", value: 1.6 },
        ),
        measured(`${name}: on two processors`, seconds / (middle((one) => one.twoMs) / 1000), "× real time"),
      );
    }
    return measurements;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the render of a WAV has made. */
export function samplesOf(wavPath: string, count: number): Float32Array {
  const file = readFileSync(wavPath);
  return Float32Array.from({ length: count }, (_, i) => file.readInt16LE(44 + i * 2) / 32_768);
}

function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
