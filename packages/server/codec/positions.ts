/** Hz of everything that is mixed. */
export const OUTPUT_RATE = 44_100;

/** Each position is rounded by itself, never summed up from rounded lengths: nothing drifts. */
export const samplesOf = (ms: number): number => Math.round((ms * OUTPUT_RATE) / 1000);
