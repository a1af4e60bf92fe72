// Recordings of WebKitGTK. Its writer leaves the header of the last fragment in the file twice: the first copy, which it meant to
// replace, points to the second one instead of to the sound, so half of the file would be decoded as noise. The first copy is
// turned into free space (ISO 14496-12, 8.1.2).

import { type FileHandle, open } from "node:fs/promises";

/** A recording of ten minutes has 600 fragments. A file with more boxes than this is left as it is. */
const MOST_BOXES = 10_000;
/** A header of a fragment lists its samples; one of a second has 600 bytes. */
const MOST_HEADER_BYTES = 64 * 1024;
const HEAD_BYTES = 8;

interface Fragment {
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * Changes a received file in place. A file of another kind, or without leftovers, stays as it is.
 * @returns how many headers were turned into free space
 */
export async function freeLeftoverFragments(path: string): Promise<number> {
  await using file = await open(path, "r+");
  const { size } = await file.stat();
  const leftovers: number[] = [];
  let before = null as Fragment | null;
  let at = 0;
  for (let boxes = 0; boxes < MOST_BOXES && at + HEAD_BYTES <= size; boxes++) {
    const head = await bytesAt(file, at, HEAD_BYTES);
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, HEAD_BYTES);
    if (boxes === 0 && type !== "ftyp") return 0;
    // A length of 0 or 1 is that of a last or of a very long box: of sound, not of a header.
    if (length < HEAD_BYTES) break;
    const isHeader = type === "moof" && length <= MOST_HEADER_BYTES && at + length <= size;
    const bytes = isHeader ? await bytesAt(file, at, length) : null;
    if (bytes !== null && before?.bytes.equals(bytes) === true) leftovers.push(before.at);
    before = bytes === null ? null : { at, bytes };
    at += length;
  }
  for (const leftover of leftovers) await file.write(Buffer.from("free", "latin1"), 0, 4, leftover + 4);
  return leftovers.length;
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  return bytes.subarray(0, bytesRead);
}
