// The compilation of one timeline: takes rows, returns the finished timeline as units or as text. Pure. It runs in the event
// loop for a short section and in a thread for a long one (timeline-thread.ts).

import { createHash } from "node:crypto";
import type { LineLayout } from "@fullcast/core/document";
import { optionsOf, sourceWords, spokenText } from "@fullcast/core/media";
import {
  type AssetUnit,
  assetIdsOf,
  assetUnitsOf,
  type Chapter,
  type CompileBlock,
  type CompileInput,
  type CompileRendition,
  chaptersOf,
  compileManifest,
  type LongMember,
  lineLayoutOf,
  type ManifestTooLarge,
  type MasteringProfile,
  manifestPieces,
  manifestText,
  passageLayout,
  type RenderManifest,
  type SilentText,
  type StoredWord,
  silentTexts,
  type UnitWordTimings,
  unitWordTimings,
} from "@fullcast/core/timeline";
import { sha256 } from "../hash.ts";
import { mediaUrl } from "../http/media-url.ts";
import { createUrlSigner } from "../http/signed-url.ts";
import { type TimelineAsset, type TimelineBlock, timelineBlocks } from "./timeline-rows.ts";
import { arrayText, type Utf8Text, utf8 } from "./written-text.ts";

/** The input that the compilation needs before the first row. */
export interface TimelineContext {
  readonly input: Omit<CompileInput, "blocks" | "hash" | "passages">;
  /** Of the section, for its chapters. */
  readonly title: string;
  readonly narrator: string | null;
  /** Speakers with a voice. */
  readonly voiced: readonly string[];
  /** Blocks whose latest request for audio failed. */
  readonly failed: readonly string[];
  /** How the lines of the whole section are laid out, where the rows are not the whole section. */
  readonly lines?: LineLayout;
  /** Whether the rows include words for word timings. */
  readonly withWords: boolean;
  /** For write(): how the URLs of its audio are signed. */
  readonly links: MediaLinks | null;
}

export interface MediaLinks {
  /** As UrlSigner.secret. */
  readonly secret: Uint8Array;
  readonly publicUrl: string;
  readonly expiresAt: Date;
}

/** The data that must be read from other tables for these rows. */
export interface EffectQuestions {
  /** The blocks of sound effects. */
  readonly effects: readonly CompileBlock["block"][];
  /** Current takes of blocks in which sounds are anchored, by block. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** The answers to EffectQuestions. */
export interface EffectAnswers {
  /** By block that plays an uploaded sound: that sound, null when it may not be played. */
  readonly sounds: ReadonlyMap<string, EffectSound | null>;
  /** Blocks whose prompt has no recipe. */
  readonly unmakeable: ReadonlySet<string>;
  /** Words as they are stored, by block that holds an anchor. */
  readonly words: ReadonlyMap<string, unknown>;
}

export interface EffectSound {
  readonly rendition: Omit<CompileRendition, "intent_hash">;
  readonly asset: TimelineAsset;
}

export const NO_EFFECTS: EffectAnswers = { sounds: new Map(), unmakeable: new Set(), words: new Map() };

export type CompiledTimeline =
  | {
      readonly kind: "compiled";
      readonly manifest: RenderManifest;
      readonly manifestHash: string;
      readonly chapters: readonly Chapter[];
      readonly silentTexts: readonly SilentText[];
      /** Of each unit of audio; empty unless they were requested. */
      readonly wordTimings: readonly UnitWordTimings[];
    }
  | ManifestTooLarge;

/** A timeline as text to send. */
export type WrittenTimeline =
  | {
      readonly kind: "written";
      /** Canonical JSON, of which manifestHash is the hash. */
      readonly manifest: Utf8Text;
      readonly manifestHash: string;
      /** JSON of PlayableAsset[]: those that it plays, in the order of their first use. */
      readonly assets: Utf8Text;
      /** JSON of UnitWordTimings[]; null unless they were requested. */
      readonly wordTimings: Utf8Text | null;
    }
  | ManifestTooLarge;

export interface PlayableAsset {
  readonly asset_id: string;
  readonly url: string;
  readonly expires_at: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

export interface TimelineWork {
  /** Rows as timelineRows() reads them, in their order; what depends on a block alone is worked out at once. */
  take(rows: string): void;
  /** Of all rows that were taken. */
  questions(): EffectQuestions;
  compile(effects: EffectAnswers): CompiledTimeline;
  /** The same as it is sent. */
  write(effects: EffectAnswers): WrittenTimeline;
}

export function timelineWork(context: TimelineContext): TimelineWork {
  const { input, title, withWords, links } = context;
  const facts = { narrator: context.narrator, voiced: new Set(context.voiced), failed: new Set(context.failed) };
  const taken: TimelineBlock[] = [];
  const linked = links === null ? null : linkWriter(links);
  let layout: LayoutText | null = null;

  const compileTaken = (effects: EffectAnswers) => {
    const lines = context.lines ?? lineLayoutOf(taken);
    if (layout?.lines !== lines) layout = layOut(input.mastering_profile, lines, taken);
    const blocks = withEffects(taken, effects);
    // Effects do not change the speech.
    return { blocks, layout, result: compileManifest({ ...input, blocks, hash: sha256, passages: layout.finish() }) };
  };
  return {
    take(rows) {
      const blocks = timelineBlocks(rows, facts);
      for (const block of blocks) taken.push(block);
      // The layout of lines is known only after all lines, but the first thousands nearly always determine it. If the end
      // contradicts them, everything is laid out once more.
      layout ??= layOut(input.mastering_profile, context.lines ?? lineLayoutOf(blocks), []);
      layout.add(blocks);
      if (linked === null) return;
      layout.write();
      for (const { asset } of blocks) if (asset !== null) linked.add(asset);
    },
    questions: () => effectQuestions(taken),
    compile(effects) {
      const { blocks, result } = compileTaken(effects);
      if (result.kind === "too_large") return result;
      const { manifest } = result;
      return {
        kind: "compiled",
        manifest,
        manifestHash: sha256(manifestText(manifest)),
        chapters: chaptersOf(
          blocks.map((entry) => entry.block),
          manifest,
          title,
        ),
        silentTexts: silentTexts(blocks),
        wordTimings: withWords ? assetUnitsOf(manifest).map((unit) => timingsOf(unit, taken)) : [],
      };
    },
    write(effects) {
      if (linked === null) throw new Error("write() needs the links of the timeline.");
      const { result, layout } = compileTaken(effects);
      if (result.kind === "too_large") return result;
      const { manifest } = result;
      for (const sound of effects.sounds.values()) if (sound !== null) linked.add(sound.asset);
      // The sent text is the hashed text, so it is written once.
      const text = Array.from(
        manifestPieces(manifest, (member) => layout.text(member, manifest)),
        (piece) => (typeof piece === "string" ? utf8(piece) : piece),
      );
      const hash = createHash("sha256");
      for (const piece of text) hash.update(piece);
      const timings = withWords ? assetUnitsOf(manifest).map((unit) => timingsOf(unit, taken)) : null;
      return {
        kind: "written",
        manifest: text,
        manifestHash: hash.digest("hex"),
        assets: linked.text(assetIdsOf(manifest)),
        wordTimings: timings === null ? null : arrayText(timings).whole(),
      };
    },
  };
}

type LayoutText = ReturnType<typeof layOut>;

/** Passages and the text of their units, made while blocks are still being read. */
function layOut(profile: MasteringProfile, lines: LineLayout, blocks: readonly TimelineBlock[]) {
  const layout = passageLayout(profile, sha256, lines);
  const texts = {
    sequential_units: arrayText(layout.sequential_units),
    timed_text_units: arrayText(layout.timed_text_units),
  };
  const add = (more: readonly TimelineBlock[]): void => {
    for (const block of more) layout.add(block);
  };
  add(blocks);
  return {
    lines,
    add,
    /** Writes what is laid out for good. */
    write(): void {
      texts.sequential_units.write(layout.sequential_units.length - 1);
      texts.timed_text_units.write(layout.timed_text_units.length);
    },
    finish: layout.finish,
    /** Of a finished manifest: only its last units may be others than those that were laid out. */
    text: (member: LongMember, { sequential_units, timed_text_units }: RenderManifest): Utf8Text =>
      member === "sequential_units"
        ? texts.sequential_units.whole(sequential_units)
        : texts.timed_text_units.whole(timed_text_units),
  };
}

/** Signs while the database still reads: of tens of thousands of assets that takes tenths of a second. */
function linkWriter({ secret, publicUrl, expiresAt }: MediaLinks) {
  // Nothing is verified here.
  const signing = { signer: createUrlSigner(secret, () => expiresAt), publicUrl: () => publicUrl };
  const expires_at = expiresAt.toISOString();
  const written = new Map<string, string>();
  return {
    add({ asset_id, content_type, size_bytes }: TimelineAsset): void {
      if (written.has(asset_id)) return;
      const url = mediaUrl(signing, { purpose: "media", object: asset_id, expiresAt });
      const playable: PlayableAsset = { asset_id, url, expires_at, content_type, size_bytes };
      written.set(asset_id, JSON.stringify(playable));
    },
    /** An array of those that were added, in the order of `ids`. */
    text: (ids: readonly string[]): Utf8Text => {
      const jsons = ids.flatMap((id) => written.get(id) ?? []);
      return arrayText(jsons, (some) => `[${some.join(",")}]`).whole();
    },
  };
}

function effectQuestions(blocks: readonly TimelineBlock[]): EffectQuestions {
  const effects = blocks.flatMap(({ block }) => (block.kind === "sfx" ? [block] : []));
  const anchored = new Set(
    effects.flatMap(({ placement }) => (placement?.anchor === "offset" ? placement.anchor_block_id : [])),
  );
  const anchors = new Map<string, string>();
  if (anchored.size > 0) {
    for (const { block, rendition } of blocks) {
      if (rendition !== null && anchored.has(block.id)) anchors.set(block.id, rendition.id);
    }
  }
  return { effects, anchors };
}

/** Uploaded sounds are the audio of the blocks that play them, and blocks that hold anchors know their words. */
function withEffects(
  blocks: readonly TimelineBlock[],
  { sounds, unmakeable, words }: EffectAnswers,
): readonly CompileBlock[] {
  if (sounds.size === 0 && unmakeable.size === 0 && words.size === 0) return blocks;
  return blocks.map((one): CompileBlock => {
    const { id, content } = one.block;
    const sound = sounds.get(id);
    if (sound === null) return { ...one, freshness: "absent", rendition: null };
    if (sound !== undefined) {
      return { ...one, freshness: "current", rendition: { ...sound.rendition, intent_hash: one.intent_hash } };
    }
    if (unmakeable.has(id)) return { ...one, voice: "unsupported" };
    const said = engineWords(words.get(id));
    if (said === null || one.rendition === null || content.type !== "text") return one;
    return {
      ...one,
      rendition: { ...one.rendition, source_words: sourceWords(spokenText(content, optionsOf(one.parts)), said) },
    };
  });
}

/** The word timings of a unit. They come from the engine or are unavailable. */
function timingsOf(unit: AssetUnit, blocks: readonly TimelineBlock[]): UnitWordTimings {
  const { block, parts, words } = blocks[unit.block_index]!;
  const { content } = block;
  const isText = content.type === "text";
  return unitWordTimings({
    unit,
    text: isText ? content.text : "",
    spoken: isText ? spokenText(content, optionsOf(parts)) : null,
    words: engineWords(words),
  });
}

/** Words are stored as [start, end, start_ms, end_ms]: offsets into the spoken text, ms from the start of the audio. */
type WordRow = readonly [number, number, number, number];

/** The stored words, or null when the engine reports none. */
function engineWords(stored: unknown): readonly StoredWord[] | null {
  if (!Array.isArray(stored)) return null;
  return (stored as readonly WordRow[]).map(([start, end, start_ms, end_ms]) => ({ start, end, start_ms, end_ms }));
}
