// Compiles the script and its existing audio into one timeline: the spoken line, sound effects over it, the
// text with its times, and every block whose audio is missing.

import { canonicalJson } from "../json/canonical-json.ts";
import type { CompileInput, Passages } from "./compile-input.ts";
import { sfxGap, sfxGapReason } from "./gaps.ts";
import { exceededLimit, type ManifestTooLarge } from "./limits.ts";
import type { AssetUnit, Gap, OverlayUnit, RenderManifest } from "./manifest.ts";
import { manifestText } from "./manifest-text.ts";
import { overlaySpan, placeOverlay } from "./overlay.ts";
import { layOutPassages, withQuietEnd } from "./passages.ts";
import { unitIds } from "./unit-ids.ts";

export type { CompileBlock, CompileInput, CompileRendition } from "./compile-input.ts";

export type CompileResult = { readonly kind: "compiled"; readonly manifest: RenderManifest } | ManifestTooLarge;

/**
 * Compiles the manifest of a section. Only current audio gets units: stale audio is a gap. Blocks without spoken text have
 * neither. Deterministic: the same input gives the same manifest.
 */
export function compileManifest(input: CompileInput): CompileResult {
  const spoken = input.passages ?? layOutPassages(input);
  const overlays = layOverlays(input, spoken);
  const passages = withQuietEnd(spoken, overlays.units, input.mastering_profile);
  const gaps = [...passages.gaps, ...overlays.gaps].sort((a, b) => a.block_index - b.block_index);
  const manifest: RenderManifest = {
    schema_version: "studio-render-manifest-2",
    project_id: input.project_id,
    section_id: input.section_id,
    document_version: input.document_version,
    speaker_registry_version: input.speaker_registry_version,
    mastering_version: input.mastering_version,
    mastering_profile_hash: input.hash(canonicalJson(input.mastering_profile)),
    mastering_profile: input.mastering_profile,
    completeness: gaps.length === 0 ? "complete" : "partial",
    duration_ms: overlays.units.reduce((end, unit) => Math.max(end, unit.start_ms + unit.duration_ms), passages.end_ms),
    sequential_units: passages.sequential_units,
    overlay_units: overlays.units,
    timed_text_units: passages.timed_text_units,
    gaps,
  };
  const refusal = exceededLimit({
    sequential_units: manifest.sequential_units.length,
    overlay_units: manifest.overlay_units.length,
    timed_text_units: manifest.timed_text_units.length,
    gaps: gaps.length,
    assets: assetIdsOf(manifest).length,
    source_ranges: passages.most_ranges,
  });
  return refusal ?? { kind: "compiled", manifest };
}

/** `manifest_hash`: SHA-256 of the canonical manifest. */
export function manifestHash(manifest: RenderManifest, hash: (text: string) => string): string {
  return hash(manifestText(manifest));
}

/** The units that play audio of the spoken line, in their order. */
export function assetUnitsOf(manifest: RenderManifest): readonly AssetUnit[] {
  return manifest.sequential_units.filter((unit) => unit.unit_type === "asset");
}

/** The distinct assets that the manifest plays, in the order of their first use. */
export function assetIdsOf(manifest: RenderManifest): readonly string[] {
  const ids = new Set<string>();
  for (const unit of manifest.sequential_units) if (unit.unit_type === "asset") ids.add(unit.asset_id);
  for (const unit of manifest.overlay_units) ids.add(unit.asset_id);
  return [...ids];
}

function layOverlays(input: CompileInput, passages: Passages): { units: readonly OverlayUnit[]; gaps: readonly Gap[] } {
  const units: OverlayUnit[] = [];
  const gaps: Gap[] = [];
  if (!input.sound_effects_enabled) return { units, gaps };
  const effects = input.blocks.flatMap((entry, index) =>
    entry.block.kind === "sfx" ? { entry, block: entry.block, index } : [],
  );
  if (effects.length === 0) return { units, gaps };
  const spanOf = overlaySpan(input.blocks, passages.sequential_units, passages.end_ms);
  for (const { entry, block, index } of effects) {
    const rendition = entry.freshness === "current" ? entry.rendition : null;
    const span = spanOf(block, index);
    if (span === null) gaps.push(sfxGap(block, index, "unplaced"));
    else if (rendition === null) gaps.push(sfxGap(block, index, sfxGapReason(entry)));
    else {
      const unit_id = unitIds(block.id, input.hash)("sfx");
      units.push(placeOverlay({ block, index, rendition, unit_id, span, profile: input.mastering_profile }));
    }
  }
  // Blocks are visited in document order and the sort is stable, so equal starts keep the order of their blocks.
  return { units: units.sort((a, b) => a.start_ms - b.start_ms), gaps };
}
