// Undoes one edit of a block while later edits stay: a three-way merge, part by part.

import { canonicalJson } from "../json/json.ts";
import type { Block } from "./blocks.ts";

/** Parts whose offsets refer to the text. */
const OF_TEXT = ["text", "annotations", "points", "delivery_control_sets"] as const;
const OWN = ["kind", "speaker_id", "placement", "generation_profile_override"] as const;

type Parts = { readonly [name: string]: unknown };

const same = (one: unknown, other: unknown) =>
  canonicalJson((one ?? null) as never) === canonicalJson((other ?? null) as never);

const partsOf = (block: Block): Parts => ({
  ...Object.fromEntries(OWN.map((name) => [name, block[name]])),
  ...Object.fromEntries(Object.entries(block.content).map(([name, value]) => [`content.${name}`, value])),
});

/** Whether two states of a block differ in nothing but their version. */
export const isSameState = (one: Block, other: Block): boolean => same(partsOf(one), partsOf(other));

/**
 * The block without the edit that turned `was` into `made`. Parts that the edit did not change keep their present value.
 * Returns null if a part that the edit changed was changed again, or if offsets would refer to another text.
 * `block_version` is that of `now`.
 */
export function undoBlock(was: Block, made: Block, now: Block): Block | null {
  const [before, after, present] = [partsOf(was), partsOf(made), partsOf(now)];
  const names = new Set([before, after, present].flatMap((parts) => Object.keys(parts)));
  const undone = new Set([...names].filter((name) => !same(before[name], after[name])));
  for (const name of undone) if (!same(after[name], present[name])) return null;
  const isKept = (name: string) => same(after[name], present[name]);
  const ofText = OF_TEXT.map((name) => `content.${name}`);
  // Marks and text belong together. If one of them is undone, all must be in the state after the edit, or not changed by it.
  if (undone.has("content.text") && !ofText.every(isKept)) return null;
  if (ofText.some((name) => undone.has(name)) && !isKept("content.text")) return null;
  if (undone.has("kind") && !isKept("content.type")) return null;
  const remaining = (name: string) => (undone.has(name) ? before[name] : present[name]);
  const content = Object.fromEntries(
    [...names]
      .filter((name) => name.startsWith("content.") && remaining(name) !== undefined)
      .map((name) => [name.slice("content.".length), remaining(name)]),
  );
  const own = Object.fromEntries(OWN.map((name) => [name, remaining(name)]));
  return { ...now, ...own, content } as unknown as Block;
}
