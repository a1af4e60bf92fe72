import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { clipTruePeak, decibels } from "@fullcast/core/sound";
import { decodeFile, likeness, offsetAt } from "../../../tests/audio/decode.ts";
import { type JobUnit, makeJob, noiseSource, PROFILE, speechLike } from "../../../tests/audio/make-job.ts";
import { RenderError, type RenderJob, renderInChildProcess } from "./codec.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-render-"));
after(() => rmSync(folder, { recursive: true, force: true }));
let folders = 0;
const newFolder = (): string => join(folder, String(folders++));

/** Somewhat longer than one segment, so that there is a seam at 51.2 s. */
const SEAM = 2_257_920;
const speech = [3.21, 4.57, 2.03].map((seconds, i) => speechLike(seconds, 22_050, i + 1));
const units: JobUnit[] = Array.from({ length: 17 }, (_, i) => ({
  pcm: speech[i % 3]!,
  sampleRate: 22_050,
  spacingMs: 250 + i,
}));

const samplesOfWav = (path: string): Int16Array => {
  const bytes = readFileSync(path);
  return new Int16Array(bytes.buffer, bytes.byteOffset + 44, bytes.readUInt32LE(40) / 2);
};

const fails = (job: RenderJob, kind: RenderError["kind"], signal?: AbortSignal): Promise<void> =>
  assert.rejects(
    renderInChildProcess(job, signal ? { signal } : {}),
    (error) => error instanceof RenderError && error.kind === kind && !error.message.includes(folder),
  );

for (const format of ["mp3", "m4b", "opus", "wav"] as const) {
  test(`${format}: the same bytes however many processors work, exact length, nothing shifted, no seam`, async () => {
    const at = newFolder();
    const one = await renderInChildProcess(makeJob(at, format, units, { concurrency: 1, output: join(at, "one") }));
    const progress: number[] = [];
    const job = makeJob(at, format, units, { concurrency: 3, output: join(at, "three") });
    const three = await renderInChildProcess(job, {
      onProgress: (step) => progress.push(step.done_ms / step.total_ms),
    });
    assert.equal(three.sha256, one.sha256);
    assert.equal(three.size_bytes, readFileSync(job.output_path).length);
    assert.deepEqual(
      progress,
      progress.toSorted((a, b) => a - b),
    );
    assert.equal(progress.at(-1), 1);

    await renderInChildProcess(makeJob(at, "wav", units, { output: join(at, "reference.wav") }));
    const reference = await decodeFile(join(at, "reference.wav"));
    const decoded = await decodeFile(job.output_path);
    assert.equal(reference.length, Math.round(three.duration_ms * 44.1));
    assert.equal(decoded.length, reference.length, "no encoder delay, no padding");
    for (const from of [0, SEAM - 10_000, reference.length - 30_000]) {
      assert.equal(offsetAt(reference, decoded, from, 20_000), 0);
    }
    const seam = likeness(reference, decoded, SEAM - 1152, SEAM + 1152);
    const around = Math.min(
      likeness(reference, decoded, SEAM - 30_000, SEAM - 2000),
      likeness(reference, decoded, SEAM + 2000, SEAM + 30_000),
    );
    assert.ok(seam >= around - 6 && seam > 18, `${seam} dB at the seam, ${around} dB around it`);
  });
}

test("every unit starts at the sample of its millisecond, even after hundreds of odd lengths", async () => {
  const rates = [44_100, 22_050, 24_000, 48_000];
  const clicks = Array.from({ length: 300 }, (_, i) => {
    const sampleRate = rates[i % rates.length]!;
    const pcm = new Int16Array(Math.round((sampleRate * (37 + (i % 5))) / 1000));
    pcm[0] = 16_000;
    return { pcm, sampleRate, spacingMs: 1 + (i % 4), gainDb: 0 };
  });
  const job = makeJob(newFolder(), "wav", clicks);
  await renderInChildProcess(job);
  const samples = samplesOfWav(job.output_path);
  for (const unit of job.parts[0]!.manifest.sequential_units) {
    if (unit.unit_type !== "asset") continue;
    const start = Math.round(unit.start_ms * 44.1);
    const near = [...samples.subarray(Math.max(0, start - 40), start + 40)];
    const highest = Math.max(0, start - 40) + near.indexOf(Math.max(...near));
    assert.equal(highest, start, `${unit.start_ms} ms`);
  }
});

test("a unit across a seam keeps its samples at its own rate and without gain", async () => {
  const pcm = speechLike(60, 44_100, 5, 0.4);
  const job = makeJob(newFolder(), "wav", [{ pcm, sampleRate: 44_100, gainDb: 0 }]);
  const result = await renderInChildProcess(job);
  const samples = samplesOfWav(job.output_path);
  assert.equal(samples.length, pcm.length);
  assert.ok(samples.every((sample, i) => Math.abs(sample - pcm[i]!) <= 1));
  assert.equal(result.duration_ms, 60_000);
});

test("gains and fades follow the manifest", async () => {
  const level = (value: number, seconds: number) => new Int16Array(44_100 * seconds).fill(value);
  const job = makeJob(newFolder(), "wav", [{ pcm: level(1000, 2), sampleRate: 44_100, gainDb: 6, spacingMs: 1000 }], {
    profile: { ...PROFILE, ducking: false },
    overlays: [
      { pcm: level(4000, 1), sampleRate: 44_100, startMs: 500, gainDb: -12, fadeInMs: 100, fadeOutMs: 500 },
      { pcm: level(3000, 1), sampleRate: 44_100, startMs: 2500 },
    ],
  });
  const result = await renderInChildProcess(job);
  const samples = samplesOfWav(job.output_path);
  const near = (ms: number, expected: number): void => {
    const actual = samples[Math.round(ms * 44.1)]!;
    assert.ok(Math.abs(actual - expected) <= 3, `${ms} ms: ${actual} instead of ${expected}`);
  };
  const speechLevel = 1000 * 10 ** (6 / 20);
  const soundLevel = 4000 * 10 ** (-12 / 20);
  near(250, speechLevel);
  near(550, speechLevel + soundLevel / 2);
  near(800, speechLevel + soundLevel);
  near(1250, speechLevel + soundLevel / 2);
  near(2250, 0);
  near(3250, 3000);
  assert.equal(result.duration_ms, 3500, "an overlay that ends last ends the file");
});

test("a looping sound keeps its level to its end, across the seams of segments and with any number of threads", async () => {
  const noise = noiseSource(9);
  for (const sampleRate of [44_100, 24_000]) {
    const pcm = Int16Array.from({ length: 3 * sampleRate }, (_, i) => {
      const edge = Math.min(1, i / 4_000, (3 * sampleRate - 1 - i) / 4_000);
      return Math.round(6_000 * edge * noise());
    });
    const at = newFolder();
    const overlays = [{ pcm, sampleRate, startMs: 300, loopMs: 59_700, fadeOutMs: 60 }];
    const quiet = [{ pcm: new Int16Array(4_410), sampleRate: 44_100, gainDb: 0 }];
    const job = makeJob(at, "wav", quiet, { overlays, concurrency: 1, output: join(at, "one.wav") });
    const one = await renderInChildProcess(job);
    const three = await renderInChildProcess({ ...job, concurrency: 3, output_path: join(at, "three.wav") });
    assert.equal(three.sha256, one.sha256);
    assert.equal(one.duration_ms, 60_000);
    const samples = samplesOfWav(job.output_path);
    const levels: number[] = [];
    for (let from = 44_100; from + 4_410 < samples.length - 4_410; from += 4_410) {
      const part = samples.subarray(from, from + 4_410);
      levels.push(Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length));
    }
    const spread = decibels(Math.max(...levels) / Math.min(...levels));
    assert.ok(spread < 1.2, `${spread} dB at ${sampleRate} Hz`);
    assert.ok(Math.abs(samples.at(-1)!) < 50, "the end is faded");
  }
});

test("two parts follow each other; chapters use the times of the file", async () => {
  const at = newFolder();
  const first = makeJob(at, "mp3", units.slice(0, 2), { chapters: [{ title: "Erstes Kapitel", start_ms: 0 }] });
  const second = makeJob(join(at, "b"), "mp3", units.slice(0, 1), { chapters: [{ title: "Zwei", start_ms: 10 }] });
  const assets = second.assets.map((asset, i) => ({ ...asset, asset_id: `b${i}` }));
  const renamed = JSON.parse(JSON.stringify(second.parts[0]).replaceAll(second.assets[0]!.asset_id, "b0"));
  const job = { ...first, parts: [...first.parts, renamed], assets: [...first.assets, ...assets] };
  const result = await renderInChildProcess(job);
  const [a, b] = job.parts.map((part) => part.manifest.duration_ms as number);
  assert.equal(result.duration_ms, a! + b!);
  const head = readFileSync(job.output_path).subarray(0, 2000);
  const chapter = head.indexOf("CHAP", head.indexOf("CHAP") + 1);
  assert.equal(head.readUInt32BE(chapter + 10 + 5), a! + 10);
});

test("subtitles are rendered in the same way", async () => {
  const base = makeJob(newFolder(), "srt", units.slice(0, 1));
  const part = base.parts[0]!;
  const unit = part.manifest.sequential_units[0]!;
  const timed = {
    unit_id: unit.unit_id,
    block_id: unit.block_id,
    block_index: 0,
    block_version: 1,
    speaker_id: null,
    start_ms: 0,
    duration_ms: unit.duration_ms,
    text: "All hands on deck!",
    text_hash: "0".repeat(64),
    source_ranges: [{ start_utf16: 1, end_utf16: 19 }],
  };
  const words = ["All", "hands", "on", "deck"].map((text, i) => ({
    text,
    start_ms: 200 + i * 300,
    end_ms: 500 + i * 300,
    start_utf16: 1 + "All hands on deck".indexOf(text),
    end_utf16: 1 + "All hands on deck".indexOf(text) + text.length,
  }));
  const job: RenderJob = {
    ...base,
    parts: [
      {
        ...part,
        manifest: { ...part.manifest, timed_text_units: [timed] },
        word_timings: [
          { unit_id: unit.unit_id, block_id: unit.block_id, asset_id: "x", word_timing: "available", words },
        ],
      },
    ],
  };
  await renderInChildProcess(job);
  assert.equal(readFileSync(job.output_path, "utf8"), "1\n00:00:00,200 --> 00:00:01,400\nAll hands on deck!\n");
  await fails(base, "input");
});

test("the ceiling is kept", async () => {
  const profile = { ...PROFILE, target_lufs: -10, peak_ceiling_db: -3, max_boost_db: 24 };
  for (const format of ["wav", "mp3", "m4b"] as const) {
    const job = makeJob(newFolder(), format, units.slice(0, 3), { profile });
    await renderInChildProcess(job);
    const peak = decibels(clipTruePeak(await decodeFile(job.output_path)));
    assert.ok(peak <= -3 && peak > -3.6, `${format}: ${peak} dBTP`);
  }
});

test("missing, damaged and wrongly long assets, gaps and an empty timeline are errors of the input; nothing is left", async () => {
  const good = () => makeJob(newFolder(), "mp3", units.slice(0, 2));
  const broken = (damage: (first: string, second: string) => void): RenderJob => {
    const job = good();
    damage(job.assets[0]!.path, job.assets[1]!.path);
    return job;
  };
  const gap = {
    block_id: "b",
    block_index: 0,
    block_version: 1,
    media_kind: "sfx",
    reason: "missing",
    source_ranges: [],
  } as const;
  const jobs = [
    broken((_, second) => rmSync(second)),
    broken((_, second) => truncateSync(second, 1000)),
    broken((first, second) => writeFileSync(first, readFileSync(second))),
    { ...good(), assets: [] },
    { ...good(), parts: [] },
    { ...good(), parts: good().parts.map((part) => ({ ...part, manifest: { ...part.manifest, gaps: [gap] } })) },
  ];
  for (const job of jobs) {
    await fails(job, "input");
    assert.ok(!existsSync(job.output_path));
  }
});

test("a full disk is reported as such, and nothing is left", { skip: !existsSync("/dev/full") }, async () => {
  const job = makeJob(newFolder(), "wav", units.slice(0, 1));
  symlinkSync("/dev/full", job.output_path);
  await fails(job, "disk_full");
  assert.ok(!existsSync(job.output_path));
  assert.ok(existsSync("/dev/full"));
});

/** A job that takes long enough to be interrupted. */
const longJob = (): RenderJob => makeJob(newFolder(), "m4b", Array.from({ length: 40 }, () => units).flat());

test("an aborted render ends at once and leaves nothing", async () => {
  const job = longJob();
  const controller = new AbortController();
  let aborted = 0;
  await assert.rejects(
    renderInChildProcess(job, {
      signal: controller.signal,
      onProgress: () => {
        aborted ||= performance.now();
        controller.abort();
      },
    }),
    (error) => error instanceof RenderError && error.kind === "killed",
  );
  assert.ok(performance.now() - aborted < 2000);
  assert.ok(!existsSync(job.output_path));
  await fails(job, "killed", AbortSignal.abort());
});

const childrenOf = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        return Number(readFileSync(`/proc/${candidate}/stat`, "latin1").split(") ")[1]!.split(" ")[1]) === pid;
      } catch {
        return false;
      }
    });

const onLinux = { skip: process.platform !== "linux" };

test("a render process that dies is an error, and nothing is left", onLinux, async () => {
  const job = longJob();
  let killed = false;
  await assert.rejects(
    renderInChildProcess(job, {
      onProgress: () => {
        if (killed) return;
        killed = true;
        for (const pid of childrenOf(process.pid)) process.kill(pid, "SIGKILL");
      },
    }),
    (error) => error instanceof RenderError && error.kind === "killed",
  );
  assert.ok(!existsSync(job.output_path));
});

test("when the parent dies, the render process ends and removes what it wrote", onLinux, async () => {
  const job = longJob();
  const script = join(folder, "parent.ts");
  writeFileSync(join(folder, "job.json"), JSON.stringify(job));
  writeFileSync(
    script,
    `import { readFileSync } from "node:fs";
     import { renderInChildProcess } from ${JSON.stringify(new URL("./codec.ts", import.meta.url).href)};
     const job = JSON.parse(readFileSync(${JSON.stringify(join(folder, "job.json"))}, "utf8"));
     await renderInChildProcess(job, { onProgress: (step) => { if (step.done_ms > 0) console.log("under way"); } });`,
  );
  const parent = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => parent.stdout.once("data", resolve));
  const [child] = childrenOf(parent.pid!);
  assert.ok(existsSync(job.output_path));
  parent.kill("SIGKILL");
  const gone = (): boolean => !existsSync(`/proc/${child}`) && !existsSync(job.output_path);
  for (let waited = 0; !gone() && waited < 5000; waited += 50) await delay(50);
  assert.ok(gone());
});

test("the render process receives nothing of its parent's environment", onLinux, async () => {
  const probe = join(folder, "probe.ts");
  const job = makeJob(newFolder(), "mp3", units);
  writeFileSync(join(folder, "probe.json"), JSON.stringify(job));
  writeFileSync(
    probe,
    `import { readFileSync, readdirSync } from "node:fs";
     import { renderInChildProcess } from ${JSON.stringify(new URL("./codec.ts", import.meta.url).href)};
     const job = JSON.parse(readFileSync(${JSON.stringify(join(folder, "probe.json"))}, "utf8"));
     let environments = "";
     await renderInChildProcess(job, { onProgress: () => {
       for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
         try {
           const parent = readFileSync("/proc/" + pid + "/stat", "latin1").split(") ")[1].split(" ")[1];
           if (Number(parent) === process.pid) environments += readFileSync("/proc/" + pid + "/environ", "latin1");
         } catch {}
       }
     } });
     console.log(JSON.stringify({ length: environments.length, secret: environments.includes("fc_secret") }));`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [probe], {
    env: { FULLCAST_OWNER_KEY: "fc_secret" },
  });
  const { length, secret } = JSON.parse(stdout);
  assert.ok(length > 0, "the environment was looked at");
  assert.equal(secret, false);
});
