// Puts sound into the original EPUB of a story: its pages get an element around each spoken part, a media overlay for each
// page, and the audio. Always true: everything else of a page stays as it is; the clips of a section, over all pages, cover its
// audio without a gap.

import type { BookSection } from "../epub.ts";
import type { Publication } from "../package-document.ts";
import { ACTIVE_CLASS, clock } from "../page-text.ts";
import { readalongParagraphs } from "../readalong.ts";
import type { Highlight } from "../sentences.ts";
import { xmlAttribute } from "../xml.ts";
import { alignWords, wordsOf } from "./align.ts";
import { paragraphsOf, tokensOf } from "./markup.ts";
import type { Original, OriginalPage } from "./original.ts";
import { type InjectedItem, injectPackage, inUtf8, relativePath } from "./package.ts";
import { type TimedWord, type Unit, unitsOf } from "./units.ts";
import { upgradeOriginal } from "./upgrade.ts";

export type InjectedFile =
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  | { readonly kind: "audio"; readonly path: string; readonly section: number };

export interface Injected {
  /** Files that replace those of the original with the same path, and new ones. */
  readonly files: readonly InjectedFile[];
  /** Spoken words of the script, and those of them that stand in the pages. */
  readonly words: number;
  readonly found: number;
}

interface PlacedUnit extends Unit {
  readonly page: number;
}

interface Clip extends PlacedUnit {
  readonly begin_ms: number;
  readonly end_ms: number;
}

/**
 * A book of EPUB 2 becomes one of EPUB 3. Null when the package cannot be read, or has overlays of its own.
 * @param sections each has one file of audio
 */
export function injectOverlays(
  given: Original,
  sections: readonly BookSection[],
  publication: Pick<Publication, "narrator" | "modified" | "disclosure">,
  highlight: Highlight,
): Injected | null {
  const names = namesFor(given);
  const upgraded = upgradeOriginal(given, `${names.folder}nav.xhtml`);
  const original = upgraded?.original ?? given;
  const spoken = sections.flatMap((section, index) => spokenParagraphs(section, index));
  const pages = original.pages.map(({ markup }) => paragraphsOf(markup) ?? []);
  const texts = pages.flatMap((paragraphs, page) =>
    paragraphs.map((paragraph) => ({ page, paragraph, words: wordsOf(paragraph.text) })),
  );
  const aligned = alignWords(
    spoken,
    texts.map(({ words }) => words),
  );
  let found = 0;
  const units = texts.flatMap(({ page, paragraph, words }, index): PlacedUnit[] => {
    const timed = words.flatMap((word, at): TimedWord[] => {
      const place = aligned[index]?.[at] ?? null;
      const said = place === null ? undefined : spoken[place.paragraph]?.[place.word];
      if (said !== undefined) found += 1;
      return said === undefined || said.start_ms === null
        ? []
        : [{ ...word, section: said.section, start_ms: said.start_ms }];
    });
    return unitsOf(original.pages[page]?.markup ?? "", paragraph, timed, highlight).map((unit) => ({ ...unit, page }));
  });
  const clips = Map.groupBy(clipsOf(units, sections), ({ page }) => page);
  const files: InjectedFile[] = [];
  const items: InjectedItem[] = [{ id: `${names.id}-style`, path: names.style, media_type: "text/css" }];
  files.push({ kind: "text", path: names.style, text: STYLE });
  for (const index of sections.keys()) {
    const path = names.audio(index);
    files.push({ kind: "audio", path, section: index });
    items.push({ id: `${names.id}-audio-${index + 1}`, path, media_type: "audio/mpeg" });
  }
  const overlays = new Map<string, string>();
  for (const [index, page] of original.pages.entries()) {
    const own = clips.get(index);
    if (own === undefined) continue;
    const path = `${names.folder}overlay-${index + 1}.smil`;
    const id = `${names.id}-overlay-${index + 1}`;
    const duration_ms = own.reduce((sum, clip) => sum + clip.end_ms - clip.begin_ms, 0);
    files.push(
      { kind: "text", path: page.path, text: withSpans(page, own, names) },
      { kind: "text", path, text: overlayOf(page.path, own, path, names) },
    );
    items.push({ id, path, media_type: "application/smil+xml", duration_ms });
    overlays.set(page.path, id);
  }
  const text = injectPackage(original, { items, overlays, publication, activeClass: ACTIVE_CLASS });
  if (text === null) return null;
  files.push({ kind: "text", path: original.packagePath, text });
  for (const { path, markup } of upgraded?.files ?? []) {
    if (!files.some((file) => file.path === path)) files.push({ kind: "text", path, text: inUtf8(markup) });
  }
  return { files, words: spoken.reduce((sum, words) => sum + words.length, 0), found };
}

interface SpokenWord {
  readonly key: string;
  readonly section: number;
  /** Null within a piece whose time belongs to an earlier word. */
  readonly start_ms: number | null;
}

function spokenParagraphs({ blocks, layout, timeOf }: BookSection, section: number): SpokenWord[][] {
  return readalongParagraphs(blocks, layout, timeOf).map((paragraph) =>
    paragraph.kind === "scene_break"
      ? []
      : paragraph.runs.flatMap(({ pieces }) =>
          pieces.flatMap(({ text, start_ms }) =>
            wordsOf(text).map(({ key }, index) => ({ key, section, start_ms: index === 0 ? start_ms : null })),
          ),
        ),
  );
}

/** Each clip lasts until the next one of its section. A unit that overlaps, or would have an empty clip, has none. */
function clipsOf(units: readonly PlacedUnit[], sections: readonly BookSection[]): Clip[] {
  // The words of one ruby are one element.
  const apart = units.filter((unit, index) => {
    const before = units[index - 1];
    return before === undefined || before.page !== unit.page || before.to <= unit.from;
  });
  const bySection = Map.groupBy(apart, ({ section }) => section);
  const clips: Clip[] = [];
  for (const [section, { duration_ms }] of sections.entries()) {
    const own: PlacedUnit[] = [];
    const ordered = [...(bySection.get(section) ?? [])].sort((one, other) => one.start_ms - other.start_ms);
    for (const unit of ordered) {
      if (unit.start_ms > (own.at(-1)?.start_ms ?? -1) && unit.start_ms < duration_ms) own.push(unit);
    }
    for (const [index, unit] of own.entries()) {
      const begin_ms = index === 0 ? 0 : unit.start_ms;
      clips.push({ ...unit, begin_ms, end_ms: own[index + 1]?.start_ms ?? duration_ms });
    }
  }
  return clips.sort((one, other) => one.page - other.page || one.from - other.from);
}

interface Names {
  /** Begins no id of the original. */
  readonly id: string;
  readonly folder: string;
  readonly style: string;
  readonly audio: (section: number) => string;
}

function namesFor({ packagePath, packageDocument, pages }: Original): Names {
  let id = "fullcast";
  while (packageDocument.includes(`${id}-`) || pages.some(({ markup }) => markup.includes(`${id}-`))) id += "x";
  const folder = `${packagePath.slice(0, packagePath.lastIndexOf("/") + 1)}${id}/`;
  return {
    id,
    folder,
    // epub.js replaces names of files by addresses also inside of longer names: it ends with no name of another style sheet.
    style: `${folder}${id}.css`,
    audio: (section) => `${folder}audio-${String(section + 1).padStart(4, "0")}.mp3`,
  };
}

function withSpans({ path, markup }: OriginalPage, clips: readonly Clip[], names: Names): string {
  const parts: string[] = [];
  let at = 0;
  const upTo = (to: number, more: string): void => {
    parts.push(markup.slice(at, to), more);
    at = to;
  };
  const head = (tokensOf(markup) ?? []).find(({ kind, name }) => kind === "close" && name === "head");
  if (head !== undefined) {
    const href = xmlAttribute(relativePath(path, names.style));
    upTo(head.from, `<link rel="stylesheet" type="text/css" href="${href}"/>`);
  }
  for (const [index, { from, to }] of clips.entries()) {
    upTo(from, `<span id="${names.id}-${index + 1}">`);
    upTo(to, "</span>");
  }
  parts.push(markup.slice(at));
  return inUtf8(parts.join(""));
}

function overlayOf(page: string, clips: readonly Clip[], path: string, names: Names): string {
  const text = xmlAttribute(relativePath(path, page));
  const lines = clips.map(({ section, begin_ms, end_ms }, index) => {
    const audio = xmlAttribute(relativePath(path, names.audio(section)));
    return `<par id="p${index + 1}"><text src="${text}#${names.id}-${index + 1}"/><audio src="${audio}" clipBegin="${clock(begin_ms)}" clipEnd="${clock(end_ms)}"/></par>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body>
${lines.join("\n")}
</body>
</smil>
`;
}

const STYLE = `.${ACTIVE_CLASS} { background-color: #ffe89a; color: #000000; }
`;
