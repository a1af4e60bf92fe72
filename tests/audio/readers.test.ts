// What other programs read from our M4B, MP3 and Opus files: music-metadata, mutagen, mediainfo, AtomicParsley and ffprobe.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { parseFile } from "music-metadata";
import { renderInChildProcess } from "../../packages/server/codec/codec.ts";
import { probe } from "./ffmpeg.ts";
import { makeJob, speechLike } from "./make-job.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "fullcast-readers-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const TAGS = {
  title: "A Tide of Voices",
  album: "Tides",
  artist: "Ann Ash",
  language: "en-GB",
  narrators: ["Ada", "Édouard"],
  description: "A harbour, three voices – and the sea.",
  publisher: "Kelp Press",
  published: "1902-04-01",
  isbn: "9780306406157",
  series: "The Salt Road",
  series_number: "2",
  track: 3,
  disclosure: {
    statement: "All voices in this recording are synthetic.",
    source_type: "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia",
  },
  lyrics: "The tide is out.\n“Überfahrt!” said Mara.",
};
/** Tenths of a second and odd milliseconds, so that a wrong unit shows. */
const startOf = (index: number) => index * 61 + (index % 7);
const chaptersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Überfahrt ${index + 1}`, start_ms: startOf(index) }));
const pathOf = (format: string, count: number) => join(folder, `${count}.${format}`);

before(async () => {
  const units = [{ pcm: speechLike(25, 22_050, 1), sampleRate: 22_050 }];
  for (const format of ["m4b", "mp3", "opus"] as const) {
    for (const count of [5, 400]) {
      const output = pathOf(format, count);
      await renderInChildProcess(makeJob(folder, format, units, { chapters: chaptersOf(count), tags: TAGS, output }));
    }
  }
});

/** mutagen's own answer, as JSON. */
async function mutagen(path: string) {
  const script = `
import json, sys, mutagen
f = mutagen.File(sys.argv[1])
chapters = [(c.start, c.title) for c in getattr(f, "chapters", None) or []]
print(json.dumps({"chapters": chapters, "tags": {k: [str(x) for x in (getattr(v, "text", v) if isinstance(getattr(v, "text", v), list) else [v])] for k, v in f.tags.items()}}))
`;
  // Debian's own interpreter: it is the one that has Debian's mutagen.
  const { stdout } = await run("/usr/bin/python3", ["-c", script, path]);
  return JSON.parse(stdout) as { chapters: [number, string][]; tags: Record<string, string[]> };
}

for (const count of [5, 400]) {
  test(`m4b, ${count} chapters: music-metadata reads every title and time`, async () => {
    const { format, quality } = await parseFile(pathOf("m4b", count), { includeChapters: true });
    assert.deepEqual(
      format.chapters?.map(({ title, start, timeScale }) => [title, (start * 1000) / (timeScale ?? 0)]),
      chaptersOf(count).map(({ title, start_ms }) => [title, start_ms]),
    );
    assert.deepEqual(quality.warnings, []);
  });

  test(`m4b, mp3 and opus, ${count} chapters: ffprobe reads every title and time`, async () => {
    for (const format of ["m4b", "mp3", "opus"]) {
      const { chapters } = await probe(pathOf(format, count));
      assert.deepEqual(
        chapters.map(({ tags, start_time }) => [tags.title, Math.round(Number(start_time) * 1000)]),
        chaptersOf(count).map(({ title, start_ms }) => [title, start_ms]),
      );
    }
  });
}

test("m4b: mutagen reads the chapters of Nero's list at their times", async () => {
  const { chapters } = await mutagen(pathOf("m4b", 5));
  assert.deepEqual(
    chapters.map(([start, title]) => [title, Math.round(start * 1000)]),
    chaptersOf(5).map(({ title, start_ms }) => [title, start_ms]),
  );
});

test("m4b: music-metadata, mutagen, AtomicParsley and mediainfo read the tags of the book", async () => {
  const { common } = await parseFile(pathOf("m4b", 5));
  assert.deepEqual(
    [common.title, common.album, common.artist, common.albumartist, common.composer, common.date, common.track.no],
    ["A Tide of Voices", "Tides", "Ann Ash", "Ann Ash", ["Ada; Édouard"], "1902-04-01", 3],
  );
  assert.deepEqual(
    [common.movement, common.movementIndex.no, common.language, common.description],
    ["The Salt Road", 2, "en-GB", [TAGS.description]],
  );
  const { tags } = await mutagen(pathOf("m4b", 5));
  assert.deepEqual(
    ["©nrt", "©mvn", "©mvi", "shwm", "©day", "desc", "ldes", "©pub", "trkn"].map((name) => tags[name]?.join()),
    [
      "Ada; Édouard",
      "The Salt Road",
      "2",
      "1",
      "1902-04-01",
      TAGS.description,
      TAGS.description,
      "Kelp Press",
      "(3, 0)",
    ],
  );
  const parsley = (await run("AtomicParsley", [pathOf("m4b", 5), "-t"])).stdout;
  for (const line of [
    'Atom "©mvn" contains: The Salt Road',
    'Atom "----" [com.apple.iTunes;SERIES-PART] contains: 2',
    'Atom "stik" contains: Audiobook',
  ]) {
    assert.ok(parsley.includes(line), line);
  }
  const info = (await run("mediainfo", [pathOf("m4b", 5)])).stdout;
  assert.match(info, /^Publisher +: Kelp Press$/m);
  assert.match(info, /^Recorded date +: 1902-04-01$/m);
});

/** The names under which Audiobookshelf's prober.js takes ffprobe's tags, whatever their case. */
for (const format of ["m4b", "mp3", "opus"]) {
  test(`${format}: ffprobe names the tags as Audiobookshelf reads them`, async () => {
    const { format: container, streams } = await probe(pathOf(format, 5));
    // Ogg has its tags in the stream.
    const tags = Object.fromEntries(
      Object.entries({ ...streams[0]?.tags, ...container.tags }).map(([name, value]) => [name.toLowerCase(), value]),
    );
    assert.deepEqual(
      {
        series: tags.series,
        part: tags["series-part"],
        narrators: tags.composer,
        author: tags.artist,
        publisher: tags.publisher,
        // FFmpeg gives the description of Vorbis comments this name.
        description: format === "opus" ? tags.comment : tags.description,
        date: tags.date,
        isbn: tags.isbn,
        language: tags.language?.slice(0, 2),
        track: tags.track,
      },
      {
        series: "The Salt Road",
        part: "2",
        narrators: "Ada; Édouard",
        author: "Ann Ash",
        publisher: "Kelp Press",
        description: TAGS.description,
        date: "1902-04-01",
        isbn: "9780306406157",
        language: "en",
        track: "3",
      },
    );
  });
}

test("mp3: mutagen and music-metadata read the frames", async () => {
  const { tags } = await mutagen(pathOf("mp3", 5));
  assert.deepEqual(
    ["TPE2", "TRCK", "TPOS", "TPUB", "TDRC", "MVNM", "MVIN", "TXXX:SERIES", "USLT::eng"].map((name) =>
      tags[name]?.join(),
    ),
    ["Ann Ash", "3", "1/1", "Kelp Press", "1902-04-01", "The Salt Road", "2", "The Salt Road", TAGS.lyrics],
  );
  const { common, quality } = await parseFile(pathOf("mp3", 5));
  assert.deepEqual([common.track.no, common.disk.no, common.albumartist], [3, 1, "Ann Ash"]);
  assert.deepEqual(
    common.lyrics?.map(({ text }) => text),
    [TAGS.lyrics],
  );
  // It knows no private frames, and reports that of XMP.
  assert.deepEqual(
    quality.warnings.filter(({ message }) => !message.startsWith("Unknown PRIV")),
    [],
  );
});

test("opus: mutagen, mediainfo and opusinfo read tags, length and stream", async () => {
  const path = pathOf("opus", 5);
  const { tags } = await mutagen(path);
  assert.deepEqual(
    ["title", "albumartist", "tracknumber", "publisher", "date", "isbn", "performer"].map((name) => tags[name]?.join()),
    ["A Tide of Voices", "Ann Ash", "3", "Kelp Press", "1902-04-01", TAGS.isbn, "Ada; Édouard"],
  );
  assert.deepEqual([tags.chapter001, tags.chapter001name], [["00:00:00.062"], ["Überfahrt 2"]]);
  const info = (await run("mediainfo", ["--Output=JSON", path])).stdout;
  const { track } = (JSON.parse(info) as { media: { track: Record<string, string>[] } }).media;
  const [general, sound] = track;
  assert.deepEqual(
    [general?.Format, sound?.Format, sound?.Channels, sound?.SamplingRate],
    ["Ogg", "Opus", "1", "44100"],
  );
  // mediainfo adds the pre-skip, 2.5 ms.
  assert.ok(Math.abs(Number(sound?.Duration) - 25) < 0.004);
  const { stdout } = await run("opusinfo", [path]);
  assert.match(stdout, /Pre-skip: 120/);
  assert.match(stdout, /Playback length: 0m:25\.000s/);
  assert.doesNotMatch(stdout, /WARNING|ERROR/i);
});

test("mp3, m4b and opus: ffprobe and mutagen read that machines speak, and of what kind", async () => {
  const { statement, source_type } = TAGS.disclosure;
  for (const format of ["mp3", "m4b", "opus"]) {
    const { format: container, streams } = await probe(pathOf(format, 5));
    const tags = { ...streams[0]?.tags, ...container.tags };
    assert.deepEqual([tags.DISCLOSURE, tags.DIGITALSOURCETYPE], [statement, source_type], format);
  }
  const mp3 = (await mutagen(pathOf("mp3", 5))).tags;
  assert.deepEqual([mp3["TXXX:DISCLOSURE"], mp3["TXXX:DIGITALSOURCETYPE"]], [[statement], [source_type]]);
  assert.ok(Object.keys(mp3).some((name) => name.startsWith("PRIV:XMP:")));
});

test("mp3, m4b and wav: exiftool reads IPTC's Digital Source Type from XMP", async () => {
  const wav = join(folder, "one.wav");
  const units = [{ pcm: speechLike(1, 22_050, 1), sampleRate: 22_050 }];
  await renderInChildProcess(makeJob(folder, "wav", units, { tags: TAGS, output: wav }));
  for (const path of [wav, pathOf("mp3", 5), pathOf("m4b", 5)]) {
    const { stdout } = await run("exiftool", ["-json", "-n", "-XMP-iptcExt:DigitalSourceType", path]);
    const [found] = JSON.parse(stdout) as { DigitalSourceType?: string }[];
    assert.equal(found?.DigitalSourceType, TAGS.disclosure.source_type, path);
  }
  const { format } = await probe(wav);
  assert.equal(format.tags?.comment, TAGS.disclosure.statement);
});
