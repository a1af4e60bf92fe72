// The inverse Fourier transform of the vocoder: fixed size, in place, eight then thrice four parts at a time (Cooley & Tukey
// 1965).

export const TRANSFORM_SIZE = 512;

/** Where inverseTransform() expects value k: the binary digits of k in reverse. */
export const PLACE_OF: Uint16Array = Uint16Array.from({ length: TRANSFORM_SIZE }, (_, k) => {
  let [bits, rest] = [0, k];
  for (let size = TRANSFORM_SIZE; size > 1; size >>= 1) {
    bits = (bits << 1) | (rest & 1);
    rest >>= 1;
  }
  return bits;
});

/** Size of the parts that each pass joins by fours. */
const PASSES = [8, 32, 128].map((quarter) => ({
  quarter,
  /** Of each place k: cosine and sine of the turns k, 2k and 3k. */
  turns: Float64Array.from({ length: 6 * quarter }, (_, at) => {
    const [k, which] = [Math.floor(at / 6), at % 6];
    const angle = (2 * Math.PI * k * (1 + (which >> 1))) / (4 * quarter);
    return which % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
  }),
}));

/** x[n] = sum X[k] exp(+2 pi j k n / N) of TRANSFORM_SIZE complex values, with X[k] at PLACE_OF[k] before and x[n] at n after. */
export function inverseTransform(re: Float64Array, im: Float64Array): void {
  eights(re, im);
  for (const { quarter, turns } of PASSES) fours(re, im, quarter, turns);
}

function eights(re: Float64Array, im: Float64Array): void {
  const h = Math.SQRT1_2;
  for (let i = 0; i < TRANSFORM_SIZE; i += 8) {
    let a = re[i]!;
    let b = re[i + 1]!;
    let c = re[i + 2]!;
    let d = re[i + 3]!;
    let p = im[i]!;
    let q = im[i + 1]!;
    let r = im[i + 2]!;
    let s = im[i + 3]!;
    const e0r = a + b + (c + d);
    const e0i = p + q + (r + s);
    const e2r = a + b - (c + d);
    const e2i = p + q - (r + s);
    const e1r = a - b - (r - s);
    const e1i = p - q + (c - d);
    const e3r = a - b + (r - s);
    const e3i = p - q - (c - d);
    a = re[i + 4]!;
    b = re[i + 5]!;
    c = re[i + 6]!;
    d = re[i + 7]!;
    p = im[i + 4]!;
    q = im[i + 5]!;
    r = im[i + 6]!;
    s = im[i + 7]!;
    const o0r = a + b + (c + d);
    const o0i = p + q + (r + s);
    // A quarter turn.
    const o2r = -(p + q - (r + s));
    const o2i = a + b - (c + d);
    const xr = a - b - (r - s);
    const xi = p - q + (c - d);
    const yr = a - b + (r - s);
    const yi = p - q - (c - d);
    // An eighth and three eighths of a turn.
    const o1r = h * (xr - xi);
    const o1i = h * (xr + xi);
    const o3r = -h * (yr + yi);
    const o3i = h * (yr - yi);
    re[i] = e0r + o0r;
    im[i] = e0i + o0i;
    re[i + 1] = e1r + o1r;
    im[i + 1] = e1i + o1i;
    re[i + 2] = e2r + o2r;
    im[i + 2] = e2i + o2i;
    re[i + 3] = e3r + o3r;
    im[i + 3] = e3i + o3i;
    re[i + 4] = e0r - o0r;
    im[i + 4] = e0i - o0i;
    re[i + 5] = e1r - o1r;
    im[i + 5] = e1i - o1i;
    re[i + 6] = e2r - o2r;
    im[i + 6] = e2i - o2i;
    re[i + 7] = e3r - o3r;
    im[i + 7] = e3i - o3i;
  }
}

function fours(re: Float64Array, im: Float64Array, quarter: number, turns: Float64Array): void {
  for (let start = 0; start < TRANSFORM_SIZE; start += 4 * quarter) {
    for (let k = 0; k < quarter; k++) {
      const at = 6 * k;
      const i0 = start + k;
      const i1 = i0 + quarter;
      const i2 = i1 + quarter;
      const i3 = i2 + quarter;
      // The parts lie in the order of their reversed digits: the second one is that of the even half.
      const br = re[i1]! * turns[at + 2]! - im[i1]! * turns[at + 3]!;
      const bi = re[i1]! * turns[at + 3]! + im[i1]! * turns[at + 2]!;
      const cr = re[i2]! * turns[at]! - im[i2]! * turns[at + 1]!;
      const ci = re[i2]! * turns[at + 1]! + im[i2]! * turns[at]!;
      const dr = re[i3]! * turns[at + 4]! - im[i3]! * turns[at + 5]!;
      const di = re[i3]! * turns[at + 5]! + im[i3]! * turns[at + 4]!;
      const ar = re[i0]!;
      const ai = im[i0]!;
      re[i0] = ar + br + (cr + dr);
      im[i0] = ai + bi + (ci + di);
      re[i1] = ar - br - (ci - di);
      im[i1] = ai - bi + (cr - dr);
      re[i2] = ar + br - (cr + dr);
      im[i2] = ai + bi - (ci + di);
      re[i3] = ar - br + (ci - di);
      im[i3] = ai - bi - (cr - dr);
    }
  }
}
