// The process that decodes one uploaded image and says whether it could: hostile bytes meet native code here, where
// there is nothing to steal and nothing to break.
//   arguments: <path> <FFmpeg's name of the only format that is tried> <most pixels>

import { Codec, CodecContext, FormatContext, Frame, InputFormat, Packet } from "node-av/lib";

const [path = "", format = "", mostPixels = "0"] = process.argv.slice(2);

/** Null when it decodes, else what is wrong with it. */
async function faultOf(): Promise<string | null> {
  const input = InputFormat.findInputFormat(format);
  const container = new FormatContext();
  if (input === null || (await container.openInput(path, input, null)) < 0) return "it cannot be opened";
  await container.findStreamInfo(null);
  const stream = container.streams?.[0];
  if (stream === undefined) return "it holds no picture";
  const { width, height, codecId } = stream.codecpar;
  if (width * height > Number(mostPixels)) return `it has more than ${mostPixels} pixels`;
  const codec = Codec.findDecoder(codecId);
  if (codec === null) return "it cannot be decoded";
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.parametersToContext(stream.codecpar);
  if ((await decoder.open2(codec, null)) < 0) return "it cannot be decoded";
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  // The first picture is enough, also of an animation: nothing is ever shown.
  while ((await container.readFrame(packet)) >= 0) {
    if ((await decoder.sendPacket(packet)) < 0) return "it cannot be decoded";
    packet.unref();
    if ((await decoder.receiveFrame(frame)) >= 0) return pictureFault(frame);
  }
  await decoder.sendPacket(null);
  return (await decoder.receiveFrame(frame)) < 0 ? "it cannot be decoded" : pictureFault(frame);
}

const pictureFault = (frame: Frame) => (frame.width > 0 && frame.height > 0 ? null : "it is empty");

const fault = await faultOf().catch(() => "it cannot be decoded");
process.send?.({ fault }, () => process.exit(0));
