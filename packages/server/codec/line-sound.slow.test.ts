import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { linesAlone, type RenderManifest } from "@fullcast/core/timeline";
import { type JobUnit, makeJob, PROFILE, speechLike } from "../../../tests/audio/make-job.ts";
import { renderInChildProcess } from "./codec.ts";
import { createLineMixer } from "./line-sound.ts";
import { samplesOf } from "./positions.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-lines-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a line alone has the samples of the export, at one rate, without the sounds", async () => {
  // The pauses are longer than the limiter's memory, and nothing is loud: only the dither differs.
  const units: JobUnit[] = Array.from({ length: 4 }, (_, index) => {
    const sampleRate = [22_050, 44_100, 16_000][index % 3] ?? 44_100;
    return {
      pcm: speechLike(0.7 + index / 3, sampleRate, index + 1, 0.2),
      sampleRate,
      spacingMs: 1_200,
      gainDb: index - 2,
    };
  });
  const rain = { pcm: speechLike(2, 44_100, 9, 0.4), sampleRate: 44_100, startMs: 0 };
  const silent = makeJob(join(folder, "silent"), "wav", units, { profile: PROFILE });
  await renderInChildProcess(silent);
  const exported = readFileSync(silent.output_path);
  const mix = new Int16Array(
    exported.buffer.slice(exported.byteOffset + 44, exported.byteOffset + 44 + exported.readUInt32LE(40)),
  );
  const { assets, parts } = makeJob(join(folder, "with-rain"), "wav", units, { profile: PROFILE, overlays: [rain] });
  const manifest = parts[0]?.manifest as RenderManifest;
  using mixer = createLineMixer();
  const starts = manifest.sequential_units.flatMap((unit) =>
    unit.unit_type === "asset" ? [samplesOf(unit.start_ms)] : [],
  );
  const lines = linesAlone(manifest);
  assert.equal(lines.length, units.length);
  for (const [index, line] of lines.entries()) {
    const alone = mixer.mix(line, manifest.mastering_profile, assets);
    assert.equal(alone.length, samplesOf(line.duration_ms));
    const there = mix.subarray(starts[index], (starts[index] ?? 0) + alone.length);
    const most = alone.reduce((worst, sample, at) => Math.max(worst, Math.abs(sample - (there[at] ?? 0))), 0);
    assert.ok(most <= 2, `line ${index} differs by ${most}`);
    assert.ok(
      alone.some((sample) => Math.abs(sample) > 500),
      `line ${index} sounds`,
    );
  }
});
