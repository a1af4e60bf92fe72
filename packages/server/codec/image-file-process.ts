// The process that decodes one uploaded image, says whether it could, and draws it anew when it is asked to: hostile bytes
// meet native code here, where there is nothing to steal and nothing to break. It runs under the limits that
// limited-process.ts sets.

import { writeFileSync } from "node:fs";
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_QSCALE,
  AV_CODEC_ID_MJPEG,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUVJ444P,
  type AVPixelFormat,
  SWS_BICUBIC,
} from "node-av/constants";
import {
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  Rational,
  SoftwareScaleContext,
} from "node-av/lib";
import type { ImageAnswer, ImageJob } from "./image-file.ts";

const UNDECODABLE = "it cannot be decoded";
/** FFmpeg's quantiser scale for MJPEG, 1 the best; and what one step of it is (FF_QP2LAMBDA). */
const QUALITY = 3;
const LAMBDA = 118;

/** The first picture is enough, also of an animation. @returns it, or what is wrong. */
async function pictureOf(job: ImageJob): Promise<Frame | string> {
  const input = InputFormat.findInputFormat(job.reader);
  const container = new FormatContext();
  if (input === null || (await container.openInput(job.path, input, null)) < 0) return "it cannot be opened";
  await container.findStreamInfo(null);
  const stream = container.streams?.[0];
  if (stream === undefined) return "it holds no picture";
  const { width, height, codecId } = stream.codecpar;
  if (width * height > job.most_pixels) return `it has more than ${job.most_pixels} pixels`;
  const codec = Codec.findDecoder(codecId);
  if (codec === null) return UNDECODABLE;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.parametersToContext(stream.codecpar);
  if ((await decoder.open2(codec, null)) < 0) return UNDECODABLE;
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  while ((await container.readFrame(packet)) >= 0) {
    if ((await decoder.sendPacket(packet)) < 0) return UNDECODABLE;
    packet.unref();
    if ((await decoder.receiveFrame(frame)) >= 0) return checked(frame);
  }
  await decoder.sendPacket(null);
  return (await decoder.receiveFrame(frame)) < 0 ? UNDECODABLE : checked(frame);
}

const checked = (frame: Frame) => (frame.width > 0 && frame.height > 0 ? frame : "it is empty");

async function redraw(picture: Frame, { path, most_edge }: NonNullable<ImageJob["copy"]>): Promise<void> {
  const opaque = await drawn(picture, AV_PIX_FMT_RGBA, 1);
  onWhite(opaque);
  const scale = Math.min(1, most_edge / Math.max(picture.width, picture.height));
  const final = await drawn(opaque, AV_PIX_FMT_YUVJ444P, scale);
  final.pts = 0n;
  const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  if (codec === null) throw new Error("there is no JPEG encoder");
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = final.width;
  encoder.height = final.height;
  encoder.pixelFormat = AV_PIX_FMT_YUVJ444P;
  encoder.timeBase = new Rational(1, 1);
  encoder.setFlags(AV_CODEC_FLAG_QSCALE, AV_CODEC_FLAG_BITEXACT);
  encoder.globalQuality = QUALITY * LAMBDA;
  const packet = new Packet();
  packet.alloc();
  const encoded =
    (await encoder.open2(codec, null)) >= 0 &&
    (await encoder.sendFrame(final)) >= 0 &&
    (await encoder.sendFrame(null)) >= 0 &&
    (await encoder.receivePacket(packet)) >= 0;
  if (!encoded || packet.data === null) throw new Error("the picture could not be written");
  writeFileSync(path, packet.data, { mode: 0o600 });
}

async function drawn(from: Frame, format: AVPixelFormat, scale: number): Promise<Frame> {
  const to = new Frame();
  to.alloc();
  to.width = Math.max(1, Math.round(from.width * scale));
  to.height = Math.max(1, Math.round(from.height * scale));
  to.format = format;
  if (to.getBuffer(0) < 0) throw new Error("no room for the picture");
  const scaler = new SoftwareScaleContext();
  scaler.getContext(from.width, from.height, from.format as AVPixelFormat, to.width, to.height, format, SWS_BICUBIC);
  if ((await scaler.scaleFrame(to, from)) < 0) throw new Error("the picture cannot be drawn");
  return to;
}

/** Lays a picture of red, green, blue and opacity on white, in place. */
function onWhite(frame: Frame): void {
  const pixels = frame.data?.[0];
  if (pixels === undefined) throw new Error("the picture is empty");
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const opacity = pixels[at + 3]!;
    if (opacity === 255) continue;
    for (let colour = at; colour < at + 3; colour++) {
      pixels[colour] = Math.round((pixels[colour]! * opacity + 255 * (255 - opacity)) / 255);
    }
    pixels[at + 3] = 255;
  }
}

async function answerTo(job: ImageJob): Promise<ImageAnswer> {
  try {
    const picture = await pictureOf(job);
    if (typeof picture === "string") return { fault: picture };
    if (job.copy !== null) await redraw(picture, job.copy);
    return { fault: null };
  } catch {
    return { fault: UNDECODABLE };
  }
}

process.once("message", (job: ImageJob) => {
  process.on("disconnect", () => process.exit(1));
  void answerTo(job).then((answer) => process.send?.(answer, () => process.exit(0)));
});
