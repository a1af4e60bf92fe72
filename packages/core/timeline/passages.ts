// The spoken timeline of a section: passages one after the other, with the author's pauses and the spacing of the layout.

import {
  type Block,
  isText,
  type LineLayout,
  lineLayout,
  type PassageBreak,
  type SourceRange,
  type SpokenBlock,
  sourceText,
  type TextBlock,
  walkPassages,
} from "../document/document.ts";
import { unitGain } from "../sound/sound.ts";
import type { CompileBlock, CompileInput, CompileRendition, Passages } from "./compile-input.ts";
import { speechGap, speechGapReason } from "./gaps.ts";
import type { AssetUnit, Gap, MasteringProfile, SequentialUnit, TimedTextUnit } from "./manifest.ts";
import { textOfRanges, voicedRanges } from "./source-ranges.ts";
import { spacingMs } from "./spacing.ts";
import { type UnitPurpose, unitIds } from "./unit-ids.ts";

/** Builds passages while later blocks are still being read. */
export interface PassageLayout {
  /** The next block of the document. */
  add(entry: CompileBlock): void;
  /** The passages so far; the last sequential unit may still grow. */
  readonly sequential_units: readonly SequentialUnit[];
  readonly timed_text_units: readonly TimedTextUnit[];
  /** After the last block. */
  finish(): Passages;
}

/** The line layout of a script, which determines where its paragraphs end. */
export const lineLayoutOf = (entries: readonly CompileBlock[]): LineLayout =>
  lineLayout(sourceText(entries.map(({ block }) => block)));

/** All passages of a section. */
export function layOutPassages({ blocks, mastering_profile, hash }: CompileInput): Passages {
  const layout = passageLayout(mastering_profile, hash, lineLayoutOf(blocks));
  for (const entry of blocks) layout.add(entry);
  return layout.finish();
}

/**
 * Extends the room tone's tail after the last sound, if a sound continues after the last word: shops measure the tail from
 * there. Otherwise returns the passages unchanged.
 */
export function withQuietEnd(
  passages: Passages,
  sounds: readonly { readonly start_ms: number; readonly duration_ms: number }[],
  profile: MasteringProfile,
): Passages {
  const tail = profile.enabled ? (profile.room_tone?.tail_ms ?? 0) : 0;
  const soundsEnd = sounds.reduce((end, { start_ms, duration_ms }) => Math.max(end, start_ms + duration_ms), 0);
  const missing = soundsEnd + tail - passages.end_ms;
  const quiet = passages.sequential_units.at(-1);
  if (tail < 1 || sounds.length === 0 || missing <= 0 || quiet?.unit_type !== "silence") return passages;
  const longer = { ...quiet, duration_ms: quiet.duration_ms + missing };
  const sequential_units = [...passages.sequential_units.slice(0, -1), longer];
  return { ...passages, sequential_units, end_ms: passages.end_ms + missing };
}

/**
 * Lays out blocks in document order. Spacing precedes a passage and belongs to the passage before it. An author's pause on
 * a block without spoken text lengthens this spacing, or opens the section.
 * @param lines lineLayoutOf() all blocks
 */
export function passageLayout(
  profile: MasteringProfile,
  hash: (text: string) => string,
  lines: LineLayout,
): PassageLayout {
  const line = spokenLine(profile);
  const gaps: Gap[] = [];
  const walk = walkPassages(lines);
  let most_ranges = 0;
  let index = 0;
  let finished: Passages | null = null;

  const addText = (entry: CompileBlock, block: TextBlock): void => {
    const { parts, rendition, speaker_id } = entry;
    const ranges = wantsSound(entry) ? rangesOf(block) : [];
    most_ranges = Math.max(most_ranges, ranges.length);
    if (block.kind !== "speech" && block.kind !== "narration") {
      walk.pass(block, false);
      if (ranges.length > 0) gaps.push(speechGap(block, index, "unresolved", ranges));
    } else if (parts.spoken === null) {
      walk.pass(block, false);
      line.pause((parts.leading_silence_ms ?? 0) + (parts.trailing_silence_ms ?? 0));
    } else if (entry.freshness === "current" && rendition !== null && speaker_id !== null) {
      const before = walk.pass(block, true);
      const ids = unitIds(block.id, hash);
      const text = textOfRanges(block.content.text, ranges);
      const passage = { block, index, parts, rendition, speaker_id, ranges, ids, text, text_hash: hash(text) };
      line.speak(passage, before);
    } else {
      // A gap is silent, but the layout continues: the next passage keeps its distance from the previous one.
      walk.pass(block, false);
      gaps.push(speechGap(block, index, speechGapReason(entry), ranges));
    }
  };

  return {
    sequential_units: line.sequential_units,
    timed_text_units: line.timed_text_units,
    add(entry) {
      if (isText(entry.block)) addText(entry, entry.block);
      index += 1;
    },
    finish() {
      finished ??= { ...line.finish(), gaps, most_ranges };
      return finished;
    },
  };
}

interface Passage {
  readonly ranges: readonly SourceRange[];
  readonly ids: (purpose: UnitPurpose) => string;
  readonly text: string;
  readonly text_hash: string;
  readonly block: SpokenBlock;
  readonly index: number;
  readonly parts: CompileBlock["parts"];
  readonly rendition: CompileRendition;
  readonly speaker_id: string;
}

/** The growing timeline: each addition starts where the previous one ended. */
function spokenLine(profile: MasteringProfile) {
  const sequential_units: SequentialUnit[] = [];
  const timed_text_units: TimedTextUnit[] = [];
  let end_ms = 0;
  const roomTone = profile.enabled ? profile.room_tone : null;
  let owedPause = roomTone?.head_ms ?? 0;
  let last: { readonly unit: AssetUnit; readonly ids: (purpose: UnitPurpose) => string } | null = null;

  // Members of units and ranges are in canonical order, so that manifestText needs no sorting.
  const put = (unit: SequentialUnit): void => {
    sequential_units.push(unit);
    end_ms += unit.duration_ms;
  };

  return {
    sequential_units,
    timed_text_units,

    /** A pause without its own passage; it is added before the next one. */
    pause(duration_ms: number): void {
      owedPause += duration_ms;
    },

    speak(passage: Passage, before: PassageBreak | null): void {
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
        // A whisper gets the gain of the same line at normal volume, so that it stays a whisper.
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
    },

    /** The silence after the last word lengthens an existing pause. */
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

function timedText(unit: AssetUnit, { text, text_hash }: Passage): TimedTextUnit {
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

// An alias can make a text audible whose own units are all excluded. Then the range is the whole text.
function rangesOf(block: Extract<Block, { readonly kind: "speech" | "narration" | "unparsed" | "excluded" }>) {
  const ranges = voicedRanges(block.content);
  if (ranges.length > 0 || block.kind === "unparsed") return ranges;
  return [{ end_utf16: block.content.text.length, start_utf16: 0 }];
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
