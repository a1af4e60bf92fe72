// Kokoro's voices: 510 styles of 256 numbers for lengths of text (NAME.bin, 32-bit floats, little-endian), and blends of them.

export const STYLE = 256;
/** A pack has a style for each count of symbols up to its rows. */
const ROWS = { least: 32, most: 2_048 };

/** @throws Error for bytes that are no pack */
export function readPack(bytes: Uint8Array): Float32Array {
  const numbers = bytes.length / 4;
  const rows = numbers / STYLE;
  if (!Number.isInteger(rows) || rows < ROWS.least || rows > ROWS.most) {
    throw new Error(
      `a voice pack has rows of ${STYLE} 32-bit numbers, usually 510 of them; this file has ${bytes.length} bytes`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pack = new Float32Array(numbers);
  for (let i = 0; i < numbers; i++) pack[i] = view.getFloat32(i * 4, true);
  if (!pack.every(Number.isFinite)) throw new Error("the voice pack holds values that are no numbers");
  return pack;
}

/** The weighted mean of packs. Weights are normalised; packs may differ in their rows. */
export function blend(parts: readonly { readonly pack: Float32Array; readonly weight: number }[]): Float32Array {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const result = new Float32Array(Math.min(...parts.map(({ pack }) => pack.length)));
  for (const { pack, weight } of parts) {
    for (let i = 0; i < result.length; i++) result[i] = result[i]! + (pack[i]! * weight) / total;
  }
  return result;
}

/** The style for a text with this number of symbols. */
export function styleFor(pack: Float32Array, symbols: number): Float32Array {
  const row = Math.min(symbols, pack.length / STYLE - 1);
  return pack.slice(row * STYLE, (row + 1) * STYLE);
}
