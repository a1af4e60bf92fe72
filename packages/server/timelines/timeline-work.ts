// A timeline in the making: rows come in, the finished timeline goes out as units or as text. Pure; of a short section it
// runs where it is asked for, of a long one in a thread (timeline-thread.ts).

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
  type ManifestTooLarge,
  manifestText,
  type PreparedBlock,
  prepareBlock,
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

/** What must be known before the first row. */
export interface TimelineContext {
  readonly narrator: string | null;
  /** Speakers who have a voice. */
  readonly voiced: readonly string[];
  /** Blocks of which the latest request for audio failed. */
  readonly failed: readonly string[];
  /** For write(): how the URLs of its audio are signed. */
  readonly links: MediaLinks | null;
}

export interface MediaLinks {
  /** As UrlSigner.secret. */
  readonly secret: Uint8Array;
  readonly publicUrl: string;
  readonly expiresAt: Date;
}

/** What of the rows must be looked up elsewhere. */
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
  /** Blocks whose prompt nobody here makes a sound of. */
  readonly unmakeable: ReadonlySet<string>;
  /** Words as they are stored, by block that holds an anchor. */
  readonly words: ReadonlyMap<string, unknown>;
}

export interface EffectSound {
  readonly rendition: Omit<CompileRendition, "intent_hash">;
  readonly asset: TimelineAsset;
}

export const NO_EFFECTS: EffectAnswers = { sounds: new Map(), unmakeable: new Set(), words: new Map() };

export interface TimelineTask {
  readonly input: Omit<CompileInput, "blocks" | "hash" | "prepared">;
  readonly effects: EffectAnswers;
  /** The rows came with words: when each is said is wanted. */
  readonly withWords: boolean;
  /** Of the section, for its chapters. */
  readonly title: string;
}

export type CompiledTimeline =
  | {
      readonly kind: "compiled";
      readonly manifest: RenderManifest;
      readonly manifestHash: string;
      readonly chapters: readonly Chapter[];
      readonly silentTexts: readonly SilentText[];
      /** Of each unit of audio; empty unless they were asked for. */
      readonly wordTimings: readonly UnitWordTimings[];
    }
  | ManifestTooLarge;

/** A timeline as it is sent: texts in UTF-8, nobody needs what they tell as objects. */
export type WrittenTimeline =
  | {
      readonly kind: "written";
      /** Canonical JSON, of which manifestHash is the hash. */
      readonly manifest: Uint8Array<ArrayBuffer>;
      readonly manifestHash: string;
      /** JSON of PlayableAsset[]: those that it plays, in the order of their first use. */
      readonly assets: Uint8Array<ArrayBuffer>;
      /** JSON of UnitWordTimings[]; null unless they were asked for. */
      readonly wordTimings: Uint8Array<ArrayBuffer> | null;
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
  compile(task: TimelineTask): CompiledTimeline;
  /** The same as it is sent. */
  write(task: TimelineTask): WrittenTimeline;
}

export function timelineWork({ narrator, voiced, failed, links }: TimelineContext): TimelineWork {
  const facts = { narrator, voiced: new Set(voiced), failed: new Set(failed) };
  const taken: TimelineBlock[] = [];
  const prepared = new Map<CompileBlock, PreparedBlock | null>();
  const linked = links === null ? null : linkWriter(links);

  const compileTaken = (task: TimelineTask) => {
    const blocks = withEffects(taken, task.effects);
    return { blocks, result: compileManifest({ ...task.input, blocks, hash: sha256, prepared }) };
  };
  return {
    take(rows) {
      for (const block of timelineBlocks(rows, facts)) {
        taken.push(block);
        prepared.set(block, prepareBlock(block, sha256));
        if (block.asset !== null) linked?.add(block.asset);
      }
    },
    questions: () => effectQuestions(taken),
    compile(task) {
      const { blocks, result } = compileTaken(task);
      if (result.kind === "too_large") return result;
      const { manifest } = result;
      return {
        kind: "compiled",
        manifest,
        manifestHash: sha256(manifestText(manifest)),
        chapters: chaptersOf(
          blocks.map((entry) => entry.block),
          manifest,
          task.title,
        ),
        silentTexts: silentTexts(blocks),
        wordTimings: task.withWords ? assetUnitsOf(manifest).map((unit) => timingsOf(unit, taken)) : [],
      };
    },
    write(task) {
      if (linked === null) throw new Error("a timeline is written with links");
      const { result } = compileTaken(task);
      if (result.kind === "too_large") return result;
      const { manifest } = result;
      for (const sound of task.effects.sounds.values()) if (sound !== null) linked.add(sound.asset);
      const utf8 = new TextEncoder();
      // The text that is sent is the text that is hashed: nobody writes it twice.
      const text = utf8.encode(manifestText(manifest));
      const timings = task.withWords ? assetUnitsOf(manifest).map((unit) => timingsOf(unit, taken)) : null;
      return {
        kind: "written",
        manifest: text,
        manifestHash: sha256(text),
        assets: utf8.encode(linked.list(assetIdsOf(manifest))),
        wordTimings: timings === null ? null : utf8.encode(JSON.stringify(timings)),
      };
    },
  };
}

/** Signs while the database still reads: of tens of thousands of assets that takes tenths of a second. */
function linkWriter({ secret, publicUrl, expiresAt }: MediaLinks) {
  // Nothing is verified here.
  const signing = { signer: createUrlSigner(secret, () => expiresAt), publicUrl: () => publicUrl };
  const expires_at = expiresAt.toISOString();
  const written = new Map<string, string>();
  return {
    add({ asset_id, sha256, content_type, size_bytes }: TimelineAsset): void {
      if (written.has(asset_id)) return;
      const url = mediaUrl(signing, { sha256, contentType: content_type, filename: null, expiresAt });
      const playable: PlayableAsset = { asset_id, url, expires_at, content_type, size_bytes };
      written.set(asset_id, JSON.stringify(playable));
    },
    list: (ids: readonly string[]): string => `[${ids.flatMap((id) => written.get(id) ?? []).join(",")}]`,
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

/** When each word of a unit is said. Words come from the engine or are unavailable. */
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

/** As stored, or null when the engine told no words. */
function engineWords(stored: unknown): readonly StoredWord[] | null {
  if (!Array.isArray(stored)) return null;
  return (stored as readonly WordRow[]).map(([start, end, start_ms, end_ms]) => ({ start, end, start_ms, end_ms }));
}
