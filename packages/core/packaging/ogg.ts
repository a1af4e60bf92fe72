// Pages of an Ogg stream (RFC 3533).

import { type Bytes, joinBytes, latin1, u8, u32le, u64le } from "./bytes.ts";

/** Segments of one page; each has at most 255 bytes. */
const MOST_SEGMENTS = 255;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
/** The position of a page on which no packet ends. */
const NO_PACKET_ENDS = u8(255, 255, 255, 255, 255, 255, 255, 255);

/** Ogg's checksum: polynomial 0x04c11db7, highest bit first, start and end value 0 (RFC 3533, section 6). */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x8000_0000 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1;
  return rest >>> 0;
});

export function oggCrc(bytes: Bytes): number {
  let crc = 0;
  for (let i = 0; i < bytes.length; i++) crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ bytes[i]!]!;
  return crc >>> 0;
}

/** The lengths of a packet's segments: a packet ends with the first one below 255. */
const segmentsOf = (size: number): number[] => [
  ...new Array<number>(Math.floor(size / MOST_SEGMENTS)).fill(255),
  size % 255,
];

/** Makes the pages of one logical stream, in order. */
export interface OggPages {
  /** A header packet, on pages of its own. */
  header(packet: Bytes): Bytes;
  /** One page; `position` is that of the last sample of its last packet. Its packets must fit on it: see fitsOnPage. */
  page(packets: readonly Bytes[], position: number, isLast: boolean): Bytes;
}

/** Whether packets of these sizes fit on one page. */
export const fitsOnPage = (sizes: readonly number[]): boolean =>
  sizes.reduce((sum, size) => sum + Math.floor(size / 255) + 1, 0) <= MOST_SEGMENTS;

export function createOggPages(serial: number): OggPages {
  let count = 0;
  const pageOf = (flags: number, position: Bytes, segments: readonly number[], body: readonly Bytes[]): Bytes => {
    const start = count === 0 ? FIRST : 0;
    const page = joinBytes(
      latin1("OggS"),
      u8(0, flags | start),
      position,
      u32le(serial, count++, 0),
      u8(segments.length, ...segments),
      ...body,
    );
    page.set(u32le(oggCrc(page)), 22);
    return page;
  };
  return {
    header: (packet) => {
      const segments = segmentsOf(packet.length);
      const pages: Bytes[] = [];
      for (let from = 0; from < segments.length; from += MOST_SEGMENTS) {
        const own = segments.slice(from, from + MOST_SEGMENTS);
        const ends = from + MOST_SEGMENTS >= segments.length;
        const body = packet.subarray(from * 255, Math.min(packet.length, (from + MOST_SEGMENTS) * 255));
        pages.push(pageOf(from > 0 ? CONTINUED : 0, ends ? u64le(0) : NO_PACKET_ENDS, own, [body]));
      }
      return joinBytes(...pages);
    },
    page: (packets, position, isLast) =>
      pageOf(
        isLast ? LAST : 0,
        u64le(position),
        packets.flatMap((packet) => segmentsOf(packet.length)),
        packets,
      ),
  };
}
