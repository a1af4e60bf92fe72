// Our meter against ffmpeg's, on signals that ffmpeg makes.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { analyse, clipTruePeak, createLoudnessMeter } from "../../packages/core/sound/sound.ts";
import { ebur128, makeWithFfmpeg } from "./ffmpeg.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-loudness-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const SOURCES: Readonly<Record<string, string>> = {
  "a tone": "sine=frequency=997:sample_rate=48000:duration=5,volume=0.2",
  "pink noise": "anoisesrc=color=pink:amplitude=0.3:seed=5:sample_rate=44100:duration=8",
  "brown noise at 22,050 Hz": "anoisesrc=color=brown:amplitude=0.5:seed=6:sample_rate=22050:duration=8",
  "loud and quiet by turns":
    "anoisesrc=color=pink:amplitude=0.5:seed=7:sample_rate=48000:duration=20,volume='if(lt(mod(t,7),3),0.03,1)':eval=frame",
};

for (const [name, source] of Object.entries(SOURCES)) {
  test(`${name}: integrated loudness within 0.1 LU, true peak within 0.3 dB`, async () => {
    const path = join(folder, "signal.wav");
    await makeWithFfmpeg(`${source},aformat=sample_fmts=s16:channel_layouts=mono`, path);
    const theirs = await ebur128(path);
    const bytes = readFileSync(path);
    const data = bytes.indexOf("data") + 8;
    const pcm = new Int16Array(bytes.buffer.slice(bytes.byteOffset + data, bytes.byteOffset + bytes.length));
    const sampleRate = bytes.readUInt32LE(24);
    const samples = Float32Array.from(pcm, (sample) => sample / 32_768);
    const meter = createLoudnessMeter(sampleRate);
    meter.add(samples);
    assert.ok(Math.abs(meter.integrated() - theirs.lufs) <= 0.1, `${meter.integrated()}, ffmpeg ${theirs.lufs} LUFS`);
    assert.ok(Math.abs(analyse(pcm, sampleRate).integrated_lufs - theirs.lufs) <= 0.1);
    const peak = 20 * Math.log10(clipTruePeak(samples));
    assert.ok(Math.abs(peak - theirs.truePeak) <= 0.3, `${peak}, ffmpeg ${theirs.truePeak} dBTP`);
  });
}
