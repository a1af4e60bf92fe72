// A section of ten hours as one MP3: what it costs against bare encoding, and how much memory it takes.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MASTERING_PRESETS } from "../packages/core/sound/sound.ts";
import { renderInChildProcess } from "../packages/server/codec/codec.ts";
import { encodeFrames, MP3 } from "../packages/server/codec/encoder.ts";
import { makeJob, PROFILE } from "../tests/audio/make-job.ts";
import { filling, spokenUnits } from "../tests/audio/spoken-units.ts";
import { type Measurement, measured } from "./measurement.ts";
import { watchMemory } from "./process-memory.ts";
import { processorSeconds, samplesOf } from "./render.ts";

export const describe =
  "a section of 10 hours as mono MP3 on two processors, once; bare encoding is measured on its first half hour";

const HOURS = 10;
const SAMPLE_SECONDS = 1800;

export async function run(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const spoken = await spokenUnits();
    const profile = { ...PROFILE, ...MASTERING_PRESETS.default };
    const job = (seconds: number, format: "wav" | "mp3") =>
      makeJob(folder, format, filling(spoken, seconds), { profile, concurrency: 2 });
    const sample = job(SAMPLE_SECONDS, "wav");
    const { duration_ms } = await renderInChildProcess(sample);
    const alone = encodingAlone(sample.output_path, duration_ms);
    const book = job(HOURS * 3600, "mp3");
    const own = process.memoryUsage().rss;
    const memory = watchMemory(process.pid);
    const from = performance.now();
    const result = await renderInChildProcess(book);
    const wall = (performance.now() - from) / 1000;
    const peak = memory.stop();
    const speed = result.duration_ms / 1000 / result.cpu_seconds;
    return [
      measured("encoding alone", alone, "audio s per CPU s"),
      measured("10 hours, render and encode", speed, "audio s per CPU s"),
      measured("ratio of the two", speed / alone, "×", { bound: "at least", value: 0.8 }),
      measured("10 hours on two processors", result.duration_ms / 1000 / wall, "× real time"),
      ...(peak === null
        ? []
        : [measured("most memory of the render", (peak - own) / 1e6, "MB", { bound: "at most", value: 300 })]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function encodingAlone(wavPath: string, durationMs: number): number {
  const samples = samplesOf(wavPath, Math.round(durationMs * 44.1));
  return durationMs / 1000 / processorSeconds(() => encodeFrames(MP3, samples, true, () => undefined));
}
