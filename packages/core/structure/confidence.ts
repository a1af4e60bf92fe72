// Turns the model's probability into a calibrated one: of the lines with confidence 0.7, seven in ten should be right.
// Dependent evidence makes the model overconfident, so its log odds are flattened
// (J. Platt, "Probabilistic outputs for support vector machines", 1999: a logistic curve over the model's score). A short text
// says less about its people, so its curve is flatter. Both curves are fitted on annotated texts (docs/decisions).

const SLOPE = 0.38;
const OFFSET = -0.4;

/** Log odds beyond this value do not raise the confidence. */
const TAG_LIMIT = 9;
const OTHER_LIMIT = 7;

/** "the girl" beside a quote is weak evidence, even when it fits well. */
const DESCRIPTION_OFFSET = -0.8;

/** The curve over the flattened log odds, of texts with at most and with at least this number of lines; between them by the logarithm. */
const SHORT = { lines: 40, slope: 0.77, offset: 0.07 };
const LONG = { lines: 400, slope: 1.2, offset: 0.11 };

/** `probability` is the model's posterior of the chosen speaker, `method` the evidence that decided, `lines` those of the text. */
export function confidenceOf(probability: number, method: string, lines: number): number {
  const limit = method === "tag" || method === "narrator" ? TAG_LIMIT : OTHER_LIMIT;
  const odds = Math.log(Math.max(probability, 1e-9) / Math.max(1 - probability, 1e-9));
  const flat =
    SLOPE * Math.max(-limit, Math.min(limit, odds)) + OFFSET + (method === "description" ? DESCRIPTION_OFFSET : 0);
  return calibrated(flat, lines);
}

/** The confidence of flattened log odds in a text with this number of lines. */
export function calibrated(flat: number, lines: number): number {
  const size = Math.log(Math.max(1, lines) / SHORT.lines) / Math.log(LONG.lines / SHORT.lines);
  const share = Math.min(1, Math.max(0, size));
  const slope = SHORT.slope + share * (LONG.slope - SHORT.slope);
  const offset = SHORT.offset + share * (LONG.offset - SHORT.offset);
  return Math.round(1000 / (1 + Math.exp(-(slope * flat + offset)))) / 1000;
}
