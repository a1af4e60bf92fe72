// How urgent a run is, by the size of its work.

/** 0: a person waits for it. 1: short. 2: a batch. */
export type RunUrgency = 0 | 1 | 2;

/** Lines that a person changed and wants to hear. */
const FEW_LINES = 20;
/** UTF-16 units of a short story; about 40 minutes of audio. */
const SHORT_UNITS = 40_000;

/**
 * @param lines the lines that the run is limited to; null: its whole sections
 * @param units the length of its sections' text, UTF-16 units
 */
export function urgencyOfRun({ lines, units }: { readonly lines: number | null; readonly units: number }): RunUrgency {
  if (lines !== null && lines <= FEW_LINES) return 0;
  return units <= SHORT_UNITS ? 1 : 2;
}
