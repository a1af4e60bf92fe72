// The positions of sound effects over the spoken timeline.

import type { SfxBlock } from "../document/document.ts";
import type { CompileBlock } from "./compile-input.ts";
import type { AssetUnit, MasteringProfile, OverlayUnit, SequentialUnit } from "./manifest.ts";

/** Where a sound effect plays, ms from the section's start. */
export interface OverlaySpan {
  /** At least 0. */
  readonly start_ms: number;
  /** Later than the start; null for a sound that plays once. */
  readonly until_ms: number | null;
}

/**
 * The span of a sound effect. Without a placement it starts with the next sequential unit after it, or at the end if none
 * follows. For a block without its own sound (a gap, a note, another effect) the next sequential unit after it counts.
 * null: a block that the placement names no longer exists, or the sound would end before it starts.
 */
export function overlaySpan(
  entries: readonly CompileBlock[],
  units: readonly SequentialUnit[],
  end_ms: number,
): (block: SfxBlock, index: number) => OverlaySpan | null {
  const unitOf = new Map<string, AssetUnit>();
  for (const unit of units) if (unit.unit_type === "asset") unitOf.set(unit.block_id, unit);
  const nextStart = nextStarts(entries, unitOf, end_ms);
  const indexOf = new Map(entries.map(({ block }, index) => [block.id, index]));
  return ({ placement }, index) => {
    if (placement === null) return { start_ms: nextStart(index), until_ms: null };
    const anchor = indexOf.get(placement.anchor_block_id);
    if (anchor === undefined) return null;
    const unit = unitOf.get(placement.anchor_block_id);
    const at =
      unit === undefined
        ? nextStart(anchor)
        : anchorMs(entries[anchor]!, unit, placement.anchor, placement.offset_utf16);
    const start_ms = Math.max(0, at + placement.offset_ms);
    const { until_block_id, until_anchor = "start" } = placement;
    if (until_block_id === undefined) return { start_ms, until_ms: null };
    const until = indexOf.get(until_block_id);
    if (until === undefined) return null;
    const last = unitOf.get(until_block_id);
    const until_ms = last === undefined ? nextStart(until) : anchorMs(entries[until]!, last, until_anchor, undefined);
    return until_ms > start_ms ? { start_ms, until_ms } : null;
  };
}

/** Fade of a sound that is cut at its end, so that the cut does not click. */
const CUT_FADE_MS = 60;

/**
 * The overlay unit of an effect with a known span. Fades are limited to the unit; the gain includes the effects bus. A sound
 * that lasts until a line repeats or is cut to fill its span.
 */
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
  readonly span: OverlaySpan;
  readonly profile: MasteringProfile;
}): OverlayUnit {
  const { block, rendition, profile } = effect;
  const { start_ms, until_ms } = effect.span;
  const duration_ms = until_ms === null ? rendition.duration_ms : until_ms - start_ms;
  const fade_out_ms = Math.max(block.placement?.fade_out_ms ?? 0, until_ms === null ? 0 : CUT_FADE_MS);
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
    start_ms,
    duration_ms,
    gain_db: Math.min(24, Math.max(-60, gain)),
    fade_in_ms: Math.min(block.placement?.fade_in_ms ?? 0, duration_ms),
    fade_out_ms: Math.min(fade_out_ms, duration_ms),
    ...(duration_ms > rendition.duration_ms ? { loop: true } : {}),
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
