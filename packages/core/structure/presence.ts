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
  return judgements.map((own, index) => {
    const near = new Map<number, number>();
    for (let other = Math.max(0, index - REACH); other <= Math.min(lines.length - 1, index + REACH); other++) {
      if (other === index || scene[other] !== scene[index]) continue;
      const { candidates, probabilities } = judgements[other]!;
      if (candidates[0]!.person < 0) continue;
      candidates.forEach(({ person }, place) => {
        near.set(person, (near.get(person) ?? 0) + probabilities[place]!);
      });
    }
    const mine = new Map(own.candidates.map(({ person }, place) => [person, own.probabilities[place]!]));
    return {
      share: (person) => total[person]! - (mine.get(person) ?? 0),
      near: (person) => near.get(person) ?? 0,
    };
  });
}
