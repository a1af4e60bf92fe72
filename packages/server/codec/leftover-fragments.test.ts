import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { freeLeftoverFragments } from "./leftover-fragments.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-fragments-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function box(type: string, content: string | Buffer, length = 8 + content.length): Buffer {
  const head = Buffer.alloc(8, type.padStart(8));
  head.writeUInt32BE(length);
  return Buffer.concat([head, Buffer.from(content)]);
}
const ftyp = box("ftyp", "mp42");

async function freed(...boxes: Buffer[]) {
  const path = join(folder, "recording");
  const before = Buffer.concat(boxes);
  writeFileSync(path, before);
  const count = await freeLeftoverFragments(path);
  return { count, before, file: readFileSync(path) };
}

test("the first of two equal headers of a fragment becomes free space; nothing else changes", async () => {
  const moof = box("moof", "fragment 2");
  const before = [ftyp, box("moov", "tracks"), box("moof", "fragment 1"), box("mdat", "sound")];
  const { count, file } = await freed(...before, moof, moof, box("mdat", "sound"));
  const expected = Buffer.concat([...before, box("free", "fragment 2"), moof, box("mdat", "sound")]);
  assert.deepEqual([count, file.equals(expected)], [1, true]);
});

test("equal headers with sound between them, and headers that differ, stay", async () => {
  const moof = box("moof", "fragment 1");
  for (const boxes of [
    [ftyp, moof, box("mdat", "a"), moof, box("mdat", "b")],
    [ftyp, moof, box("moof", "fragment 2"), box("mdat", "b")],
  ]) {
    const { count, file, before } = await freed(...boxes);
    assert.deepEqual([count, file.equals(before)], [0, true]);
  }
});

test("other files and hostile lengths are left as they are, and end the reading", async () => {
  const moof = box("moof", "fragment 1");
  for (const boxes of [
    [Buffer.alloc(0)],
    [Buffer.from("RIFF....WAVE")],
    [Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5])],
    [moof, moof],
    [ftyp, box("moof", "x", 0), moof, moof],
    [ftyp, box("moof", "x", 7), moof, moof],
    [ftyp, box("moof", "x", 0xffff_ffff), moof, moof],
    [ftyp, moof, moof.subarray(0, 12)],
    [ftyp, ...Array.from({ length: 10_001 }, () => box("free", "")), moof, moof],
  ]) {
    const { count, file, before } = await freed(...boxes);
    assert.deepEqual([count, file.equals(before)], [0, true]);
  }
});
