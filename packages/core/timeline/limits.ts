// The limits of one manifest (interface.md, "Limits").

export const MANIFEST_LIMITS = {
  sequential_units: 50_000,
  overlay_units: 10_000,
  timed_text_units: 50_000,
  gaps: 50_000,
  assets: 60_000,
  source_ranges: 10_000,
} as const;

/** A section that does not fit into one manifest. */
export interface ManifestTooLarge {
  readonly kind: "too_large";
  readonly subject: keyof typeof MANIFEST_LIMITS;
  readonly count: number;
  readonly limit: number;
}

/** The first exceeded limit; null if there is none. */
export function exceededLimit(
  counts: {
    readonly [subject in keyof typeof MANIFEST_LIMITS]: number;
  },
): ManifestTooLarge | null {
  for (const subject of Object.keys(MANIFEST_LIMITS) as (keyof typeof MANIFEST_LIMITS)[]) {
    const limit = MANIFEST_LIMITS[subject];
    if (counts[subject] > limit) return { kind: "too_large", subject, count: counts[subject], limit };
  }
  return null;
}
