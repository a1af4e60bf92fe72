// PNG of a picture without transparency. zlib compresses it in a fraction of the time that resvg's encoder takes, and smaller.

import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bits of a channel; colour type "truecolour"; the only compression, filter method and interlacing "none". */
const FORMAT = [8, 2, 0, 0, 0];
/** @param rgba four bytes a pixel. @returns null when a pixel is transparent or the sizes differ. */
export function opaquePng(width: number, height: number, rgba: Uint8Array): Uint8Array | null {
  if (rgba.length !== width * height * 4) return null;
  // Each line begins with its filter, here none: large areas of one colour compress best as they are.
  const lines = Buffer.alloc((width * 3 + 1) * height);
  let [from, to] = [0, 0];
  for (let y = 0; y < height; y++) {
    to++;
    for (const end = from + width * 4; from < end; from += 4) {
      if (rgba[from + 3] !== 255) return null;
      lines[to++] = rgba[from]!;
      lines[to++] = rgba[from + 1]!;
      lines[to++] = rgba[from + 2]!;
    }
  }
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", Buffer.concat([header, Buffer.from(FORMAT)])),
    chunk("IDAT", deflateSync(lines, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
