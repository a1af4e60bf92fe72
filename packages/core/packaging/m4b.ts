// An audiobook in MP4 (ISO 14496-12 and -14): one AAC-LC track and a text track with the chapters. An edit list cuts off
// the encoder's delay. All metadata precedes the sound, so that a player can start at once. The metadata's length depends
// on the number of frames only: write it once before the sound and once more, with the true frame sizes, after it.

import { type Bytes, joinBytes, latin1, u8, u16, u24, u32, u32Table, u64, u64Table } from "./bytes.ts";
import { chapterSample, userData } from "./m4b-tags.ts";
import { box, fullBox, IDENTITY_MATRIX, packedLanguage, zeros } from "./mp4-box.ts";
import { type ChapterSpan, type FileTags, threeLetterLanguage } from "./tags.ts";
import { XMP_UUID, xmpPacket } from "./xmp.ts";

/** Hz. */
export const RATE = 44_100;
/** Units a second of the movie's own times. mutagen takes Nero's chapter times to be in this unit of 1/1000 s. */
const MOVIE_RATE = 1000;
export const AAC_FRAME_SAMPLES = 1024;
/** Samples that the encoder inserts before the first one. */
const ENCODER_DELAY = 1024;
/** AudioSpecificConfig (ISO 14496-3, 1.6.2.1): AAC-LC, 44.1 kHz, one channel. */
const DECODER_SETUP = u8(0x12, 0x08);
/** The largest frame of one channel (6,144 bits). */
const LARGEST_FRAME = 768;
/** About a second of sound. */
const FRAMES_PER_CHUNK = 43;

export interface M4bContent {
  readonly samples: number;
  readonly durationMs: number;
  readonly tags: FileTags;
  /** Contiguous, from 0 to the end; may be empty. */
  readonly chapters: readonly ChapterSpan[];
}

/** Frames that hold `samples` and the encoder's delay. */
export const aacFrameCount = (samples: number): number => Math.ceil((samples + ENCODER_DELAY) / AAC_FRAME_SAMPLES);

/** Whether positions have 64 bits. The largest possible size decides, so that both writings decide alike. */
const isLarge = (frames: number): boolean => frames * LARGEST_FRAME > 0xf000_0000;

/**
 * All bytes of the file before the AAC frames. Their number depends on the content and the number of frames only.
 *
 * @param frameSizes Bytes of each of the aacFrameCount(samples) frames.
 */
export function writeM4bHead(content: M4bContent, frameSizes: Uint32Array): Bytes {
  const titles = content.chapters.map((chapter) => chapterSample(chapter.title));
  const titleBytes = titles.reduce((sum, title) => sum + title.length, 0);
  const audioBytes = frameSizes.reduce((sum, size) => sum + size, 0);
  const large = isLarge(frameSizes.length);
  const { disclosure } = content.tags;
  const fileType = joinBytes(
    box("ftyp", latin1("M4B "), u32(0x200), latin1("M4B M4A mp42isom")),
    disclosure ? box("uuid", XMP_UUID, xmpPacket(disclosure.source_type)) : zeros(0),
  );
  const dataHeader = large
    ? joinBytes(u32(1), latin1("mdat"), u64(16 + titleBytes + audioBytes))
    : joinBytes(u32(8 + titleBytes + audioBytes), latin1("mdat"));
  const movieAt = (dataFrom: number): Bytes =>
    movie(content, frameSizes, { titles, titlesFrom: dataFrom, audioFrom: dataFrom + titleBytes, audioBytes });
  const dataFrom = fileType.length + movieAt(0).length + dataHeader.length;
  return joinBytes(fileType, movieAt(dataFrom), dataHeader, ...titles);
}

interface Places {
  readonly titles: readonly Bytes[];
  readonly titlesFrom: number;
  readonly audioFrom: number;
  readonly audioBytes: number;
}

export const AUDIO_TRACK = 1;
const CHAPTER_TRACK = 2;

function movie(content: M4bContent, frameSizes: Uint32Array, places: Places): Bytes {
  const { samples, durationMs, chapters, tags } = content;
  const hasChapters = chapters.length > 0;
  const padding = frameSizes.length * AAC_FRAME_SAMPLES - ENCODER_DELAY - samples;
  return box(
    "moov",
    fullBox(
      "mvhd",
      1,
      0,
      u64(0, 0),
      u32(MOVIE_RATE),
      u64(durationMs),
      u32(0x10000),
      u16(0x100),
      zeros(10),
      IDENTITY_MATRIX,
      zeros(24),
      u32(hasChapters ? CHAPTER_TRACK + 1 : AUDIO_TRACK + 1),
    ),
    audioTrack(content, frameSizes, places, hasChapters),
    hasChapters ? chapterTrack(content, places) : zeros(0),
    userData(tags, chapters, { delay: ENCODER_DELAY, padding, samples }),
  );
}

const ENABLED = 1;
const IN_MOVIE = 2;

export const trackHeader = (id: number, flags: number, duration: number, volume: number): Bytes =>
  fullBox("tkhd", 1, flags, u64(0, 0), u32(id, 0), u64(duration), zeros(12), u16(volume, 0), IDENTITY_MATRIX, zeros(8));

export const mediaHeader = (timescale: number, duration: number, language: string | null): Bytes =>
  fullBox(
    "mdhd",
    1,
    0,
    u64(0, 0),
    u32(timescale),
    u64(duration),
    packedLanguage(threeLetterLanguage(language)),
    u16(0),
  );

export const handler = (type: string, name: string): Bytes =>
  fullBox("hdlr", 0, 0, u32(0), latin1(type), zeros(12), latin1(`${name}\0`));

export const dataHere = (): Bytes => box("dinf", fullBox("dref", 0, 0, u32(1), fullBox("url ", 0, 1)));

const chunkOffsets = (offsets: ArrayLike<number>, large: boolean): Bytes =>
  large
    ? fullBox("co64", 0, 0, u32(offsets.length), u64Table(offsets))
    : fullBox("stco", 0, 0, u32(offsets.length), u32Table(offsets));

function audioTrack(content: M4bContent, frameSizes: Uint32Array, places: Places, hasChapters: boolean): Bytes {
  const { durationMs, tags } = content;
  const frames = frameSizes.length;
  return box(
    "trak",
    trackHeader(AUDIO_TRACK, ENABLED | IN_MOVIE, durationMs, 0x100),
    // A length in movie units, a start in the track's.
    box("edts", fullBox("elst", 1, 0, u32(1), u64(durationMs, ENCODER_DELAY), u16(1, 0))),
    hasChapters ? box("tref", box("chap", u32(CHAPTER_TRACK))) : zeros(0),
    box(
      "mdia",
      mediaHeader(RATE, frames * AAC_FRAME_SAMPLES, tags.language),
      handler("soun", "Sound"),
      box(
        "minf",
        fullBox("smhd", 0, 0, u32(0)),
        dataHere(),
        box(
          "stbl",
          fullBox("stsd", 0, 0, u32(1), audioEntry(places.audioBytes, frames)),
          fullBox("stts", 0, 0, u32(1, frames, AAC_FRAME_SAMPLES)),
          chunkLengths(frames),
          fullBox("stsz", 0, 0, u32(0, frames), u32Table(frameSizes)),
          chunkOffsets(audioChunks(frameSizes, places.audioFrom), isLarge(frames)),
          // Decoding may start at any frame when the one before it is decoded first (ISO 14496-12, 10.1).
          fullBox("sgpd", 1, 0, latin1("roll"), u32(2, 1), u16(0xffff)),
          fullBox("sbgp", 0, 0, latin1("roll"), u32(1, frames, 1)),
        ),
      ),
    ),
  );
}

function audioChunks(frameSizes: Uint32Array, from: number): Float64Array {
  const offsets = new Float64Array(Math.ceil(frameSizes.length / FRAMES_PER_CHUNK));
  let at = from;
  for (let frame = 0; frame < frameSizes.length; frame++) {
    if (frame % FRAMES_PER_CHUNK === 0) offsets[frame / FRAMES_PER_CHUNK] = at;
    at += frameSizes[frame]!;
  }
  return offsets;
}

function chunkLengths(frames: number): Bytes {
  const full = Math.floor(frames / FRAMES_PER_CHUNK);
  const left = frames % FRAMES_PER_CHUNK;
  const entries = [...(full > 0 ? [u32(1, FRAMES_PER_CHUNK, 1)] : []), ...(left > 0 ? [u32(full + 1, left, 1)] : [])];
  return fullBox("stsc", 0, 0, u32(entries.length), ...entries);
}

export function audioEntry(audioBytes: number, frames: number): Bytes {
  const average = Math.round((audioBytes * 8 * RATE) / (frames * AAC_FRAME_SAMPLES));
  const descriptor = (tag: number, ...content: readonly Bytes[]): Bytes => {
    const body = joinBytes(...content);
    return joinBytes(u8(tag, body.length), body);
  };
  const elementary = descriptor(
    3,
    u16(AUDIO_TRACK),
    u8(0),
    descriptor(4, u8(0x40, 0x15), u24(LARGEST_FRAME), u32(average, average), descriptor(5, DECODER_SETUP)),
    descriptor(6, u8(2)),
  );
  return box(
    "mp4a",
    zeros(6),
    u16(1),
    zeros(8),
    u16(1, 16, 0, 0),
    u32(RATE * 0x10000),
    fullBox("esds", 0, 0, elementary),
  );
}

/** Display flags; no justification, colour, box or style; one font without a name. FFmpeg writes the same for chapters. */
const TEXT_STYLE = joinBytes(u32(1), zeros(14), zeros(5), u8(1), zeros(6), u32(13), latin1("ftab"), u16(1, 1), u8(0));

function chapterTrack(content: M4bContent, places: Places): Bytes {
  const { chapters, durationMs, tags } = content;
  const count = chapters.length;
  const durations = chapters.flatMap((chapter) => [1, Math.round(chapter.end_ms) - Math.round(chapter.start_ms)]);
  const sizes = places.titles.map((title) => title.length);
  let at = places.titlesFrom;
  // A chunk for each title: music-metadata takes chunks and samples of a chapter track to be the same.
  const offsets = sizes.map((size) => {
    at += size;
    return at - size;
  });
  return box(
    "trak",
    trackHeader(CHAPTER_TRACK, IN_MOVIE, durationMs, 0),
    box(
      "mdia",
      mediaHeader(1000, durationMs, tags.language),
      handler("text", "Chapters"),
      box(
        "minf",
        box("gmhd", fullBox("gmin", 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)), box("text", IDENTITY_MATRIX)),
        dataHere(),
        box(
          "stbl",
          fullBox("stsd", 0, 0, u32(1), box("text", zeros(6), u16(1), TEXT_STYLE)),
          fullBox("stts", 0, 0, u32(count), u32Table(durations)),
          fullBox("stsc", 0, 0, u32(1, 1, 1, 1)),
          fullBox("stsz", 0, 0, u32(0, count), u32Table(sizes)),
          chunkOffsets(offsets, false),
        ),
      ),
    ),
  );
}
