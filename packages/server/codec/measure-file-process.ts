// The measuring process. It decodes one finished file as a player does, answers with its measurements, and ends.

import { fstatSync, readSync } from "node:fs";
import { type Mp3Facts, mp3Facts } from "@fullcast/core/audio-files";
import { createFileMeter, type FileMeasures, type FileMeter } from "@fullcast/core/sound";
import { AV_LOG_QUIET, AV_SAMPLE_FMT_FLTP } from "node-av/constants";
import { type Frame, Log, SoftwareResampleContext } from "node-av/lib";
import { answerParent, INPUT_DESCRIPTOR } from "../compute/child-side.ts";
import { openSoundFile } from "./sound-file-source.ts";

export type MeasureAnswer = { readonly measures: FileMeasures } | { readonly error: string };

const READ_BYTES = 1 << 20;

function measure(file: number): FileMeasures {
  using source = openSoundFile(file);
  let meter: FileMeter | null = null;
  let form: { rate: number; channels: number } | null = null;
  let uniform = true;
  let samples = 0;
  for (const frame of source.frames()) {
    const channels = frame.channelLayout.nbChannels;
    form ??= { rate: frame.sampleRate, channels };
    meter ??= createFileMeter(form.rate);
    uniform &&= form.rate === frame.sampleRate && form.channels === channels;
    samples += frame.nbSamples;
    if (uniform) meter.add(planesOf(frame, channels));
  }
  if (form === null || meter === null) throw new Error("nothing was decoded");
  const facts = source.codecName.startsWith("mp3") ? factsOf(file) : { constant_bit_rate: null, chapters: 0 };
  return {
    codec: source.codecName.startsWith("mp3") ? "mp3" : source.codecName,
    sample_rate: form.rate,
    channels: form.channels,
    uniform,
    duration_ms: Math.round((samples * 1000) / form.rate),
    ...facts,
    ...meter.measures(),
  };
}

let converter: SoftwareResampleContext | null = null;

/** The samples of every channel as floats. All frames of a measured file have the same format. */
function planesOf(frame: Frame, channels: number): Float32Array[] {
  const planes = Array.from({ length: channels }, () => new Float32Array(frame.nbSamples));
  if (converter === null) {
    converter = new SoftwareResampleContext();
    const { channelLayout, sampleRate } = frame;
    const code = converter.allocSetOpts2(
      ...([channelLayout, AV_SAMPLE_FMT_FLTP, sampleRate] as const),
      ...([channelLayout, frame.format as typeof AV_SAMPLE_FMT_FLTP, sampleRate] as const),
    );
    if (code < 0 || converter.init() < 0) throw new Error("the samples cannot be converted");
  }
  const output = planes.map((plane) => Buffer.from(plane.buffer));
  converter.convertSync(output, frame.nbSamples, frame.data, frame.nbSamples);
  return planes;
}

function factsOf(file: number): Mp3Facts {
  let from = 0;
  let window = Buffer.alloc(0);
  const read = (at: number, length: number): Buffer => {
    if (at < from || at + length > from + window.length) {
      const bytes = Buffer.alloc(Math.max(length, READ_BYTES));
      from = at;
      window = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at));
    }
    return window.subarray(at - from, at - from + length);
  };
  return mp3Facts(read, fstatSync(file).size);
}

answerParent<null, MeasureAnswer>({
  answer: () => {
    Log.setLevel(AV_LOG_QUIET);
    try {
      return { measures: measure(INPUT_DESCRIPTOR) };
    } catch {
      return { error: "The file cannot be decoded." };
    }
  },
});
