// The loudness and peaks of mastered sections, decoded from MP3 and measured by ffmpeg.

import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { MASTERING_PRESETS } from "../packages/core/sound/sound.ts";
import { renderInChildProcess } from "../packages/server/codec/codec.ts";
import { ebur128, ffmpegIsThere } from "../tests/audio/ffmpeg.ts";
import { makeJob, PROFILE } from "../tests/audio/make-job.ts";
import { spokenUnits } from "../tests/audio/spoken-units.ts";
import { type Measurement, measured, Skip } from "./measurement.ts";

export const describe =
  "20 sections of eight paragraphs by three embedded voices, mastered to -18 and -20 LUFS under -3 dBTP, as MP3; ffmpeg's meter";

const SECTIONS = 20;
const PARAGRAPHS = 8;

export async function run(): Promise<readonly Measurement[]> {
  if (!(await ffmpegIsThere())) throw new Skip("the program ffmpeg is not installed");
  const folder = mkdtempSync(join(tmpdir(), "fullcast-bench-"));
  try {
    const spoken = await spokenUnits();
    let furthest = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let section = 0; section < SECTIONS; section++) {
      const units = Array.from({ length: PARAGRAPHS }, (_, i) => spoken[(section * 3 + i) % spoken.length]!);
      const target = section % 2 === 0 ? -18 : -20;
      const profile = { ...PROFILE, ...MASTERING_PRESETS.default, target_lufs: target };
      const job = makeJob(join(folder, String(section)), "mp3", units, {
        profile,
        concurrency: availableParallelism(),
      });
      await renderInChildProcess(job);
      const { lufs, truePeak } = await ebur128(job.output_path);
      furthest = Math.max(furthest, Math.abs(lufs - target));
      highest = Math.max(highest, truePeak);
    }
    return [
      measured("furthest from the target", furthest, "LU", { bound: "at most", value: 0.5 }),
      measured("highest true peak", highest, "dBTP", {
        bound: "at most",
        value: MASTERING_PRESETS.default.peak_ceiling_db,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
