import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aacFrameCount, chapterSpans, type M4bContent, writeM4bHead } from "./audio-files.ts";

interface Box {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "tref", "gmhd"]);

/** All boxes by their path, e.g. "moov/trak/mdia"; the last one, mdat, may end after the given bytes. */
function boxesOf(bytes: Uint8Array, from = 0, to = bytes.length, path = ""): Map<string, Box[]> {
  const found = new Map<string, Box[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = from; at < to; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const size = view.getUint32(at) === 1 ? Number(view.getBigUint64(at + 8)) : view.getUint32(at);
    assert.ok(size >= 8, `${path}${name} has ${size} bytes`);
    if (name !== "mdat") assert.ok(at + size <= to, `${path}${name} ends within its parent`);
    const full = path + name;
    found.set(full, [...(found.get(full) ?? []), { name, from: at + 8, to: at + size }]);
    if (CONTAINERS.has(name)) {
      for (const [key, boxes] of boxesOf(bytes, at + 8, at + size, `${full}/`)) {
        found.set(key, [...(found.get(key) ?? []), ...boxes]);
      }
    }
    at += size;
  }
  return found;
}

const content = (samples: number, chapterCount: number): M4bContent => {
  const durationMs = Math.round(samples / 44.1);
  const chapters = Array.from({ length: chapterCount }, (_, i) => ({ title: `Chapter ${i} ä`, start_ms: i * 10 }));
  return {
    samples,
    durationMs,
    tags: { title: "Tide", album: null, artist: "A", language: "de" },
    chapters: chapterSpans(chapters, durationMs, "Tide"),
  };
};

test("the head's length does not depend on the frames' sizes, and every box fits into its parent", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400_000 }),
      fc.nat(300),
      fc.integer({ min: 1, max: 768 }),
      (samples, n, size) => {
        const frames = aacFrameCount(samples);
        const empty = writeM4bHead(content(samples, n), new Uint32Array(frames));
        const full = writeM4bHead(content(samples, n), new Uint32Array(frames).fill(size));
        assert.equal(full.length, empty.length);
        const boxes = boxesOf(full);
        assert.ok(boxes.has("moov/trak/mdia/minf/stbl/stsz"));
        const data = boxes.get("mdat")![0]!;
        assert.equal(data.to, full.length + frames * size, "mdat holds the titles and all frames");
      },
    ),
    { numRuns: 40 },
  );
});

test("chunk offsets lead to the frames and to the chapters' titles", () => {
  const wanted = content(500_000, 3);
  const frames = aacFrameCount(wanted.samples);
  const sizes = Uint32Array.from({ length: frames }, (_, i) => 100 + (i % 7));
  const head = writeM4bHead(wanted, sizes);
  const view = new DataView(head.buffer, head.byteOffset);
  const [audio, titles] = boxesOf(head).get("moov/trak/mdia/minf/stbl/stco")!;
  assert.equal(view.getUint32(audio!.from + 8), head.length, "the first frame comes right after the head");
  const firstChunk = sizes.subarray(0, 43).reduce((sum, size) => sum + size, 0);
  assert.equal(view.getUint32(audio!.from + 12), head.length + firstChunk);
  assert.equal(view.getUint32(titles!.from + 4), 3, "a chunk for each title");
  for (const i of [0, 1, 2]) {
    const title = view.getUint32(titles!.from + 8 + 4 * i);
    assert.equal(
      new TextDecoder().decode(head.subarray(title + 2, title + 2 + view.getUint16(title))),
      `Chapter ${i} ä`,
    );
  }
});

test("the edit list cuts the encoder's delay off; its length and the movie's unit are milliseconds", () => {
  const wanted = content(100_001, 0);
  const head = writeM4bHead(wanted, new Uint32Array(aacFrameCount(100_001)));
  const edit = boxesOf(head).get("moov/trak/edts/elst")![0]!;
  const view = new DataView(head.buffer, head.byteOffset);
  assert.equal(view.getBigUint64(edit.from + 8), 2_268n);
  assert.equal(view.getBigUint64(edit.from + 16), 1024n);
  const movie = boxesOf(head).get("moov/mvhd")![0]!;
  // mutagen divides the times of Nero's chapter list by this unit.
  assert.equal(view.getUint32(movie.from + 20), 1000);
  assert.equal(view.getBigUint64(movie.from + 24), 2_268n);
});

test("Nero's list has up to 255 chapters; more chapters are in the text track alone", () => {
  const boxes = (count: number) => {
    const wanted = content(500_000, count);
    return boxesOf(writeM4bHead(wanted, new Uint32Array(aacFrameCount(wanted.samples))));
  };
  assert.ok(boxes(255).has("moov/udta/chpl"));
  assert.ok(!boxes(256).has("moov/udta/chpl"));
  assert.equal(boxes(256).get("moov/trak")!.length, 2);
  assert.equal(boxes(0).get("moov/trak")!.length, 1);
});
