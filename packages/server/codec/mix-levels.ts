// The ceiling and the room tone of a mix, from a mastering profile.

import { gainFactor } from "@fullcast/core/sound";
import type { MasteringProfile } from "@fullcast/core/timeline";

/** Without mastering the limiter only prevents clipping. */
const CEILING_WITHOUT_MASTERING_DB = -0.1;

export interface MixLevels {
  /** Linear. */
  readonly ceiling: number;
  /** The level of the room tone, linear; 0 for none. */
  readonly roomTone: number;
}

export function mixLevels(profile: MasteringProfile): MixLevels {
  const tone = profile.enabled ? profile.room_tone : null;
  return {
    ceiling: gainFactor(profile.enabled ? profile.peak_ceiling_db : CEILING_WITHOUT_MASTERING_DB),
    roomTone: tone ? gainFactor(tone.level_db) : 0,
  };
}
