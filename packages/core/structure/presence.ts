// Who is present: the lines that a first reading expects of each person, in the whole text and around each line.

import type { Cast } from "./cast.ts";
import type { Judgement } from "./judgement.ts";
import type { Line } from "./line.ts";
import type { Presence } from "./scores.ts";

/** Lines to either side that count as nearby. */
const REACH = 12;

export function presenceOf(lines: readonly Line[], judgements: readonly Judgement[], cast: Cast): Presence[] {
  const total = new Float64Array(cast.people.length);
  for (const { candidates, probabilities } of judgements) {
    candidates.forEach(({ person }, index) => {
      if (person >= 0) total[person]! += probabilities[index]!;
    });
  }
  const near = new Window(lines, judgements, cast.people.length);
  return judgements.map((judgement, index) => ({
    share: (person) => total[person]! - ownOf(judgement, person),
    near: (person) => near.at(index, person) - ownOf(judgement, person),
  }));
}

function ownOf({ candidates, probabilities }: Judgement, person: number): number {
  for (let place = 0; place < candidates.length; place++) {
    if (candidates[place]!.person === person) return probabilities[place]!;
  }
  return 0;
}

/** The expected lines of each person around a line, within its scene. The window slides forward, so ask for lines in order. */
class Window {
  private readonly judgements: readonly Judgement[];
  /** First line of the scene of each line, and the line after its last. */
  private readonly sceneStart: Int32Array;
  private readonly sceneEnd: Int32Array;
  private readonly sums: Float64Array;
  private low = 0;
  private high = 0;

  constructor(lines: readonly Line[], judgements: readonly Judgement[], people: number) {
    this.judgements = judgements;
    this.sums = new Float64Array(people);
    this.sceneStart = new Int32Array(lines.length);
    this.sceneEnd = new Int32Array(lines.length);
    for (let index = 0; index < lines.length; index++) {
      this.sceneStart[index] = index === 0 || lines[index]!.newScene ? index : this.sceneStart[index - 1]!;
    }
    for (let index = lines.length - 1; index >= 0; index--) {
      const last = index === lines.length - 1 || lines[index + 1]!.newScene;
      this.sceneEnd[index] = last ? index + 1 : this.sceneEnd[index + 1]!;
    }
  }

  at(index: number, person: number): number {
    const high = Math.min(index + REACH + 1, this.sceneEnd[index]!);
    const low = Math.max(index - REACH, this.sceneStart[index]!);
    while (this.high < high) this.add(this.high++, 1);
    while (this.low < low) this.add(this.low++, -1);
    return this.sums[person]!;
  }

  private add(line: number, sign: number): void {
    const { candidates, probabilities } = this.judgements[line]!;
    for (let place = 0; place < candidates.length; place++) {
      const { person } = candidates[place]!;
      if (person >= 0) this.sums[person]! += sign * probabilities[place]!;
    }
  }
}
