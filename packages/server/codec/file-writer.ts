// Writes containers in one pass. Values in the header that are known only at the end are filled in last.

import type { FileHandle } from "node:fs/promises";
import {
  AAC_FRAME_SAMPLES,
  aacFrameCount,
  type ChapterSpan,
  type FileTags,
  MP3_FRAME_SAMPLES,
  MP3_INFO_BYTES,
  mp3Crc,
  mp3FrameCount,
  OPUS_PACKET_SAMPLES,
  OPUS_RATE,
  opusPacketCount,
  opusPages,
  wavHeader,
  wavTrailer,
  writeId3,
  writeM4bHead,
  writeMp3Info,
} from "@fullcast/core/audio-files";
import { createFrameJoiner, type FrameRun } from "./join-segments.ts";
import type { AudioFormat } from "./render-job.ts";
import type { Segment } from "./segment.ts";
import { OUTPUT_RATE, SEGMENT_SAMPLES } from "./timeline-plan.ts";

export interface FileContent {
  readonly samples: number;
  readonly durationMs: number;
  readonly tags: FileTags;
  readonly chapters: readonly ChapterSpan[];
}

/** Segments are added in order. `finish` completes the file. */
export interface FileWriter {
  add(segment: Segment): Promise<void>;
  finish(): Promise<void>;
}

export const fileWriters: Readonly<
  Record<AudioFormat, (file: FileHandle, content: FileContent) => Promise<FileWriter>>
> = { mp3: mp3Writer, wav: wavWriter, m4b: m4bWriter, opus: opusWriter };

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Frees memory at once. The garbage collector sees only small objects and would let hundreds of megabytes accumulate. */
const release = (bytes: Uint8Array<ArrayBuffer>): void => void bytes.buffer.transfer(0);

async function wavWriter(file: FileHandle, { samples, tags }: FileContent): Promise<FileWriter> {
  const trailer = wavTrailer(tags);
  const header = wavHeader(samples, OUTPUT_RATE, { trailerBytes: trailer.length });
  await writeAll(file, header, 0);
  let position = header.length;
  return {
    add: async ({ bytes }) => {
      await writeAll(file, bytes, position);
      position += bytes.length;
      release(bytes);
    },
    finish: () => writeAll(file, trailer, position),
  };
}

async function mp3Writer(file: FileHandle, content: FileContent): Promise<FileWriter> {
  const id3 = writeId3(content.tags, content.chapters, content.durationMs, "LAME3.100");
  await writeAll(file, id3, 0);
  const audioFrom = id3.length + MP3_INFO_BYTES;
  const joiner = createFrameJoiner(SEGMENT_SAMPLES / MP3_FRAME_SAMPLES, mp3FrameCount(content.samples));
  let written = 0;
  let crc = 0;
  const write = async ({ bytes }: FrameRun): Promise<void> => {
    await writeAll(file, bytes, audioFrom + written);
    written += bytes.length;
    crc = mp3Crc(crc, bytes);
    release(bytes);
  };
  return {
    add: (segment) => write(joiner.add(segment)),
    finish: async () => {
      await write(joiner.end());
      await writeAll(file, writeMp3Info(content.samples, { bytes: written, crc }), id3.length);
    },
  };
}

async function m4bWriter(file: FileHandle, content: FileContent): Promise<FileWriter> {
  const sizes = new Uint32Array(aacFrameCount(content.samples));
  const audioFrom = writeM4bHead(content, sizes).length;
  const joiner = createFrameJoiner(SEGMENT_SAMPLES / AAC_FRAME_SAMPLES, sizes.length);
  let position = audioFrom;
  let frames = 0;
  const write = async (run: FrameRun): Promise<void> => {
    await writeAll(file, run.bytes, position);
    sizes.set(run.sizes, frames);
    position += run.bytes.length;
    frames += run.sizes.length;
    release(run.bytes);
  };
  return {
    add: (segment) => write(joiner.add(segment)),
    finish: async () => {
      await write(joiner.end());
      await writeAll(file, writeM4bHead(content, sizes), 0);
    },
  };
}

async function opusWriter(file: FileHandle, content: FileContent): Promise<FileWriter> {
  const samples = Math.round((content.samples * OPUS_RATE) / OUTPUT_RATE);
  const pages = opusPages({ ...content, samples });
  const lineSamples = (OPUS_PACKET_SAMPLES * OUTPUT_RATE) / OPUS_RATE;
  const joiner = createFrameJoiner(SEGMENT_SAMPLES / lineSamples, opusPacketCount(samples));
  let position = 0;
  const append = async (bytes: Uint8Array): Promise<void> => {
    await writeAll(file, bytes, position);
    position += bytes.length;
  };
  const write = async (run: FrameRun): Promise<void> => {
    await append(pages.add(run.bytes, run.sizes));
    release(run.bytes);
  };
  await append(pages.head);
  return {
    add: (segment) => write(joiner.add(segment)),
    finish: async () => {
      await write(joiner.end());
      await append(pages.end());
    },
  };
}
