// Encodes mono samples into packets of a codec, with node-av's synchronous calls. It runs in its own threads.

import { OPUS_PACKET_SAMPLES, OPUS_RATE } from "@fullcast/core/audio-files";
import { AV_OPT_SEARCH_CHILDREN, AV_OPT_TYPE_STRING, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP } from "node-av/constants";
import { Codec, CodecContext, Frame, Packet } from "node-av/lib";
import { MONO } from "./clip-reader.ts";
import { RenderError } from "./render-error.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

export interface CodecChoice {
  readonly name: string;
  readonly bitRate: number;
  /** Hz. */
  readonly rate: number;
  /** Floats. With one channel both forms have the same bytes; an encoder takes one of them. */
  readonly sampleFormat: typeof AV_SAMPLE_FMT_FLT | typeof AV_SAMPLE_FMT_FLTP;
  readonly frameSamples: number;
  /** The gain before encoding that makes the decoded samples as loud as the input. */
  readonly inputGain: number;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Without the bit reservoir MP3 frames are independent, so frames of two encoders can follow each other. At 192 kbit/s LAME
 * scales its input by 0.97 (presets.c, "scale"), and libavcodec has no option against it.
 */
export const MP3: CodecChoice = {
  name: "libmp3lame",
  bitRate: 192_000,
  rate: OUTPUT_RATE,
  sampleFormat: AV_SAMPLE_FMT_FLTP,
  frameSamples: 1152,
  inputGain: 1 / 0.97,
  options: { reservoir: "0" },
};

/**
 * FFmpeg's own encoder. At this bit rate its "fast" coder is twice as fast and, according to its documentation, better.
 * Without noise substitution a file decodes to the same samples everywhere.
 */
export const AAC: CodecChoice = {
  name: "aac",
  bitRate: 128_000,
  rate: OUTPUT_RATE,
  sampleFormat: AV_SAMPLE_FMT_FLTP,
  frameSamples: 1024,
  inputGain: 1,
  options: { aac_coder: "fast", aac_pns: "0" },
};

/**
 * Opus without its speech mode. Packets of two encoders can then follow each other: a packet depends on the previous ones by
 * its coarse energies and a filter only, which are right again after a few packets. 48 kbit/s for one channel are half of
 * the 96 kbit/s of stereo at which listening tests found Opus hard to tell from the original.
 */
export const OPUS: CodecChoice = {
  name: "libopus",
  bitRate: 48_000,
  rate: OPUS_RATE,
  sampleFormat: AV_SAMPLE_FMT_FLT,
  frameSamples: OPUS_PACKET_SAMPLES,
  inputGain: 1,
  options: { application: "lowdelay", frame_duration: "20", vbr: "on" },
};

/**
 * Encodes `samples`, which are at the encoder's rate, and passes each packet with its number to the callback. A last, incomplete frame is padded with silence.
 * The packet's bytes are valid during the call only.
 *
 * @param flush Whether to drain the encoder after the last frame.
 */
export function encodeFrames(
  choice: CodecChoice,
  samples: Float32Array,
  flush: boolean,
  onPacket: (index: number, bytes: Uint8Array) => void,
): void {
  const codec = Codec.findEncoderByName(choice.name as Parameters<typeof Codec.findEncoderByName>[0]);
  if (codec === null) throw new RenderError("internal", "An encoder is missing.");
  using context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = choice.rate;
  context.sampleFormat = choice.sampleFormat;
  context.channelLayout = MONO;
  context.bitRate = BigInt(choice.bitRate);
  context.threadCount = 1;
  for (const [name, value] of Object.entries(choice.options)) {
    // The garbage collector frees a Dictionary that was passed to open2 a second time, so options are set one by one.
    check(context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN));
  }
  check(context.open2Sync(codec, null));
  if (context.frameSize !== choice.frameSamples) throw new RenderError("internal", "An encoder is not as expected.");

  using frame = new Frame();
  frame.alloc();
  frame.nbSamples = choice.frameSamples;
  frame.format = choice.sampleFormat;
  frame.sampleRate = choice.rate;
  frame.channelLayout = MONO;
  check(frame.allocBuffer());
  // Read once: every access creates a new buffer for V8, and many of them trigger full garbage collections.
  let plane = frame.data![0]!;
  using packet = new Packet();
  packet.alloc();

  let index = 0;
  const drain = (): void => {
    while (context.receivePacketSync(packet) >= 0) {
      const data = packet.data;
      if (data !== null && data.length > 0) onPacket(index++, data);
      packet.unref();
    }
  };
  const input = new Float32Array(choice.frameSamples);
  const bytes = Buffer.from(input.buffer);
  for (let at = 0; at < samples.length; at += choice.frameSamples) {
    const count = Math.min(choice.frameSamples, samples.length - at);
    for (let i = 0; i < count; i++) input[i] = samples[at + i]! * choice.inputGain;
    input.fill(0, count);
    // The encoder has released the frame. If a later version does not, it keeps the data and the frame gets new memory.
    if (!frame.isWritable) {
      check(frame.makeWritable());
      plane = frame.data![0]!;
    }
    bytes.copy(plane);
    frame.pts = BigInt(at);
    check(context.sendFrameSync(frame));
    drain();
  }
  if (flush) {
    check(context.sendFrameSync(null));
    drain();
  }
}

function check(code: number): void {
  if (code < 0) throw new RenderError("internal", `Encoding failed (${code}).`);
}
