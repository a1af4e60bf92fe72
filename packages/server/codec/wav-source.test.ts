import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeUnitWav } from "@fullcast/core/audio-files";
import fc from "fast-check";
import { RenderError } from "./render-error.ts";
import { openWav, type WavSource } from "./wav-source.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-wav-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "unit.wav");

const good = (): Buffer => Buffer.from(writeUnitWav(Int16Array.of(1, 2, 3, 4, 5), 22_050));

const read = (source: WavSource, from: number, to: number): number[] => {
  const into = Buffer.alloc((to - from) * 2 * source.channels);
  source.read(into, from);
  return [...into];
};

const isRefused = (bytes: Uint8Array): void => {
  writeFileSync(path, bytes);
  assert.throws(
    () => openWav(path, "the-asset"),
    (error) =>
      error instanceof RenderError &&
      error.kind === "input" &&
      error.assetId === "the-asset" &&
      !error.message.includes(folder),
  );
};

test("reads any range of a unit's samples", () => {
  writeFileSync(path, good());
  using source = openWav(path, "a");
  assert.deepEqual(
    { rate: source.sampleRate, channels: source.channels, length: source.length },
    {
      rate: 22_050,
      channels: 1,
      length: 5,
    },
  );
  assert.deepEqual(read(source, 1, 4), [2, 0, 3, 0, 4, 0]);
});

test("skips unknown chunks of any length", () => {
  const file = good();
  const extra = Buffer.alloc(8 + 4001 + 1);
  extra.write("LIST");
  extra.writeUInt32LE(4001, 4);
  writeFileSync(path, Buffer.concat([file.subarray(0, 12), extra, file.subarray(12)]));
  using source = openWav(path, "a");
  assert.deepEqual(read(source, 0, 2), [1, 0, 2, 0]);
});

test("refuses a missing file, a file that is not WAV, and one without samples", () => {
  assert.throws(() => openWav(join(folder, "absent.wav"), "a"), RenderError);
  isRefused(new Uint8Array(0));
  isRefused(Buffer.from("ID3 something else entirely, long enough to be looked at"));
  isRefused(good().subarray(0, 36));
  isRefused(good().subarray(0, 43));
});

test("refuses sizes that exceed the file", () => {
  isRefused(good().subarray(0, good().length - 1));
  const huge = good();
  huge.writeUInt32LE(0xffff_fff0, 40);
  isRefused(huge);
  const chunk = good();
  chunk.writeUInt32LE(0xffff_ffff, 16);
  isRefused(chunk);
});

test("other formats than mono and stereo 16-bit PCM at 8 to 192 kHz are refused", () => {
  for (const [at, value] of [
    [20, 3],
    [22, 0],
    [22, 8],
    [34, 24],
  ] as const) {
    const file = good();
    file.writeUInt16LE(value, at);
    isRefused(file);
  }
  for (const rate of [0, 4000, 400_000]) {
    const file = good();
    file.writeUInt32LE(rate, 24);
    isRefused(file);
  }
});

test("never reads outside of a damaged file, and only ever refuses it", () => {
  const file = good();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.nat(60),
      (edits, length) => {
        const damaged = Buffer.from(file.subarray(0, length));
        for (const [at, value] of edits) if (at < damaged.length) damaged[at] = value;
        writeFileSync(path, damaged);
        try {
          using source = openWav(path, "a");
          assert.equal(read(source, 0, source.length).length, source.length * 2 * source.channels);
        } catch (error) {
          assert.ok(error instanceof RenderError && error.kind === "input");
        }
      },
    ),
    { numRuns: 150 },
  );
});
