// Encodes one segment in MP3, AAC or Opus. Always true: the decoded segment keeps the ceiling. The segment is decoded after
// encoding. Where the result exceeds the ceiling, the mix is turned down and the surroundings are encoded again. At a seam,
// where frames of two encoders meet, both sides need the same mix. Each side therefore encodes the surroundings of the seam
// first, gets the same result as the other side, and turns the mix down by the same amount, a little more than needed.

import { aacFrameWindows, mp3FrameWindows } from "@fullcast/core/audio-files";
import { type Dip, type Limiter, overshootDips, stretchesAround, TRUE_PEAK_MEMORY } from "@fullcast/core/sound";
import { createCodecRates } from "./codec-rates.ts";
import { createFrameDecoder } from "./decoder.ts";
import { AAC, encodeFrames, MP3, OPUS } from "./encoder.ts";
import { splice } from "./join-segments.ts";
import type { Mix, MixPeaks } from "./mixer.ts";
import { CODEC_WARM_UP, FRAME_SAMPLES, type Frames, roomAfter, SEAM_FRAMES, type SegmentTask } from "./segment.ts";

/**
 * `delay`: decoded sample n, at the rate of the line, is sample n - delay of the input. `missing`: this many samples fewer
 * than the frames hold are decoded. `headroom`: the mix stays this far below the ceiling (0.1, 0.3 and 1.1 dB), so that
 * decoded speech almost never exceeds it. Encoding again costs far more than a slightly quieter mix. `near`: the decoded
 * sound of a frame is not checked if no sample comes this near to the ceiling (2 and 3 dB) and no true peak between samples
 * can exceed it. A codec adds that much to a peak only in dense noise, whose samples are all near the ceiling. `preroll`:
 * frames that a decoder needs before its output is right: overlapping windows, MP3's filter bank, the energies of Opus, whose
 * error halves with every packet (RFC 6716, section 4.3.2.1). `seam`: how far below the ceiling the sound around a seam stays
 * (0.1 and 1.9 dB), because an encoder that started elsewhere gives nearly, but not exactly, the same result. `checked`: the
 * part of the ceiling that the decoded sound must keep; for Opus 0.4 dB less, because it is checked at the rate of the line
 * and peaks between samples at 48 kHz can be higher.
 */
const CODECS = {
  mp3: {
    choice: MP3,
    windowsOf: mp3FrameWindows,
    delay: 576 + 529,
    missing: 0,
    headroom: 0.9886,
    near: 0.8,
    preroll: 2,
    seam: 0.9886,
    checked: 1,
  },
  m4b: {
    choice: AAC,
    windowsOf: aacFrameWindows,
    delay: 1024,
    missing: 0,
    headroom: 0.966,
    near: 0.8,
    preroll: 2,
    seam: 0.9886,
    checked: 1,
  },
  // All packets have the same windows. CodecRates removes the delay, 120 samples at 48 kHz.
  opus: {
    choice: OPUS,
    windowsOf: () => 0,
    delay: 0,
    missing: 111,
    headroom: 0.88,
    near: 0.7,
    preroll: 10,
    seam: 0.8,
    checked: 0.96,
  },
} as const;

/** The true peak of a segment's mix, and the level above which its encoded samples are checked. */
export const mixPeaks = ({ format, ceiling }: SegmentTask): MixPeaks =>
  format === "wav"
    ? { ceiling }
    : { ceiling: ceiling * CODECS[format].headroom, watched: ceiling * CODECS[format].near };

const MOST_PASSES = 12;
/** Frames around a turned down passage that are encoded again. Gains recover within them, and the splice needs a choice. */
const FRAMES_AROUND = 6;
/** If more than this part of a segment would be encoded again, encoding all of it is cheaper. */
const MOST_AGAIN = 0.5;

type CodedFormat = keyof typeof CODECS;

/** A mix that starts at position `from` of the line. */
interface Mixed extends Mix {
  readonly from: number;
}

/** A range of the line whose decoded sound is checked. */
interface Heard {
  readonly format: CodedFormat;
  readonly mixed: Mixed;
  readonly from: number;
  readonly to: number;
  /** The end of the mix, at or before `to`. */
  readonly end: number;
  readonly ceiling: number;
}

/** Frames on both sides of a seam with a shared mix: those that either side may use, and room for gains to recover. */
const SHARED_FRAMES = 6;
/** Frames on both sides of a seam that are encoded to find the shared mix. */
const REHEARSED_FRAMES = 8;
const MOST_REHEARSALS = 6;

/**
 * The range of the line in which a segment may turn down its mix independently. The last segment is checked to the end of
 * its last frame, because some players play the padding.
 */
const ownStretch = ({ from, to, total }: SegmentTask, frame: number) => ({
  from: from === 0 ? 0 : from + SHARED_FRAMES * frame,
  to: to >= total ? total + frame : to - SHARED_FRAMES * frame,
});

/** In samples of the line. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The ranges to encode again around dips, which are counted from `mixedFrom`: whole frames, ascending, disjoint. */
function stretchesOf({ from, to }: SegmentTask, mixedFrom: number, dips: readonly Dip[], frame: number): Stretch[] {
  const stretches: { from: number; to: number }[] = [];
  for (const dip of dips.toSorted((a, b) => a.from - b.from)) {
    const first = (Math.floor((dip.from + mixedFrom) / frame) - FRAMES_AROUND) * frame;
    const end = (Math.ceil((dip.to + mixedFrom) / frame) + FRAMES_AROUND) * frame;
    const last = stretches.at(-1);
    // The next range starts only after its encoder's warm-up; closer ranges are joined.
    if (last !== undefined && first - last.to < CODEC_WARM_UP) last.to = Math.max(last.to, end);
    else stretches.push({ from: first, to: end });
  }
  const nearEnd = CODEC_WARM_UP;
  return stretches.map((stretch) => ({
    from: stretch.from - from < nearEnd ? from : stretch.from,
    to: to - stretch.to < nearEnd ? to : stretch.to,
  }));
}

/** The parts of `own` that decode differently after the ranges were encoded again. */
const within = (own: Stretch, stretches: readonly Stretch[], frame: number): Stretch[] =>
  stretches
    .map(({ from, to }) => ({
      from: Math.max(own.from, from - (SEAM_FRAMES + 1) * frame),
      to: Math.min(own.to, to + (SEAM_FRAMES + 2) * frame),
    }))
    .filter(({ from, to }) => from < to);

/** The ranges of [from, to) near the ceiling, counted from `from`. */
const nearStretches = (mixed: Mixed, from: number, to: number, frame: number) =>
  stretchesAround(mixed.near, from - mixed.from, to - mixed.from, frame);

export interface SegmentEncoder extends Disposable {
  /**
   * @param mixed The mix. It is turned down in place where needed.
   * @returns the frames of the task.
   */
  encode(task: SegmentTask, format: CodedFormat, mixed: Mixed): Frames;
}

/** The frames of an encoder, in reused memory. */
function frameStore(size: number) {
  let memory = new Uint8Array(size);
  let used = 0;
  const sizes: number[] = [];
  const windows: number[] = [];
  return {
    clear(): void {
      used = 0;
      sizes.length = 0;
      windows.length = 0;
    },
    add(data: Uint8Array, window: number): void {
      if (used + data.length > memory.length) {
        const larger = new Uint8Array(memory.length * 2);
        larger.set(memory.subarray(0, used));
        memory = larger;
      }
      memory.set(data, used);
      used += data.length;
      sizes.push(data.length);
      windows.push(window);
    },
    frames: (firstFrame: number): Frames => ({
      firstFrame,
      sizes: Uint32Array.from(sizes),
      windows: Int16Array.from(windows),
      bytes: memory.subarray(0, used) as Uint8Array<ArrayBuffer>,
    }),
  };
}

/** An encoder for one thread. It reuses its large buffers for every segment. */
export function createSegmentEncoder(limiter: Limiter): SegmentEncoder {
  const whole = frameStore(1 << 21);
  const part = frameStore(1 << 16);
  const rates = createCodecRates();
  const decoders = new Map<CodedFormat, ReturnType<typeof createFrameDecoder>>();
  const decoderOf = (format: CodedFormat) => {
    const known = decoders.get(format) ?? createFrameDecoder(format);
    decoders.set(format, known);
    return known;
  };

  /**
   * The frames of [from, to), whole frames except at the end of the line, and SEAM_FRAMES around. Valid until the next
   * call.
   */
  function encodeStretch(
    { total }: SegmentTask,
    { format, mixed }: Pick<Heard, "format" | "mixed">,
    { from, to }: Stretch,
    store = whole,
  ): Frames {
    const { choice, windowsOf } = CODECS[format];
    const frame = FRAME_SAMPLES[format];
    const isLast = to >= total;
    const feedFrom = Math.max(0, from - Math.floor(CODEC_WARM_UP / frame) * frame);
    const feedTo = isLast ? total : to + roomAfter(format);
    const firstFrame = Math.max(0, from / frame - SEAM_FRAMES);
    const endFrame = isLast ? Infinity : to / frame + SEAM_FRAMES;
    store.clear();
    const line = mixed.samples.subarray(feedFrom - mixed.from, feedTo - mixed.from);
    encodeFrames(choice, rates.toCodec(line, choice.rate), isLast, (packet, data) => {
      const number = feedFrom / frame + packet;
      if (number >= firstFrame && number < endFrame) store.add(data, windowsOf(data));
    });
    return store.frames(firstFrame);
  }

  /**
   * `made` with the ranges around `dips` encoded again, and these ranges. Null: the whole segment must be encoded again.
   */
  function encodeAround(task: SegmentTask, heard: Heard, made: Frames, dips: readonly Dip[]) {
    const frame = FRAME_SAMPLES[heard.format];
    const stretches = stretchesOf(task, heard.mixed.from, dips, frame);
    const again = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    if (again > (task.to - task.from) * MOST_AGAIN) return null;
    let frames: Frames | null = made;
    for (const stretch of stretches) {
      const anew = encodeStretch(task, heard, stretch, part);
      const from = stretch.from === task.from ? null : stretch.from / frame;
      const to = stretch.to === task.to ? null : stretch.to / frame;
      frames = splice(frames, anew, from, to);
      if (frames === null) return null;
    }
    return { frames, stretches };
  }

  /** The places in [from, to) whose decoded sound exceeds the ceiling, as dips of `mixed`. */
  function overshoots(heard: Heard, made: Pick<Frames, "firstFrame" | "sizes" | "bytes">, margin: number): Dip[] {
    const { format, mixed, from, to, end, ceiling } = heard;
    const { choice, delay, missing, preroll } = CODECS[format];
    const frame = FRAME_SAMPLES[format];
    const offsets = new Uint32Array(made.sizes.length + 1);
    made.sizes.forEach((size, i) => {
      offsets[i + 1] = offsets[i]! + size;
    });
    return nearStretches(mixed, from, Math.min(end, to), frame).flatMap((stretch) => {
      const first = Math.max(0, Math.floor((from + stretch.from + delay) / frame) - preroll - made.firstFrame);
      const last = Math.ceil((from + stretch.to + delay + missing) / frame) - made.firstFrame;
      const frames: Uint8Array[] = [];
      for (let i = first; i < Math.min(last, made.sizes.length); i++) {
        frames.push(made.bytes.subarray(offsets[i], offsets[i + 1]));
      }
      const start = (made.firstFrame + first) * frame - delay;
      const decoded = rates.toLine(decoderOf(format).decode(frames, choice.frameSamples), choice.rate);
      const right = Math.max(from - start, first > 0 ? preroll * frame : 0);
      // The true peak between the first samples needs the samples before them.
      const skipped = Math.max(0, right - TRUE_PEAK_MEMORY - 1);
      const samples = decoded.subarray(skipped, Math.max(skipped, to - start));
      const upToEnd = mixed.samples.subarray(0, end - mixed.from);
      return overshootDips(upToEnd, { samples, at: start + skipped - mixed.from }, ceiling, margin);
    });
  }

  /** Turns down the mix around a seam until it decodes to below the ceiling. Both sides get the same mix. */
  function prepareSeam(task: SegmentTask, format: CodedFormat, mixed: Mixed, seam: number): void {
    const { choice, seam: seamCeiling } = CODECS[format];
    const frame = FRAME_SAMPLES[format];
    const [feedFrom, feedTo] = [seam - REHEARSED_FRAMES * frame, seam + REHEARSED_FRAMES * frame];
    const [from, to] = [seam - SHARED_FRAMES * frame, seam + SHARED_FRAMES * frame];
    if (nearStretches(mixed, from, to, frame).length === 0) return;
    for (let pass = 1; pass <= MOST_REHEARSALS; pass++) {
      const frames: Uint8Array[] = [];
      const feed = mixed.samples.subarray(feedFrom - mixed.from, feedTo - mixed.from);
      encodeFrames(choice, rates.toCodec(feed, choice.rate), true, (_, data) => frames.push(data.slice()));
      const made = {
        firstFrame: feedFrom / frame,
        sizes: Uint32Array.from(frames, (data) => data.length),
        bytes: Buffer.concat(frames),
      };
      const heard = { format, mixed, from, to, end: feedTo, ceiling: task.ceiling * seamCeiling };
      const dips = overshoots(heard, made, 0.99);
      if (dips.length === 0) return;
      const ceiling = heard.ceiling * 10 ** (-(0.5 / 20) * (pass - 1));
      if (pass > 1) dips.push({ from: from - mixed.from, to: to - mixed.from, ceiling });
      limiter.lower(mixed.samples, mixPeaks(task).ceiling, dips);
    }
  }

  function encode(task: SegmentTask, format: CodedFormat, mixed: Mixed): Frames {
    if (task.from > 0) prepareSeam(task, format, mixed, task.from);
    if (task.to < task.total) prepareSeam(task, format, mixed, task.to);
    const own = ownStretch(task, FRAME_SAMPLES[format]);
    const heard = {
      format,
      mixed,
      ...own,
      end: Math.min(task.total, own.to),
      ceiling: task.ceiling * CODECS[format].checked,
    };
    let made = encodeStretch(task, heard, task);
    let unheard: readonly Stretch[] = own.from < own.to ? [own] : [];
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      const dips = unheard.flatMap((stretch) => overshoots({ ...heard, ...stretch }, made, 1 - 0.004 * pass));
      if (dips.length === 0) break;
      // A very dense sound that is encoded again exceeds the ceiling at other places. The whole passage is then lowered in
      // steps, which grow: Opus adds up to 4 dB to the peaks of noise.
      const ceiling = task.ceiling * 10 ** (-(0.3 * (pass - 2) + 0.5 * Math.max(0, pass - 5)) / 20);
      if (pass > 2) dips.push({ from: own.from - mixed.from, to: own.to - mixed.from, ceiling });
      limiter.lower(mixed.samples, mixPeaks(task).ceiling, dips);
      const around = encodeAround(task, heard, made, dips);
      made = around?.frames ?? encodeStretch(task, heard, task);
      unheard = around === null ? [own] : within(own, around.stretches, FRAME_SAMPLES[format]);
    }
    return { ...made, bytes: made.bytes.slice() };
  }

  return {
    encode,
    [Symbol.dispose]: () => {
      for (const decoder of decoders.values()) decoder[Symbol.dispose]();
      decoders.clear();
      rates[Symbol.dispose]();
    },
  };
}
