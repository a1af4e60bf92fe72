// The spoken line of a section: passages one after the other, with the pauses that the author set and the spacing that
// the layout asks for.

import {
  type Block,
  isText,
  lineLayout,
  type PassageBreak,
  type SpokenBlock,
  sourceText,
  walkPassages,
} from "../document/document.ts";
import { unitGain } from "../sound/sound.ts";
import type { CompileBlock, CompileInput, CompileRendition } from "./compile-input.ts";
import { speechGap, speechGapReason } from "./gaps.ts";
import type { AssetUnit, Gap, MasteringProfile, SequentialUnit, SourceRange, TimedTextUnit } from "./manifest.ts";
import type { BlockPlace } from "./overlay.ts";
import { textOfRanges, voicedRanges } from "./source-ranges.ts";
import { spacingMs } from "./spacing.ts";
import { type UnitPurpose, unitIds } from "./unit-ids.ts";

/** What a block's units need that depends on nothing but the block. */
export interface PreparedBlock {
  readonly ranges: readonly SourceRange[];
  readonly ids: (purpose: UnitPurpose) => string;
  readonly text: string;
  readonly text_hash: string;
}

/** For compileManifest's `prepared`: half of its work, which may be done while later blocks are still being read. */
export function prepareBlock(entry: CompileBlock, hash: (text: string) => string): PreparedBlock | null {
  const { block, parts } = entry;
  if ((block.kind !== "speech" && block.kind !== "narration") || parts.spoken === null) return null;
  const ranges = rangesOf(block);
  const text = textOfRanges(block.content.text, ranges);
  return { ranges, ids: unitIds(block.id, hash), text, text_hash: hash(text) };
}

export interface Passages {
  readonly sequential_units: readonly SequentialUnit[];
  readonly timed_text_units: readonly TimedTextUnit[];
  /** Of text only, in document order. */
  readonly gaps: readonly Gap[];
  /** Every block of the document, with its asset unit when it has one. */
  readonly places: ReadonlyMap<string, BlockPlace>;
  readonly end_ms: number;
  /** The most source ranges of one unit or gap. */
  readonly most_ranges: number;
}

/**
 * Lays out all blocks in document order. Spacing stands before a passage and belongs to the passage that it follows. A
 * pause that the author put on a block with nothing to say lengthens the spacing there, or opens the section.
 */
export function layOutPassages({ blocks, mastering_profile, hash, prepared }: CompileInput): Passages {
  const line = spokenLine(mastering_profile);
  const gaps: Gap[] = [];
  const places = new Map<string, BlockPlace>();
  const walk = walkPassages(lineLayout(sourceText(blocks.map(({ block }) => block))));
  let most_ranges = 0;
  for (const [index, entry] of blocks.entries()) {
    const { block, parts } = entry;
    places.set(block.id, { block, unit: null, source_words: undefined });
    if (!isText(block)) continue;
    const made = prepared?.get(entry) ?? prepareBlock(entry, hash);
    const ranges = made?.ranges ?? (wantsSound(entry) ? rangesOf(block) : []);
    most_ranges = Math.max(most_ranges, ranges.length);
    if (block.kind !== "speech" && block.kind !== "narration") {
      walk.pass(block, false);
      if (ranges.length > 0) gaps.push(speechGap(block, index, "unresolved", ranges));
    } else if (made === null) {
      walk.pass(block, false);
      line.pause((parts.leading_silence_ms ?? 0) + (parts.trailing_silence_ms ?? 0));
    } else if (entry.freshness === "current" && entry.rendition !== null && entry.speaker_id !== null) {
      const before = walk.pass(block, true);
      const { rendition, speaker_id } = entry;
      const unit = line.speak({ ...made, block, index, parts, rendition, speaker_id }, before);
      places.set(block.id, { block, unit, source_words: rendition.source_words });
    } else {
      // A gap makes no sound, yet the layout goes on: what follows keeps its distance to what was before.
      walk.pass(block, false);
      gaps.push(speechGap(block, index, speechGapReason(entry), ranges));
    }
  }
  const { sequential_units, timed_text_units, end_ms } = line.finish();
  return { sequential_units, timed_text_units, gaps, places, end_ms, most_ranges };
}

interface Passage extends PreparedBlock {
  readonly block: SpokenBlock;
  readonly index: number;
  readonly parts: CompileBlock["parts"];
  readonly rendition: CompileRendition;
  readonly speaker_id: string;
}

/** The line as it grows: everything that is put on it starts where the last thing ended. */
function spokenLine(profile: MasteringProfile) {
  const sequential_units: SequentialUnit[] = [];
  const timed_text_units: TimedTextUnit[] = [];
  let end_ms = 0;
  const roomTone = profile.enabled ? profile.room_tone : null;
  let owedPause = roomTone?.head_ms ?? 0;
  let last: { readonly unit: AssetUnit; readonly ids: (purpose: UnitPurpose) => string } | null = null;

  // Members of units and ranges in canonical order: a long timeline is written and hashed as it is (manifestText).
  const put = (unit: SequentialUnit): void => {
    sequential_units.push(unit);
    end_ms += unit.duration_ms;
  };

  return {
    /** A pause without a passage of its own: it is owed to whatever comes next. */
    pause(duration_ms: number): void {
      owedPause += duration_ms;
    },

    speak(passage: Passage, before: PassageBreak | null): AssetUnit {
      const { block, parts, rendition, speaker_id, ranges, ids } = passage;
      const place = {
        block_id: block.id,
        block_index: passage.index,
        block_kind: block.kind,
        block_version: block.block_version,
      };
      const made = { rendition_id: rendition.id, rendition_intent_hash: rendition.intent_hash };
      const silence = (purpose: "leading_silence" | "trailing_silence", duration_ms: number): void => {
        if (duration_ms >= 1) {
          put({ ...place, duration_ms, ...made, start_ms: end_ms, unit_id: ids(purpose), unit_type: "silence" });
        }
      };
      if (last !== null) {
        const context = before === null ? 1 : spacingMs(before, last.unit.speaker_id !== speaker_id);
        const { block_id, block_index, block_kind, block_version } = last.unit;
        put({
          ...{ block_id, block_index, block_kind, block_version },
          duration_ms: context + owedPause,
          spacing_kind: "inter_passage",
          start_ms: end_ms,
          unit_id: last.ids("spacing"),
          unit_type: "spacing",
        });
        owedPause = 0;
      }
      silence("leading_silence", owedPause + (parts.leading_silence_ms ?? 0));
      owedPause = 0;
      const unit: AssetUnit = {
        analysis_integrated_lufs: clamp(rendition.integrated_lufs, -120, 12),
        analysis_sample_peak_dbfs: clamp(rendition.sample_peak_dbfs, -200, 12),
        asset_content_hash: rendition.asset_content_hash,
        asset_id: rendition.asset_id,
        ...place,
        duration_ms: rendition.duration_ms,
        // A whisper is levelled as what it would be unwhispered, so that it stays a whisper.
        effective_gain_db: unitGain({
          lufs: rendition.integrated_lufs - (rendition.directed_volume_db ?? 0),
          samplePeakDbfs: rendition.sample_peak_dbfs,
          profile,
          speakerId: speaker_id,
        }),
        ...made,
        source_ranges: ranges,
        speaker_id,
        start_ms: end_ms,
        unit_id: ids("asset"),
        unit_type: "asset",
      };
      put(unit);
      timed_text_units.push(timedText(unit, passage));
      silence("trailing_silence", parts.trailing_silence_ms ?? 0);
      last = { unit, ids };
      return unit;
    },

    /** The quiet after the last word lengthens a pause that is already there. */
    finish: () => {
      const tail = roomTone?.tail_ms ?? 0;
      const end = sequential_units.at(-1);
      if (last !== null && end !== undefined && tail >= 1) {
        if (end.unit_type === "silence") {
          sequential_units[sequential_units.length - 1] = { ...end, duration_ms: end.duration_ms + tail };
          end_ms += tail;
        } else {
          const { unit, ids } = last;
          const { block_id, block_index, block_version, block_kind, rendition_id, rendition_intent_hash } = unit;
          put({
            ...{ block_id, block_index, block_kind, block_version },
            duration_ms: tail,
            ...{ rendition_id, rendition_intent_hash },
            start_ms: end_ms,
            unit_id: ids("trailing_silence"),
            unit_type: "silence",
          });
        }
      }
      return { sequential_units, timed_text_units, end_ms };
    },
  };
}

function timedText(unit: AssetUnit, { text, text_hash }: PreparedBlock): TimedTextUnit {
  return {
    block_id: unit.block_id,
    block_index: unit.block_index,
    block_version: unit.block_version,
    duration_ms: unit.duration_ms,
    source_ranges: unit.source_ranges,
    speaker_id: unit.speaker_id,
    start_ms: unit.start_ms,
    text,
    text_hash,
    unit_id: unit.unit_id,
  };
}

function wantsSound({ block, parts }: CompileBlock): boolean {
  return block.kind === "unparsed" || parts.spoken !== null;
}

// An alias can make something audible of a text whose own units are all excluded; then the whole text stands for it.
function rangesOf(block: Extract<Block, { readonly kind: "speech" | "narration" | "unparsed" | "excluded" }>) {
  const ranges = voicedRanges(block.content);
  if (ranges.length > 0 || block.kind === "unparsed") return ranges;
  return [{ end_utf16: block.content.text.length, start_utf16: 0 }];
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
