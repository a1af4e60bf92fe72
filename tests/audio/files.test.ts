// Every audio format, checked by other programs: their description of the files, and that they decode the mixed sound at the
// same sample.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createFile, type MP4BoxBuffer } from "mp4box";
import { wavHeader } from "../../packages/core/packaging/audio-files.ts";
import { type AudioFormat, type RenderResult, renderInChildProcess } from "../../packages/server/codec/codec.ts";
import { likeness, offsetAt } from "./decode.ts";
import { complaints, decodeWithFfmpeg, ebur128, makeWithFfmpeg, probe } from "./ffmpeg.ts";
import { makeJob, noiseSource, speechLike } from "./make-job.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-files-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const CHAPTERS = [
  { title: "The Harbour", start_ms: 0 },
  { title: "Überfahrt – 潮", start_ms: 20_500 },
  { title: "Home", start_ms: 61_250 },
];
const TAGS = {
  title: "A Tide of Voices",
  album: "Tides",
  artist: "Nobody Known",
  language: "en-GB",
  narrators: ["Ada", "Édouard"],
};
const pathOf = (format: AudioFormat): string => join(folder, `out.${format}`);
const results = new Map<AudioFormat, RenderResult>();

before(async () => {
  const speech = [3.217, 4.571, 2.032].map((seconds, i) => speechLike(seconds, 22_050, i + 1));
  const units = Array.from({ length: 24 }, (_, i) => ({ pcm: speech[i % 3]!, sampleRate: 22_050, spacingMs: 300 + i }));
  const noise = noiseSource(3);
  const rain = Int16Array.from({ length: 48_000 * 6 }, () => noise() * 2500);
  const overlays = [{ pcm: rain, sampleRate: 48_000, startMs: 12_000, gainDb: -6, fadeInMs: 1000, fadeOutMs: 2000 }];
  for (const format of ["wav", "mp3", "m4b", "opus"] as const) {
    const job = makeJob(folder, format, units, { overlays, chapters: CHAPTERS, tags: TAGS, output: pathOf(format) });
    results.set(format, await renderInChildProcess(job));
  }
});

const durationOf = (format: AudioFormat): number => results.get(format)!.duration_ms / 1000;

for (const [format, expected] of [
  ["wav", { format_name: "wav", codec_name: "pcm_s16le", bitRate: 705_600, within: 0 }],
  ["mp3", { format_name: "mp3", codec_name: "mp3", bitRate: 192_000, within: 0 }],
  ["m4b", { format_name: "mov,mp4,m4a,3gp,3g2,mj2", codec_name: "aac", bitRate: 128_000, within: 6000 }],
  ["opus", { format_name: "ogg", codec_name: "opus", bitRate: 48_000, within: 12_000 }],
] as const) {
  test(`${format}: codec, rate, bit rate, tags and a clean decode`, async () => {
    const { format: container, streams } = await probe(pathOf(format));
    const [sound] = streams;
    assert.equal(container.format_name, expected.format_name);
    assert.equal(sound?.codec_name, expected.codec_name);
    assert.equal(sound?.sample_rate, format === "opus" ? "48000" : "44100");
    assert.equal(sound?.channels, 1);
    assert.ok(
      Math.abs(Number(sound?.bit_rate ?? container.bit_rate) - expected.bitRate) <= expected.within,
      `${sound?.bit_rate} bit/s`,
    );
    const tags = Object.fromEntries(
      Object.entries({ ...sound?.tags, ...container.tags }).map(([key, value]) => [key.toLowerCase(), value]),
    );
    assert.equal(tags.title, TAGS.title);
    assert.equal(tags.album, TAGS.album);
    assert.equal(tags.artist, TAGS.artist);
    assert.equal(tags.genre, "Audiobook");
    if (format !== "wav") assert.equal(tags.composer, "Ada; Édouard");
    assert.equal(await complaints(pathOf(format)), "");
  });

  test(`${format}: the decoded sound lies where it was mixed, from the first sample to the last`, async () => {
    const reference = await decodeWithFfmpeg(pathOf("wav"));
    const decoded = await decodeWithFfmpeg(pathOf(format));
    assert.equal(reference.length, Math.round(durationOf("wav") * 44_100));
    // ffmpeg 5 keeps the padding of AAC, whichever program wrote the file; players that read edit lists remove it.
    if (format === "m4b") assert.ok(decoded.length >= reference.length && decoded.length < reference.length + 1024);
    // Opus has 48 kHz: the length at 44.1 kHz is rounded twice.
    else if (format === "opus") assert.ok(Math.abs(decoded.length - reference.length) <= 1);
    else assert.equal(decoded.length, reference.length);
    for (const part of [0, 0.25, 0.5, 0.75, 0.98]) {
      const from = Math.floor(part * (reference.length - 30_000));
      assert.equal(offsetAt(reference, decoded, from, 30_000), 0, `at ${part}`);
    }
    // At 48 kbit/s Opus keeps the energies of noise rather than its samples.
    const alike = likeness(reference, decoded, 0, reference.length - 1);
    assert.ok(alike > (format === "opus" ? 12 : 20), `${alike} dB`);
  });

  test(`${format}: the ceiling of -1 dBTP is kept, and it is as loud as the WAV`, async () => {
    const { lufs, truePeak } = await ebur128(pathOf(format));
    assert.ok(truePeak <= -1, `${truePeak} dBTP`);
    assert.ok(Math.abs(lufs - (await ebur128(pathOf("wav"))).lufs) <= 0.1);
  });
}

for (const format of ["mp3", "m4b", "opus"] as const) {
  test(`${format}: ffprobe reads the chapters, to the millisecond, and the exact length`, async () => {
    const { format: container, streams, chapters } = await probe(pathOf(format));
    const ends = [20.5, 61.25, durationOf(format)];
    assert.deepEqual(
      chapters.map((chapter) => ({
        title: chapter.tags.title,
        start_ms: Math.round(Number(chapter.start_time) * 1000),
      })),
      CHAPTERS,
    );
    // ffprobe adds the pre-skip of Opus, 2.5 ms, to the length.
    const within = format === "opus" ? 0.0035 : 0.001;
    for (const [i, chapter] of chapters.entries()) assert.ok(Math.abs(Number(chapter.end_time) - ends[i]!) <= within);
    if (format === "m4b") assert.equal(streams[0]?.duration_ts, Math.round(durationOf(format) * 44_100));
    assert.ok(Math.abs(Number(container.duration) - durationOf(format)) < 0.06);
  });
}

test("m4b: an audiobook to players, sound in its language, everything before the sound", async () => {
  const { format: container, streams } = await probe(pathOf("m4b"));
  assert.equal(container.tags?.media_type, "2");
  assert.equal(container.tags?.gapless_playback, "1");
  assert.equal(container.tags?.major_brand, "M4B ");
  assert.equal(streams[0]?.profile, "LC");
  assert.equal(streams[0]?.tags?.language, "eng");
  const bytes = readFileSync(pathOf("m4b"));
  assert.ok(bytes.indexOf("moov") < bytes.indexOf("mdat"));
  assert.ok(bytes.includes("chpl"));
});

test("m4b: a parser of MP4 boxes reads tracks, chapters, tags and a file that can be played while it loads", () => {
  const file = createFile();
  const bytes = readFileSync(pathOf("m4b"));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as MP4BoxBuffer;
  buffer.fileStart = 0;
  file.appendBuffer(buffer, true);
  file.flush();
  const info = file.getInfo();
  assert.equal(info.isProgressive, true);
  assert.ok(info.brands.includes("M4B "));
  const [sound, chapters] = info.tracks;
  assert.equal(info.tracks.length, 2);
  assert.equal(sound?.codec, "mp4a.40.2");
  assert.equal(sound?.audio?.sample_rate, 44_100);
  assert.equal(sound?.audio?.channel_count, 1);
  assert.equal(chapters?.nb_samples, CHAPTERS.length);
  assert.deepEqual(
    file.getTrackSamplesInfo(chapters!.id).map((sample) => Math.round((sample.cts * 1000) / sample.timescale)),
    CHAPTERS.map((chapter) => chapter.start_ms),
  );
  const boxes = bytes.toString("latin1");
  for (const name of ["chpl", "stik", "pgap", "\xa9nam", "\xa9ART", "\xa9nrt", "\xa9wrt"])
    assert.ok(boxes.includes(name), name);
  assert.ok(boxes.includes(Buffer.from("Ada; Édouard").toString("latin1")));
});

for (const format of ["mp3", "m4b", "opus"] as const) {
  test(`${format}: a book of three parts has their chapters where they begin, quiet between them, and one length`, async () => {
    const path = join(folder, `book.${format}`);
    const unit = { pcm: speechLike(2, 22_050, 5), sampleRate: 22_050 };
    const job = makeJob(join(folder, `parts-${format}`), format, [unit], { tags: TAGS, output: path });
    const [part] = job.parts;
    assert.ok(part !== undefined);
    const parts = ["One", "Two", "Three"].map((title) => ({
      ...part,
      title,
      chapters: [{ title, start_ms: 0 }],
      pause_after_ms: 2_500,
    }));
    const { duration_ms } = await renderInChildProcess({ ...job, parts });
    assert.equal(duration_ms, 3 * 2_000 + 2 * 2_500);
    const { format: container, chapters } = await probe(path);
    assert.deepEqual(
      chapters.map((chapter) => [chapter.tags.title, Math.round(Number(chapter.start_time) * 1_000)]),
      [
        ["One", 0],
        ["Two", 4_500],
        ["Three", 9_000],
      ],
    );
    assert.ok(Math.abs(Number(container.duration) * 1_000 - duration_ms) < 60);
    const samples = await decodeWithFfmpeg(path);
    const loudest = (from: number, to: number) =>
      samples
        .subarray(Math.round(from * 44.1), Math.round(to * 44.1))
        .reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    assert.ok(loudest(2_100, 4_400) < 0.001, "the pause is quiet");
    assert.ok(loudest(4_500, 6_500) > 0.05, "the next part is heard");
  });
}

for (const format of ["mp3", "m4b", "opus"] as const) {
  test(`${format}: three hundred chapters and a cover`, async () => {
    const cover = join(folder, "cover.png");
    await makeWithFfmpeg("color=color=teal:size=96x96", cover, "-frames:v", "1");
    const chapters = Array.from({ length: 300 }, (_, i) => ({ title: `Chapter ${i + 1}`, start_ms: i * 20 }));
    const units = [{ pcm: speechLike(7, 22_050, 9), sampleRate: 22_050 }];
    const job = makeJob(join(folder, format), format, units, {
      chapters,
      tags: { cover: { path: cover, content_type: "image/png" } },
    });
    await renderInChildProcess(job);
    const found = await probe(job.output_path);
    assert.deepEqual(
      found.chapters.map((chapter) => [chapter.tags.title, Math.round(Number(chapter.start_time) * 1000)]),
      chapters.map((chapter) => [chapter.title, chapter.start_ms]),
    );
    const picture = found.streams.find((stream) => stream.disposition?.attached_pic === 1);
    assert.equal(picture?.codec_name, "png");
    assert.equal(await complaints(job.output_path), "");
  });
}

test("wav: over 4 GiB, as RF64", async () => {
  const hours = 14;
  const samples = hours * 3600 * 44_100;
  const path = join(folder, "long.wav");
  const header = wavHeader(samples, 44_100);
  writeFileSync(path, header);
  // A hole in the file: it takes no space on the disk.
  truncateSync(path, header.length + samples * 2);
  const { streams } = await probe(path);
  assert.equal(streams[0]?.codec_name, "pcm_s16le");
  assert.equal(Number(streams[0]?.duration), hours * 3600);
});
