// Boxes, the building blocks of MP4 (ISO 14496-12, 4.2): a length, a name of four characters, a content.

import { type Bytes, joinBytes, latin1, u8, u16, u32 } from "./bytes.ts";

export const box = (name: string, ...content: readonly Bytes[]): Bytes => {
  const body = joinBytes(...content);
  return joinBytes(u32(body.length + 8), latin1(name), body);
};

/** A box with a version and flags. */
export const fullBox = (name: string, version: number, flags: number, ...content: readonly Bytes[]): Bytes =>
  box(name, u8(version), u8(flags >> 16, (flags >> 8) & 255, flags & 255), ...content);

export const zeros = (count: number): Bytes => new Uint8Array(count);

/** The identity transformation; every header carries one. */
export const IDENTITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000);

/** Three letters of ISO 639-2 in five bits each. */
export const packedLanguage = (code: string): Bytes => {
  const [a = 0, b = 0, c = 0] = [...code].map((letter) => letter.charCodeAt(0) - 0x60);
  return u16((a << 10) | (b << 5) | c);
};
