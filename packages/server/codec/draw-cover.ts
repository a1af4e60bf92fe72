// Draws a book's typographic cover as PNG.

import { type CoveredBook, type CoverShape, coverSvg, squaredPictureSvg, stripedSky } from "@fullcast/core/packaging";
import { drawableText } from "./cover-fonts.ts";
import { drawSvg, type SvgAnswer } from "./draw-svg.ts";

/** A cover that is not drawn yet. The same `svg` gives the same image. */
export interface PlannedCover {
  readonly svg: string;
  readonly fonts: readonly string[];
}

/** Leaves out characters that no font can draw. A cover without drawable text has no words. */
export function planCover(book: CoveredBook, shape: CoverShape, width?: number): PlannedCover {
  const drawable = (text: string | null) => (text === null ? null : drawableText(text));
  const [title, author, series] = [drawable(book.title), drawable(book.author), drawable(book.series)];
  const shown = {
    title: title?.text ?? "",
    author: author?.text || null,
    series: series?.text || null,
    series_number: series?.text ? book.series_number : null,
  };
  // A capital may be in another part of the font than its small letter.
  const texts = [shown.title, shown.author, shown.series, shown.series_number, "·"].filter((text) => text !== null);
  const fonts = drawableText(texts.flatMap((text) => [text, text.toUpperCase()]).join("")).fonts;
  return { svg: coverSvg(shown, shape, { width }), fonts };
}

export function drawCover(owner: { readonly accountId: string }, { svg, fonts }: PlannedCover): Promise<SvgAnswer> {
  return drawSvg(owner, Buffer.from(stripedSky(svg)), { mostEdge: MOST_EDGE, fonts, isOurs: true });
}

/** Draws a picture of any shape as a square of `edge` pixels: the whole picture over a blurred copy of itself. */
export function drawSquare(
  owner: { readonly accountId: string },
  picture: { readonly bytes: Uint8Array; readonly contentType: string },
  edge: number,
): Promise<SvgAnswer> {
  const url = `data:${picture.contentType};base64,${Buffer.from(picture.bytes).toString("base64")}`;
  return drawSvg(owner, Buffer.from(squaredPictureSvg(url, edge)), { mostEdge: MOST_EDGE });
}

const MOST_EDGE = 2400;
