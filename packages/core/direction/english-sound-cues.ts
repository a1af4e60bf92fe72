// Sounds that English narration reports. A pattern describes a sound that happens now: a thing with its verb, or "the sound of"
// it. A thing alone ("the bell of the church") is not a sound.

import type { CuePattern } from "./cue-pattern.ts";
import { HOUSE_CUES } from "./english-cues-of-houses.ts";
import { NATURE_CUES } from "./english-cues-of-nature.ts";
import { PEOPLE_AND_THING_CUES } from "./english-cues-of-people-and-things.ts";
import { WEAPON_AND_TRAFFIC_CUES } from "./english-cues-of-weapons-and-traffic.ts";

export type { CuePattern } from "./cue-pattern.ts";

/** In this order: where several patterns match the same words, the first one wins. */
export const CUE_PATTERNS: readonly CuePattern[] = [
  ...HOUSE_CUES,
  ...NATURE_CUES,
  ...WEAPON_AND_TRAFFIC_CUES,
  ...PEOPLE_AND_THING_CUES,
];
