// The recordings that a voice is cloned from.

/** All recordings of a voice together, in ms: less gives no voice, and more does not improve one. */
export const REFERENCE_MS = { min: 5_000, max: 300_000 } as const;

/** What an engine takes to clone a voice. */
export interface ReferenceLimits {
  readonly files: number;
  /** Of one file. */
  readonly bytes: number;
}

export interface Reference {
  readonly name: string;
  readonly duration_ms: number;
  readonly size_bytes: number;
}

/** What is wrong with the recordings, as a sentence without its subject; null when an engine takes them. */
export function referenceFault(references: readonly Reference[], limits: ReferenceLimits): string | null {
  if (references.length === 0) return "must name at least one recording";
  if (references.length > limits.files) {
    const most = limits.files === 1 ? "one recording" : `${limits.files} recordings`;
    return `must name at most ${most} for this engine, not ${references.length}`;
  }
  const large = references.find(({ size_bytes }) => size_bytes > limits.bytes);
  if (large !== undefined) {
    return `must name recordings of at most ${megabytes(limits.bytes)} MB for this engine; “${large.name}” has ${megabytes(large.size_bytes)} MB. Trim it`;
  }
  const total = references.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  if (total >= REFERENCE_MS.min && total <= REFERENCE_MS.max) return null;
  return `must name recordings of ${REFERENCE_MS.min / 1_000} to ${REFERENCE_MS.max / 1_000} seconds together, not of ${Math.round(total / 100) / 10}`;
}

const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10;
