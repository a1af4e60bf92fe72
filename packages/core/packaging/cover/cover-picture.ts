// The picture of a typographic cover: a disc above a sea of layered waves, in one of eight sets of colours.

export interface Palette {
  /** Top and horizon. */
  readonly sky: readonly [string, string];
  readonly disc: string;
  /** Farthest and nearest wave. */
  readonly waves: readonly [string, string];
  /** Text on the sky, and text on the nearest wave; both have a contrast of at least 4.5 : 1 there (WCAG 2.2, 1.4.3). */
  readonly ink: string;
  readonly inkOnWave: string;
}

export const PALETTES: readonly Palette[] = [
  { sky: ["#18243b", "#405c80"], disc: "#f2c879", waves: ["#3b5878", "#0d1626"], ink: "#f8f1e3", inkOnWave: "#f2dcae" },
  { sky: ["#f8eedd", "#f4d2ab"], disc: "#d6553c", waves: ["#d39a78", "#3a2536"], ink: "#3a2231", inkOnWave: "#f8eedd" },
  { sky: ["#eaf1e8", "#c5dcd1"], disc: "#e5a544", waves: ["#86b6a8", "#12373b"], ink: "#123338", inkOnWave: "#eaf1e8" },
  { sky: ["#271730", "#7a4462"], disc: "#f2ab92", waves: ["#6a3f60", "#170c1d"], ink: "#faece4", inkOnWave: "#f3c7b4" },
  { sky: ["#f1ebe1", "#dccfbc"], disc: "#b4432b", waves: ["#9a9d94", "#20302f"], ink: "#1f2f2e", inkOnWave: "#f1ebe1" },
  { sky: ["#0f2a26", "#376a57"], disc: "#f2e4b2", waves: ["#2f6150", "#061815"], ink: "#f5f0de", inkOnWave: "#ecdda6" },
  { sky: ["#f6dc9a", "#ecb75a"], disc: "#fff6dd", waves: ["#cf8145", "#381c18"], ink: "#3d2013", inkOnWave: "#fbecca" },
  { sky: ["#e6edf3", "#b5cbdc"], disc: "#fdfdfb", waves: ["#84a4bd", "#182d42"], ink: "#14283b", inkOnWave: "#e6edf3" },
];

const WAVES = 7;
const RIPPLES = 3;
/** Distance of a path's points, px. */
const STEP = 20;

/** Disc and waves from `horizon` down to `height`. `radius` is the smallest of the disc; `random` gives numbers from 0 to 1. */
export function seaPicture(
  { disc, waves }: Palette,
  size: { readonly width: number; readonly height: number; readonly horizon: number; readonly radius: number },
  random: () => number,
): string {
  const { width, height, horizon } = size;
  const radius = size.radius * (1 + 0.4 * random());
  const x = rounded(width * (0.24 + 0.52 * random()));
  const y = rounded(horizon - radius * 0.15);
  const shapes = [
    [1.9, 0.1],
    [1.42, 0.16],
    [1, 1],
  ].map(
    ([scale = 1, opacity]) =>
      `<circle cx="${x}" cy="${y}" r="${rounded(radius * scale)}" fill="${disc}" fill-opacity="${opacity}"/>`,
  );
  for (let index = 0; index < WAVES; index++) {
    const depth = index / (WAVES - 1);
    const top = horizon + (height - horizon) * 0.62 * depth ** 1.25;
    const crest = crestOf(width, 18 + 52 * depth, 1.4 + 1.6 * (1 - depth), random);
    const colour = mixed(waves[0], waves[1], depth ** 0.8);
    shapes.push(`<path d="${outline(width, top, crest)}L${width} ${height}L0 ${height}Z" fill="${colour}"/>`);
    for (let ripple = 1; ripple <= RIPPLES; ripple++) {
      const line = outline(width, top + ripple * (9 + 13 * depth), crest);
      const opacity = rounded((0.34 - 0.09 * ripple) * (1 - 0.55 * depth));
      const thickness = rounded(1 + 1.6 * depth);
      shapes.push(
        `<path d="${line}" fill="none" stroke="${disc}" stroke-opacity="${opacity}" stroke-width="${thickness}"/>`,
      );
    }
  }
  return shapes.join("\n");
}

/** The height of a wave at x: two sines of the given amplitude, px. */
function crestOf(width: number, amplitude: number, cycles: number, random: () => number): (x: number) => number {
  const first = random() * 2 * Math.PI;
  const second = random() * 2 * Math.PI;
  const share = 0.35 + 0.3 * random();
  return (x) => {
    const turn = (2 * Math.PI * x) / width;
    return 0.6 * amplitude * (Math.sin(turn * cycles + first) + share * Math.sin(turn * cycles * 1.83 + second));
  };
}

function outline(width: number, y: number, crest: (x: number) => number): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += STEP) points.push(`${x} ${rounded(y + crest(x))}`);
  return `M${points.join("L")}`;
}

function mixed(from: string, to: string, share: number): string {
  const channel = (colour: string, index: number) => Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
  const parts = [0, 1, 2].map((index) => {
    const start = channel(from, index);
    return Math.round(start + (channel(to, index) - start) * share)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;
