// ID3v2.4 tags (id3.org, "ID3 tag version 2.4.0", 2000) with chapters (id3.org, "ID3v2 Chapter Frame Addendum", 2005).

import { type Bytes, joinBytes, latin1, u8, u16, u32, utf8 } from "./bytes.ts";
import { type ChapterSpan, type FileTags, narratorText, threeLetterLanguage, wholeSeriesNumber } from "./tags.ts";
import { XMP_OWNER, xmpPacket } from "./xmp.ts";

const UTF_8 = u8(3);
const END = u8(0);
const NO_BYTE_OFFSET = 0xffff_ffff;
const CONTENTS_LIMIT = 255;

/** A number in 7 bits a byte, so that no byte looks like the start of an MPEG frame. */
const synchsafe = (value: number): Bytes =>
  u8((value >>> 21) & 127, (value >>> 14) & 127, (value >>> 7) & 127, value & 127);

const frame = (id: string, ...content: readonly Bytes[]): Bytes => {
  const body = joinBytes(...content);
  return joinBytes(latin1(id), synchsafe(body.length), u8(0, 0), body);
};

/** NUL separates values in ID3v2.4, so it is removed from each value. An absent value gives no frame. */
const text = (id: string, value: string | null | undefined): Bytes =>
  value == null || value === "" ? joinBytes() : frame(id, UTF_8, utf8(value.replaceAll("\0", "")));

/** A text under a name of its own, for what ID3 has no frame for. */
const named = (name: string, value: string | null | undefined): Bytes =>
  value == null || value === ""
    ? joinBytes()
    : frame("TXXX", UTF_8, latin1(name), END, utf8(value.replaceAll("\0", "")));

/** A comment or lyrics: a text in a language, without a description of its own. */
const inLanguage = (id: "COMM" | "USLT", language: string, value: string | null | undefined): Bytes =>
  value == null || value === ""
    ? joinBytes()
    : frame(id, UTF_8, latin1(language), END, utf8(value.replaceAll("\0", "")));

const chapter = (span: ChapterSpan, id: string): Bytes =>
  frame(
    "CHAP",
    latin1(id),
    END,
    u32(Math.round(span.start_ms), Math.round(span.end_ms), NO_BYTE_OFFSET, NO_BYTE_OFFSET),
    text("TIT2", span.title),
  );

const contents = (id: string, flags: number, children: readonly string[]): Bytes =>
  frame("CTOC", latin1(id), END, u8(flags, children.length), ...children.map((child) => joinBytes(latin1(child), END)));

const TOP_LEVEL = 2;
const ORDERED = 1;

/** A table of contents has at most 255 entries; more chapters go to tables below the top one. */
function tableOfContents(ids: readonly string[]): Bytes[] {
  if (ids.length <= CONTENTS_LIMIT) return [contents("toc", TOP_LEVEL | ORDERED, ids)];
  const groups: string[][] = [];
  for (let i = 0; i < ids.length; i += CONTENTS_LIMIT) groups.push(ids.slice(i, i + CONTENTS_LIMIT));
  const shown = groups.slice(0, CONTENTS_LIMIT);
  return [
    contents(
      "toc",
      TOP_LEVEL | ORDERED,
      shown.map((_, i) => `toc${i}`),
    ),
    ...shown.map((group, i) => contents(`toc${i}`, ORDERED, group)),
  ];
}

/** A whole ID3v2.4 tag, for the start of the file. `encoder` names the program that encoded the audio. */
export function writeId3(tags: FileTags, chapters: readonly ChapterSpan[], durationMs: number, encoder: string): Bytes {
  const ids = chapters.map((_, i) => `chp${i}`);
  const { cover, language, track } = tags;
  const frames = joinBytes(
    text("TIT2", tags.title),
    text("TALB", tags.album),
    text("TPE1", tags.artist),
    // Players group the files of a book by the album's artist.
    text("TPE2", tags.artist),
    // Players of audiobooks read the narrator from the composer's frame.
    text("TCOM", narratorText(tags)),
    text("TLAN", language === null ? null : threeLetterLanguage(language)),
    text("TCON", "Audiobook"),
    text("TDRC", tags.published),
    text("TPUB", tags.publisher),
    text("TRCK", track == null ? null : String(track)),
    text("TPOS", "1/1"),
    ...seriesFrames(tags),
    named("ISBN", tags.isbn),
    named("DESCRIPTION", tags.description),
    inLanguage("COMM", "und", tags.description),
    ...disclosureFrames(tags),
    inLanguage("USLT", threeLetterLanguage(language), tags.lyrics),
    text("TLEN", String(Math.round(durationMs))),
    text("TSSE", encoder),
    cover ? frame("APIC", u8(3), latin1(cover.content_type), u8(0, 3, 0), cover.bytes) : joinBytes(),
    ...(ids.length === 0 ? [] : tableOfContents(ids)),
    ...chapters.map((span, i) => chapter(span, ids[i]!)),
  );
  return joinBytes(latin1("ID3"), u16(0x0400), u8(0), synchsafe(frames.length), frames);
}

/** The statement and the kind of source, once for programs that read named texts and once as XMP in a private frame. */
function disclosureFrames({ disclosure }: FileTags): Bytes[] {
  if (!disclosure) return [];
  return [
    named("DISCLOSURE", disclosure.statement),
    named("DIGITALSOURCETYPE", disclosure.source_type),
    frame("PRIV", XMP_OWNER, END, xmpPacket(disclosure.source_type)),
  ];
}

/** Apple's frames for a movement of a work, and the names that Audiobookshelf reads. */
function seriesFrames(tags: FileTags): Bytes[] {
  if (!tags.series) return [];
  return [
    text("MVNM", tags.series),
    text("MVIN", wholeSeriesNumber(tags)?.toString()),
    named("SERIES", tags.series),
    named("SERIES-PART", tags.series_number),
  ];
}
