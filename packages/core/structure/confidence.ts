// From the model's probability to an honest one: of the lines with confidence 0.7, seven in ten should be right.

/** `probability` is the model's posterior of the chosen speaker, `method` the evidence that decided. */
export function confidenceOf(probability: number, method: string): number {
  const sure = method === "tag" || method === "narrator";
  const value = sure ? 0.35 + 0.61 * probability : 0.1 + 0.72 * probability;
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
