// The process that decodes the sounds of a bundle: WAV files one after the other in one file. Each is read as samples and
// written again; it passes when the bytes are the same, so that nothing is kept beside the samples.

import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { wavHeader } from "@fullcast/core/audio-files";
import { answerParent, INPUT_DESCRIPTOR } from "../compute/child-side.ts";

export interface AudioItem {
  readonly sha256: string;
  readonly size_bytes: number;
}

export interface CheckedSound {
  readonly samples: number;
  readonly sample_rate: number;
  readonly channels: 1 | 2;
}

export type AudioAnswer =
  | { readonly kind: "checked"; readonly sounds: readonly CheckedSound[] }
  | { readonly kind: "refused"; readonly sha256: string };

const HEADER_BYTES = 44;
const PIECE_BYTES = 1 << 20;
const RATES = { min: 8_000, max: 192_000 };

function check(items: readonly AudioItem[]): AudioAnswer {
  const sounds: CheckedSound[] = [];
  let at = 0;
  for (const item of items) {
    const sound = checkedSound(item, at);
    if (sound === null) return { kind: "refused", sha256: item.sha256 };
    sounds.push(sound);
    at += item.size_bytes;
  }
  return { kind: "checked", sounds };
}

function checkedSound({ sha256, size_bytes }: AudioItem, at: number): CheckedSound | null {
  if (size_bytes < HEADER_BYTES + 2) return null;
  const header = bytesAt(at, HEADER_BYTES);
  const channels = header.readUInt16LE(22);
  const sample_rate = header.readUInt32LE(24);
  if ((channels !== 1 && channels !== 2) || sample_rate < RATES.min || sample_rate > RATES.max) return null;
  const samples = (size_bytes - HEADER_BYTES) / (2 * channels);
  if (!Number.isInteger(samples)) return null;
  const written = wavHeader(samples, sample_rate, { channels });
  if (written.length !== HEADER_BYTES || !header.equals(written)) return null;
  const hash = createHash("sha256").update(written);
  for (let done = HEADER_BYTES; done < size_bytes; done += PIECE_BYTES) {
    const bytes = bytesAt(at + done, Math.min(PIECE_BYTES, size_bytes - done));
    hash.update(encoded(decoded(bytes)));
  }
  return hash.digest("hex") === sha256 ? { samples, sample_rate, channels } : null;
}

const decoded = (bytes: Buffer): Int16Array => new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
const encoded = (pcm: Int16Array): Uint8Array => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);

/** In memory of their own, at an even address. */
function bytesAt(position: number, length: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let done = 0; done < length; ) {
    const count = readSync(INPUT_DESCRIPTOR, bytes, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return bytes;
}

answerParent<readonly AudioItem[], AudioAnswer>({ answer: (items) => check(items) });
