// Filters that process a sound block by block and keep their state. Coefficients: R. Bristow-Johnson, "Cookbook
// formulae for audio EQ biquad filter coefficients"; the sweeping filter: A. Simper's state variable filter (2013).

/** A value over time, in seconds from the sound's start. */
export type Curve = (second: number) => number;

/** Changes `block[0, length)` in place; `at` is the first sample's position in the sound. */
export type Filter = (block: Float32Array, length: number, at: number) => void;

type Kind = "low" | "high" | "band";

/** A second-order filter at `hz`; `q` is its resonance (0.707: none). A band pass has 0 dB at its centre. */
export function biquad(kind: Kind, hz: number, q: number, rate: number): Filter {
  const w = (2 * Math.PI * Math.min(hz, rate * 0.45)) / rate;
  const alpha = Math.sin(w) / (2 * q);
  const cos = Math.cos(w);
  const a0 = 1 + alpha;
  const shape = {
    low: [(1 - cos) / 2, 1 - cos, (1 - cos) / 2],
    high: [(1 + cos) / 2, -(1 + cos), (1 + cos) / 2],
    band: [alpha, 0, -alpha],
  }[kind];
  const [b0, b1, b2] = shape.map((b) => b / a0) as [number, number, number];
  const a1 = (-2 * cos) / a0;
  const a2 = (1 - alpha) / a0;
  const memory = new Float64Array(4);
  return (block, length) => {
    // Read by index: values from a destructured array stay boxed, which makes the loop three times as slow.
    let x1 = memory[0]!;
    let x2 = memory[1]!;
    let y1 = memory[2]!;
    let y2 = memory[3]!;
    for (let i = 0; i < length; i++) {
      const x = block[i]!;
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      block[i] = y;
    }
    memory[0] = x1;
    memory[1] = x2;
    memory[2] = y1;
    memory[3] = y2;
  };
}

/** Samples between two updates of a sweeping filter. */
const STEP = 64;

/** A band or low pass whose centre frequency follows a curve in Hz. */
export function sweep(kind: "low" | "band", hz: Curve, q: number, rate: number): Filter {
  const memory = new Float64Array(2);
  return (block, length, at) => {
    let ic1 = memory[0]!;
    let ic2 = memory[1]!;
    for (let from = 0; from < length; from += STEP) {
      const to = Math.min(length, from + STEP);
      const g = Math.tan((Math.PI * Math.min(Math.max(hz((at + from) / rate), 20), rate * 0.45)) / rate);
      const k = 1 / q;
      const a1 = 1 / (1 + g * (g + k));
      const a2 = g * a1;
      const a3 = g * a2;
      for (let i = from; i < to; i++) {
        const v3 = block[i]! - ic2;
        const band = a1 * ic1 + a2 * v3;
        const low = ic2 + a2 * ic1 + a3 * v3;
        ic1 = 2 * band - ic1;
        ic2 = 2 * low - ic2;
        block[i] = kind === "band" ? band * k : low;
      }
    }
    memory[0] = ic1;
    memory[1] = ic2;
  };
}
