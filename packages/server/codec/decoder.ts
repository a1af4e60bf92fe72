// Decodes packets of a codec into mono samples, with node-av's synchronous calls.

import { AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS, AV_SAMPLE_FMT_FLTP } from "node-av/constants";
import { Codec, CodecContext, Frame, Packet } from "node-av/lib";
import { RenderError } from "./render-error.ts";

/** AudioSpecificConfig (ISO 14496-3, 1.6.2.1): AAC-LC, 44.1 kHz, one channel. */
const AAC_SETUP = [0x12, 0x08];

const CODEC_IDS = { mp3: AV_CODEC_ID_MP3, m4b: AV_CODEC_ID_AAC, opus: AV_CODEC_ID_OPUS } as const;

export interface FrameDecoder extends Disposable {
  /**
   * Decodes consecutive frames. The decoder starts with `frames[0]`. The result is valid until the next call, which reuses its
   * memory. It has the rate of the codec.
   */
  decode(frames: readonly Uint8Array[], frameSamples: number): Float32Array;
}

/** @throws RenderError `internal` when the decoder refuses frames of the encoder. */
export function createFrameDecoder(format: keyof typeof CODEC_IDS): FrameDecoder {
  const codec = Codec.findDecoder(CODEC_IDS[format]);
  if (codec === null) throw new RenderError("internal", "A decoder is missing.");
  const context = new CodecContext();
  context.allocContext3(codec);
  if (format === "m4b") context.extraData = Buffer.from(AAC_SETUP);
  context.threadCount = 1;
  check(context.open2Sync(codec, null));
  const frame = new Frame();
  frame.alloc();
  const packet = new Packet();
  packet.alloc();
  // Samples are copied into one frame and read from it. Every access to `data` creates a new buffer for V8, and many of them
  // trigger full garbage collections.
  const copy = new Frame();
  copy.alloc();
  let plane: Float32Array = new Float32Array(0);
  const planeFor = (samples: number): Float32Array => {
    if (plane.length === samples) return plane;
    copy.unref();
    copy.format = AV_SAMPLE_FMT_FLTP;
    copy.sampleRate = frame.sampleRate;
    copy.channelLayout = frame.channelLayout;
    copy.nbSamples = samples;
    check(copy.allocBuffer());
    const data = copy.data![0]!;
    plane = new Float32Array(data.buffer, data.byteOffset, samples);
    return plane;
  };
  let memory = new Float32Array(0);

  return {
    decode: (frames, frameSamples) => {
      context.flushBuffers();
      const length = frames.length * frameSamples;
      if (memory.length < length) memory = new Float32Array(length);
      const samples = memory.subarray(0, length);
      let at = 0;
      for (const bytes of frames) {
        packet.data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        check(context.sendPacketSync(packet));
        packet.unref();
        while (context.receiveFrameSync(frame) >= 0) {
          if (frame.format !== AV_SAMPLE_FMT_FLTP) throw new RenderError("internal", "A decoder is not as expected.");
          const decoded = planeFor(frame.nbSamples);
          check(copy.copy(frame));
          samples.set(decoded.subarray(0, Math.min(decoded.length, length - at)), at);
          at += decoded.length;
          frame.unref();
        }
      }
      return samples.fill(0, Math.min(at, length));
    },
    [Symbol.dispose]: () => {
      packet.free();
      frame.free();
      copy.free();
      context.freeContext();
    },
  };
}

function check(code: number): void {
  if (code < 0) throw new RenderError("internal", `Decoding failed (${code}).`);
}
