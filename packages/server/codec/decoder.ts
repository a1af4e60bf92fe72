// Packets of a codec back into samples of one channel, by node-av's synchronous calls.

import { AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_SAMPLE_FMT_FLTP } from "node-av/constants";
import { Codec, CodecContext, Frame, Packet } from "node-av/lib";
import { RenderError } from "./render-error.ts";

/** AudioSpecificConfig (ISO 14496-3, 1.6.2.1): AAC-LC, 44.1 kHz, one channel. */
const AAC_SETUP = [0x12, 0x08];

export interface FrameDecoder extends Disposable {
  /** Decodes consecutive frames, after `frames[0]` as if nothing was before it. */
  decode(frames: readonly Uint8Array[], frameSamples: number): Float32Array;
}

/** @throws RenderError `internal` when a decoder refuses what our encoder made. */
export function createFrameDecoder(format: "mp3" | "m4b"): FrameDecoder {
  const codec = Codec.findDecoder(format === "mp3" ? AV_CODEC_ID_MP3 : AV_CODEC_ID_AAC);
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

  return {
    decode: (frames, frameSamples) => {
      context.flushBuffers();
      const samples = new Float32Array(frames.length * frameSamples);
      let at = 0;
      for (const bytes of frames) {
        packet.data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
        check(context.sendPacketSync(packet));
        packet.unref();
        while (context.receiveFrameSync(frame) >= 0) {
          if (frame.format !== AV_SAMPLE_FMT_FLTP) throw new RenderError("internal", "A decoder is not as expected.");
          const data = frame.data![0]!;
          const decoded = new Float32Array(data.buffer, data.byteOffset, frame.nbSamples);
          samples.set(decoded.subarray(0, Math.min(decoded.length, samples.length - at)), at);
          at += decoded.length;
          frame.unref();
        }
      }
      return samples;
    },
    [Symbol.dispose]: () => {
      packet.free();
      frame.free();
      context.freeContext();
    },
  };
}

function check(code: number): void {
  if (code < 0) throw new RenderError("internal", `Decoding failed (${code}).`);
}
