// A page as XHTML, and its media overlay with the time of each piece (EPUB 3.3, sections 6.1 and 9).

import type { Page, PageParagraph } from "./pages.ts";
import { xmlAttribute, xmlText } from "./xml.ts";

/** Class of a piece while it is spoken, and of the page while its audio plays. */
export const ACTIVE_CLASS = "is-spoken";
export const PLAYBACK_CLASS = "is-playing";

/** Properties of a section that all its pages share. */
export interface PageSetting {
  readonly language: string;
  /** Of the section; a page that starts no chapter has this title. */
  readonly title: string;
  /** A class for each speaker, e.g. "speaker-2". */
  readonly speakerClass: (speakerId: string) => string;
}

/** Ids of paragraphs and pieces, in the order of the page; the same in both documents. */
const paragraphId = (index: number): string => `p${index + 1}`;
const pieceId = (index: number): string => `w${index + 1}`;

export function writePage(page: Page, { language, title, speakerClass }: PageSetting): string {
  const lines: string[] = [];
  let pieces = 0;
  for (const [index, paragraph] of page.paragraphs.entries()) {
    const id = paragraphId(index);
    if (paragraph.kind === "scene_break") {
      lines.push(`<hr id="${id}"/>`);
      continue;
    }
    const runs = paragraph.runs.map((run) => {
      const text = run.pieces.map(({ text, clip }) => {
        const spaced = xmlText(text.replace(/\s+/gu, (space) => (space.includes("\u00a0") ? "\u00a0" : " ")));
        if (clip === null) return spaced;
        pieces += 1;
        // White space at the end is not highlighted.
        const words = spaced.trimEnd();
        const space = spaced.slice(words.length);
        return `<span id="${pieceId(pieces - 1)}">${words}</span>${space}`;
      });
      const speaker = run.speaker_id === null ? "" : ` ${speakerClass(run.speaker_id)}`;
      return `<span class="${xmlAttribute(run.kind + speaker)}">${text.join("")}</span>`;
    });
    const isFirst = !lines.some((line) => line.startsWith("<h1"));
    const element = paragraph.kind === "paragraph" ? "p" : isFirst ? "h1" : "h2";
    lines.push(`<${element} id="${id}">${runs.join("")}</${element}>`);
  }
  const lang = xmlAttribute(language);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${lang}" xml:lang="${lang}">
<head><title>${xmlText(page.chapter ?? title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body epub:type="bodymatter">
<section epub:type="chapter" role="doc-chapter" aria-label="${xmlAttribute(page.chapter ?? title)}" id="page">
${lines.join("\n")}
</section>
</body>
</html>
`;
}

/** @param pageName and audioName: files beside the overlay. */
export function writeOverlay(page: Page, pageName: string, audioName: string): string {
  const lines: string[] = [];
  let pieces = 0;
  for (const [index, paragraph] of page.paragraphs.entries()) {
    const pars = parsOf(paragraph, () => pieces++, pageName, audioName);
    if (pars.length === 0) continue;
    lines.push(`<seq id="s${index + 1}" epub:textref="${pageName}#${paragraphId(index)}">`, ...pars, "</seq>");
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body epub:textref="${pageName}#page">
${lines.join("\n")}
</body>
</smil>
`;
}

function parsOf(paragraph: PageParagraph, nextPiece: () => number, pageName: string, audioName: string): string[] {
  if (paragraph.kind === "scene_break") return [];
  return paragraph.runs.flatMap((run) =>
    run.pieces.flatMap(({ clip }) => {
      if (clip === null) return [];
      const piece = nextPiece();
      return `<par id="a${piece + 1}"><text src="${pageName}#${pieceId(piece)}"/><audio src="${audioName}" clipBegin="${clock(clip.start_ms)}" clipEnd="${clock(clip.end_ms)}"/></par>`;
    }),
  );
}

/** A full clock value of SMIL, to the millisecond. */
export function clock(ms: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const rest = String(ms % 1000).padStart(3, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${rest}`;
}
