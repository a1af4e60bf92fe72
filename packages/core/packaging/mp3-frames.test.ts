import assert from "node:assert/strict";
import { test } from "node:test";
import { mp3Facts, writeId3 } from "./audio-files.ts";

/** Frames of MPEG-1 layer III at 44.1 kHz without padding; only their headers matter. */
function frames(kbits: readonly (128 | 192)[]): Uint8Array {
  return Buffer.concat(
    kbits.map((rate) => {
      const frame = Buffer.alloc(Math.floor((144 * rate * 1000) / 44_100));
      frame.set([0xff, 0xfb, rate === 192 ? 0xb0 : 0x90, 0xc4]);
      return frame;
    }),
  );
}

const facts = (...parts: readonly Uint8Array[]) => {
  const file = Buffer.concat(parts);
  return mp3Facts((from, length) => file.subarray(from, from + length), file.length);
};

const tag = (chapters: number): Uint8Array => {
  const spans = Array.from({ length: chapters }, (_, i) => ({ title: `${i}`, start_ms: i, end_ms: i + 1 }));
  return writeId3({ title: "A", album: null, artist: null, language: null }, spans, 1000, "test");
};

test("the bit rate of all frames, and the chapters of the tag before them", () => {
  assert.deepEqual(facts(tag(3), frames([192, 192, 192])), { constant_bit_rate: 192_000, chapters: 3 });
  assert.deepEqual(facts(frames([128, 128]), Buffer.from("TAG")), { constant_bit_rate: 128_000, chapters: 0 });
});

test("a bit rate that changes is none; nothing that can be read is none either", () => {
  assert.equal(facts(frames([192, 128])).constant_bit_rate, null);
  assert.deepEqual(facts(Buffer.from("no music at all")), { constant_bit_rate: null, chapters: 0 });
  assert.deepEqual(facts(Buffer.alloc(0)), { constant_bit_rate: null, chapters: 0 });
  assert.equal(facts(tag(1).subarray(0, 40)).constant_bit_rate, null);
});
