// Sound as fragmented MP4 (ISO 14496-12, 8.8) with one AAC-LC track. Each piece is a separate file: its header describes
// the track, its fragment has the time of the frames. A browser appends the pieces and plays them as one stream.

import { type Bytes, joinBytes, latin1, u16, u32, u32Table, u64 } from "./bytes.ts";
import {
  AAC_FRAME_SAMPLES,
  AUDIO_TRACK,
  audioEntry,
  dataHere,
  handler,
  mediaHeader,
  RATE,
  trackHeader,
} from "./m4b.ts";
import { box, fullBox, IDENTITY_MATRIX, zeros } from "./mp4-box.ts";

/** The type for `MediaSource.isTypeSupported`: AAC-LC in MP4 (RFC 6381). */
export const FRAGMENT_TYPE = 'audio/mp4; codecs="mp4a.40.2"';

export interface FragmentContent {
  /** The number of the fragment in its stream, from 1. */
  readonly sequence: number;
  /** The decoding time of the first frame, in samples at 44.1 kHz. */
  readonly startSample: number;
  /** Bytes of each frame. */
  readonly frameSizes: ArrayLike<number>;
  /** The concatenated frames. */
  readonly frames: Bytes;
}

const ENABLED = 1;
const IN_MOVIE = 2;
/** Flags of boxes (8.8.7 and 8.8.8): offsets count from the moof box; a data offset and sizes of samples follow. */
const BASE_IS_MOOF = 0x02_0000;
const DATA_OFFSET = 0x1;
const SAMPLE_SIZES = 0x200;
/** Frames of sound do not depend on each other (8.8.3). */
const INDEPENDENT = 0x0200_0000;
const AVERAGE_BYTES = 372;

/** A playable piece of a stream. It begins with FRAGMENT_HEADER. */
export function writeFragment(content: FragmentContent): Bytes {
  return joinBytes(FRAGMENT_HEADER, fragment(content));
}

function header(): Bytes {
  return joinBytes(
    box("ftyp", latin1("iso5"), u32(0x200), latin1("iso5iso6mp41")),
    box(
      "moov",
      fullBox(
        "mvhd",
        1,
        0,
        u64(0, 0),
        u32(RATE),
        u64(0),
        u32(0x10000),
        u16(0x100),
        zeros(10),
        IDENTITY_MATRIX,
        zeros(24),
        u32(AUDIO_TRACK + 1),
      ),
      box(
        "trak",
        trackHeader(AUDIO_TRACK, ENABLED | IN_MOVIE, 0, 0x100),
        box(
          "mdia",
          mediaHeader(RATE, 0, null),
          handler("soun", "Sound"),
          box(
            "minf",
            fullBox("smhd", 0, 0, u32(0)),
            dataHere(),
            box(
              "stbl",
              fullBox("stsd", 0, 0, u32(1), audioEntry(AVERAGE_BYTES, 1)),
              fullBox("stts", 0, 0, u32(0)),
              fullBox("stsc", 0, 0, u32(0)),
              fullBox("stsz", 0, 0, u32(0, 0)),
              fullBox("stco", 0, 0, u32(0)),
            ),
          ),
        ),
      ),
      box("mvex", fullBox("trex", 0, 0, u32(AUDIO_TRACK, 1, AAC_FRAME_SAMPLES, 0, INDEPENDENT))),
    ),
  );
}

function fragment({ sequence, startSample, frameSizes, frames }: FragmentContent): Bytes {
  const moof = (dataOffset: number): Bytes =>
    box(
      "moof",
      fullBox("mfhd", 0, 0, u32(sequence)),
      box(
        "traf",
        fullBox("tfhd", 0, BASE_IS_MOOF, u32(AUDIO_TRACK)),
        fullBox("tfdt", 1, 0, u64(startSample)),
        fullBox("trun", 0, DATA_OFFSET | SAMPLE_SIZES, u32(frameSizes.length, dataOffset), u32Table(frameSizes)),
      ),
    );
  const mdatHeader = 8;
  return joinBytes(moof(moof(0).length + mdatHeader), box("mdat", frames));
}

/** What describes the track, the same for every stream: the initialization segment of HLS (RFC 8216, 3.3). */
export const FRAGMENT_HEADER: Bytes = header();
