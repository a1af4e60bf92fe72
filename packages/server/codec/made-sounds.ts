// Generates sound files for tests: WAV files directly, other formats with FFmpeg's encoders.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Encoder, Muxer } from "node-av/api";
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_AAC,
  FF_ENCODER_FLAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
} from "node-av/constants";
import { Frame, Rational } from "node-av/lib";

export interface WavOptions {
  readonly rate?: number;
  readonly channels?: number;
  /** Samples of one channel. */
  readonly samples: number;
  readonly float?: boolean;
  /** Full scale is 1. Default: a quiet tone of 440 Hz. */
  readonly value?: (index: number, channel: number) => number;
  /** The length of the data in the header, right or wrong. */
  readonly claimedBytes?: number;
}

const tone = (rate: number) => (index: number) => 0.25 * Math.sin((2 * Math.PI * 440 * index) / rate);

export function madeWav(options: WavOptions): Buffer<ArrayBuffer> {
  const { rate = 44_100, channels = 1, samples, float = false, value = tone(rate) } = options;
  const width = float ? 4 : 2;
  const bytes = samples * channels * width;
  const file = Buffer.alloc(44 + bytes);
  const claimed = options.claimedBytes ?? bytes;
  file.write("RIFF", 0);
  file.writeUInt32LE(Math.min(0xffff_ffff, 36 + claimed), 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(float ? 3 : 1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * channels * width, 28);
  file.writeUInt16LE(channels * width, 32);
  file.writeUInt16LE(width * 8, 34);
  file.write("data", 36);
  file.writeUInt32LE(claimed, 40);
  for (let index = 0; index < samples; index++) {
    for (let channel = 0; channel < channels; channel++) {
      const at = 44 + (index * channels + channel) * width;
      const sample = value(index, channel);
      if (float) file.writeFloatLE(sample, at);
      else file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), at);
    }
  }
  return file;
}

/** 8-bit silence of any length. */
export function silentWav(seconds: number, rate = 8_000): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(44 + seconds * rate, 128);
  madeWav({ rate, samples: 0 }).copy(file);
  file.writeUInt32LE(36 + seconds * rate, 4);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.writeUInt32LE(seconds * rate, 40);
  return file;
}

/** The containers and codecs that encoded files come in. */
export const ENCODED = {
  mp3: { codec: FF_ENCODER_LIBMP3LAME, planar: true, rate: 44_100 },
  flac: { codec: FF_ENCODER_FLAC, planar: false, rate: 44_100 },
  ogg: { codec: FF_ENCODER_LIBOPUS, planar: false, rate: 48_000 },
  opus: { codec: FF_ENCODER_LIBOPUS, planar: false, rate: 48_000 },
  webm: { codec: FF_ENCODER_LIBOPUS, planar: false, rate: 48_000 },
  m4a: { codec: FF_ENCODER_AAC, planar: true, rate: 44_100 },
  aac: { codec: FF_ENCODER_AAC, planar: true, rate: 44_100 },
} as const;

/** A quiet tone of 440 Hz. */
export async function encodedSound(
  kind: keyof typeof ENCODED,
  { seconds, channels = 2 }: { readonly seconds: number; readonly channels?: 1 | 2 },
): Promise<Buffer<ArrayBuffer>> {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-sound-"));
  try {
    const path = join(folder, `sound.${kind}`);
    await encode(path, kind, channels, seconds);
    return Buffer.from(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const STEP = 960;

async function encode(path: string, kind: keyof typeof ENCODED, channels: number, seconds: number) {
  const { codec, planar, rate } = ENCODED[kind];
  const samples = Math.round(seconds * rate);
  const layout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: channels, mask: channels === 1 ? 4n : 3n };
  await using muxer = await Muxer.open(path);
  using encoder = await Encoder.create(codec as typeof FF_ENCODER_FLAC, { bitrate: 128_000 });
  const stream = muxer.addStream(encoder);
  const valueAt = tone(rate);
  async function* frames(): AsyncGenerator<Frame | null> {
    for (let at = 0; at < samples; at += STEP) {
      const count = Math.min(STEP, samples - at);
      const frame = new Frame();
      frame.alloc();
      frame.nbSamples = count;
      frame.format = planar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16;
      frame.sampleRate = rate;
      frame.channelLayout = layout;
      frame.timeBase = new Rational(1, rate);
      frame.pts = BigInt(at);
      frame.allocBuffer();
      for (let index = 0; index < count; index++) {
        for (let channel = 0; channel < channels; channel++) {
          const value = valueAt(at + index);
          if (planar) frame.data![channel]!.writeFloatLE(value, index * 4);
          else frame.data![0]!.writeInt16LE(Math.round(value * 32_767), (index * channels + channel) * 2);
        }
      }
      yield frame;
    }
    // Drains the encoder.
    yield null;
  }
  for await (const packet of encoder.packets(frames())) await muxer.writePacket(packet, stream);
}
