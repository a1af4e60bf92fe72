// Mastering of finished files: loudness of whole sections, sounds under speech, and files that a shop accepts.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { acxVerdicts, createHopMeter, MASTERING_PRESETS } from "../../packages/core/sound/sound.ts";
import { measureFile, renderInChildProcess } from "../../packages/server/codec/codec.ts";
import { decodeFile } from "./decode.ts";
import { ebur128, makeWithFfmpeg } from "./ffmpeg.ts";
import { type JobUnit, makeJob, noiseSource, PROFILE } from "./make-job.ts";
import { spokenUnits } from "./spoken-units.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-mastering-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const RATE = 44_100;
const spoken = await spokenUnits();
const failed = async (path: string): Promise<string[]> =>
  acxVerdicts(await measureFile(path)).flatMap((rule) => (rule.passed ? [] : [rule.rule]));

test("twenty sections are within 0.5 LU of the target and never over the ceiling, as ffmpeg reads the MP3", async () => {
  const misses: string[] = [];
  for (let section = 0; section < 20; section++) {
    const units = Array.from({ length: 8 }, (_, i) => spoken[(section * 3 + i) % spoken.length]!);
    const profile = { ...PROFILE, ...MASTERING_PRESETS.default, target_lufs: section % 2 === 0 ? -18 : -20 };
    const job = makeJob(join(folder, `section-${section}`), "mp3", units, { profile });
    await renderInChildProcess(job);
    const { lufs, truePeak } = await ebur128(job.output_path);
    const measured = `section ${section}: ${lufs} LUFS for ${profile.target_lufs}, ${truePeak} dBTP`;
    if (Math.abs(lufs - profile.target_lufs) > 0.5 || truePeak > -3) misses.push(measured);
  }
  assert.deepEqual(misses, []);
});

test("under speech a sound is at least 9 LU lower; it comes back in pauses; with ducking off it stays", async () => {
  const random = noiseSource(5);
  const rain = Int16Array.from({ length: RATE * 20 }, () => random() * 6000);
  const silent = new Int16Array(RATE * 6);
  silent[0] = 1;
  const levels = async (units: readonly JobUnit[], isDucked: boolean) => {
    const overlays = [{ pcm: rain, sampleRate: RATE, startMs: 0 }];
    const profile = { ...PROFILE, target_lufs: -20, ...(isDucked ? {} : { ducking: false }) };
    const job = makeJob(join(folder, "rain"), "wav", units, { overlays, profile });
    // The voice is replaced by silence while its unit stays, so that only the sound is audible.
    const manifest = job.parts[0]!.manifest;
    const talking = manifest.sequential_units.map((unit) =>
      unit.unit_type === "asset" ? { ...unit, analysis_integrated_lufs: -20, effective_gain_db: 0 } : unit,
    );
    const parts = [{ ...job.parts[0]!, manifest: { ...manifest, sequential_units: talking } }];
    await renderInChildProcess({ ...job, parts });
    const samples = await decodeFile(job.output_path);
    const meter = createHopMeter(RATE);
    meter.add(samples);
    const hops = meter.hops();
    return (from: number, to: number) => {
      const energy = hops.subarray(from * 10, to * 10).reduce((sum, hop) => sum + hop, 0) / ((to - from) * RATE);
      return -0.691 + 10 * Math.log10(energy);
    };
  };
  const units = [
    { pcm: silent, sampleRate: RATE, spacingMs: 4000 },
    { pcm: silent.slice(), sampleRate: RATE },
  ];
  const ducked = await levels(units, true);
  const plain = await levels(units, false);
  assert.ok(ducked(0, 6) <= -29 && ducked(0, 6) > -31, `${ducked(0, 6)} LUFS under speech of -20`);
  assert.ok(ducked(10, 16) <= -29);
  assert.ok(Math.abs(ducked(7, 9) - plain(7, 9)) < 0.1);
  assert.ok(plain(0, 6) > -20);
});

const acxJob = (name: string, change: object = {}) => {
  const profile = { ...PROFILE, ...MASTERING_PRESETS.acx, ...change };
  const { head_ms, tail_ms } = MASTERING_PRESETS.acx.room_tone!;
  const silence = (ms: number): JobUnit => ({ pcm: new Int16Array(Math.round(22.05 * ms)), sampleRate: 22_050 });
  const units = [silence(head_ms), ...spoken.slice(0, 5), silence(tail_ms - 650)];
  return makeJob(join(folder, name), "mp3", units, { profile });
};

test("the preset acx passes every rule of ACX, measured on the encoded file", async () => {
  const job = acxJob("acx");
  await renderInChildProcess(job);
  assert.deepEqual(await failed(job.output_path), []);
});

test("files that break a rule of ACX fail, each by that rule", async () => {
  const loud = acxJob("loud", { target_lufs: -14, peak_ceiling_db: -1 });
  await renderInChildProcess(loud);
  assert.deepEqual(await failed(loud.output_path), ["rms", "peak"]);
  const quiet = acxJob("quiet", { room_tone: null });
  await renderInChildProcess(quiet);
  assert.deepEqual(await failed(quiet.output_path), ["room_tone"]);
  const good = join(folder, "acx", "out.mp3");
  const rework = async (name: string, ...options: string[]): Promise<string[]> => {
    const path = join(folder, name);
    await makeWithFfmpeg("anullsrc=d=0.1", path, "-i", good, "-map", "1:a", "-map_metadata", "-1", ...options);
    return failed(path);
  };
  assert.deepEqual(await rework("64k.mp3", "-c:a", "libmp3lame", "-b:a", "64k"), ["constant_bit_rate"]);
  assert.deepEqual(await rework("vbr.mp3", "-c:a", "libmp3lame", "-q:a", "2"), ["constant_bit_rate"]);
  assert.ok((await rework("48k.mp3", "-ar", "48000", "-c:a", "libmp3lame", "-b:a", "192k")).includes("sample_rate"));
  assert.deepEqual(await rework("cut.mp3", "-ss", "0.7", "-c:a", "libmp3lame", "-b:a", "192k"), ["head"]);
  const hissing = acxJob("hiss", { room_tone: { ...MASTERING_PRESETS.acx.room_tone!, level_db: -55 } });
  await renderInChildProcess(hissing);
  assert.deepEqual(await failed(hissing.output_path), ["noise_floor", "room_tone"]);
  assert.ok((await rework("book.m4a", "-c:a", "aac")).includes("codec"));
});
