import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readWav, wavHeader, wavTrailer, writeUnitWav } from "./audio-files.ts";

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

test("a unit's file is 44 bytes of header and its samples in little-endian", () => {
  const bytes = writeUnitWav(Int16Array.of(1, -2, 32_767), 22_050);
  const header = view(bytes);
  assert.equal(bytes.length, 50);
  assert.equal(text(bytes, 0, 4) + text(bytes, 8, 8) + text(bytes, 36, 4), "RIFFWAVEfmt data");
  assert.equal(header.getUint32(4, true), 42);
  assert.deepEqual(
    [20, 22, 32, 34].map((at) => header.getUint16(at, true)),
    [1, 1, 2, 16],
  );
  assert.equal(header.getUint32(24, true), 22_050);
  assert.equal(header.getUint32(28, true), 44_100);
  assert.equal(header.getUint32(40, true), 6);
  assert.deepEqual([...bytes.subarray(44)], [1, 0, 254, 255, 255, 127]);
});

test("a header of two channels names both, and bytes for both", () => {
  const header = view(wavHeader(10, 44_100, { channels: 2 }));
  assert.deepEqual([header.getUint16(22, true), header.getUint16(32, true), header.getUint16(34, true)], [2, 4, 16]);
  assert.deepEqual([header.getUint32(28, true), header.getUint32(40, true)], [176_400, 40]);
});

test("a part of a larger buffer is written without its surroundings", () => {
  const bytes = writeUnitWav(Int16Array.of(9, 8, 7, 6).subarray(1, 3), 8000);
  assert.deepEqual([...bytes.subarray(44)], [8, 0, 7, 0]);
});

test("up to 4 GiB the file is RIFF, above it is RF64 with true sizes in 64 bits", () => {
  const most = (0xffff_ffff - 36 - 1) / 2;
  assert.equal(text(wavHeader(Math.floor(most), 44_100), 0, 4), "RIFF");
  const samples = 44_100 * 3600 * 20;
  const header = wavHeader(samples, 44_100, { trailerBytes: 100 });
  assert.equal(header.length, 80);
  assert.equal(text(header, 0, 4) + text(header, 8, 8) + text(header, 48, 4), "RF64WAVEds64fmt ");
  assert.equal(view(header).getUint32(4, true), 0xffff_ffff);
  assert.equal(view(header).getBigUint64(20, true), BigInt(80 + samples * 2 + 100 - 8));
  assert.equal(view(header).getBigUint64(28, true), BigInt(samples * 2));
  assert.equal(view(header).getBigUint64(36, true), BigInt(samples));
  assert.equal(text(header, 72, 4), "data");
});

test("tags stand in an INFO list of even chunks", () => {
  const trailer = wavTrailer({ title: "Ab\0c", album: null, artist: "Ä", language: "en" });
  assert.equal(trailer.length % 2, 0);
  assert.equal(text(trailer, 0, 4) + text(trailer, 8, 8), "LISTINFOINAM");
  assert.equal(view(trailer).getUint32(4, true), trailer.length - 8);
  assert.equal(text(trailer, 20, 4), "Abc\0");
});

test("a written unit is read back, and so is a file whose writer did not know its length", () => {
  const pcm = Int16Array.of(1, -2, 32_767, -32_768);
  const file = writeUnitWav(pcm, 24_000);
  assert.deepEqual(readWav(file), { pcm, sample_rate: 24_000, channels: 1 });
  for (const unknown of [0, 0xffff_ffff, 0x7fff_ffff]) {
    const streamed = file.slice();
    view(streamed).setUint32(40, unknown, true);
    assert.deepEqual(readWav(streamed), { pcm, sample_rate: 24_000, channels: 1 });
  }
  assert.deepEqual(readWav(Buffer.from(file)), { pcm, sample_rate: 24_000, channels: 1 });
  const odd = new Uint8Array(file.length + 1);
  odd.set(file, 1);
  assert.deepEqual(readWav(odd.subarray(1)), { pcm, sample_rate: 24_000, channels: 1 });
});

test("a truncated file is distinguished from one that is not 16-bit PCM", () => {
  const file = writeUnitWav(Int16Array.of(1, 2, 3, 4), 24_000);
  assert.equal(readWav(file.subarray(0, file.length - 2)), "truncated");
  assert.equal(readWav(new TextEncoder().encode("<!doctype html><title>502</title>")), null);
  assert.equal(readWav(new Uint8Array(0)), null);
  for (const [at, value] of [
    [20, 3],
    [22, 3],
    [34, 24],
  ] as const) {
    const other = file.slice();
    view(other).setUint16(at, value, true);
    assert.equal(readWav(other), null);
  }
});

test("no bytes make the reader throw or read beyond them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.nat(90), (noise, at) => {
      const file = writeUnitWav(new Int16Array(20), 24_000);
      file.set(noise.subarray(0, Math.max(0, file.length - at)), Math.min(at, file.length));
      const read = readWav(file);
      if (read !== null && read !== "truncated") assert.ok(read.pcm.byteLength <= file.length);
    }),
  );
});
