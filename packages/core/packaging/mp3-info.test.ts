import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  MP3_FRAME_SAMPLES,
  MP3_INFO_BYTES,
  mp3Crc,
  mp3FrameCount,
  mp3FrameWindows,
  writeMp3Info,
} from "./audio-files.ts";

test("the checksum is CRC-16/ARC, also when it is carried on", () => {
  const digits = new TextEncoder().encode("123456789");
  assert.equal(mp3Crc(0, digits), 0xbb3d);
  assert.equal(mp3Crc(mp3Crc(0, digits.subarray(0, 4)), digits.subarray(4)), 0xbb3d);
});

test("delay, padding and the number of frames give back the number of samples", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (samples) => {
      const frame = writeMp3Info(samples, { bytes: 1000, crc: 0 });
      const view = new DataView(frame.buffer, frame.byteOffset);
      assert.equal(frame.length, MP3_INFO_BYTES);
      const frames = view.getUint32(21 + 8);
      assert.equal(frames, mp3FrameCount(samples));
      const at = 21 + 4 + 4 + 4 + 4 + 100 + 4 + 21;
      const [a, b, c] = [frame[at]!, frame[at + 1]!, frame[at + 2]!];
      const delay = (a << 4) | (b >> 4);
      const padding = ((b & 15) << 8) | c;
      assert.equal(frames * MP3_FRAME_SAMPLES - delay - padding, samples);
      assert.ok(padding >= 529, "a decoder's own delay fits into the padding");
    }),
  );
});

test("the frame is a silent MPEG frame and its own checksum holds", () => {
  const frame = writeMp3Info(44_100, { bytes: 5000, crc: 0x1234 });
  assert.deepEqual([...frame.subarray(0, 4)], [0xff, 0xfb, 0xb0, 0xc4]);
  assert.equal(String.fromCharCode(...frame.subarray(21, 25)), "Info");
  const end = 21 + 120 + 36;
  const stored = (frame[end - 2]! << 8) | frame[end - 1]!;
  assert.equal(stored, mp3Crc(0, frame.subarray(0, end - 2)));
  assert.equal((frame[end - 4]! << 8) | frame[end - 3]!, 0x1234);
  assert.equal(mp3FrameWindows(frame), 0);
});
