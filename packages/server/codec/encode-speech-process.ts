// The encoding process. It reads samples, changes their tempo and rate, encodes them into one file, and ends.

import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { wavHeader } from "@fullcast/core/audio-files";
import { AV_LOG_QUIET, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S16 } from "node-av/constants";
import { Codec, CodecContext, Filter, FilterGraph, FormatContext, Frame, Log, Packet, Rational } from "node-av/lib";
import { answerParent, INPUT_DESCRIPTOR } from "../compute/child-side.ts";
import { MONO } from "./clip-reader.ts";
import type { EncodeSpeechAnswer, EncodeSpeechJob, SpeechFormat, SpeechPart } from "./encode-speech-job.ts";
import { failureOf, RenderError } from "./render-error.ts";

/** The sample rate of the output. OpenAI documents 24 kHz for `pcm`, and Opus does not support 44.1 kHz. */
const RATES: Readonly<Record<SpeechFormat, number>> = {
  mp3: 44_100,
  wav: 44_100,
  flac: 44_100,
  opus: 48_000,
  pcm: 24_000,
};

/** The encoder, its container, its sample format, the filter's name of it, and its bit rate. */
const CODECS = {
  mp3: {
    encoder: "libmp3lame",
    container: "mp3",
    format: AV_SAMPLE_FMT_FLTP,
    filter: "fltp",
    bitRate: 128_000,
  },
  flac: { encoder: "flac", container: "flac", format: AV_SAMPLE_FMT_S16, filter: "s16", bitRate: 0 },
  opus: { encoder: "libopus", container: "ogg", format: AV_SAMPLE_FMT_FLT, filter: "flt", bitRate: 64_000 },
} as const;

const READ_SAMPLES = 16_384;
/** For an encoder that takes frames of any length. */
const MOST_FRAME = 4_096;

interface Sink {
  /** A frame of the output's rate and format; valid during the call. */
  add(frame: Frame): void;
  finish(): void;
}

function encode(job: EncodeSpeechJob): void {
  const sink = job.format === "wav" || job.format === "pcm" ? plainSink(job) : codecSink(job, CODECS[job.format]);
  let from = 0;
  for (const [index, part] of job.parts.entries()) {
    convert(job, part, from, index, sink);
    from += part.samples;
  }
  sink.finish();
}

/** Sends a part through FFmpeg's filters: level, pace, rate. */
function convert({ format, tempo }: EncodeSpeechJob, part: SpeechPart, from: number, index: number, sink: Sink): void {
  const rate = RATES[format];
  const filter = format === "wav" || format === "pcm" ? "s16" : CODECS[format].filter;
  using graph = new FilterGraph();
  graph.alloc();
  const source = graph.createFilter(
    Filter.getByName("abuffer")!,
    `in${index}`,
    `time_base=1/${part.sample_rate}:sample_rate=${part.sample_rate}:sample_fmt=s16:channel_layout=mono`,
  );
  const steps: [string, string][] = [
    ["volume", `volume=${part.gain_db}dB:precision=float`],
    ...tempos(tempo).map((factor): [string, string] => ["atempo", `tempo=${factor}`]),
    ["aresample", `sample_rate=${rate}`],
    // Faster speech has shorter pauses.
    ["apad", `pad_dur=${part.silence_after_ms / 1_000 / tempo}`],
    ["aformat", `sample_fmts=${filter}:sample_rates=${rate}:channel_layouts=mono`],
  ];
  let last = source;
  for (const [at, [name, args]] of [...steps.entries()]) {
    if (name === "volume" && part.gain_db === 0) continue;
    if (name === "apad" && part.silence_after_ms === 0) continue;
    const next = graph.createFilter(Filter.getByName(name)!, `${name}${at}`, args);
    if (last === null || next === null) throw missing();
    check(last.link(0, next, 0));
    last = next;
  }
  const end = graph.createFilter(Filter.getByName("abuffersink")!, `out${index}`, null);
  if (source === null || last === null || end === null) throw missing();
  check(last.link(0, end, 0));
  check(graph.configSync());

  using output = new Frame();
  output.alloc();
  const drain = () => {
    while (end.buffersinkGetFrameSync(output) >= 0) {
      sink.add(output);
      output.unref();
    }
  };
  // A filter that gets nothing pads nothing.
  const samples = Math.max(1, part.samples);
  const bytes = Buffer.alloc(2 * Math.min(samples, READ_SAMPLES));
  for (let at = 0; at < samples; at += READ_SAMPLES) {
    const count = Math.min(READ_SAMPLES, samples - at);
    if (part.samples > 0) readFully(bytes.subarray(0, 2 * count), 2 * (from + at));
    using input = new Frame();
    input.alloc();
    input.nbSamples = count;
    input.format = AV_SAMPLE_FMT_S16;
    input.sampleRate = part.sample_rate;
    input.channelLayout = MONO;
    input.pts = BigInt(at);
    check(input.allocBuffer());
    bytes.copy(input.data![0]!, 0, 0, 2 * count);
    check(source.buffersrcAddFrameSync(input));
    drain();
  }
  check(source.buffersrcAddFrameSync(null));
  drain();
}

/** FFmpeg's tempo filter keeps its quality between 0.5 and 2. Other values use several filters in sequence. */
function tempos(tempo: number): number[] {
  if (tempo === 1) return [];
  const count = Math.max(1, Math.ceil(Math.abs(Math.log2(tempo)) - 1e-9));
  return Array.from({ length: count }, () => tempo ** (1 / count));
}

function readFully(bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(INPUT_DESCRIPTOR, bytes, at, bytes.length - at, position + at);
    if (read === 0) throw new RenderError("internal", "The samples end too early.");
    at += read;
  }
}

function plainSink({ format, output_path }: EncodeSpeechJob): Sink {
  const file = openSync(output_path, "wx", 0o600);
  const header = format === "wav" ? 44 : 0;
  let samples = 0;
  const write = (bytes: Uint8Array, position: number) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at);
  };
  return {
    add: (frame) => {
      write(frame.data![0]!.subarray(0, 2 * frame.nbSamples), header + 2 * samples);
      samples += frame.nbSamples;
    },
    finish: () => {
      if (header > 0) write(wavHeader(samples, RATES[format]), 0);
      closeSync(file);
    },
  };
}

function codecSink({ format, output_path }: EncodeSpeechJob, choice: (typeof CODECS)[keyof typeof CODECS]): Sink {
  const rate = RATES[format];
  const codec = Codec.findEncoderByName(choice.encoder as Parameters<typeof Codec.findEncoderByName>[0]);
  if (codec === null) throw missing();
  const container = new FormatContext();
  check(container.allocOutputContext2(null, choice.container, output_path));
  const context = new CodecContext();
  context.allocContext3(codec);
  context.sampleRate = rate;
  context.sampleFormat = choice.format;
  context.channelLayout = MONO;
  context.threadCount = 1;
  context.timeBase = new Rational(1, rate);
  if (choice.bitRate > 0) context.bitRate = BigInt(choice.bitRate);
  check(context.open2Sync(codec, null));
  const stream = container.newStream(codec);
  check(stream.codecpar.fromContext(context));
  stream.timeBase = new Rational(1, rate);
  check(container.openOutputSync());
  check(container.writeHeaderSync());

  const packet = new Packet();
  packet.alloc();
  const drain = () => {
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(new Rational(1, rate), stream.timeBase);
      check(container.interleavedWriteFrameSync(packet));
      packet.unref();
    }
  };
  const width = choice.filter === "s16" ? 2 : 4;
  const waiting = Buffer.alloc((context.frameSize || MOST_FRAME) * width);
  let filled = 0;
  let encoded = 0;
  const send = () => {
    using frame = new Frame();
    frame.alloc();
    frame.nbSamples = filled / width;
    frame.format = choice.format;
    frame.sampleRate = rate;
    frame.channelLayout = MONO;
    frame.pts = BigInt(encoded);
    check(frame.allocBuffer());
    waiting.copy(frame.data![0]!, 0, 0, filled);
    check(context.sendFrameSync(frame));
    encoded += filled / width;
    filled = 0;
    drain();
  };
  return {
    add: (frame) => {
      const bytes = frame.data![0]!.subarray(0, frame.nbSamples * width);
      for (let at = 0; at < bytes.length; ) {
        const count = Math.min(bytes.length - at, waiting.length - filled);
        bytes.copy(waiting, filled, at, at + count);
        filled += count;
        at += count;
        if (filled === waiting.length) send();
      }
    },
    finish: () => {
      if (filled > 0) send();
      check(context.sendFrameSync(null));
      drain();
      check(container.writeTrailerSync());
      container.closeOutputSync();
    },
  };
}

const missing = () => new RenderError("internal", "An encoder is missing.");

/** FFmpeg's codes for a full disk and a file that is too large, ENOSPC and EFBIG. */
const FULL: ReadonlySet<number> = new Set([-28, -27]);

function check(code: number): void {
  if (FULL.has(code)) throw new RenderError("disk_full", "There is no space left for the file.");
  if (code < 0) throw new RenderError("internal", `Encoding failed (${code}).`);
}

answerParent<EncodeSpeechJob, EncodeSpeechAnswer>({
  answer: (job) => {
    Log.setLevel(AV_LOG_QUIET);
    try {
      encode(job);
      return { size_bytes: statSync(job.output_path).size };
    } catch (error) {
      return { fault: failureOf(error).kind === "disk_full" ? "disk_full" : "internal" };
    }
  },
});
