// Opus in Ogg (RFC 7845): one channel, 20 ms a packet. Tags are Vorbis comments, the cover is a FLAC picture in one of them,
// and chapters follow Xiph's "Chapter Extension" (wiki.xiph.org/Chapter_Extension).

import { type Bytes, joinBytes, latin1, u8, u16le, u32, u32le, utf8 } from "./bytes.ts";
import { createOggPages, fitsOnPage } from "./ogg.ts";
import { type ChapterSpan, type CoverImage, type FileTags, narratorText } from "./tags.ts";

/** Opus always counts samples at 48 kHz. */
export const OPUS_RATE = 48_000;
/** Samples of a packet, at 48 kHz. */
export const OPUS_PACKET_SAMPLES = 960;
/** Samples that libopus without speech mode inserts before the first one (2.5 ms of look-ahead). A player skips them. */
export const OPUS_PRE_SKIP = 120;
/** About a second, as RFC 7845 (section 3) advises. */
const MOST_PACKETS_OF_PAGE = 50;
/** Any number that is the same for the same content. A file has one stream. */
const SERIAL = 0x4643_6f70;
/** Chapter numbers have three digits. */
const MOST_CHAPTERS = 1000;

export interface OpusContent {
  /** The length of the sound at 48 kHz. */
  readonly samples: number;
  readonly tags: FileTags;
  readonly chapters: readonly ChapterSpan[];
}

/** Packets that hold `samples` at 48 kHz and the encoder's look-ahead. */
export const opusPacketCount = (samples: number): number => Math.ceil((samples + OPUS_PRE_SKIP) / OPUS_PACKET_SAMPLES);

/** Writes a file in one pass. */
export interface OpusPages {
  readonly head: Bytes;
  /** The next packets; some of them may wait for the next call. */
  add(bytes: Bytes, sizes: ArrayLike<number>): Bytes;
  /** The last pages. */
  end(): Bytes;
}

export function opusPages(content: OpusContent): OpusPages {
  const pages = createOggPages(SERIAL);
  const head = joinBytes(pages.header(identification()), pages.header(comments(content)));
  let waiting: Bytes[] = [];
  let packets = 0;
  const flush = (isLast: boolean): Bytes => {
    packets += waiting.length;
    // The last position cuts off the padding of the last packet (RFC 7845, section 4.4).
    const position = isLast ? OPUS_PRE_SKIP + content.samples : packets * OPUS_PACKET_SAMPLES;
    const page = pages.page(waiting, position, isLast);
    waiting = [];
    return page;
  };
  return {
    head,
    add: (bytes, sizes) => {
      const made: Bytes[] = [];
      for (let i = 0, at = 0; i < sizes.length; at += sizes[i]!, i++) {
        const packet = bytes.slice(at, at + sizes[i]!);
        // A page is written when the next packet is known, so that the last page always has a packet.
        const isFull =
          waiting.length === MOST_PACKETS_OF_PAGE || !fitsOnPage([...waiting, packet].map(({ length }) => length));
        if (isFull) made.push(flush(false));
        waiting.push(packet);
      }
      return joinBytes(...made);
    },
    end: () => flush(true),
  };
}

/** RFC 7845, section 5.1. The input rate is a note about the mix. */
const identification = (): Bytes =>
  joinBytes(latin1("OpusHead"), u8(1, 1), u16le(OPUS_PRE_SKIP), u32le(44_100), u16le(0), u8(0));

/** RFC 7845, section 5.2. */
function comments({ tags, chapters }: OpusContent): Bytes {
  const lines = [...tagLines(tags), ...chapterLines(chapters)].map((line) => utf8(line));
  const picture = tags.cover ? [latin1(`METADATA_BLOCK_PICTURE=${base64(pictureBlock(tags.cover))}`)] : [];
  const all = [...lines, ...picture];
  const vendor = latin1("Fullcast with libopus");
  return joinBytes(
    latin1("OpusTags"),
    u32le(vendor.length),
    vendor,
    u32le(all.length),
    ...all.flatMap((line) => [u32le(line.length), line]),
  );
}

function tagLines(tags: FileTags): string[] {
  const narrators = narratorText(tags);
  const named: readonly (readonly [string, string | null | undefined])[] = [
    ["TITLE", tags.title],
    ["ALBUM", tags.album],
    ["ARTIST", tags.artist],
    ["ALBUMARTIST", tags.artist],
    // Some players look for the narrator in the one, some in the other.
    ["COMPOSER", narrators],
    ["PERFORMER", narrators],
    ["GENRE", "Audiobook"],
    ["LANGUAGE", tags.language],
    ["DATE", tags.published],
    ["PUBLISHER", tags.publisher],
    ["ISBN", tags.isbn],
    ["DESCRIPTION", tags.description],
    ["SERIES", tags.series],
    ["SERIES-PART", tags.series ? tags.series_number : null],
    ["TRACKNUMBER", tags.track == null ? null : String(tags.track)],
    ["DISCLOSURE", tags.disclosure?.statement],
    ["DIGITALSOURCETYPE", tags.disclosure?.source_type],
    ["ENCODER", "Fullcast"],
  ];
  return named.flatMap(([name, value]) => (value == null || value === "" ? [] : [`${name}=${value}`]));
}

/** Chapters after the thousandth have no number left; the thousandth then lasts to the end. */
const chapterLines = (chapters: readonly ChapterSpan[]): string[] =>
  chapters.slice(0, MOST_CHAPTERS).flatMap(({ title, start_ms }, index) => {
    const name = `CHAPTER${String(index).padStart(3, "0")}`;
    return [`${name}=${clock(Math.round(start_ms))}`, `${name}NAME=${title}`];
  });

function clock(ms: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(ms % 1000).padStart(3, "0")}`;
}

/** RFC 9639, section 8.8: type (3: front cover), media type, description, four numbers that may be 0, the picture. */
const pictureBlock = ({ content_type, bytes }: CoverImage): Bytes =>
  joinBytes(u32(3, content_type.length), latin1(content_type), u32(0, 0, 0, 0, 0, bytes.length), bytes);

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** RFC 4648, section 4. Core is built without btoa. */
function base64(bytes: Bytes): string {
  const groups: string[] = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const three = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const four = [18, 12, 6, 0].map((shift) => DIGITS[(three >> shift) & 63]);
    const kept = Math.min(3, bytes.length - i) + 1;
    groups.push(four.slice(0, kept).join("").padEnd(4, "="));
  }
  return groups.join("");
}
