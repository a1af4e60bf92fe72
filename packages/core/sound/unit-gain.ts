/** The fields of a mastering profile that level single units (interface.md, "Mastering profile"). */
export interface LevellingProfile {
  readonly enabled: boolean;
  readonly target_lufs: number;
  readonly strength: number;
  readonly max_boost_db: number;
  readonly max_reduction_db: number;
  readonly silence_threshold_lufs: number;
  readonly peak_ceiling_db: number;
  readonly speaker_adjustments_db: { readonly [speakerId: string]: number };
}

/**
 * What the limiter takes from a unit's loudness, in LU, when the unit's highest sample is `over` dB over the ceiling: fitted to
 * sections of three embedded voices, 20 of which come out within 0.4 LU of their target.
 */
const limiterLoss = (over: number): number => 0.05 * clamp(over, 0, 10) ** 2;

/** More than this is not made up for: such a unit is a bang with little beside it. */
const MOST_MAKE_UP_DB = 3;

/** Gain that makes up for the limiter when `over` dB are over the ceiling without it. */
function makeUp(over: number): number {
  let gain = 0;
  // Every decibel that is added costs again; five rounds settle it below a hundredth where it settles at all.
  for (let round = 0; round < 5; round++) gain = Math.min(MOST_MAKE_UP_DB, limiterLoss(over + gain));
  return gain;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * `effective_gain_db` of an asset unit: what the mix multiplies its samples by, -24 to 24 dB, rounded to 0.01 dB.
 *
 * - `enabled: false` gives 0: nothing is moved, speaker adjustments included.
 * - The way to `target_lufs` is walked by `strength` (0 not at all, 1 wholly) and then held within `max_boost_db` upward
 *   and `max_reduction_db` downward. Where peaks will be over the ceiling, the way is longer by what the limiter is going to
 *   take: it is the file that shall have the target's loudness.
 * - A unit at or under `silence_threshold_lufs` is not levelled: boosting breath or room tone only makes noise.
 * - The speaker's adjustment is a wish of the director, not a correction: it is added after the limits, also to units that
 *   are not levelled.
 */
export function unitGain(unit: {
  readonly lufs: number;
  readonly samplePeakDbfs: number;
  readonly profile: LevellingProfile;
  readonly speakerId: string | null;
}): number {
  const { lufs, samplePeakDbfs, profile, speakerId } = unit;
  if (!profile.enabled) return 0;
  const way = (profile.target_lufs - lufs) * profile.strength;
  const lost = makeUp(samplePeakDbfs + way - profile.peak_ceiling_db) * profile.strength;
  const levelling =
    lufs <= profile.silence_threshold_lufs ? 0 : clamp(way + lost, -profile.max_reduction_db, profile.max_boost_db);
  const adjustment =
    speakerId !== null && Object.hasOwn(profile.speaker_adjustments_db, speakerId)
      ? profile.speaker_adjustments_db[speakerId]!
      : 0;
  return Math.round(clamp(levelling + adjustment, -24, 24) * 100) / 100 + 0;
}
