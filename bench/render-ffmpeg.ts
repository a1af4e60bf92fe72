// The same units, gains, pauses and sounds through the ffmpeg command, in the ways of common scripts, compared with Fullcast's
// render. Wall time, because both may use every processor.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { writeUnitWav } from "../packages/core/packaging/audio-files.ts";
import { MASTERING_PRESETS } from "../packages/core/sound/sound.ts";
import type { RenderJob } from "../packages/server/codec/codec.ts";
import { renderInChildProcess } from "../packages/server/codec/codec.ts";
import { ffmpegIsThere } from "../tests/audio/ffmpeg.ts";
import { type JobUnit, makeJob, noiseSource, PROFILE } from "../tests/audio/make-job.ts";
import { spokenUnits } from "../tests/audio/spoken-units.ts";
import { type Measurement, measured, Skip } from "./measurement.ts";

export const describe =
  "500 and 2,000 units with a sound at every tenth, to MP3, against ffmpeg: one filter graph, and the concat demuxer";

/** The shortest ones of the chapter, as a dialogue has them: what is measured is what a unit costs. */
const DISTINCT_UNITS = 40;
const SOUND_EVERY = 10;
const SOUND_SECONDS = 3;
/** Sounds that one amix takes: with more it gets slow. */
const BATCH = 32;

export async function run(): Promise<readonly Measurement[]> {
  if (!(await ffmpegIsThere())) throw new Skip("the program ffmpeg is not installed");
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const spoken = (await spokenUnits()).toSorted((a, b) => a.pcm.length - b.pcm.length).slice(0, DISTINCT_UNITS);
    const measurements: Measurement[] = [];
    for (const [count, wanted] of [
      [500, 5],
      [2000, 30],
    ] as const) {
      const job = jobOf(join(folder, String(count)), spoken, count);
      const from = performance.now();
      await renderInChildProcess(job);
      const ours = performance.now() - from;
      const graph = await timeOf(graphCommand(job), ours * wanted);
      const how = graph.finished ? "" : " (stopped there)";
      measurements.push(
        measured(`${count} units: our render`, ours / 1000, "s"),
        measured(`${count} units: ffmpeg, one filter graph${how}`, graph.ms / 1000, "s"),
        measured(`${count} units: against one filter graph`, graph.ms / ours, "× faster", {
          bound: "at least",
          value: wanted,
        }),
      );
      const concat = await timeOf(concatCommand(job), ours * 20);
      measurements.push(
        measured(`${count} units: against the concat demuxer`, concat.ms / ours, "× faster", {
          bound: "at least",
          value: 1.2,
        }),
      );
    }
    return measurements;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function jobOf(folder: string, spoken: readonly JobUnit[], count: number): RenderJob {
  const units = Array.from({ length: count }, (_, i) => ({ ...spoken[i % spoken.length]!, spacingMs: 650 }));
  const random = noiseSource(1);
  const pcm = Int16Array.from({ length: 22_050 * SOUND_SECONDS }, () => random() * 2000);
  const starts: number[] = [];
  let at = 0;
  for (const [i, unit] of units.entries()) {
    if (i % SOUND_EVERY === 0) starts.push(Math.round(at));
    at += (unit.pcm.length * 1000) / 22_050 + 650;
  }
  return makeJob(folder, "mp3", units, {
    overlays: starts.map((startMs) => ({
      pcm,
      sampleRate: 22_050,
      startMs,
      gainDb: -10,
      fadeInMs: 200,
      fadeOutMs: 500,
    })),
    profile: { ...PROFILE, ...MASTERING_PRESETS.default, ducking: false },
    concurrency: availableParallelism(),
  });
}

const END = ["-c:a", "libmp3lame", "-b:a", "192k", "-ac", "1", "-ar", "44100"];
const LIMIT = "alimiter=limit=0.7:level=disabled";

interface Placed {
  readonly path: string;
  readonly startMs: number;
  readonly filter: string;
}

function placesOf(job: RenderJob): { readonly speech: readonly Placed[]; readonly sounds: readonly Placed[] } {
  const { manifest } = job.parts[0]!;
  const paths = new Map(job.assets.map((asset) => [asset.asset_id, asset.path]));
  const speech = manifest.sequential_units.flatMap((unit) =>
    unit.unit_type === "asset"
      ? [{ path: paths.get(unit.asset_id)!, startMs: unit.start_ms, filter: `volume=${unit.effective_gain_db}dB` }]
      : [],
  );
  const sounds = manifest.overlay_units.map((unit) => ({
    path: paths.get(unit.asset_id)!,
    startMs: unit.start_ms,
    filter: `afade=t=in:d=${unit.fade_in_ms / 1000},afade=t=out:st=${SOUND_SECONDS - unit.fade_out_ms / 1000}:d=${unit.fade_out_ms / 1000},volume=${unit.gain_db}dB`,
  }));
  return { speech, sounds };
}

/** Delays every unit to its time and mixes all units at once. Each file is opened once and split. */
function graphCommand(job: RenderJob): readonly string[] {
  const { speech, sounds } = placesOf(job);
  const all = [...speech, ...sounds];
  const { inputs, labels, splits } = split(all.map((one) => one.path));
  const lines = all.map((one, i) => `[${labels[i]}]${one.filter},adelay=${one.startMs}[u${i}]`);
  const mix = `${all.map((_, i) => `[u${i}]`).join("")}amix=inputs=${all.length}:normalize=0,${LIMIT}[out]`;
  return [
    ...inputs,
    "-filter_complex_script",
    graphFile(job, [...splits, ...lines, mix]),
    "-map",
    "[out]",
    ...END,
    outOf(job),
  ];
}

/** Speech and silence joined by the concat demuxer, which has no gain; the sounds are mixed in batches. */
function concatCommand(job: RenderJob): readonly string[] {
  const { speech, sounds } = placesOf(job);
  const silence = `${job.output_path}.silence.wav`;
  writeFileSync(silence, writeUnitWav(new Int16Array(Math.round(22_050 * 0.65)), 22_050));
  const list = `${job.output_path}.txt`;
  writeFileSync(list, speech.flatMap((one) => [`file '${one.path}'`, `file '${silence}'`]).join("\n"));
  const { inputs, labels, splits } = split(
    sounds.map((one) => one.path),
    1,
  );
  const lines = sounds.map((one, i) => `[${labels[i]}]${one.filter},adelay=${one.startMs}[u${i}]`);
  const batches: string[] = [];
  for (let from = 0; from < sounds.length; from += BATCH) {
    const part = sounds.slice(from, from + BATCH);
    const names = part.map((_, i) => `[u${from + i}]`).join("");
    batches.push(`${names}amix=inputs=${part.length}:normalize=0[b${batches.length}]`);
  }
  const names = batches.map((_, i) => `[b${i}]`).join("");
  const mix = `[0:a]${names}amix=inputs=${batches.length + 1}:normalize=0:duration=first,${LIMIT}[out]`;
  const graph = graphFile(job, [...splits, ...lines, ...batches, mix]);
  const speechInput = ["-f", "concat", "-safe", "0", "-i", list];
  return [...speechInput, ...inputs, "-filter_complex_script", graph, "-map", "[out]", ...END, outOf(job)];
}

/** One input for each distinct file, and a label for each use of it. */
function split(paths: readonly string[], firstInput = 0) {
  const uses = new Map<string, number[]>();
  paths.forEach((path, i) => {
    uses.set(path, [...(uses.get(path) ?? []), i]);
  });
  const files = [...uses.keys()];
  const splits = files.map((path, i) => {
    const outs = uses.get(path)!.map((use) => `[s${use}]`);
    return `[${i + firstInput}:a]asplit=${outs.length}${outs.join("")}`;
  });
  return { inputs: files.flatMap((path) => ["-i", path]), labels: paths.map((_, i) => `s${i}`), splits };
}

function graphFile(job: RenderJob, lines: readonly string[]): string {
  const path = `${job.output_path}.graph`;
  writeFileSync(path, lines.join(";\n"));
  return path;
}

const outOf = (job: RenderJob): string => `${job.output_path}.ffmpeg.mp3`;

/** How long a command takes; it is stopped after `mostMs`. */
function timeOf(
  options: readonly string[],
  mostMs: number,
): Promise<{ readonly ms: number; readonly finished: boolean }> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn("ffmpeg", ["-v", "error", "-nostdin", "-y", ...options], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (data: Buffer) => {
      said += data;
    });
    const clock = setTimeout(() => child.kill("SIGKILL"), mostMs);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(clock);
      if (code !== 0 && signal !== "SIGKILL") reject(new Error(`ffmpeg failed: ${said.slice(0, 500)}`));
      else resolve({ ms: performance.now() - from, finished: code === 0 });
    });
  });
}
