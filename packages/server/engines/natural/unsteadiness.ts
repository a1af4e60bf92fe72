// Laughter and trembling in a voice. A speech-laugh is a voice with more breath that swells and ebbs about five times a
// second, in bursts, behind a smile (Trouvain, "Phonetic aspects of speech-laughs", Oralité et Gestualité 2001; a smile
// raises the upper formants: Tartter, "Happy talk", Perception & Psychophysics 27, 1980). Weeping and fear make the pitch
// tremble, less regularly and without the swells (Scherer, "Vocal communication of emotion", Speech Communication 40, 2003).
// The depths stay where every word is understood.

import type { Delivery } from "@fullcast/core/direction";

const LAUGHS_HZ = 5.2;
/** Bursts of laughter come and go. */
const BURSTS_HZ = 0.75;
/** Part of the laughter that stays between two bursts. */
const LEAST_BURST = 0.35;
const LAUGH_SEMITONES = 0.7;
const LAUGH_EBB_DB = 5;
/** Part of the voice that gives way to breath when it ebbs. */
const LAUGH_BREATH = 0.5;
const TREMBLES_HZ = [5.7, 7.3] as const;
const TREMBLE_SEMITONES = 0.55;
const TREMBLE_DB = 1.2;

export interface Moment {
  readonly semitones: number;
  readonly gainDb: number;
  /** Factor on the voiced part. */
  readonly voiced: number;
}

/** What laughter and trembling do to the voice at a time; null when the delivery has neither. */
export function unsteadiness({ laughter = 0, trembling = 0 }: Delivery): ((seconds: number) => Moment) | null {
  if (laughter === 0 && trembling === 0) return null;
  return (seconds) => {
    const turn = (hz: number) => 2 * Math.PI * hz * seconds;
    const burst = LEAST_BURST + (1 - LEAST_BURST) * (0.5 + 0.5 * Math.cos(turn(BURSTS_HZ)));
    const swell = Math.cos(turn(LAUGHS_HZ));
    const ebb = laughter * burst * (0.5 - 0.5 * swell);
    const shake = (trembling * (Math.sin(turn(TREMBLES_HZ[0])) + Math.sin(turn(TREMBLES_HZ[1])))) / 2;
    return {
      semitones: LAUGH_SEMITONES * laughter * burst * swell + TREMBLE_SEMITONES * shake,
      gainDb: TREMBLE_DB * shake - LAUGH_EBB_DB * ebb,
      voiced: 1 - LAUGH_BREATH * ebb,
    };
  };
}
