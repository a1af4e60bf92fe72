// The gaps of a timeline and their reasons.

import type { Block, SourceRange } from "../document/document.ts";
import type { CompileBlock } from "./compile-input.ts";
import type { Gap } from "./manifest.ts";

type SpeechGap = Extract<Gap, { readonly media_kind: "speech" }>;
type SfxGap = Extract<Gap, { readonly media_kind: "sfx" }>;

export function speechGap(
  block: Block,
  block_index: number,
  reason: SpeechGap["reason"],
  source_ranges: readonly SourceRange[],
): SpeechGap {
  return { ...placeOf(block, block_index), media_kind: "speech", reason, source_ranges };
}

export function sfxGap(block: Block, block_index: number, reason: SfxGap["reason"]): SfxGap {
  return { ...placeOf(block, block_index), media_kind: "sfx", reason, source_ranges: [] };
}

/** Why a block with words has no current audio: it has no voice, no engine can speak it, or it has not been made. */
export function speechGapReason(entry: CompileBlock): SpeechGap["reason"] {
  if (entry.speaker_id === null || entry.voice === "none") return "unassigned";
  return entry.voice === "unsupported" ? "unsupported" : audioGapReason(entry);
}

export function sfxGapReason(entry: CompileBlock): SfxGap["reason"] {
  return entry.voice === "unsupported" ? "unsupported" : audioGapReason(entry);
}

// A failed attempt is more specific than missing or stale audio: the audio needs a new request.
function audioGapReason(entry: CompileBlock): "missing" | "stale" | "failed" {
  if (entry.failed) return "failed";
  return entry.freshness === "stale" ? "stale" : "missing";
}

function placeOf(block: Block, block_index: number) {
  return { block_id: block.id, block_index, block_version: block.block_version };
}
