// Findings in a script: the block that holds each of them, and its place there.

import type { BlockKind } from "../document/document.ts";
import type { Finding } from "./finding.ts";

export interface CheckedBlock {
  readonly id: string;
  readonly kind: BlockKind;
  readonly text: string;
}

/** A finding in a block. Offsets count in the block's text. */
export interface BlockFinding extends Finding {
  /** The block's place among those of its chapter, from 0. */
  readonly block: number;
}

/**
 * Findings of one chapter, in order, in its blocks; their texts joined are the chapter. What no voice speaks is left out. A
 * finding over several blocks lies in the first one and has no mend: a person decides which line changes.
 */
export function inBlocks(findings: readonly Finding[], blocks: readonly CheckedBlock[]): readonly BlockFinding[] {
  const text = blocks.map((block) => block.text).join("");
  const ends: number[] = [];
  for (const block of blocks) ends.push((ends.at(-1) ?? 0) + block.text.length);
  let at = 0;
  return findings.flatMap((finding): BlockFinding[] => {
    const { end_utf16: end } = finding;
    let { start_utf16: start } = finding;
    // Something that is missing at the end of a block belongs to it.
    const isBehind = (block: number) => (start === end ? (ends[block] ?? 0) < start : (ends[block] ?? 0) <= start);
    while (at > 0 && !isBehind(at - 1)) at--;
    while (at < blocks.length - 1 && isBehind(at)) at++;
    const lead = /^\s*/u.exec(text.slice(start, end))?.[0].length ?? 0;
    if (finding.mend === "" && start + lead < end && start + lead >= (ends[at] ?? 0)) {
      // The space before words that are left out stays at the end of the block before.
      start += lead;
      while (at < blocks.length - 1 && isBehind(at)) at++;
    }
    const block = blocks[at];
    if (block === undefined || block.kind === "excluded") return [];
    const from = (ends[at] ?? 0) - block.text.length;
    const last = Math.min(end, ends[at] ?? 0);
    const mend = end > last ? null : finding.mend;
    return [{ ...finding, block: at, start_utf16: start - from, end_utf16: last - from, mend }];
  });
}
