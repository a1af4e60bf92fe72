import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  chapterSpans,
  type FileTags,
  OPUS_PACKET_SAMPLES,
  OPUS_PRE_SKIP,
  opusPacketCount,
  opusPages,
} from "./audio-files.ts";
import { oggCrc } from "./ogg.ts";

interface Page {
  readonly flags: number;
  readonly position: bigint;
  readonly sequence: number;
  readonly sizes: readonly number[];
  readonly body: Uint8Array;
}

/** The pages of a file, as RFC 3533 describes them; the checksum of each is checked. */
function pagesOf(file: Uint8Array): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < file.length; ) {
    const view = new DataView(file.buffer, file.byteOffset + at);
    assert.equal(String.fromCharCode(...file.subarray(at, at + 4)), "OggS");
    const count = view.getUint8(26);
    const sizes = [...file.subarray(at + 27, at + 27 + count)];
    const length = 27 + count + sizes.reduce((sum, size) => sum + size, 0);
    const page = file.slice(at, at + length);
    page.set([0, 0, 0, 0], 22);
    assert.equal(view.getUint32(22, true), oggCrc(page), "checksum");
    pages.push({
      flags: view.getUint8(5),
      position: view.getBigInt64(6, true),
      sequence: view.getUint32(18, true),
      sizes,
      body: page.subarray(27 + count),
    });
    at += length;
  }
  return pages;
}

/** The packets of pages: one ends with the first segment below 255 bytes. */
function packetsOf(pages: readonly Page[]): Uint8Array[] {
  const packets: Uint8Array[] = [];
  let held: number[] = [];
  for (const { sizes, body } of pages) {
    let at = 0;
    for (const size of sizes) {
      held.push(...body.subarray(at, at + size));
      at += size;
      if (size < 255) {
        packets.push(Uint8Array.from(held));
        held = [];
      }
    }
  }
  assert.equal(held.length, 0);
  return packets;
}

const TAGS: FileTags = { title: "Tide", album: null, artist: "A", language: "de" };

function fileOf(samples: number, sizes: readonly number[], runs: number, tags = TAGS, chapterCount = 0) {
  const durationMs = Math.round(samples / 48);
  const chapters = Array.from({ length: chapterCount }, (_, i) => ({ title: `Überfahrt ${i}`, start_ms: i * 10 }));
  const pages = opusPages({ samples, tags, chapters: chapterSpans(chapters, durationMs, "Tide") });
  const packets = sizes.map((size, i) => new Uint8Array(size).fill(i % 251));
  const parts = [pages.head];
  const step = Math.max(1, Math.ceil(packets.length / runs));
  for (let from = 0; from < packets.length; from += step) {
    const run = packets.slice(from, from + step);
    parts.push(
      pages.add(
        Buffer.concat(run),
        run.map(({ length }) => length),
      ),
    );
  }
  parts.push(pages.end());
  return { file: new Uint8Array(Buffer.concat(parts)), packets };
}

test("checksum: the check value of this CRC for 123456789 is 89a1897f", () => {
  assert.equal(oggCrc(Buffer.from("123456789")), 0x89a1_897f);
});

test("packets of any size come back from the pages in order, and the positions count 48 kHz", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200_000 }),
      fc.array(fc.integer({ min: 1, max: 1275 }), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 9 }),
      (samples, pattern, runs) => {
        const count = opusPacketCount(samples);
        const sizes = Array.from({ length: count }, (_, i) => pattern[i % pattern.length]!);
        const { file, packets } = fileOf(samples, sizes, runs);
        const pages = pagesOf(file);
        assert.deepEqual(
          pages.map(({ sequence }) => sequence),
          pages.map((_, i) => i),
        );
        const read = packetsOf(pages);
        assert.deepEqual(read.slice(2), packets);
        assert.equal(pages[0]!.flags, 2);
        assert.ok(pages.slice(1, -1).every(({ flags }) => flags === 0));
        assert.equal(pages.at(-1)!.flags, 4);
        let before = 0;
        for (const page of pages.slice(2, -1)) {
          before += page.sizes.filter((size) => size < 255).length;
          assert.equal(page.position, BigInt(before * OPUS_PACKET_SAMPLES));
        }
        assert.equal(pages.at(-1)!.position, BigInt(samples + OPUS_PRE_SKIP));
        // The last position lies within the last packet, so it only cuts off padding.
        assert.ok(samples + OPUS_PRE_SKIP > (count - 1) * OPUS_PACKET_SAMPLES);
        assert.ok(samples + OPUS_PRE_SKIP <= count * OPUS_PACKET_SAMPLES);
      },
    ),
    { numRuns: 60 },
  );
});

const commentsOf = (packet: Uint8Array): string[] => {
  const view = new DataView(packet.buffer, packet.byteOffset);
  const text = (from: number) => {
    const length = view.getUint32(from, true);
    return { value: Buffer.from(packet.subarray(from + 4, from + 4 + length)).toString(), next: from + 4 + length };
  };
  let { next } = text(8);
  const count = view.getUint32(next, true);
  next += 4;
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const read = text(next);
    found.push(read.value);
    next = read.next;
  }
  assert.equal(next, packet.length);
  return found;
};

test("tags, chapters and a cover larger than one page are Vorbis comments", () => {
  const cover = { content_type: "image/png" as const, bytes: Uint8Array.from({ length: 100_001 }, (_, i) => i * 7) };
  const { file } = fileOf(48_000 * 40_000, [10, 10], 1, { ...TAGS, narrators: ["Ada", "Fiona"], cover }, 1_200);
  const pages = pagesOf(file);
  const comments = commentsOf(packetsOf(pages)[1]!);
  assert.ok(comments.includes("TITLE=Tide") && comments.includes("PERFORMER=Ada; Fiona"));
  assert.ok(!comments.some((line) => line.startsWith("ALBUM=")));
  assert.equal(comments.filter((line) => /^CHAPTER\d{3}=/.test(line)).length, 1_000);
  assert.ok(comments.includes("CHAPTER999NAME=Überfahrt 999") && comments.includes("CHAPTER999=00:00:09.990"));
  const picture = comments.find((line) => line.startsWith("METADATA_BLOCK_PICTURE="))!;
  const block = Buffer.from(picture.slice("METADATA_BLOCK_PICTURE=".length), "base64");
  assert.equal(block.readUInt32BE(0), 3);
  assert.equal(block.subarray(8, 17).toString(), "image/png");
  assert.deepEqual(new Uint8Array(block.subarray(-cover.bytes.length)), cover.bytes);
  // RFC 3533: a page on which no packet ends has the position -1, later ones of the packet are continued.
  assert.equal(pages[1]!.position, -1n);
  assert.equal(pages[2]!.flags, 1);
});

test("a chapter after ten hours has its hours", () => {
  const spans = [{ title: "Late", start_ms: 36_061_005, end_ms: 40_000_000 }];
  const { head } = opusPages({ samples: 1, tags: TAGS, chapters: spans });
  assert.ok(Buffer.from(head).includes("CHAPTER000=10:01:01.005"));
});
