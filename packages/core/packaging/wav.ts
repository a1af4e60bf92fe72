// RIFF/WAVE files of 16-bit PCM (Microsoft & IBM, "Multimedia Programming Interface", 1991); above 4 GiB as RF64 (EBU
// Tech 3306, 2009), which carries 64-bit sizes in a chunk before the format.

import { type Bytes, joinBytes, latin1, u8, u16le, u32le, u64le, utf8 } from "./bytes.ts";
import type { FileTags } from "./tags.ts";
import { xmpPacket } from "./xmp.ts";

const LARGEST_RIFF = 0xffff_ffff;

const chunk = (id: string, ...content: readonly Bytes[]): Bytes => {
  const body = joinBytes(...content);
  return joinBytes(latin1(id), u32le(body.length), body, new Uint8Array(body.length % 2));
};

const pcmFormat = (sampleRate: number, channels: number): Bytes =>
  chunk("fmt ", u16le(1, channels), u32le(sampleRate, sampleRate * channels * 2), u16le(channels * 2, 16));

/**
 * The part of a WAV file before its samples: 44 bytes, or 80 when the file is over 4 GiB.
 *
 * @param samples Of one channel.
 * @param trailerBytes Length of the part after the samples (wavTrailer).
 */
export function wavHeader(
  samples: number,
  sampleRate: number,
  { channels = 1, trailerBytes = 0 }: { readonly channels?: number; readonly trailerBytes?: number } = {},
): Bytes {
  const dataBytes = samples * channels * 2;
  const riffBytes = 36 + dataBytes + trailerBytes;
  if (riffBytes <= LARGEST_RIFF) {
    return joinBytes(
      latin1("RIFF"),
      u32le(riffBytes),
      latin1("WAVE"),
      pcmFormat(sampleRate, channels),
      latin1("data"),
      u32le(dataBytes),
    );
  }
  return joinBytes(
    latin1("RF64"),
    u32le(LARGEST_RIFF),
    latin1("WAVE"),
    chunk("ds64", u64le(riffBytes + 36, dataBytes, samples), u32le(0)),
    pcmFormat(sampleRate, channels),
    latin1("data"),
    u32le(LARGEST_RIFF),
  );
}

/** The tags. They follow the samples, because some readers expect samples at byte 44. */
export function wavTrailer(tags: FileTags): Bytes {
  const text = (id: string, value: string | null): Bytes =>
    value === null || value === "" ? new Uint8Array(0) : chunk(id, utf8(value.replaceAll("\0", "")), u8(0));
  const { disclosure } = tags;
  const info = chunk(
    "LIST",
    latin1("INFO"),
    text("INAM", tags.title),
    text("IPRD", tags.album),
    text("IART", tags.artist),
    text("ILNG", tags.language),
    text("IGNR", "Audiobook"),
    text("ICMT", disclosure?.statement ?? null),
  );
  return disclosure ? joinBytes(info, chunk("_PMX", xmpPacket(disclosure.source_type))) : info;
}

/**
 * A whole WAV file of mono 16-bit PCM: 44 bytes of header, then the samples. The form in which every synthesised unit is
 * stored, so that a reader finds sample n at byte 44 + 2n.
 *
 * @param sampleRate Hz.
 */
export function writeUnitWav(pcm: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = wavHeader(pcm.length, sampleRate);
  const bytes = new Uint8Array(header.length + pcm.byteLength);
  bytes.set(header);
  // Typed arrays are little-endian on every platform that Node runs on, as WAV is.
  bytes.set(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength), header.length);
  return bytes;
}

export interface WavSamples {
  /** Interleaved. */
  readonly pcm: Int16Array;
  readonly sample_rate: number;
  readonly channels: 1 | 2;
}

const MOST_CHUNKS = 64;
const RATES = { min: 8_000, max: 192_000 };
/** WAVE_FORMAT_PCM and WAVE_FORMAT_EXTENSIBLE, whose first two bytes of the sub-format name the same codes. */
const [PCM, EXTENSIBLE] = [1, 0xfffe];

/**
 * The samples of a WAV file of mono or stereo 16-bit PCM. Every size is checked against the bytes that are there. A program
 * that writes into a pipe does not know the length and leaves 0 or the largest number of 31 or 32 bits: such a file ends
 * with its bytes.
 *
 * @returns null for any other file; "truncated" when fewer samples follow than the header states.
 */
export function readWav(bytes: Uint8Array): WavSamples | "truncated" | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const id = (at: number) => (at + 4 <= bytes.length ? String.fromCharCode(...bytes.subarray(at, at + 4)) : "");
  if (id(0) !== "RIFF" || id(8) !== "WAVE") return null;
  let format: { readonly sample_rate: number; readonly channels: 1 | 2 } | null = null;
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < MOST_CHUNKS; chunks++) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (id(at) === "fmt ") {
      if (size < 16 || body + Math.min(size, 26) > bytes.length) return null;
      const tag = view.getUint16(body, true);
      const channels = view.getUint16(body + 2, true);
      const sample_rate = view.getUint32(body + 4, true);
      const isPcm = tag === PCM || (tag === EXTENSIBLE && size >= 26 && view.getUint16(body + 24, true) === PCM);
      if (!isPcm || (channels !== 1 && channels !== 2) || view.getUint16(body + 14, true) !== 16) return null;
      if (sample_rate < RATES.min || sample_rate > RATES.max) return null;
      format = { sample_rate, channels };
    }
    if (id(at) === "data") {
      if (format === null) return null;
      const there = bytes.length - body;
      const unknown = size === 0 || size >= 0xffff_ff00 || (size >= 0x7fff_f000 && size <= 0x8000_0000);
      if (!unknown && size > there) return "truncated";
      const frame = format.channels * 2;
      const length = Math.floor((unknown ? there : size) / frame) * frame;
      // A copy: the samples may begin at an odd address, and the rest of the answer can be freed.
      const copy = new Uint8Array(length);
      copy.set(bytes.subarray(body, body + length));
      return { ...format, pcm: new Int16Array(copy.buffer) };
    }
    at = body + size + (size % 2);
  }
  return null;
}
