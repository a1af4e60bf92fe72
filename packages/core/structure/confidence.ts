// Turns the model's probability into a calibrated one: of the lines with confidence 0.7, seven in ten should be right.
// Dependent evidence makes the model overconfident, so its log odds are flattened
// (J. Platt, "Probabilistic outputs for support vector machines", 1999: a logistic curve over the model's score).

const SLOPE = 0.38;
const OFFSET = -0.4;

/** Log odds beyond this value do not raise the confidence. */
const TAG_LIMIT = 9;
const OTHER_LIMIT = 7;

/** "the girl" beside a quote is weak evidence, even when it fits well. */
const DESCRIPTION_OFFSET = -0.8;

/** `probability` is the model's posterior of the chosen speaker, `method` the evidence that decided. */
export function confidenceOf(probability: number, method: string): number {
  const limit = method === "tag" || method === "narrator" ? TAG_LIMIT : OTHER_LIMIT;
  const odds = Math.log(Math.max(probability, 1e-9) / Math.max(1 - probability, 1e-9));
  const flat =
    SLOPE * Math.max(-limit, Math.min(limit, odds)) + OFFSET + (method === "description" ? DESCRIPTION_OFFSET : 0);
  return Math.round(1000 / (1 + Math.exp(-flat))) / 1000;
}
