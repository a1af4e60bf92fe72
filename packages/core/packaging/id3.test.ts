import assert from "node:assert/strict";
import { test } from "node:test";
import { chapterSpans, type FileTags, writeId3 } from "./audio-files.ts";

interface Frame {
  readonly id: string;
  readonly body: Uint8Array;
}

const synchsafe = (bytes: Uint8Array, at: number): number => {
  const four = bytes.subarray(at, at + 4);
  assert.ok(four.every((byte) => byte < 128));
  return four.reduce((value, byte) => value * 128 + byte, 0);
};

function framesOf(bytes: Uint8Array): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = synchsafe(bytes, at + 4);
    frames.push({
      id: String.fromCharCode(...bytes.subarray(at, at + 4)),
      body: bytes.subarray(at + 10, at + 10 + size),
    });
    at += 10 + size;
  }
  return frames;
}

const tagFrames = (tag: Uint8Array): Frame[] => {
  assert.deepEqual([...tag.subarray(0, 6)], [0x49, 0x44, 0x33, 4, 0, 0]);
  assert.equal(synchsafe(tag, 6), tag.length - 10);
  return framesOf(tag.subarray(10));
};

const value = (frame: Frame | undefined): string => {
  assert.equal(frame?.body[0], 3, "UTF-8");
  return new TextDecoder().decode(frame?.body.subarray(1));
};

const TAGS = { title: "Tide — 潮", album: "Harbour", artist: null, language: "en-GB" };

test("tags are UTF-8, and only what is given is written", () => {
  const frames = tagFrames(writeId3(TAGS, [], 1234, "LAME3.100"));
  const of = (id: string): Frame | undefined => frames.find((frame) => frame.id === id);
  assert.equal(value(of("TIT2")), "Tide — 潮");
  assert.equal(value(of("TALB")), "Harbour");
  assert.equal(value(of("TLAN")), "eng");
  assert.equal(of("TPE1"), undefined);
  assert.equal(of("CTOC"), undefined);
});

test("chapters carry their times and titles, and the table of contents names them in order", () => {
  const spans = chapterSpans(
    [
      { title: "One", start_ms: 0 },
      { title: "Two", start_ms: 70_000 },
    ],
    100_000,
    "Tide",
  );
  const frames = tagFrames(writeId3(TAGS, spans, 100_000, "LAME3.100"));
  const [toc] = frames.filter((frame) => frame.id === "CTOC");
  assert.deepEqual(String.fromCharCode(...toc!.body), "toc\0\x03\x02chp0\0chp1\0");
  const second = frames.filter((frame) => frame.id === "CHAP")[1]!;
  const times = new DataView(second.body.buffer, second.body.byteOffset + 5);
  assert.deepEqual([times.getUint32(0), times.getUint32(4)], [70_000, 100_000]);
  assert.equal(value(framesOf(second.body.subarray(21))[0]), "Two");
});

test("every field of a book has its frame, and an absent one has none", () => {
  const book = {
    ...TAGS,
    artist: "Ann Ash",
    narrators: ["Ada", "Fiona Ray"],
    description: "A tale.",
    publisher: "Kelp Press",
    published: "1902-04",
    isbn: "9780306406157",
    series: "The Salt Road",
    series_number: "2",
    track: 3,
    lyrics: "Who is there?\nThe tide.",
  };
  const texts = (tags: FileTags) =>
    tagFrames(writeId3(tags, [], 1234, "LAME3.100")).map(({ id, body }) =>
      [id, new TextDecoder().decode(body.subarray(1)).replaceAll("\0", "|")].join("="),
    );
  const all = texts(book);
  for (const frame of [
    "TPE1=Ann Ash",
    "TPE2=Ann Ash",
    "TCOM=Ada; Fiona Ray",
    "TDRC=1902-04",
    "TPUB=Kelp Press",
    "TRCK=3",
    "TPOS=1/1",
    "MVNM=The Salt Road",
    "MVIN=2",
    "TXXX=SERIES|The Salt Road",
    "TXXX=SERIES-PART|2",
    "TXXX=ISBN|9780306406157",
    "TXXX=DESCRIPTION|A tale.",
    "COMM=und|A tale.",
    "USLT=eng|Who is there?\nThe tide.",
  ]) {
    assert.ok(all.includes(frame), `${frame} is not in ${all.join(", ")}`);
  }
  assert.deepEqual(
    texts(TAGS).map((frame) => frame.slice(0, 4)),
    ["TIT2", "TALB", "TLAN", "TCON", "TPOS", "TLEN", "TSSE"],
  );
  const half = texts({ ...book, series_number: "2.5" });
  assert.ok(half.includes("TXXX=SERIES-PART|2.5") && !half.some((frame) => frame.startsWith("MVIN")));
});

test("a table of contents has at most 255 entries; more chapters go to tables below it", () => {
  const many = Array.from({ length: 600 }, (_, i) => ({ title: `${i}`, start_ms: i * 10 }));
  const frames = tagFrames(writeId3(TAGS, chapterSpans(many, 6000, "x"), 6000, "LAME3.100"));
  assert.equal(frames.filter((frame) => frame.id === "CHAP").length, 600);
  const tables = frames.filter((frame) => frame.id === "CTOC");
  assert.equal(tables.length, 4);
  assert.equal(String.fromCharCode(...tables[0]!.body), "toc\0\x03\x03toc0\0toc1\0toc2\0");
});

test("chapter spans are contiguous from 0 to the end for any input", () => {
  const given = [
    { title: "late", start_ms: 900 },
    { title: "b", start_ms: 300 },
    { title: "b2", start_ms: 300 },
    { title: "a", start_ms: 100 },
    { title: "before", start_ms: -5 },
  ];
  assert.deepEqual(chapterSpans(given, 900, "File"), [
    { title: "File", start_ms: 0, end_ms: 100 },
    { title: "a", start_ms: 100, end_ms: 300 },
    { title: "b2", start_ms: 300, end_ms: 900 },
  ]);
  assert.deepEqual(chapterSpans([], 900, "File"), []);
});
