/** The sample rate of the mix, Hz. */
export const OUTPUT_RATE = 44_100;

/** Each position is rounded separately. A sum of rounded lengths would drift. */
export const samplesOf = (ms: number): number => Math.round((ms * OUTPUT_RATE) / 1000);
