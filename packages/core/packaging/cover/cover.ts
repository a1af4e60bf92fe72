// A typographic cover as SVG, for a book without a picture: the title in the sky, the author on the nearest wave. Title and
// author choose the colours and the waves. Always true: the same book has the same cover, byte for byte, and
// every text is inside the margins.

import { xmlAttribute, xmlText } from "../epub/xml.ts";
import { PALETTES, rounded, seaPicture } from "./cover-picture.ts";
import { balancedLines, type CoverFont, letterSpacing, lineWidth } from "./cover-text.ts";

/** `portrait` is 1,600 × 2,400 for books to read, `square` 1,600 × 1,600 for books to hear. */
export type CoverShape = "portrait" | "square";

/** The text of a cover. An empty title leaves the picture alone. */
export interface CoveredBook {
  readonly title: string;
  readonly author: string | null;
  readonly series: string | null;
  readonly series_number: string | null;
}

const WIDTH = 1600;
const TEXT_WIDTH = 1300;
const LEADING = 1.12;
const SERIES_SPACE = 120;

interface Layout {
  readonly height: number;
  readonly horizon: number;
  /** Smallest radius of the disc. */
  readonly radius: number;
  /** The title's place. */
  readonly top: number;
  readonly bottom: number;
  /** Base line of the author's last line. */
  readonly foot: number;
}

const LAYOUTS: Readonly<Record<CoverShape, Layout>> = {
  portrait: { height: 2400, horizon: 1476, radius: 155, top: 240, bottom: 1210, foot: 2195 },
  square: { height: 1600, horizon: 1040, radius: 105, top: 110, bottom: 820, foot: 1475 },
};

interface CoverOptions {
  /** Width of the image, pixels; the layout is the same for all. 1,600 without it. */
  readonly width?: number | undefined;
  /** For a viewer without the cover's fonts: any serif font, fitted to the width that the cover's own font takes. */
  readonly anyFont?: boolean;
}

export function coverSvg(
  book: CoveredBook,
  shape: CoverShape,
  { width = WIDTH, anyFont = false }: CoverOptions = {},
): string {
  const layout = LAYOUTS[shape];
  const setLine = (line: Line) => textElement(line, anyFont);
  const { height, horizon, radius } = layout;
  const random = numbersOf(`${book.title}\n${book.author ?? ""}`);
  const palette = PALETTES[Math.floor(random() * PALETTES.length)]!;
  const [top, low] = palette.sky;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${(width * height) / WIDTH}" viewBox="0 0 ${WIDTH} ${height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="0.64" stop-color="${low}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${height}" fill="url(#sky)"/>
${seaPicture(palette, { width: WIDTH, height, horizon, radius }, random)}
<g fill="${palette.ink}" stroke="${palette.ink}">${titleLines(book, layout).map(setLine).join("")}</g>
<g fill="${palette.inkOnWave}" stroke="${palette.inkOnWave}">${authorLines(book.author, layout).map(setLine).join("")}</g>
</svg>
`;
}

const LARGEST_TITLE = 236;
const SMALLEST_TITLE = 40;
/** Large type is for short titles: above this size at most four lines, and no short word alone on a line. */
const LARGE_TITLE = 150;

/** A line of text with its place. */
interface Line {
  readonly text: string;
  readonly font: CoverFont;
  readonly size: number;
  /** Base line. */
  readonly y: number;
}

function titleLines(book: CoveredBook, { top, bottom }: Layout): Line[] {
  const room = bottom - top;
  const { title, subtitle } = withSubtitle(oneLine(book.title));
  const series = oneLine([book.series, book.series_number].filter(Boolean).join(" · "));
  const above = series === "" ? 0 : SERIES_SPACE;
  for (let size = LARGEST_TITLE; ; size -= size > 96 ? 8 : 4) {
    const small = Math.max(44, Math.round(size * 0.42));
    const lines = balancedLines(title, TEXT_WIDTH / size, "title");
    const under = subtitle === null ? [] : balancedLines(subtitle, (0.9 * TEXT_WIDTH) / small, "subtitle");
    const tall = above + lines.length * size * LEADING + (under.length > 0 ? (0.6 + 1.2 * under.length) * small : 0);
    const isWide = lines.some((line) => lineWidth(line, "title") * size > TEXT_WIDTH);
    const isFull = tall > room || (size > LARGE_TITLE && lines.length > 4);
    const isLonely = size > LARGE_TITLE && lines.length > 1 && lines.some((line) => line.length <= 3);
    if ((isWide || isFull || isLonely) && size > SMALLEST_TITLE) continue;
    let y = top + Math.max(0, room - tall) * 0.42;
    const drawn: Line[] = [];
    const put = (line: string, font: CoverFont, of: number, leading: number) => {
      if (y + of <= bottom + of) drawn.push({ text: line, font, size: of, y: y + of * 0.86 });
      y += of * leading;
    };
    if (series !== "") {
      put(series.toUpperCase(), "author", Math.min(50, TEXT_WIDTH / lineWidth(series.toUpperCase(), "author")), 0);
      y += above;
    }
    for (const line of lines) put(line, "title", size, LEADING);
    if (under.length > 0) y += 0.6 * small;
    for (const line of under) put(line, "subtitle", small, 1.2);
    return drawn;
  }
}

const MOST_AUTHOR_LINES = 3;

function authorLines(author: string | null, { foot }: Layout): Line[] {
  const shown = oneLine(author ?? "").toUpperCase();
  for (let size = 76; ; size -= 4) {
    const lines = balancedLines(shown, TEXT_WIDTH / size, "author");
    const most = size > 56 ? 1 : size > 44 ? 2 : MOST_AUTHOR_LINES;
    const isWide = lines.some((line) => lineWidth(line, "author") * size > TEXT_WIDTH);
    if ((lines.length > most || isWide) && size > 28) continue;
    const kept = lines.slice(0, MOST_AUTHOR_LINES);
    return kept.map((text, index) => ({
      text,
      font: "author",
      size,
      y: foot - (kept.length - 1 - index) * size * 1.35,
    }));
  }
}

/** The static fonts of EB Garamond name each weight as a family of its own. */
const FONTS: Readonly<Record<CoverFont, string>> = {
  title: 'font-family="EB Garamond Medium"',
  subtitle: 'font-family="EB Garamond" font-style="italic"',
  author: 'font-family="EB Garamond Medium"',
};

/** Noto Serif SC is drawn in its lightest weight; a stroke brings it near to the weight of the other fonts. */
const THIN = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/u;

/** Without the cover's fonts. */
const ANY_SERIF = `font-family="Georgia, 'Times New Roman', serif"`;

function textElement({ text: line, font, size, y }: Line, anyFont: boolean): string {
  const width = lineWidth(line, font) * size;
  // A line that is too wide even at the smallest size is squeezed.
  const isFitted = anyFont || width > TEXT_WIDTH;
  const squeeze = isFitted
    ? ` textLength="${rounded(Math.min(width, TEXT_WIDTH))}" lengthAdjust="spacingAndGlyphs"`
    : "";
  const family = anyFont ? ANY_SERIF : FONTS[font];
  const spacing = rounded(letterSpacing(line, font) * size);
  const stroke = THIN.test(line) ? rounded(size * 0.016) : 0;
  return `<text x="${rounded(WIDTH / 2 + spacing / 2)}" y="${rounded(y)}" text-anchor="middle" font-size="${rounded(size)}" ${family} letter-spacing="${spacing}" stroke-width="${stroke}"${squeeze}>${xmlText(line)}</text>`;
}

/** "Frankenstein; or, The Modern Prometheus" is a title and a subtitle. */
function withSubtitle(whole: string): { readonly title: string; readonly subtitle: string | null } {
  const [, title = whole, subtitle = null] =
    /^(.{2,60}?)(?::\s+|[;,]\s+(?=or,? )|\s+[–—]\s+)(.{4,})$/u.exec(whole) ?? [];
  return { title, subtitle };
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/**
 * A picture of any shape in the middle of a square, over a blurred and darkened copy of itself.
 *
 * @param dataUrl of a JPEG or PNG
 * @param edge of the square, pixels
 */
export function squaredPictureSvg(dataUrl: string, edge = WIDTH): string {
  const image = `<image width="${WIDTH}" height="${WIDTH}" href="${xmlAttribute(dataUrl)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${edge}" height="${edge}" viewBox="0 0 ${WIDTH} ${WIDTH}">
<defs><filter id="soft" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="48" edgeMode="duplicate"/></filter></defs>
<g filter="url(#soft)">${image} preserveAspectRatio="xMidYMid slice"/></g>
<rect width="${WIDTH}" height="${WIDTH}" fill="#000000" fill-opacity="0.3"/>
${image} preserveAspectRatio="xMidYMid meet"/>
</svg>
`;
}

/** Numbers from 0 to 1 that depend on the seed alone: FNV-1a as the start of mulberry32. */
function numbersOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
