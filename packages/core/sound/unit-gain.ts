/** The fields of a mastering profile that level single units (interface.md, "Mastering profile"). */
export interface LevellingProfile {
  readonly enabled: boolean;
  readonly target_lufs: number;
  readonly strength: number;
  readonly max_boost_db: number;
  readonly max_reduction_db: number;
  readonly silence_threshold_lufs: number;
  readonly speaker_adjustments_db: { readonly [speakerId: string]: number };
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * `effective_gain_db` of an asset unit: what the mix multiplies its samples by, -24 to 24 dB, rounded to 0.01 dB.
 *
 * - `enabled: false` gives 0: nothing is moved, speaker adjustments included.
 * - The way to `target_lufs` is walked by `strength` (0 not at all, 1 wholly) and then held within `max_boost_db` upward
 *   and `max_reduction_db` downward.
 * - A unit at or under `silence_threshold_lufs` is not levelled: boosting breath or room tone only makes noise.
 * - The speaker's adjustment is a wish of the director, not a correction: it is added after the limits, also to units that
 *   are not levelled.
 */
export function unitGain(unit: {
  readonly lufs: number;
  readonly profile: LevellingProfile;
  readonly speakerId: string | null;
}): number {
  const { lufs, profile, speakerId } = unit;
  if (!profile.enabled) return 0;
  const levelling =
    lufs <= profile.silence_threshold_lufs
      ? 0
      : clamp((profile.target_lufs - lufs) * profile.strength, -profile.max_reduction_db, profile.max_boost_db);
  const adjustment =
    speakerId !== null && Object.hasOwn(profile.speaker_adjustments_db, speakerId)
      ? profile.speaker_adjustments_db[speakerId]!
      : 0;
  return Math.round(clamp(levelling + adjustment, -24, 24) * 100) / 100 + 0;
}
