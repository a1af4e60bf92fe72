// What an audiobook says about itself in MP4: iTunes' item list and Nero's chapter list (the ways that players agree on; no
// standard has them). The chapters' text track is in m4b.ts.

import { type Bytes, joinBytes, latin1, u8, u16, u32, u64, utf8, utf8Prefix } from "./bytes.ts";
import { box, fullBox, zeros } from "./mp4-box.ts";
import { type ChapterSpan, type FileTags, narratorText } from "./tags.ts";

const UTF_8 = 1;
const JPEG = 13;
const PNG = 14;
const INTEGER = 21;
const AUDIOBOOK = 2;
const NERO_LIMIT = 255;

const data = (type: number, value: Bytes): Bytes => box("data", u32(type, 0), value);
const textItem = (name: string, value: string | null): Bytes =>
  value === null || value === "" ? zeros(0) : box(name, data(UTF_8, utf8(value)));

/** The user data box: tags, and chapters as Nero lists them when there are at most 255. */
export function userData(
  tags: FileTags,
  chapters: readonly ChapterSpan[],
  gapless: { readonly delay: number; readonly padding: number; readonly samples: number },
): Bytes {
  return box("udta", neroChapters(chapters), itemList(tags, gapless));
}

function itemList(tags: FileTags, gapless: Parameters<typeof userData>[2]): Bytes {
  const items = joinBytes(
    textItem("\xa9nam", tags.title),
    textItem("\xa9alb", tags.album ?? tags.title),
    textItem("\xa9ART", tags.artist),
    textItem("aART", tags.artist),
    // Players look for the reader in either.
    textItem("\xa9nrt", narratorText(tags)),
    textItem("\xa9wrt", narratorText(tags)),
    textItem("\xa9gen", "Audiobook"),
    textItem("\xa9too", "Fullcast"),
    box("stik", data(INTEGER, u8(AUDIOBOOK))),
    box("pgap", data(INTEGER, u8(1))),
    tags.cover ? box("covr", data(tags.cover.content_type === "image/png" ? PNG : JPEG, tags.cover.bytes)) : zeros(0),
    box(
      "----",
      fullBox("mean", 0, 0, latin1("com.apple.iTunes")),
      fullBox("name", 0, 0, latin1("iTunSMPB")),
      data(UTF_8, latin1(gaplessComment(gapless))),
    ),
  );
  const handler = fullBox("hdlr", 0, 0, u32(0), latin1("mdirappl"), zeros(9));
  return fullBox("meta", 0, 0, handler, box("ilst", items));
}

/** What Apple's players read instead of the edit list: delay, padding and true length in hexadecimal. */
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
