// One channel of samples into packets of a codec, by node-av's synchronous calls (this runs in threads of its own).

import { AV_OPT_SEARCH_CHILDREN, AV_OPT_TYPE_STRING, AV_SAMPLE_FMT_FLTP } from "node-av/constants";
import { Codec, CodecContext, Frame, Packet } from "node-av/lib";
import { MONO } from "./clip-reader.ts";
import { RenderError } from "./render-error.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

export interface CodecChoice {
  readonly name: string;
  readonly bitRate: number;
  readonly frameSamples: number;
  /** What the samples are multiplied by so that they come out of a decoder as loud as they went in. */
  readonly inputGain: number;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Without the bit reservoir every MP3 frame stands for itself, and frames of two encoders can follow each other. At 192 kbit/s
 * LAME turns everything down to 0.97 (its presets.c, "scale"), which libavcodec cannot switch off.
 */
export const MP3: CodecChoice = {
  name: "libmp3lame",
  bitRate: 192_000,
  frameSamples: 1152,
  inputGain: 1 / 0.97,
  options: { reservoir: "0" },
};

/**
 * FFmpeg's own encoder. Its "fast" coder is at this bit rate twice as quick and, says its documentation, better. Without noise
 * substitution a file decodes to the same samples everywhere.
 */
export const AAC: CodecChoice = {
  name: "aac",
  bitRate: 128_000,
  frameSamples: 1024,
  inputGain: 1,
  options: { aac_coder: "fast", aac_pns: "0" },
};

/**
 * Encodes `samples` (a last, incomplete frame is filled up with silence) and hands out each packet with its number.
 * The packet's bytes are valid during the call only.
 *
 * @param flush Whether to ask for what the encoder still holds after the last frame.
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
  context.sampleRate = OUTPUT_RATE;
  context.sampleFormat = AV_SAMPLE_FMT_FLTP;
  context.channelLayout = MONO;
  context.bitRate = BigInt(choice.bitRate);
  context.threadCount = 1;
  for (const [name, value] of Object.entries(choice.options)) {
    // A Dictionary given to open2 is freed twice by the garbage collector: options are set one by one.
    check(context.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN));
  }
  check(context.open2Sync(codec, null));
  if (context.frameSize !== choice.frameSamples) throw new RenderError("internal", "An encoder is not as expected.");

  using frame = new Frame();
  frame.alloc();
  frame.nbSamples = choice.frameSamples;
  frame.format = AV_SAMPLE_FMT_FLTP;
  frame.sampleRate = OUTPUT_RATE;
  frame.channelLayout = MONO;
  check(frame.allocBuffer());
  // Asked for once: each answer is a buffer of its own to V8, which collects all garbage when it has counted enough of them.
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
    // The encoder has let go of the frame before; if one day it does not, it keeps what it has and the frame gets new memory.
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
