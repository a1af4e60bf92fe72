// The information frame at the start of an MP3 (Xing's header with LAME's extension; gabriel.mp3-tech.org/mp3infotag.html):
// the number of frames and of samples to drop at both ends, so that players know the exact length and can seek.
// Mono MPEG-1 layer III at 192 kbit/s and 44.1 kHz only.

import { type Bytes, joinBytes, latin1, u8, u16, u24, u32 } from "./bytes.ts";

export const MP3_FRAME_SAMPLES = 1152;
/** Samples that the encoder inserts before the first one. */
const ENCODER_DELAY = 576;
/** Samples that every decoder adds (one filterbank block and one sample). */
const DECODER_DELAY = 529;
const FRAME_BYTES = 626;
const SIDE_INFO_BYTES = 17;
/** MPEG-1, layer III, no CRC; 192 kbit/s, 44.1 kHz, no padding; mono. */
const FRAME_HEADER = u8(0xff, 0xfb, 0xb0, 0xc4);
export const MP3_INFO_BYTES = FRAME_BYTES;

/** Frames that hold `samples` and the delays of encoder and decoder. */
export const mp3FrameCount = (samples: number): number =>
  Math.ceil((samples + ENCODER_DELAY + DECODER_DELAY) / MP3_FRAME_SAMPLES);

/** Entry b of table k is the sum of byte b followed by k zero bytes. */
const CRC_TABLES = crcTables();

function crcTables(): readonly [Uint16Array, Uint16Array, Uint16Array, Uint16Array] {
  const byte = Uint16Array.from({ length: 256 }, (_, value) => {
    let crc = value;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
    return crc;
  });
  const andZero = (table: Uint16Array) => table.map((crc) => byte[crc & 255]! ^ (crc >>> 8));
  const second = andZero(byte);
  const third = andZero(second);
  return [byte, second, third, andZero(third)];
}

/** Continues a CRC-16 (polynomial 0x8005, reflected) over `bytes`; start with 0. Reads four bytes a step for speed. */
export function mp3Crc(crc: number, bytes: Uint8Array): number {
  const [last, third, second, first] = CRC_TABLES;
  const fours = bytes.length - (bytes.length % 4);
  let value = crc;
  for (let i = 0; i < fours; i += 4) {
    value =
      first[(value ^ bytes[i]!) & 255]! ^
      second[(value >>> 8) ^ bytes[i + 1]!]! ^
      third[bytes[i + 2]!]! ^
      last[bytes[i + 3]!]!;
  }
  for (let i = fours; i < bytes.length; i++) value = last[(value ^ bytes[i]!) & 255]! ^ (value >>> 8);
  return value;
}

/**
 * The information frame for audio of `samples` samples in mp3FrameCount(samples) frames.
 *
 * @param audio bytes of all frames after this one, and mp3Crc over them.
 */
export function writeMp3Info(samples: number, audio: { readonly bytes: number; readonly crc: number }): Bytes {
  const frames = mp3FrameCount(samples);
  const padding = frames * MP3_FRAME_SAMPLES - ENCODER_DELAY - samples;
  const fileBytes = audio.bytes + FRAME_BYTES;
  const seekTable = Uint8Array.from({ length: 100 }, (_, percent) => Math.floor((256 * percent) / 100));
  const head = joinBytes(
    FRAME_HEADER,
    new Uint8Array(SIDE_INFO_BYTES),
    latin1("Info"),
    u32(0x0f, frames, fileBytes),
    seekTable,
    u32(80), // quality indicator: 100 - 10 * V - q
    latin1("LAME3.100"),
    u8(0x01, 0), // tag revision 0, constant bit rate; low pass unknown
    u32(0), // peak unknown
    u16(0, 0), // no replay gain
    u8(0, 192), // no ATH type; bit rate
    u24((ENCODER_DELAY << 12) | padding),
    u8(0, 0), // no more about stereo mode and source; no gain change
    u16(0), // no preset
    u32(fileBytes),
    u16(audio.crc),
  );
  const tagged = joinBytes(head, u16(mp3Crc(0, head)));
  const whole = new Uint8Array(FRAME_BYTES);
  whole.set(tagged);
  return whole;
}

/**
 * The windows of a frame as one number. Frames of two encoders can be joined where the numbers are equal (ISO 11172-3, 2.4.1.7:
 * main_data_begin 9, private 5, scfsi 4 bits, then 59 bits a granule with the window switching at bit 33).
 */
export function mp3FrameWindows(frame: Uint8Array): number {
  const sideInfo = 32 + (frame[1]! & 1 ? 0 : 16);
  const granule = (start: number): number => {
    const switching = bits(frame, start + 33, 1);
    return switching === 0 ? 0 : 8 | bits(frame, start + 34, 3);
  };
  return (granule(sideInfo + 18) << 4) | granule(sideInfo + 18 + 59);
}

function bits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) value = (value << 1) | (((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
  return value;
}
