// The true-peak ceiling on the decoded file, as ffmpeg's meter reads it, on sounds that drive the limiter hard.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { renderInChildProcess } from "../../packages/server/codec/codec.ts";
import { ebur128 } from "./ffmpeg.ts";
import { type JobUnit, makeJob, noiseSource, PROFILE, speechLike } from "./make-job.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-ceiling-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Over one segment (51.2 s), so that there is a seam. */
const SECONDS = 54;
const RATE = 44_100;

function noise(smoothing: number, seed = 3): Int16Array {
  const random = noiseSource(seed);
  let held = 0;
  return Int16Array.from({ length: (SECONDS / 9) * RATE }, () => {
    held = smoothing * held + (1 - smoothing) * random();
    return Math.max(-1, Math.min(1, held * (1 + 20 * smoothing ** 20))) * 32_767;
  });
}

const repeated = (pcm: Int16Array): JobUnit[] => Array.from({ length: 9 }, () => ({ pcm, sampleRate: RATE }));

const SIGNALS: Readonly<Record<string, readonly JobUnit[]>> = {
  "white noise": repeated(noise(0)),
  // Opus adds the most to its peaks.
  "dim noise": repeated(noise(0.6, 4)),
  "dark noise": repeated(noise(0.9)),
  "something like speech": repeated(speechLike(SECONDS / 9, RATE, 4, 0.9)),
};

for (const [name, units] of Object.entries(SIGNALS)) {
  test(`${name}, pushed into the ceiling: never over it, in no format`, async () => {
    const profile = { ...PROFILE, target_lufs: -10, peak_ceiling_db: -3, max_boost_db: 24 };
    for (const format of ["wav", "mp3", "m4b", "opus"] as const) {
      const job = makeJob(join(folder, name), format, units, { profile });
      await renderInChildProcess(job);
      const { truePeak } = await ebur128(job.output_path);
      assert.ok(truePeak <= -3 && truePeak > -4.5, `${format}: ${truePeak} dBTP`);
    }
  });
}
