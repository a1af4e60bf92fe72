import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { writeFragment } from "./audio-files.ts";

/** Boxes by their names at one level. */
function boxesIn(bytes: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const size = view.getUint32(at);
    assert.ok(size >= 8 && at + size <= bytes.length, "a box ends within its parent");
    found.set(String.fromCharCode(...bytes.subarray(at + 4, at + 8)), bytes.subarray(at + 8, at + size));
    at += size;
  }
  return found;
}

test("a piece names the time of its first frame, and its data offset leads to the frames", () => {
  fc.assert(
    fc.property(
      fc.nat(2 ** 40),
      fc.array(fc.integer({ min: 1, max: 768 }), { minLength: 1, maxLength: 400 }),
      (startSample, sizes) => {
        const frames = Uint8Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, (_, i) => i % 251);
        const piece = writeFragment({ sequence: 3, startSample, frameSizes: sizes, frames });
        const top = boxesIn(piece);
        assert.deepEqual([...top.keys()], ["ftyp", "moov", "moof", "mdat"]);
        const moof = top.get("moof")!;
        const traf = boxesIn(boxesIn(moof).get("traf")!);
        const time = traf.get("tfdt")!;
        assert.equal(Number(new DataView(time.buffer, time.byteOffset).getBigUint64(4)), startSample);
        const run = new DataView(traf.get("trun")!.buffer, traf.get("trun")!.byteOffset);
        assert.equal(run.getUint32(4), sizes.length);
        const data = moof.byteOffset - 8 - piece.byteOffset + run.getUint32(8);
        assert.deepEqual(piece.subarray(data), frames);
        for (const [index, size] of sizes.entries()) assert.equal(run.getUint32(12 + 4 * index), size);
      },
    ),
    { numRuns: 60 },
  );
});
