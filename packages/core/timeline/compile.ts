// The script and the audio that exists for it, compiled into one timeline: sequential units contiguous from 0 ms, sound
// effects over them, the text with its times, and every block whose audio is missing.

import { type Block, lineLayout, type SfxBlock, type SpokenBlock, walkPassages } from "../document/document.ts";
import type { BlockIntentParts, Freshness } from "../media/media.ts";
import { unitGain } from "../sound/sound.ts";
import { canonicalJson } from "./canonical-json.ts";
import { exceededLimit, type ManifestTooLarge } from "./limits.ts";
import type { AssetUnit, Gap, MasteringProfile, RenderManifest, SequentialUnit, TimedTextUnit } from "./manifest.ts";
import { type BlockPlace, overlayStart, placeOverlay } from "./overlay.ts";
import { textOfRanges, voicedRanges } from "./source-ranges.ts";
import { spacingMs } from "./spacing.ts";
import { unitIds } from "./unit-ids.ts";

/** The active rendition of a block, as stored. */
export interface CompileRendition {
  readonly id: string;
  readonly intent_hash: string;
  readonly asset_id: string;
  /** SHA-256 of the asset's bytes. */
  readonly asset_content_hash: string;
  /** Whole milliseconds, at least 1. */
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
  /** Words in offsets of the block's text and ms from the asset's start; only asked for sounds anchored to a word. */
  readonly source_words?:
    | readonly { readonly start_utf16: number; readonly end_utf16: number; readonly start_ms: number }[]
    | undefined;
}

export interface CompileBlock {
  readonly block: Block;
  /** Who speaks it in the end: the block's speaker, or the narrator where narration names none. */
  readonly speaker_id: string | null;
  /** Only what the timeline needs of blockIntentParts(). */
  readonly parts: Pick<BlockIntentParts, "spoken" | "leading_silence_ms" | "trailing_silence_ms">;
  readonly freshness: Freshness;
  readonly rendition: CompileRendition | null;
  /** The latest attempt to make the audio that the block wants now failed. */
  readonly failed: boolean;
  /** `none`: the speaker has no voice yet; `unsupported`: the voice's engine cannot speak it. Ignored when current. */
  readonly voice: "ready" | "none" | "unsupported";
}

export interface CompileInput {
  readonly project_id: string;
  readonly section_id: string;
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
  readonly mastering_profile: MasteringProfile;
  /** Sound effect blocks are left out, and are no gaps, when false. */
  readonly sound_effects_enabled: boolean;
  /** All blocks of the section in document order. */
  readonly blocks: readonly CompileBlock[];
  /** SHA-256 of the UTF-8 of a text, lowercase hex. */
  readonly hash: (text: string) => string;
}

export type CompileResult = { readonly kind: "compiled"; readonly manifest: RenderManifest } | ManifestTooLarge;

/**
 * Compiles the manifest of a section. Only current audio gets units: audio that no longer is what the script says is a
 * gap, not a sound. Blocks with nothing to say have neither. Deterministic: the same input gives the same manifest.
 *
 * Spacing stands before a passage and belongs to the passage that it follows. A pause that the author put on a block
 * with nothing to say lengthens the spacing there.
 */
export function compileManifest(input: CompileInput): CompileResult {
  const { blocks, mastering_profile, hash } = input;
  const sequential_units: SequentialUnit[] = [];
  const timed_text_units: TimedTextUnit[] = [];
  const gaps: Gap[] = [];
  const places = new Map<string, BlockPlace>();
  const effects: { readonly entry: CompileBlock; readonly block: SfxBlock; readonly index: number }[] = [];
  const assets = new Set<string>();
  const walk = walkPassages(lineLayout(scriptText(blocks)));
  let cursor = 0;
  let mostRanges = 0;
  let last: { readonly unit: AssetUnit; readonly ids: ReturnType<typeof unitIds> } | null = null;
  let authoredPause = 0;

  for (let index = 0; index < blocks.length; index += 1) {
    const entry = blocks[index]!;
    const { block, parts } = entry;
    if (block.kind === "sfx") {
      places.set(block.id, { block, unit: null, source_words: undefined });
      if (input.sound_effects_enabled) effects.push({ entry, block, index });
      continue;
    }
    places.set(block.id, { block, unit: null, source_words: undefined });
    if (block.kind !== "speech" && block.kind !== "narration") {
      walk.pass(block, false);
      if (block.kind !== "unparsed") continue;
      const ranges = voicedRanges(block.content);
      mostRanges = Math.max(mostRanges, ranges.length);
      if (ranges.length > 0) gaps.push(speechGap(block, index, "unresolved", ranges));
      continue;
    }
    const rendition = entry.freshness === "current" ? entry.rendition : null;
    if (parts.spoken === null) {
      walk.pass(block, false);
      authoredPause += (parts.leading_silence_ms ?? 0) + (parts.trailing_silence_ms ?? 0);
      continue;
    }
    const ranges = rangesOf(block);
    mostRanges = Math.max(mostRanges, ranges.length);
    if (rendition === null || entry.speaker_id === null) {
      // The passage is skipped, yet the layout goes on: what follows keeps its distance to what was before.
      walk.pass(block, false);
      gaps.push(speechGap(block, index, speechGapReason(entry), ranges));
      continue;
    }
    const passageBreak = walk.pass(block, true);
    if (last !== null) {
      const context = passageBreak === null ? 1 : spacingMs(passageBreak, last.unit.speaker_id !== entry.speaker_id);
      const duration_ms = context + authoredPause;
      sequential_units.push({
        unit_type: "spacing",
        ...passageOf(last.unit),
        unit_id: last.ids("spacing"),
        start_ms: cursor,
        duration_ms,
        spacing_kind: "inter_passage",
      });
      cursor += duration_ms;
      authoredPause = 0;
    }
    const ids = unitIds(block.id, hash);
    const passage = { block_id: block.id, block_index: index, block_version: block.block_version };
    const silence = (unit_id: string, duration_ms: number) => {
      if (duration_ms < 1) return;
      sequential_units.push({
        unit_type: "silence",
        ...passage,
        block_kind: block.kind,
        unit_id,
        start_ms: cursor,
        duration_ms,
        rendition_id: rendition.id,
        rendition_intent_hash: rendition.intent_hash,
      });
      cursor += duration_ms;
    };
    silence(ids("leading_silence"), authoredPause + (parts.leading_silence_ms ?? 0));
    authoredPause = 0;
    const unit: AssetUnit = {
      unit_type: "asset",
      ...passage,
      block_kind: block.kind,
      unit_id: ids("asset"),
      start_ms: cursor,
      duration_ms: rendition.duration_ms,
      rendition_id: rendition.id,
      rendition_intent_hash: rendition.intent_hash,
      asset_id: rendition.asset_id,
      asset_content_hash: rendition.asset_content_hash,
      source_ranges: ranges,
      speaker_id: entry.speaker_id,
      analysis_integrated_lufs: clamp(rendition.integrated_lufs, -120, 12),
      analysis_sample_peak_dbfs: clamp(rendition.sample_peak_dbfs, -200, 12),
      effective_gain_db: unitGain({
        lufs: rendition.integrated_lufs,
        profile: mastering_profile,
        speakerId: entry.speaker_id,
      }),
    };
    sequential_units.push(unit);
    assets.add(unit.asset_id);
    cursor += unit.duration_ms;
    const text = textOfRanges(block.content.text, ranges);
    timed_text_units.push({
      ...passage,
      unit_id: unit.unit_id,
      speaker_id: entry.speaker_id,
      start_ms: unit.start_ms,
      duration_ms: unit.duration_ms,
      text,
      text_hash: hash(text),
      source_ranges: ranges,
    });
    silence(ids("trailing_silence"), parts.trailing_silence_ms ?? 0);
    places.set(block.id, { block, unit, source_words: rendition.source_words });
    last = { unit, ids };
  }

  const overlay_units = [];
  const starts = overlayStart(blocks, places, cursor);
  for (const { entry, block, index } of effects) {
    const rendition = entry.freshness === "current" ? entry.rendition : null;
    const start_ms = starts(block, index);
    if (rendition === null || start_ms === null) {
      const reason = start_ms === null ? "unplaced" : effectGapReason(entry);
      gaps.push({ ...gapPlace(block, index), media_kind: "sfx", reason, source_ranges: [] });
      continue;
    }
    assets.add(rendition.asset_id);
    const unit_id = unitIds(block.id, hash)("sfx");
    overlay_units.push(placeOverlay({ block, index, rendition, unit_id, start_ms, profile: mastering_profile }));
  }
  overlay_units.sort(
    (a, b) => a.start_ms - b.start_ms || a.block_index - b.block_index || compareText(a.block_id, b.block_id),
  );
  gaps.sort((a, b) => a.block_index - b.block_index);

  const refusal = exceededLimit({
    sequential_units: sequential_units.length,
    overlay_units: overlay_units.length,
    timed_text_units: timed_text_units.length,
    gaps: gaps.length,
    assets: assets.size,
    source_ranges: mostRanges,
  });
  if (refusal !== null) return refusal;
  return {
    kind: "compiled",
    manifest: {
      schema_version: "studio-render-manifest-2",
      project_id: input.project_id,
      section_id: input.section_id,
      document_version: input.document_version,
      speaker_registry_version: input.speaker_registry_version,
      mastering_version: input.mastering_version,
      mastering_profile_hash: hash(canonicalJson(mastering_profile)),
      mastering_profile,
      completeness: gaps.length === 0 ? "complete" : "partial",
      duration_ms: overlay_units.reduce((end, unit) => Math.max(end, unit.start_ms + unit.duration_ms), cursor),
      sequential_units,
      overlay_units,
      timed_text_units,
      gaps,
    },
  };
}

/** `manifest_hash`: SHA-256 of the canonical manifest. */
export function manifestHash(manifest: RenderManifest, hash: (text: string) => string): string {
  return hash(canonicalJson(manifest));
}

/** The distinct assets that the manifest plays, in the order of their first use. */
export function assetIdsOf(manifest: RenderManifest): readonly string[] {
  const ids = new Set<string>();
  for (const unit of manifest.sequential_units) if (unit.unit_type === "asset") ids.add(unit.asset_id);
  for (const unit of manifest.overlay_units) ids.add(unit.asset_id);
  return [...ids];
}

function speechGapReason(entry: CompileBlock): Extract<Gap, { media_kind: "speech" }>["reason"] {
  if (entry.speaker_id === null || entry.voice === "none") return "unassigned";
  if (entry.voice === "unsupported") return "unsupported";
  return audioGapReason(entry);
}

function effectGapReason(entry: CompileBlock): "missing" | "stale" | "failed" | "unsupported" {
  return entry.voice === "unsupported" ? "unsupported" : audioGapReason(entry);
}

// A failed attempt says more than that the audio is missing or old: it will not come by itself.
function audioGapReason(entry: CompileBlock): "missing" | "stale" | "failed" {
  if (entry.failed) return "failed";
  return entry.freshness === "stale" ? "stale" : "missing";
}

function speechGap(
  block: Block,
  index: number,
  reason: Extract<Gap, { media_kind: "speech" }>["reason"],
  source_ranges: Gap["source_ranges"],
): Gap {
  return { ...gapPlace(block, index), media_kind: "speech", reason, source_ranges };
}

function gapPlace(block: Block, block_index: number) {
  return { block_id: block.id, block_index, block_version: block.block_version };
}

function passageOf({ block_id, block_index, block_version, block_kind }: AssetUnit) {
  return { block_id, block_index, block_version, block_kind };
}

// An alias can make something audible of a text whose own units are all silent or excluded; the whole text stands for it.
function rangesOf(block: SpokenBlock) {
  const ranges = voicedRanges(block.content);
  return ranges.length > 0 ? ranges : [{ start_utf16: 0, end_utf16: block.content.text.length }];
}

function scriptText(blocks: readonly CompileBlock[]): string {
  let text = "";
  for (const { block } of blocks) {
    if (block.kind === "speech" || block.kind === "narration") text += block.content.text;
  }
  return text;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
