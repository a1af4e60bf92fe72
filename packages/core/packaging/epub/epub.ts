// A read-along book: EPUB 3.3 with media overlays, as the files of its container. Always true: the same book gives the
// same texts; the clips of a page's overlay, in order, cover the page's audio without a gap.

import type { LineLayout } from "../../document/document.ts";
import type { CoverImage, FileChapter } from "../tags.ts";
import {
  CONTAINER,
  type NavigationEntry,
  type PackageItem,
  type Publication,
  writeNavigation,
  writePackageDocument,
  writeStyle,
} from "./package-document.ts";
import { writeOverlay, writePage } from "./page-text.ts";
import { pagesOf } from "./pages.ts";
import { type ReadalongBlock, readalongParagraphs, type SpokenBlockTime } from "./readalong.ts";
import type { Highlight } from "./sentences.ts";

/** A section of the book with one file of audio. */
export interface BookSection {
  readonly title: string;
  readonly blocks: readonly ReadalongBlock[];
  readonly layout: LineLayout;
  readonly timeOf: (blockId: string) => SpokenBlockTime | null;
  /** In order, relative to the section. */
  readonly chapters: readonly FileChapter[];
  readonly duration_ms: number;
}

export interface Book {
  readonly publication: Publication;
  readonly sections: readonly BookSection[];
  readonly cover: CoverImage["content_type"] | null;
  /** What is lit while it is spoken; words by default. */
  readonly highlight?: Highlight;
}

/** A file in the container. `mimetype` is the first and is not compressed (OCF 4.3). */
export type BookFile =
  | { readonly kind: "text"; readonly path: string; readonly isStored: boolean; text(): string }
  | { readonly kind: "audio"; readonly path: string; readonly section: number }
  | { readonly kind: "cover"; readonly path: string };

const FOLDER = "EPUB";
const COVER_NAMES = { "image/jpeg": "cover.jpg", "image/png": "cover.png" } as const;

/** The files in the order of the container. Texts are written on demand, one at a time. */
export function bookFiles({ publication, sections, cover, highlight = "word" }: Book): BookFile[] {
  const speakers = new Map<string, string>();
  const speakerClass = (speakerId: string): string => {
    const known = speakers.get(speakerId) ?? `speaker-${speakers.size + 1}`;
    speakers.set(speakerId, known);
    return known;
  };
  const { language } = publication;
  const items: PackageItem[] = [
    { id: "nav", href: "nav.xhtml", media_type: "application/xhtml+xml", properties: "nav" },
    { id: "style", href: "style.css", media_type: "text/css" },
  ];
  const navigation: NavigationEntry[] = [];
  const files: BookFile[] = [];
  const put = (name: string, text: () => string): void =>
    void files.push({ kind: "text", path: `${FOLDER}/${name}`, isStored: false, text });
  let count = 0;
  for (const [index, section] of sections.entries()) {
    const audio = `audio-${numbered(index + 1)}.mp3`;
    items.push({ id: `audio-${index + 1}`, href: audio, media_type: "audio/mpeg" });
    files.push({ kind: "audio", path: `${FOLDER}/${audio}`, section: index });
    const paragraphs = readalongParagraphs(section.blocks, section.layout, section.timeOf, highlight);
    for (const page of pagesOf(paragraphs, section.chapters, section.duration_ms)) {
      count += 1;
      const name = `page-${numbered(count)}.xhtml`;
      const isSpoken = page.duration_ms > 0;
      const overlay = `overlay-${count}`;
      for (const paragraph of page.paragraphs) {
        if (paragraph.kind === "scene_break") continue;
        for (const { speaker_id } of paragraph.runs) if (speaker_id !== null) speakerClass(speaker_id);
      }
      items.push({
        id: `page-${count}`,
        href: name,
        media_type: "application/xhtml+xml",
        isPage: true,
        ...(isSpoken ? { overlay } : {}),
      });
      put(name, () => writePage(page, { language, title: section.title, speakerClass }));
      if (isSpoken) {
        const smil = `page-${numbered(count)}.smil`;
        items.push({ id: overlay, href: smil, media_type: "application/smil+xml", duration_ms: page.duration_ms });
        put(smil, () => writeOverlay(page, name, audio));
      }
      if (page.chapter !== null) navigation.push({ title: page.chapter, href: name });
    }
  }
  if (cover !== null) {
    items.push({ id: "cover", href: COVER_NAMES[cover], media_type: cover, properties: "cover-image" });
    files.push({ kind: "cover", path: `${FOLDER}/${COVER_NAMES[cover]}` });
  }
  put("nav.xhtml", () => writeNavigation(publication.title, language, navigation));
  put("style.css", () => writeStyle());
  const head: BookFile[] = [
    { kind: "text", path: "mimetype", isStored: true, text: () => "application/epub+zip" },
    { kind: "text", path: "META-INF/container.xml", isStored: false, text: () => CONTAINER },
    {
      kind: "text",
      path: `${FOLDER}/package.opf`,
      isStored: false,
      text: () => writePackageDocument(publication, items),
    },
  ];
  return [...head, ...files];
}

const numbered = (count: number): string => String(count).padStart(4, "0");
