// From the model's probability to an honest one: of the lines with confidence 0.7, seven in ten should be right.
// Evidence that depends on other evidence makes the model too sure of itself, so its log odds are flattened
// (J. Platt, "Probabilistic outputs for support vector machines", 1999: a logistic curve over the model's score).

const SLOPE = 0.38;
const OFFSET = -0.4;

/** Log odds beyond which more evidence of the kind makes nothing surer. */
const TAG_LIMIT = 9;
const OTHER_LIMIT = 7;

/** "the girl" beside a quote is a weak hint, however well it fits. */
const DESCRIPTION_OFFSET = -0.8;

/** `probability` is the model's posterior of the chosen speaker, `method` the evidence that decided. */
export function confidenceOf(probability: number, method: string): number {
  const limit = method === "tag" || method === "narrator" ? TAG_LIMIT : OTHER_LIMIT;
  const odds = Math.log(Math.max(probability, 1e-9) / Math.max(1 - probability, 1e-9));
  const flat =
    SLOPE * Math.max(-limit, Math.min(limit, odds)) + OFFSET + (method === "description" ? DESCRIPTION_OFFSET : 0);
  return Math.round(1000 / (1 + Math.exp(-flat))) / 1000;
}
