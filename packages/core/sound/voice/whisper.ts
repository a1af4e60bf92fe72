// A whisper out of voiced speech: the resonances of the mouth stay, the vibration of the vocal folds becomes breath noise.
// Linear prediction separates the two (Makhoul, "Linear prediction: a tutorial review", Proc. IEEE 63, 1975).

/** Seconds of a frame; half of it is the distance to the next one. */
const FRAME_SECONDS = 0.02;
/** Poles: two for each formant below half the rate, and four for the slope. */
const POLES_PER_KHZ = 1;
const EXTRA_POLES = 4;
/** Flattens the slope of voiced speech before the prediction; whispered speech has the flatter spectrum. */
const PRE_EMPHASIS = 0.9;

/** Speech without a voice, as loud as `samples` frame by frame. Deterministic. */
export function whispered(samples: Float32Array, sampleRate: number): Float32Array {
  const hop = Math.round((FRAME_SECONDS * sampleRate) / 2);
  const size = 2 * hop;
  const order = Math.round((sampleRate / 1000) * POLES_PER_KHZ) + EXTRA_POLES;
  const window = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size));
  const out = new Float32Array(samples.length);
  const frame = new Float64Array(size);
  const noise = new Float64Array(size + order);
  let state = 0x2545f491;
  for (let start = -hop; start < samples.length; start += hop) {
    let energy = 0;
    for (let i = 0; i < size; i++) {
      const at = start + i;
      const value = (samples[at] ?? 0) - PRE_EMPHASIS * (samples[at - 1] ?? 0);
      frame[i] = value * window[i]!;
      energy += ((samples[at] ?? 0) * window[i]!) ** 2;
    }
    if (energy < 1e-9) continue;
    const filter = predictor(frame, order);
    noise.fill(0, 0, order);
    let made = 0;
    for (let i = 0; i < size; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      let value = (state | 0) / 2 ** 31;
      for (let k = 1; k <= order; k++) value -= filter[k]! * noise[order + i - k]!;
      noise[order + i] = value;
      made += (value * window[i]!) ** 2;
    }
    const gain = Math.sqrt(energy / Math.max(made, 1e-12));
    for (let i = 0; i < size; i++) {
      const at = start + i;
      if (at >= 0 && at < out.length) out[at] = out[at]! + noise[order + i]! * window[i]! * gain;
    }
  }
  return out;
}

/** Coefficients 1, a1 … a_order of the predictor's inverse, by Levinson's and Durbin's recursion. */
function predictor(frame: Float64Array, order: number): Float64Array {
  const correlation = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0;
    for (let i = lag; i < frame.length; i++) sum += frame[i]! * frame[i - lag]!;
    correlation[lag] = sum;
  }
  // A little white noise (-50 dB) keeps the filter stable.
  correlation[0] = correlation[0]! * 1.00001 + 1e-12;
  const filter = new Float64Array(order + 1);
  filter[0] = 1;
  let error = correlation[0]!;
  const next = new Float64Array(order + 1);
  for (let i = 1; i <= order; i++) {
    let sum = correlation[i]!;
    for (let k = 1; k < i; k++) sum += filter[k]! * correlation[i - k]!;
    const reflection = -sum / error;
    next.set(filter);
    for (let k = 1; k < i; k++) next[k] = filter[k]! + reflection * filter[i - k]!;
    next[i] = reflection;
    filter.set(next);
    error *= 1 - reflection * reflection;
  }
  return filter;
}
