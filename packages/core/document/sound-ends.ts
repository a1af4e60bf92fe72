// The ends of sounds that last until a line, in written scripts.

import type { Block, SfxBlock, SfxPlacement } from "./blocks.ts";
import { isSpoken } from "./source-text.ts";
import type { WrittenPart } from "./written-script.ts";

/** The role of a script piece for lasting sounds: it starts one, or ends the oldest one with its prompt. */
export interface LastingSound {
  readonly begins?: string;
  readonly ends?: string;
}

/** A piece of a script and its blocks. */
export interface SoundPiece extends LastingSound {
  readonly blocks: readonly Block[];
}

/** The line at which a sound ends, and the line at which it begins. */
export interface SoundEnd {
  readonly from_block_id: string;
  readonly until_block_id: string;
  readonly until_anchor: "start" | "end";
}

export function soundOf(part: WrittenPart): LastingSound {
  if (part.kind === "sound_end") return { ends: part.prompt };
  return part.kind === "sound_effect" && part.loop ? { begins: part.prompt } : {};
}

/** Whether a block is a line that sounds can begin and end at. */
export const isLine = (block: Block): boolean => isSpoken(block) && /\S/u.test(block.content.text);

/**
 * The ends of lasting sounds, by the ids of their blocks. A sound ends at the beginning of the first line after its end
 * cue, or with the last line. Sounds without a line during them have no end.
 */
export function soundEnds(pieces: Iterable<SoundPiece>): ReadonlyMap<string, SoundEnd> {
  interface Lasting {
    readonly id: string;
    from: string | null;
    until: string | null;
    ended: boolean;
  }
  const all: Lasting[] = [];
  const open = new Map<string, Lasting[]>();
  let waiting: Lasting[] = [];
  let last: string | null = null;
  for (const { blocks, begins, ends } of pieces) {
    const effect = begins === undefined ? undefined : blocks.find((block) => block.kind === "sfx");
    if (begins !== undefined && effect !== undefined) {
      const sound = { id: effect.id, from: null, until: null, ended: false };
      all.push(sound);
      waiting.push(sound);
      const same = open.get(begins);
      if (same === undefined) open.set(begins, [sound]);
      else same.push(sound);
    }
    if (ends !== undefined) {
      const sound = open.get(ends)?.shift();
      if (sound !== undefined) {
        sound.ended = true;
        waiting.push(sound);
      }
    }
    const line = blocks.find(isLine);
    if (line === undefined) continue;
    for (const sound of waiting) {
      if (sound.from === null && !sound.ended) sound.from = line.id;
      else if (sound.ended) sound.until ??= line.id;
    }
    waiting = [];
    last = line.id;
  }
  const found = new Map<string, SoundEnd>();
  for (const { id, from, until } of all) {
    if (from === null || last === null) continue;
    found.set(id, {
      from_block_id: from,
      until_block_id: until ?? last,
      until_anchor: until === null ? "end" : "start",
    });
  }
  return found;
}

export const isSameEnd = (one: SoundEnd, other: SoundEnd | undefined): boolean =>
  one.until_block_id === other?.until_block_id && one.until_anchor === other.until_anchor;

/** The sound effect with this end; without a placement it begins with the line after its cue. */
export function withEnd(block: SfxBlock, end: SoundEnd | undefined): SfxBlock {
  if (end === undefined) return block;
  const { until_anchor: _side, ...placed } = block.placement ?? beginsWith(end.from_block_id);
  const { until_block_id, until_anchor } = end;
  return { ...block, placement: { ...placed, until_block_id, ...(until_anchor === "end" ? { until_anchor } : {}) } };
}

const beginsWith = (anchor_block_id: string): SfxPlacement => ({
  anchor_block_id,
  anchor: "start",
  offset_ms: 0,
  gain_db: 0,
  fade_in_ms: 0,
  fade_out_ms: 0,
});
