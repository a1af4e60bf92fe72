// How well a voice's age suits a person's age.

import type { Age } from "../structure/structure.ts";

const AGES: readonly Age[] = ["child", "young", "adult", "old"];

/** Steps between ages, by [speaker's age][voice's age] in the order of AGES. */
const AGE_COST: readonly (readonly number[])[] = [
  [0, 12, 150, 170],
  [140, 0, 2, 14],
  [150, 2, 0, 4],
  [170, 14, 4, 0],
];

/** 0 for the same age; a child's voice for an adult, and the reverse, cost most. */
export function ageCost(wanted: Age, has: Age): number {
  return AGE_COST[AGES.indexOf(wanted)]?.[AGES.indexOf(has)] ?? 0;
}
