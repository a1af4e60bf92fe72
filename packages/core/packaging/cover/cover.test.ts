import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { coverSvg, stripedSky } from "../packaging.ts";
import { PALETTES } from "./cover-picture.ts";
import { balancedLines, lineWidth } from "./cover-text.ts";

const book = (title: string, author: string | null = "Ann Ash") => ({
  title,
  author,
  series: null,
  series_number: null,
});

interface DrawnText {
  readonly y: number;
  readonly size: number;
  readonly text: string;
}

const textsOf = (svg: string): DrawnText[] =>
  [...svg.matchAll(/<text [^>]*y="([^"]+)"[^>]*font-size="([^"]+)"[^>]*>([^<]*)</g)].map(([, y, size, text = ""]) => ({
    y: Number(y),
    size: Number(size),
    text,
  }));

test("title, subtitle, series and author have lines of their own, the title the largest", () => {
  const svg = coverSvg(
    {
      title: "Frankenstein; or, The Modern Prometheus",
      author: "Mary Shelley",
      series: "Monsters",
      series_number: "2",
    },
    "portrait",
  );
  const texts = textsOf(svg);
  assert.deepEqual(
    texts.map(({ text }) => text),
    ["MONSTERS · 2", "Frankenstein", "or, The Modern Prometheus", "MARY SHELLEY"],
  );
  assert.equal(Math.max(...texts.map(({ size }) => size)), texts[1]?.size);
});

test("the same book has the same cover; the books of a shelf differ in their colours", () => {
  assert.equal(coverSvg(book("Tide"), "square"), coverSvg(book("Tide"), "square"));
  const skies = new Set(
    Array.from({ length: 60 }, (_, i) => /stop-color="([^"]+)"/.exec(coverSvg(book(`Book ${i}`), "square"))?.[1]),
  );
  assert.equal(skies.size, PALETTES.length);
});

test("for a viewer without the cover's fonts every line has the width that they would give it", () => {
  const whole = book("The Lighthouse at Penrose Bay", "Émile Zola");
  const svg = coverSvg(whole, "portrait", { width: 320, anyFont: true });
  assert.deepEqual(textsOf(svg), textsOf(coverSvg(whole, "portrait")));
  assert.doesNotMatch(svg, /Garamond/);
  const drawn = [...svg.matchAll(/font-size="([^"]+)"[^>]*textLength="([^"]+)"[^>]*>([^<]*)</g)];
  assert.equal(drawn.length, textsOf(svg).length);
  for (const [, size, length, text = ""] of drawn) {
    const font = text === "ÉMILE ZOLA" ? "author" : "title";
    assert.ok(Math.abs(Number(length) - Number(size) * lineWidth(text, font)) < 0.01, `${text}: ${length}`);
  }
});

test("for any texts the lines are in order inside the page, the title ends above the sea, and the SVG is well-formed", () => {
  const word = fc.string({
    unit: fc.constantFrom(..."abcWMil<&>\"' -:;潮ض𝔸é\u0001\ud800"),
    minLength: 0,
    maxLength: 120,
  });
  fc.assert(
    fc.property(
      word,
      fc.option(word),
      fc.option(word),
      fc.constantFrom("portrait", "square"),
      (title, author, series, shape) => {
        const svg = coverSvg({ title, author, series, series_number: "1" }, shape);
        assert.ok(svg.isWellFormed());
        assert.doesNotMatch(svg, /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
        assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
        const height = shape === "portrait" ? 2400 : 1600;
        let before = 0;
        for (const { y, size } of textsOf(svg)) {
          assert.ok(y >= before && y <= height, `${y} in ${height}`);
          assert.ok(size > 0);
          before = y;
        }
      },
    ),
    { numRuns: 150 },
  );
});

test("lines are balanced, fit where words allow it, and lose nothing", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom(..."abcdWim潮"), minLength: 1, maxLength: 9 }), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.integer({ min: 5, max: 30 }),
      (words, width) => {
        const lines = balancedLines(words.join(" "), width, "title");
        assert.equal(lines.join("").replaceAll(" ", ""), words.join(""));
        const longest = Math.max(...words.map((word) => lineWidth(word, "title")));
        for (const line of lines) assert.ok(lineWidth(line, "title") <= Math.max(width, longest) + 1e-9, line);
      },
    ),
    { numRuns: 150 },
  );
  assert.deepEqual(balancedLines("The Lighthouse at Penrose Bay", 10, "title"), ["The Lighthouse", "at Penrose Bay"]);
  assert.deepEqual(balancedLines("紅樓夢後傳", 3, "title"), ["紅樓夢", "後傳"]);
});

test("every set of colours is readable: 4.5 to 1 on the sky and on the nearest wave", () => {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  for (const { sky, waves, ink, inkOnWave } of PALETTES) {
    for (const colour of sky) assert.ok(contrast(colour, ink) >= 4.5, `${ink} on ${colour}: ${contrast(colour, ink)}`);
    assert.ok(contrast(waves[1], inkOnWave) >= 4.5, `${inkOnWave} on ${waves[1]}`);
  }
});

test("strips of one colour replace the gradient of the sky, overlap, and fill the whole picture", () => {
  for (const shape of ["portrait", "square"] as const) {
    const svg = stripedSky(coverSvg(book("Tide"), shape));
    assert.doesNotMatch(svg, /Gradient|url\(/);
    const strips = [...svg.matchAll(/<rect y="(\d+)" width="1600" height="(\d+)"/g)].map(([, y, height]) => ({
      y: Number(y),
      end: Number(y) + Number(height),
    }));
    assert.ok(strips.length > 10 && strips.length < 256, String(strips.length));
    assert.equal(strips[0]?.y, 0);
    assert.equal(strips.at(-1)?.end, shape === "portrait" ? 2400 : 1600);
    for (const [i, strip] of strips.entries()) {
      if (i > 0) assert.ok(strip.y > strips[i - 1]!.y && strip.y < strips[i - 1]!.end);
    }
  }
  assert.equal(stripedSky("<svg/>"), "<svg/>");
});
