// The positions of sound effects over the spoken timeline.

import type { SfxBlock } from "../document/document.ts";
import type { CompileBlock } from "./compile-input.ts";
import type { AssetUnit, MasteringProfile, OverlayUnit, SequentialUnit } from "./manifest.ts";

/**
 * The start of a sound effect in ms from the section's start, at least 0. Without a placement it starts with the next
 * sequential unit after it, or at the end if none follows. For an anchor without its own sound (a gap, a note, another
 * effect) the next sequential unit after the anchor counts. null: the anchor no longer exists.
 */
export function overlayStart(
  entries: readonly CompileBlock[],
  units: readonly SequentialUnit[],
  end_ms: number,
): (block: SfxBlock, index: number) => number | null {
  const unitOf = new Map<string, AssetUnit>();
  for (const unit of units) if (unit.unit_type === "asset") unitOf.set(unit.block_id, unit);
  const nextStart = nextStarts(entries, unitOf, end_ms);
  const indexOf = new Map(entries.map(({ block }, index) => [block.id, index]));
  return ({ placement }, index) => {
    if (placement === null) return nextStart(index);
    const anchor = indexOf.get(placement.anchor_block_id);
    if (anchor === undefined) return null;
    const unit = unitOf.get(placement.anchor_block_id);
    const at =
      unit === undefined
        ? nextStart(anchor)
        : anchorMs(entries[anchor]!, unit, placement.anchor, placement.offset_utf16);
    return Math.max(0, at + placement.offset_ms);
  };
}

/** The overlay unit of an effect with a known start. Fades are limited to the sound; the gain includes the effects bus. */
export function placeOverlay(effect: {
  readonly block: SfxBlock;
  readonly index: number;
  readonly rendition: {
    readonly intent_hash: string;
    readonly asset_id: string;
    readonly asset_content_hash: string;
    readonly duration_ms: number;
  };
  readonly unit_id: string;
  readonly start_ms: number;
  readonly profile: MasteringProfile;
}): OverlayUnit {
  const { block, rendition, profile } = effect;
  const bus = profile.enabled ? profile.sfx_bus_gain_db : 0;
  const gain = (block.placement?.gain_db ?? 0) + bus;
  return {
    unit_type: "sfx",
    unit_id: effect.unit_id,
    block_id: block.id,
    block_index: effect.index,
    block_version: block.block_version,
    intent_hash: rendition.intent_hash,
    asset_id: rendition.asset_id,
    asset_content_hash: rendition.asset_content_hash,
    start_ms: effect.start_ms,
    duration_ms: rendition.duration_ms,
    gain_db: Math.min(24, Math.max(-60, gain)),
    fade_in_ms: Math.min(block.placement?.fade_in_ms ?? 0, rendition.duration_ms),
    fade_out_ms: Math.min(block.placement?.fade_out_ms ?? 0, rendition.duration_ms),
  };
}

/** The start of the first asset unit at or after a block, by index: one sweep from the end. */
function nextStarts(
  entries: readonly CompileBlock[],
  unitOf: ReadonlyMap<string, AssetUnit>,
  end_ms: number,
): (index: number) => number {
  const starts = new Float64Array(entries.length);
  let next = end_ms;
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    next = unitOf.get(entries[at]!.block.id)?.start_ms ?? next;
    starts[at] = next;
  }
  return (index) => starts[index] ?? end_ms;
}

function anchorMs(
  entry: CompileBlock,
  unit: AssetUnit,
  anchor: "start" | "end" | "offset",
  offset: number | undefined,
): number {
  switch (anchor) {
    case "start":
      return unit.start_ms;
    case "end":
      return unit.start_ms + unit.duration_ms;
    case "offset":
      return unit.start_ms + offsetMs(entry, unit, offset ?? 0);
  }
}

// The word at or after the offset if the engine reported word times; otherwise the offset's share of the text. The place of
// a sound may be estimated; word timings never are.
function offsetMs({ block, rendition }: CompileBlock, unit: AssetUnit, offset: number): number {
  const words = rendition?.source_words ?? [];
  const word = words.find((one) => one.end_utf16 > offset);
  if (word !== undefined) return Math.min(word.start_ms, unit.duration_ms);
  if (words.length > 0) return unit.duration_ms;
  const length = block.kind === "sfx" ? 0 : block.content.text.length;
  return length === 0 ? 0 : Math.round(unit.duration_ms * Math.min(1, Math.max(0, offset / length)));
}
