// The icon of the service as an ICO file: five bars of different heights, like the level of a voice.

const EDGE = 32;
/** Height of each bar in pixels. */
const BARS = [10, 20, 28, 16, 8] as const;
const BAR_WIDTH = 4;
const BAR_STEP = 6;
const FIRST_BAR = 2;
/** Blue, green, red, alpha: readable on light and on dark tabs. */
const COLOR = [0x3a, 0x66, 0xc4, 0xff] as const;

const DIRECTORY_BYTES = 6 + 16;
const INFO_BYTES = 40;
const PIXEL_BYTES = EDGE * EDGE * 4;
/** One bit a pixel, rows padded to 32 bits. All zero: the alpha channel decides. */
const MASK_BYTES = (EDGE * EDGE) / 8;

/** One image of 32 × 32 pixels with 32 bits each, as a bitmap. The layout is the ICONDIR of Windows. */
export function iconFile(): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(DIRECTORY_BYTES + INFO_BYTES + PIXEL_BYTES + MASK_BYTES);
  file.writeUInt16LE(1, 2); // type: icon
  file.writeUInt16LE(1, 4); // images
  file.writeUInt8(EDGE, 6);
  file.writeUInt8(EDGE, 7);
  file.writeUInt16LE(1, 10); // planes
  file.writeUInt16LE(32, 12); // bits a pixel
  file.writeUInt32LE(INFO_BYTES + PIXEL_BYTES + MASK_BYTES, 14);
  file.writeUInt32LE(DIRECTORY_BYTES, 18);
  const info = DIRECTORY_BYTES;
  file.writeUInt32LE(INFO_BYTES, info);
  file.writeInt32LE(EDGE, info + 4);
  file.writeInt32LE(EDGE * 2, info + 8); // pixels and mask together
  file.writeUInt16LE(1, info + 12);
  file.writeUInt16LE(32, info + 14);
  for (const [index, height] of BARS.entries()) {
    const left = FIRST_BAR + index * BAR_STEP;
    const bottom = (EDGE - height) / 2;
    for (let y = bottom; y < bottom + height; y++)
      for (let x = left; x < left + BAR_WIDTH; x++) file.set(COLOR, info + INFO_BYTES + (y * EDGE + x) * 4);
  }
  return file;
}
