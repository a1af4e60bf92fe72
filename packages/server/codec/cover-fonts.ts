// The fonts of typographic covers, all under the SIL Open Font License, from the @fontsource packages: EB Garamond for Latin,
// Greek and Cyrillic, Noto for Hebrew, Arabic and Han with kana. The packages split each font by Unicode ranges; only the
// parts that a text needs are loaded.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

interface Family {
  readonly package: string;
  /** Files of a part, e.g. "latin" or "[12]". */
  readonly files: (part: string) => readonly string[];
  /** The parts to use. Another family draws the scripts of the other parts better. */
  readonly only?: (part: string) => boolean;
}

/** In search order. */
const FAMILIES: readonly Family[] = [
  {
    package: "@fontsource/eb-garamond",
    files: (part) => [`eb-garamond-${part}-500-normal.woff2`, `eb-garamond-${part}-400-italic.woff2`],
  },
  {
    package: "@fontsource/noto-serif-hebrew",
    files: (part) => [`noto-serif-hebrew-${part}-500-normal.woff2`],
    only: (part) => part === "hebrew",
  },
  {
    package: "@fontsource/noto-naskh-arabic",
    files: (part) => [`noto-naskh-arabic-${part}-500-normal.woff2`],
    only: (part) => part === "arabic",
  },
  {
    package: "@fontsource-variable/noto-serif-sc",
    files: (part) => [`noto-serif-sc-${part.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`],
    only: (part) => part.startsWith("["),
  },
];

interface Part {
  readonly ranges: readonly (readonly [number, number])[];
  readonly paths: readonly string[];
}

let known: readonly Part[] | null = null;

function parts(): readonly Part[] {
  known ??= FAMILIES.flatMap((family) => {
    const folder = dirname(require.resolve(`${family.package}/package.json`));
    const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
    return Object.entries(ranges)
      .filter(([part]) => family.only?.(part) ?? true)
      .map(([part, text]) => ({
        ranges: rangesOf(text),
        paths: family.files(part).map((file) => join(folder, "files", file)),
      }));
  });
  return known;
}

/** "U+0301,U+0400-045F" */
const rangesOf = (text: string) =>
  text.split(",").map((range): readonly [number, number] => {
    const [from = "", to = from] = range.trim().replace("U+", "").split("-");
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

export interface DrawableText {
  /** The text without the characters that no font has. Empty when most are missing. */
  readonly text: string;
  readonly fonts: readonly string[];
}

/** Returns the drawable part of a text, and the font files for it. */
export function drawableText(text: string): DrawableText {
  const fonts = new Set<string>();
  let kept = "";
  let missing = 0;
  for (const character of text.normalize("NFC")) {
    const point = character.codePointAt(0)!;
    const part = parts().find(({ ranges }) => ranges.some(([from, to]) => point >= from && point <= to));
    if (part === undefined) missing += 1;
    else {
      kept += character;
      for (const path of part.paths) fonts.add(path);
    }
  }
  return missing * 2 > [...text].length ? { text: "", fonts: [] } : { text: kept, fonts: [...fonts] };
}
