// The process that trims a decoded recording. It reads the recording in pieces, keeps the part with speech as a mono WAV
// file and measures it. A recording of 30 minutes would block the server's thread for seconds.

import { readSync, writeSync } from "node:fs";
import { wavHeader } from "@fullcast/core/audio-files";
import { analyse, frameLevels, speechExtent, takeFacts } from "@fullcast/core/sound";
import { answerParent, INPUT_DESCRIPTOR, OUTPUT_DESCRIPTOR } from "../compute/child-side.ts";
import { sha256OfFile } from "../hash.ts";
import type { TrimAnswer, TrimJob } from "./trim-recording.ts";

const HEADER_BYTES = 44;
/** 10 ms at 44.1 kHz, the rate of decoded sounds. */
const RATE = 44_100;
const FRAME = RATE / 100;
const FRAMES_AT_ONCE = 1_000;
/** The length of the fade at a cut. */
const FADE_SAMPLES = FRAME;

function trim({ channels, samples }: TrimJob): TrimAnswer {
  const levels = new Float64Array(Math.floor(samples / FRAME));
  for (let frame = 0; frame < levels.length; frame += FRAMES_AT_ONCE) {
    const count = Math.min(FRAMES_AT_ONCE, levels.length - frame);
    levels.set(frameLevels(monoAt(frame * FRAME, count * FRAME, channels), RATE).levels, frame);
  }
  const extent = speechExtent(levels);
  if (extent === null) return { kind: "silent" };
  const start = extent.from * FRAME;
  const end = extent.to === levels.length ? samples : extent.to * FRAME;
  const pcm = new Int16Array(end - start);
  const step = FRAMES_AT_ONCE * FRAME;
  for (let at = 0; at < pcm.length; at += step)
    pcm.set(monoAt(start + at, Math.min(step, pcm.length - at), channels), at);
  fade(pcm, start > 0, end < samples);
  const header = wavHeader(pcm.length, RATE);
  write(Buffer.from(header.buffer, header.byteOffset, header.byteLength));
  write(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength));
  return {
    kind: "trimmed",
    recording: {
      samples: pcm.length,
      sample_rate: RATE,
      size_bytes: HEADER_BYTES + pcm.byteLength,
      sha256: sha256OfFile(OUTPUT_DESCRIPTOR),
      ...analyse(pcm, RATE),
      noise_floor_dbfs: Math.round(extent.noise_floor_dbfs * 10) / 10,
      facts: takeFacts(pcm, RATE),
    },
  };
}

function monoAt(from: number, count: number, channels: 1 | 2): Int16Array {
  const bytes = Buffer.from(new ArrayBuffer(count * 2 * channels));
  const position = HEADER_BYTES + from * 2 * channels;
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(INPUT_DESCRIPTOR, bytes, done, bytes.length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  const pcm = new Int16Array(bytes.buffer);
  if (channels === 1) return pcm;
  const mono = new Int16Array(count);
  for (let i = 0; i < count; i++) mono[i] = Math.round((pcm[2 * i]! + pcm[2 * i + 1]!) / 2);
  return mono;
}

/** Without a fade a cut through noise is audible as a click. */
function fade(pcm: Int16Array, atStart: boolean, atEnd: boolean): void {
  const length = Math.min(FADE_SAMPLES, pcm.length);
  for (let i = 0; i < length; i++) {
    const factor = i / length;
    if (atStart) pcm[i] = Math.round(pcm[i]! * factor);
    if (atEnd) pcm[pcm.length - 1 - i] = Math.round(pcm[pcm.length - 1 - i]! * factor);
  }
}

function write(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(OUTPUT_DESCRIPTOR, bytes, at);
}

function answer(job: TrimJob): TrimAnswer {
  try {
    return trim(job);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return { kind: code === "ENOSPC" || code === "EDQUOT" ? "disk_full" : "internal" };
  }
}

answerParent<TrimJob, TrimAnswer>({ answer });
