// Writes decoded frames into a WAV file of 16-bit PCM at 44.1 kHz, mono or stereo, and measures them. 44.1 kHz is the
// timeline's own rate, so the sound is never resampled again.

import { writeSync } from "node:fs";
import { wavHeader } from "@fullcast/core/audio-files";
import {
  createHopMeter,
  decibels,
  ditherTo16Bit,
  gatedLoudness,
  type HopMeter,
  loudnessHop,
} from "@fullcast/core/sound";
import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AV_SAMPLE_FMT_U8,
  AV_SAMPLE_FMT_U8P,
} from "node-av/constants";
import { type ChannelLayout, type Frame, SoftwareResampleContext } from "node-av/lib";
import { sha256OfFile } from "../hash.ts";
import { type DecodedSound, SoundFileError, type SoundFileLimits } from "./sound-file-job.ts";

export const SOUND_RATE = 44_100;
const HEADER_BYTES = 44;
const RATES = { min: 8_000, max: 192_000 };
const MOST_CHANNELS = 8;
/** How often the sample format may change in one file. Some decoders detect the second channel late. */
const MOST_CHANGES = 16;
const BUFFER_BYTES = 1024 * 1024;

/** FFmpeg's usual layouts for 1 to 8 channels, for files that do not name one. */
const USUAL_MASKS = [0x4n, 0x3n, 0xbn, 0x107n, 0x37n, 0x3fn, 0x70fn, 0x63fn];
const SIXTEEN_BIT: ReadonlySet<number> = new Set([
  AV_SAMPLE_FMT_S16,
  AV_SAMPLE_FMT_S16P,
  AV_SAMPLE_FMT_U8,
  AV_SAMPLE_FMT_U8P,
]);

interface Form {
  readonly rate: number;
  readonly channels: number;
  readonly format: number;
  readonly mask: bigint;
}

export interface SoundFileWriter extends Disposable {
  /** @throws SoundFileError for samples that a revision cannot hold. */
  add(frame: Frame): void;
  /** The duration of the frames so far, ms, at the file's own rate. */
  readonly decodedMs: number;
  /** Flushes and writes the header. */
  finish(): DecodedSound;
}

/** @param fd Descriptor of an empty file, open for reading and writing; it stays open. */
export function createSoundFileWriter(fd: number, job: SoundFileLimits): SoundFileWriter {
  let resampler: SoftwareResampleContext | null = null;
  let form: Form | null = null;
  let channels: 1 | 2 = 1;
  let exact = true;
  let changes = 0;
  let decodedMs = 0;
  let samples = 0;
  let written = HEADER_BYTES;
  let peak = 0;
  let meters: readonly HopMeter[] = [];
  let floats = new Float32Array(0);
  const buffer = Buffer.alloc(BUFFER_BYTES);
  let filled = 0;

  function start(next: Form): void {
    if (next.rate < RATES.min || next.rate > RATES.max) {
      throw new SoundFileError(
        "rate_unsupported",
        `The sound has ${next.rate} samples a second; 8,000 to 192,000 are supported.`,
      );
    }
    if (next.channels < 1 || next.channels > MOST_CHANNELS) {
      throw new SoundFileError(
        "channels_unsupported",
        `The sound has ${next.channels} channels; 1 to 8 are supported.`,
      );
    }
    if (form === null) {
      channels = next.channels === 1 ? 1 : 2;
      meters = Array.from({ length: channels }, () => createHopMeter(SOUND_RATE));
    } else {
      flush();
      resampler?.free();
      if (++changes > MOST_CHANGES) throw new SoundFileError("damaged", "The sound keeps changing its form.");
    }
    form = next;
    exact = next.rate === SOUND_RATE && next.channels === channels && SIXTEEN_BIT.has(next.format);
    resampler = new SoftwareResampleContext();
    const from: ChannelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: next.channels, mask: next.mask };
    const to: ChannelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: channels, mask: channels === 1 ? 4n : 3n };
    check(
      resampler.allocSetOpts2(
        to,
        AV_SAMPLE_FMT_FLT,
        SOUND_RATE,
        from,
        next.format as typeof AV_SAMPLE_FMT_FLT,
        next.rate,
      ),
    );
    check(resampler.init());
  }

  function convert(input: Buffer[] | null, count: number): number {
    const room = check(resampler!.getOutSamples(count)) + 32;
    if (floats.length < room * channels) floats = new Float32Array(room * channels);
    const output = Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
    return check(resampler!.convertSync([output], room, input, count));
  }

  function flush(): void {
    if (resampler !== null) store(convert(null, 0));
  }

  /** The first `count` samples of `floats`, all channels. */
  function store(count: number): void {
    const values = floats.subarray(0, count * channels);
    for (const value of values) {
      const size = Math.abs(value);
      if (!(size < Number.POSITIVE_INFINITY)) {
        throw new SoundFileError("samples_invalid", "The sound holds samples that are not numbers.");
      }
      if (size > peak) peak = size;
    }
    measure(values);
    const pcm = exact ? rounded(values) : ditherTo16Bit(values, 0, values.length, samples * channels);
    samples += count;
    written += pcm.byteLength;
    if (written > job.max_output_bytes)
      throw new SoundFileError("too_long", "The sound is larger than a sound may be.");
    const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const part = Math.min(bytes.length - at, BUFFER_BYTES - filled);
      bytes.copy(buffer, filled, at, at + part);
      filled += part;
      at += part;
      if (filled === BUFFER_BYTES) writeOut();
    }
  }

  function measure(values: Float32Array): void {
    if (channels === 1) {
      meters[0]!.add(values);
      return;
    }
    const one = new Float32Array(values.length / 2);
    for (const [channel, meter] of meters.entries()) {
      for (let index = 0; index < one.length; index++) one[index] = values[2 * index + channel]!;
      meter.add(one);
    }
  }

  function writeOut(position: number | null = null): void {
    for (let at = 0; at < filled; ) at += writeSync(fd, buffer, at, filled - at, position);
    filled = 0;
  }

  function loudness(): number {
    const [first, second] = meters;
    if (first === undefined || peak === 0) return -120;
    const hops = first.hops().slice();
    const rest = { ...first.rest() };
    if (second !== undefined) {
      for (const [index, energy] of second.hops().entries()) hops[index]! += energy;
      rest.energy += second.rest().energy;
    }
    return within(gatedLoudness(hops, loudnessHop(SOUND_RATE), rest), -120, 24);
  }

  writeSync(fd, Buffer.alloc(HEADER_BYTES));
  return {
    get decodedMs() {
      return decodedMs;
    },
    add(frame) {
      const next = formOf(frame);
      if (form === null || !isSame(form, next)) start(next);
      decodedMs += (frame.nbSamples * 1_000) / next.rate;
      const planes = frame.extendedData ?? frame.data;
      if (planes === null || frame.nbSamples === 0) return;
      store(convert(planes, frame.nbSamples));
    },
    finish() {
      flush();
      writeOut();
      const header = wavHeader(samples, SOUND_RATE, { channels });
      for (let at = 0; at < header.length; ) at += writeSync(fd, header, at, header.length - at, at);
      return {
        duration_ms: Math.round((samples * 1_000) / SOUND_RATE),
        channels,
        size_bytes: written,
        sha256: sha256OfFile(fd),
        integrated_lufs: loudness(),
        sample_peak_dbfs: peak === 0 ? -200 : within(decibels(peak), -200, 24),
      };
    },
    [Symbol.dispose]: () => resampler?.free(),
  };
}

/** 16-bit samples that went through floats unchanged. */
function rounded(values: Float32Array): Int16Array {
  const pcm = new Int16Array(values.length);
  for (let index = 0; index < values.length; index++) {
    pcm[index] = Math.max(-32_768, Math.min(32_767, Math.round(values[index]! * 32_768)));
  }
  return pcm;
}

const within = (value: number, least: number, most: number) =>
  Math.round(Math.min(most, Math.max(least, value)) * 100) / 100 + 0;

function formOf(frame: Frame): Form {
  const { order, nbChannels, mask } = frame.channelLayout;
  const named = order === AV_CHANNEL_ORDER_NATIVE && mask !== 0n;
  return {
    rate: frame.sampleRate,
    channels: nbChannels,
    format: frame.format,
    mask: named ? BigInt(mask) : (USUAL_MASKS[nbChannels - 1] ?? 0n),
  };
}

const isSame = (a: Form, b: Form) =>
  a.rate === b.rate && a.channels === b.channels && a.format === b.format && a.mask === b.mask;

function check(code: number): number {
  if (code < 0) throw new SoundFileError("internal", `Resampling failed (${code}).`);
  return code;
}
