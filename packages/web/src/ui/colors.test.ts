// The tokens are legible: text on the surfaces it stands on has the contrast of WCAG AA (4.5), in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const AA = 4.5;

const TEXTS = [
  "ink",
  "ink-soft",
  "accent",
  "danger",
  "warn",
  "good",
  ...Array.from({ length: 12 }, (_, n) => `speaker-${n}`),
];
const SURFACES = ["paper", "sheet", "well", "accent-well"];

for (const theme of THEMES) {
  test(`every text colour is legible on every surface in the ${theme} theme`, () => {
    const faint = TEXTS.flatMap((text) =>
      SURFACES.map((surface) => ({ pair: `${text} on ${surface}`, contrast: contrast(text, surface, theme) })).filter(
        ({ contrast }) => contrast < AA,
      ),
    );
    assert.deepEqual(faint, []);
  });
  test(`words on buttons and notices are legible in the ${theme} theme`, () => {
    for (const [text, surface] of [
      ["accent-ink", "accent"],
      ["accent-ink", "accent-strong"],
      ["ink", "danger-well"],
      ["danger", "danger-well"],
      ["ink", "warn-well"],
      ["warn", "warn-well"],
    ] as const) {
      assert.ok(contrast(text, surface, theme) >= AA, `${text} on ${surface}: ${contrast(text, surface, theme)}`);
    }
  });
  test(`the twelve speakers have one lightness and one chroma in the ${theme} theme`, () => {
    const colors = Array.from({ length: 12 }, (_, n) => token(`speaker-${n}`, theme));
    assert.equal(new Set(colors.map(([lightness, chroma]) => `${lightness} ${chroma}`)).size, 1);
    assert.equal(new Set(colors.map(([, , hue]) => hue)).size, 12);
  });
}

function token(name: string, theme: Theme): readonly [number, number, number] {
  const value = new RegExp(`--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\)`).exec(css);
  assert.ok(value, `--${name} is not a colour of two themes`);
  const [l, c, h] = (value[theme === "light" ? 1 : 2] ?? "")
    .replace(/oklch\(|\)/g, "")
    .split(" ")
    .map(Number);
  if (c === 0) return [l ?? 0, 0, 0];
  return [l ?? Number.NaN, c ?? Number.NaN, h ?? 0];
}

function contrast(text: string, surface: string, theme: Theme): number {
  const [a, b] = [luminance(token(text, theme)), luminance(token(surface, theme))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance of WCAG 2.2 from OKLCH (Björn Ottosson's matrices), clipped to sRGB as screens do. */
function luminance([l, c, h]: readonly [number, number, number]): number {
  const angle = (h * Math.PI) / 180;
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)];
  const lms = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((value) => value ** 3) as [number, number, number];
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * lms[0] - 3.3077115913 * lms[1] + 0.2309699292 * lms[2]);
  const green = clip(-1.2684380046 * lms[0] + 2.6097574011 * lms[1] - 0.3413193965 * lms[2]);
  const blue = clip(-0.0041960863 * lms[0] - 0.7034186147 * lms[1] + 1.707614701 * lms[2]);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
