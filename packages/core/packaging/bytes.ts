// Numbers and texts as bytes. UTF-8 (RFC 3629) is written here because core is built without TextEncoder.

/** UTF-8 of a text; a lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text.toWellFormed()) {
    const point = character.codePointAt(0)!;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return Uint8Array.from(bytes);
}

/** The longest prefix of a text with at most `limit` bytes of UTF-8; it never ends within a character. */
export function utf8Prefix(text: string, limit: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (bytes > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}

export type Bytes = Uint8Array;

export function joinBytes(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** One byte for each character; all must be below U+0100. */
export const latin1 = (text: string): Bytes => Uint8Array.from(text, (character) => character.charCodeAt(0) & 255);

export const u8 = (...values: readonly number[]): Bytes => Uint8Array.from(values);

/** Big-endian numbers of 16, 24, 32 and 64 bits. 64-bit values must be safe integers. */
export const u16 = (...values: readonly number[]): Bytes => bigEndian(values, 2);
export const u24 = (...values: readonly number[]): Bytes => bigEndian(values, 3);
export const u32 = (...values: readonly number[]): Bytes => bigEndian(values, 4);
export const u64 = (...values: readonly number[]): Bytes => bigEndian(values, 8);

/** Tables that are too long to pass as arguments. */
export const u32Table = (values: ArrayLike<number>): Bytes => bigEndian(values, 4);
export const u64Table = (values: ArrayLike<number>): Bytes => bigEndian(values, 8);

function bigEndian(values: ArrayLike<number>, width: number): Bytes {
  const bytes = new Uint8Array(values.length * width);
  for (let index = 0; index < values.length; index++) {
    let rest = values[index]!;
    for (let i = width - 1; i >= 0; i--) {
      bytes[index * width + i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return bytes;
}

/** Little-endian numbers of 16, 32 and 64 bits. 64-bit values must be safe integers. */
export const u16le = (...values: readonly number[]): Bytes => joinBytes(...values.map((v) => u16(v).reverse()));
export const u32le = (...values: readonly number[]): Bytes => joinBytes(...values.map((v) => u32(v).reverse()));
export const u64le = (...values: readonly number[]): Bytes => joinBytes(...values.map((v) => u64(v).reverse()));
