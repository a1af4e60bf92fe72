// Who is there: how many lines a first reading expects of each person, in the whole text and around each line.

import type { Cast } from "./cast.ts";
import type { Judgement } from "./decide.ts";
import type { Presence } from "./scores.ts";
import type { Line } from "./units.ts";

/** Lines to either side that count as nearby. */
const REACH = 12;

export function presenceOf(lines: readonly Line[], judgements: readonly Judgement[], cast: Cast): Presence[] {
  const total = new Float64Array(cast.people.length);
  for (const { candidates, probabilities } of judgements) {
    candidates.forEach(({ person }, index) => {
      if (person >= 0) total[person]! += probabilities[index]!;
    });
  }
  // A window slides over the lines; scenes are counted by the breaks passed.
  const scene = new Int32Array(lines.length);
  lines.forEach((line, index) => {
    scene[index] = index === 0 ? 0 : scene[index - 1]! + (line.newScene ? 1 : 0);
  });
  // One table serves all lines: they are asked for in order, so it is filled anew when another line is.
  const near = new Float64Array(cast.people.length);
  let filled = -1;
  const fill = (index: number, clear: boolean): void => {
    for (let other = Math.max(0, index - REACH); other <= Math.min(lines.length - 1, index + REACH); other++) {
      if (other === index || scene[other] !== scene[index]) continue;
      const { candidates, probabilities } = judgements[other]!;
      if (candidates[0]!.person < 0) continue;
      for (let place = 0; place < candidates.length; place++) {
        const { person } = candidates[place]!;
        near[person] = clear ? 0 : near[person]! + probabilities[place]!;
      }
    }
  };
  return judgements.map(({ candidates, probabilities }, index) => ({
    share: (person) => {
      const place = candidates.findIndex((candidate) => candidate.person === person);
      return total[person]! - (place < 0 ? 0 : probabilities[place]!);
    },
    near: (person) => {
      if (filled !== index) {
        if (filled >= 0) fill(filled, true);
        fill(index, false);
        filled = index;
      }
      return near[person]!;
    },
  }));
}
