// Metadata of an audiobook in MP4: iTunes' item list and Nero's chapter list. Neither is part of a standard; the names are
// those that players and library programs read. The text track with the chapters is in m4b.ts.

import { type Bytes, joinBytes, latin1, u8, u16, u32, u64, utf8, utf8Prefix } from "./bytes.ts";
import { box, fullBox, zeros } from "./mp4-box.ts";
import { type ChapterSpan, type FileTags, narratorText, wholeSeriesNumber } from "./tags.ts";

const BINARY = 0;
const UTF_8 = 1;
const JPEG = 13;
const PNG = 14;
const INTEGER = 21;
const AUDIOBOOK = 2;
/** The list's count has one byte. */
const NERO_LIMIT = 255;

const data = (type: number, value: Bytes): Bytes => box("data", u32(type, 0), value);
const textItem = (name: string, value: string | null | undefined): Bytes =>
  value == null || value === "" ? zeros(0) : box(name, data(UTF_8, utf8(value)));
const numberItem = (name: string, value: number | null): Bytes =>
  value === null ? zeros(0) : box(name, data(INTEGER, u16(value)));
/** An item with a name of its own, for what the item list has no name for. ffprobe shows it under that name. */
const namedItem = (name: string, value: string | null | undefined): Bytes =>
  value == null || value === ""
    ? zeros(0)
    : box(
        "----",
        fullBox("mean", 0, 0, latin1("com.apple.iTunes")),
        fullBox("name", 0, 0, latin1(name)),
        data(UTF_8, utf8(value)),
      );

/**
 * The user data box: tags, and Nero's chapter list where there are at most 255 chapters. Players that know both lists
 * prefer Nero's, so a longer book has the text track alone: a list cut at 255 would hide its other chapters.
 */
export function userData(
  tags: FileTags,
  chapters: readonly ChapterSpan[],
  gapless: { readonly delay: number; readonly padding: number; readonly samples: number },
): Bytes {
  return box("udta", neroChapters(chapters), itemList(tags, gapless));
}

function itemList(tags: FileTags, gapless: Parameters<typeof userData>[2]): Bytes {
  const narrators = narratorText(tags);
  const { cover, track = null } = tags;
  const items = joinBytes(
    textItem("\xa9nam", tags.title),
    textItem("\xa9alb", tags.album ?? tags.title),
    textItem("\xa9ART", tags.artist),
    textItem("aART", tags.artist),
    // Some players look for the narrator in the one, some in the other.
    textItem("\xa9nrt", narrators),
    textItem("\xa9wrt", narrators),
    textItem("\xa9gen", "Audiobook"),
    textItem("\xa9day", tags.published),
    textItem("desc", tags.description),
    textItem("ldes", tags.description),
    textItem("\xa9pub", tags.publisher),
    ...seriesItems(tags),
    // ffprobe, and so Audiobookshelf, reads these from named items only.
    namedItem("PUBLISHER", tags.publisher),
    namedItem("LANGUAGE", tags.language),
    namedItem("ISBN", tags.isbn),
    namedItem("DISCLOSURE", tags.disclosure?.statement),
    namedItem("DIGITALSOURCETYPE", tags.disclosure?.source_type),
    track === null ? zeros(0) : box("trkn", data(BINARY, u16(0, track, 0, 0))),
    textItem("\xa9too", "Fullcast"),
    box("stik", data(INTEGER, u8(AUDIOBOOK))),
    box("pgap", data(INTEGER, u8(1))),
    cover ? box("covr", data(cover.content_type === "image/png" ? PNG : JPEG, cover.bytes)) : zeros(0),
    namedItem("iTunSMPB", gaplessComment(gapless)),
  );
  const handler = fullBox("hdlr", 0, 0, u32(0), latin1("mdirappl"), zeros(9));
  return fullBox("meta", 0, 0, handler, box("ilst", items));
}

/** A series is a work and the book one of its movements (Apple Books), and has items of its own (Audiobookshelf). */
function seriesItems(tags: FileTags): Bytes[] {
  if (!tags.series) return [];
  return [
    textItem("\xa9mvn", tags.series),
    numberItem("\xa9mvi", wholeSeriesNumber(tags)),
    box("shwm", data(INTEGER, u8(1))),
    namedItem("SERIES", tags.series),
    namedItem("SERIES-PART", tags.series_number),
  ];
}

/** Delay, padding and length in samples, hexadecimal: Apple's players read this in place of the edit list. */
function gaplessComment({ delay, padding, samples }: Parameters<typeof userData>[2]): string {
  const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, "0");
  const rest = Array.from({ length: 8 }, () => hex(0, 8)).join(" ");
  return ` ${hex(0, 8)} ${hex(delay, 8)} ${hex(padding, 8)} ${hex(samples, 16)} ${rest}`;
}

function neroChapters(chapters: readonly ChapterSpan[]): Bytes {
  if (chapters.length === 0 || chapters.length > NERO_LIMIT) return zeros(0);
  const entries = chapters.map((chapter) => {
    const title = utf8(utf8Prefix(chapter.title, 255));
    return joinBytes(u64(Math.round(chapter.start_ms) * 10_000), u8(title.length), title);
  });
  return fullBox("chpl", 1, 0, u32(0), u8(chapters.length), ...entries);
}

/** A sample of the chapters' text track: the title, and a note that it is UTF-8. */
export function chapterSample(title: string): Bytes {
  const text = utf8(utf8Prefix(title, 1000));
  return joinBytes(u16(text.length), text, u32(12), latin1("encd"), u32(0x100));
}
