// The lines of a cover: how wide a text is, and how it breaks into lines of similar length.

/** Font size and fill are the caller's; these are the cuts of the type. */
export type CoverFont = "title" | "subtitle" | "author";

/** Space between capitals of the author's line, in ems. */
export const CAPITALS_SPACING = 0.14;

/**
 * Advance widths of EB Garamond Medium in hundredths of an em, by character (from the font's own `hmtx` table). Letters with
 * accents have the width of the letter.
 */
const WIDTHS: readonly (readonly [number, string])[] = [
  [22, "'` ,.;j’‘"], [26, "!:il"], [29, "-"], [31, "()"], [33, "f"], [34, "[]st"], [35, '"*IJ“”'], [36, "r"], [39, "?{}/\\ezac"],
  [45, "$vygx–"], [48, "S#"], [50, "0123456789ko^"], [53, "Fd_bhpq~"], [54, "nu"], [57, "EP<>"], [60, "+=LBZY"], [68, "TV%"],
  [71, "ACKwX"], [74, "GRU"], [77, "@DOQ&"], [80, "mNH—…"], [93, "MW"],
]; // biome-ignore format: a table

const WIDTH_OF: ReadonlyMap<string, number> = new Map(
  WIDTHS.flatMap(([width, characters]) => [...characters].map((character) => [character, width / 100] as const)),
);

/** Scripts whose characters fill a square and break anywhere. */
const SQUARE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/u;
/** Scripts whose letters join or run from right to left: they take no extra space between letters. */
const UNSPACED = /[\u0590-\u08ff\ufb1d-\ufeff]|[\u2e80-\u9fff\uf900-\ufaff]/u;

/** Extra space between the letters of a line, in ems. */
export const letterSpacing = (line: string, font: CoverFont): number =>
  font === "author" && !UNSPACED.test(line) ? CAPITALS_SPACING : 0;

/** Width of a line in ems: exact for Latin letters, an average of the script for others. */
export function lineWidth(line: string, font: CoverFont): number {
  const spacing = letterSpacing(line, font);
  let width = 0;
  for (const character of line.normalize("NFD")) {
    // The accents that decomposition has separated stand above the letter.
    if (/\p{M}/u.test(character)) continue;
    width += (WIDTH_OF.get(character) ?? averageWidth(character)) + spacing;
  }
  // The italic is narrower than the upright.
  return font === "subtitle" ? width * 0.94 : width;
}

function averageWidth(character: string): number {
  if (SQUARE.test(character)) return 1;
  return /\p{Lu}/u.test(character) ? 0.76 : 0.54;
}

/** A square character with the mark that may not begin a line, a word, or white space. */
const PARTS =
  /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef][\u3001\u3002\uff0c\u300d\u300f\u30fc\uff01\uff1f]*|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s+/gu;

/** As few lines as fit into `width` ems, as equal in length as those few allow. A word that is too long has its own line. */
export function balancedLines(text: string, width: number, font: CoverFont): string[] {
  const parts = text.match(PARTS) ?? [];
  const widths = parts.map((part) => lineWidth(part, font));
  const linesWithin = (limit: number): string[] => {
    const lines: string[] = [];
    let line = "";
    let used = 0;
    for (const [index, part] of parts.entries()) {
      const own = widths[index]!;
      if (line.trim() !== "" && part.trim() !== "" && used + own > limit) {
        lines.push(line.trim());
        line = "";
        used = 0;
      }
      line += part;
      used += own;
    }
    return line.trim() === "" ? lines : [...lines, line.trim()];
  };
  const fewest = linesWithin(width);
  if (fewest.length <= 1) return fewest;
  let low = Math.max(...widths);
  let high = width;
  // The narrowest width that needs no more lines gives the most equal ones.
  for (let step = 0; step < 8; step++) {
    const middle = (low + high) / 2;
    if (linesWithin(middle).length <= fewest.length) high = middle;
    else low = middle;
  }
  return linesWithin(high);
}
