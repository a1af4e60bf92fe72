// What the level of the last second says to the person who speaks. Levels as levelOf() gives them: 0 is −60 dBFS, 1 full scale.

/** −36 dBFS. */
const QUIET = 0.4;
/** −3 dBFS as a mean over a few milliseconds: the peaks are at full scale. */
const LOUD = 0.95;

/** Null: the level is good, or there is none. */
export function levelHint(levels: readonly number[]): "tooQuiet" | "tooLoud" | null {
  if (levels.length === 0) return null;
  const most = Math.max(...levels);
  if (most >= LOUD) return "tooLoud";
  return most < QUIET ? "tooQuiet" : null;
}
