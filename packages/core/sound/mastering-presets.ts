// Named mastering settings. A preset only fills in fields of the profile; the profile is stored and used.

/** The room tone that audiobook shops require around and under a chapter. */
export interface RoomTone {
  /** The RMS level during the whole file, dBFS, -90 to -50. */
  readonly level_db: number;
  /** Before the first word, 0 to 10,000. */
  readonly head_ms: number;
  /** After the last word, 0 to 10,000. */
  readonly tail_ms: number;
}

interface PresetFields {
  readonly enabled: boolean;
  readonly target_lufs: number;
  readonly strength: number;
  readonly max_boost_db: number;
  readonly max_reduction_db: number;
  readonly peak_ceiling_db: number;
  readonly room_tone: RoomTone | null;
}

export type MasteringPreset = "default" | "acx";

/**
 * `default`: -18 LUFS, between the -16 of podcasts and the -20 of audiobook shops, with the ceiling of -3 dB that shops
 * require. Embedded voices are up to 11 LU quieter and gain a few more dB at the limiter. `acx` passes the checks of ACX
 * (Audible's shop), "Audio Submission Requirements": -23 to -18 dB RMS, peaks at most -3 dB, noise at most -60 dB, room
 * tone before and after.
 */
export const MASTERING_PRESETS: Readonly<Record<MasteringPreset, PresetFields>> = {
  default: {
    enabled: true,
    target_lufs: -18,
    strength: 1,
    max_boost_db: 15,
    max_reduction_db: 12,
    peak_ceiling_db: -3,
    room_tone: null,
  },
  acx: {
    enabled: true,
    target_lufs: -19,
    strength: 1,
    max_boost_db: 18,
    max_reduction_db: 18,
    peak_ceiling_db: -3.2,
    room_tone: { level_db: -67, head_ms: 750, tail_ms: 2_000 },
  },
};
