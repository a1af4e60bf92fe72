// The process that decodes one uploaded image, reports whether that succeeded, and redraws it on request. Native code reads
// hostile bytes here, so the process has limits, its input and output are open descriptors, and it gets no path.

import { writeSync } from "node:fs";
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_QSCALE,
  AV_CODEC_ID_MJPEG,
  AV_OPT_TYPE_STRING,
  AV_PIX_FMT_RGBA,
  AV_PIX_FMT_YUVJ444P,
  type AVPixelFormat,
  SWS_BICUBIC,
} from "node-av/constants";
import {
  Codec,
  CodecContext,
  Dictionary,
  FormatContext,
  Frame,
  InputFormat,
  Packet,
  Rational,
  SoftwareScaleContext,
} from "node-av/lib";
import { answerParent, INPUT_DESCRIPTOR, OUTPUT_DESCRIPTOR } from "../compute/child-side.ts";
import type { ImageAnswer, ImageJob } from "./image-file.ts";

const UNDECODABLE = "it cannot be decoded";
/** FFmpeg's quantiser scale for MJPEG, 1 is the best; LAMBDA is one step of it (FF_QP2LAMBDA). */
const QUALITY = 3;
const LAMBDA = 118;

/** Decodes the first picture of the file, also of an animation. @returns the picture, or the fault. */
async function pictureOf(job: ImageJob): Promise<Frame | string> {
  const input = InputFormat.findInputFormat(job.reader);
  const container = new FormatContext();
  const file = Dictionary.fromObject({ fd: `${INPUT_DESCRIPTOR}` });
  container.allocContext();
  container.setOption("protocol_whitelist", "fd", AV_OPT_TYPE_STRING);
  if (input === null || (await container.openInput("fd:", input, file)) < 0) return "it cannot be opened";
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

async function redraw(picture: Frame, mostEdge: number): Promise<void> {
  const opaque = await drawn(picture, AV_PIX_FMT_RGBA, 1);
  onWhite(opaque);
  const scale = Math.min(1, mostEdge / Math.max(picture.width, picture.height));
  const final = await drawn(opaque, AV_PIX_FMT_YUVJ444P, scale);
  final.pts = 0n;
  const codec = Codec.findEncoder(AV_CODEC_ID_MJPEG);
  if (codec === null) throw new Error("FFmpeg has no JPEG encoder");
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
  for (let at = 0; at < packet.data.length; ) at += writeSync(OUTPUT_DESCRIPTOR, packet.data, at);
}

async function drawn(from: Frame, format: AVPixelFormat, scale: number): Promise<Frame> {
  const to = new Frame();
  to.alloc();
  to.width = Math.max(1, Math.round(from.width * scale));
  to.height = Math.max(1, Math.round(from.height * scale));
  to.format = format;
  if (to.getBuffer(0) < 0) throw new Error("no memory for the picture");
  const scaler = new SoftwareScaleContext();
  scaler.getContext(from.width, from.height, from.format as AVPixelFormat, to.width, to.height, format, SWS_BICUBIC);
  if ((await scaler.scaleFrame(to, from)) < 0) throw new Error("the picture cannot be scaled");
  return to;
}

/** Draws an RGBA picture onto white, in place. */
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
    if (job.copy_edge !== null) await redraw(picture, job.copy_edge);
    return { fault: null };
  } catch {
    return { fault: UNDECODABLE };
  }
}

answerParent<ImageJob, ImageAnswer>({ answer: answerTo });
