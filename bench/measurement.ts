// Options and results of a benchmark, and medians.

export interface BenchOptions {
  /** Absolute path of a novel's text, or null: then benchmarks that need one throw `Skip`. */
  readonly novel: string | null;
  /** How often to measure; at least 1. */
  readonly runs: number;
}

export interface Measurement {
  /** What was measured, e.g. "novel to MP3". */
  readonly measure: string;
  readonly value: number;
  /** e.g. "× real time", "MB", "requests/s". */
  readonly unit: string;
  /** The number to reach, in the same unit; absent when there is none. */
  readonly target?: { readonly bound: "at least" | "at most"; readonly value: number };
  /** Whether the target was reached; absent without a target. */
  readonly met?: boolean;
}

export interface Benchmark {
  readonly describe: string;
  run(options: BenchOptions): Promise<readonly Measurement[]>;
}

/** Thrown by a benchmark that cannot run here; the message is the reason, for people. */
export class Skip extends Error {
  override readonly name = "Skip";
}

/** A measurement with its target judged. */
export function measured(
  measure: string,
  value: number,
  unit: string,
  target?: NonNullable<Measurement["target"]>,
): Measurement {
  if (target === undefined) return { measure, value, unit };
  const met = target.bound === "at least" ? value >= target.value : value <= target.value;
  return { measure, value, unit, target, met };
}

export const atMost = (value: number) => ({ bound: "at most" as const, value });

/** The middle value, or the mean of the two middle ones. Of nothing: NaN. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
