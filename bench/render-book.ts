// A section of ten hours as one MP3: its cost compared with bare encoding, and its memory.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MASTERING_PRESETS } from "../packages/core/sound/sound.ts";
import { renderInChildProcess } from "../packages/server/codec/codec.ts";
import { makeJob, PROFILE } from "../tests/audio/make-job.ts";
import { filling, spokenUnits } from "../tests/audio/spoken-units.ts";
import { encodingSeconds } from "./encoding-alone.ts";
import { type Measurement, measured } from "./measurement.ts";
import { watchMemory } from "./process-memory.ts";
import { samplesOf } from "./render.ts";

export const describe =
  "a section of 10 hours as mono MP3 on two processors, once; bare encoding is that of its first half hour on both processors, before and after";

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
    const samples = shared(samplesOf(sample.output_path, Math.round(duration_ms * 44.1)));
    const before = await encodingSeconds(samples);
    const book = job(HOURS * 3600, "mp3");
    const own = process.memoryUsage().rss;
    const memory = watchMemory(process.pid);
    const from = performance.now();
    const result = await renderInChildProcess(book);
    const wall = (performance.now() - from) / 1000;
    const peak = memory.stop();
    // Measured before and after, because the speed of a shared machine varies.
    const alone = duration_ms / 1000 / ((before + (await encodingSeconds(samples))) / 2);
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

/** For several threads at once. */
function shared(samples: Float32Array): Float32Array<SharedArrayBuffer> {
  const copy = new Float32Array(new SharedArrayBuffer(samples.byteLength));
  copy.set(samples);
  return copy;
}
