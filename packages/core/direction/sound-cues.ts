// Finds the sounds that a script's narration reports as happening now. Cues are sparse: the strongest first, none close to
// another, at most one in 150 words, one in a shorter story. A cue leaves a mark at its word, so finding again adds
// nothing, even after a user removed the sound.

import { AST_VERSION, type Block, type Point, type SpokenBlock } from "../document/document.ts";
import { naturalDuration, understandPrompt } from "../sound/effects/effects.ts";
import type { CuePattern } from "./english-sound-cues.ts";
import { heardSounds } from "./heard-sounds.ts";

/** The point that a cue leaves in the narration block: `extension`, namespace and name as here. */
export const CUE_MARK = { namespace: "fullcast.sound", name: "cue", version: 1 } as const;

export interface SoundCue {
  /** The narration block that reports the sound, and the position in its text. */
  readonly block_id: string;
  readonly offset_utf16: number;
  readonly prompt: string;
  readonly duration_ms: number;
  /** dB against the effect's own level. */
  readonly gain_db: number;
  readonly fade_in_ms: number;
  readonly fade_out_ms: number;
}

/** At most one cue in this many words. */
export const WORDS_PER_CUE = 150;
/** Fewer words than this between two sounds make neither heard. */
const LEAST_DISTANCE = 60;
/** The same sound returns only after this many words. */
const SAME_AGAIN = 350;
/** A story with fewer words has none; from this length on it can have one. */
export const LEAST_WORDS_FOR_CUES = 60;

interface Found {
  readonly block: SpokenBlock;
  readonly offset: number;
  /** Words of the script before it. */
  readonly word: number;
  readonly prompt: string;
  readonly pattern: CuePattern;
}

/**
 * Sounds to add to a script, in its order. `language` (BCP 47) is the script's; only English is supported. Marks of earlier
 * cues and sound effects in the script count for the density.
 */
export function soundCues(blocks: readonly Block[], options: { readonly language?: string } = {}): SoundCue[] {
  if (options.language !== undefined && !/^en\b/i.test(options.language)) return [];
  const { found, placed, words } = survey(blocks);
  const most = words < LEAST_WORDS_FOR_CUES ? 0 : Math.max(1, Math.floor(words / WORDS_PER_CUE));
  const room = most - placed.length;
  if (room <= 0) return [];
  return chosen(found, placed, room)
    .sort((a, b) => a.word - b.word)
    .map(toCue);
}

interface Placed {
  readonly word: number;
  readonly prompt: string | null;
}

/** All sounds, reported or placed already, with their position in words. */
function survey(blocks: readonly Block[]): { found: Found[]; placed: Placed[]; words: number } {
  const found: Found[] = [];
  const placed: Placed[] = [];
  let words = 0;
  const marked = new Set(blocks.filter(isMarked).map((block) => block.id));
  for (const block of blocks) {
    // An effect with a mark is not counted twice.
    if (block.kind === "sfx" && !marked.has(block.placement?.anchor_block_id ?? ""))
      placed.push({ word: words, prompt: block.content.prompt });
    if (block.kind !== "speech" && block.kind !== "narration") continue;
    const { text, points } = block.content;
    for (const mark of points.filter(isMark)) {
      placed.push({ word: words + countWords(text.slice(0, mark.offset_utf16)), prompt: promptOf(mark) });
    }
    if (block.kind === "narration" && !points.some(isMark)) {
      for (const one of heardSounds(text))
        found.push({ ...one, block, word: words + countWords(text.slice(0, one.offset)) });
    }
    words += countWords(text);
  }
  return { found, placed, words };
}

type Mark = Extract<Point, { kind: "extension" }>;

function isMark(point: Point): point is Mark {
  return point.kind === "extension" && point.namespace === CUE_MARK.namespace && point.name === CUE_MARK.name;
}

/** Whether these points include the mark of an automatic cue with this prompt. */
export function isCueOf(points: readonly Point[], prompt: string): boolean {
  return points.filter(isMark).some((mark) => promptOf(mark) === prompt);
}

const isMarked = (block: Block) => block.content.type === "text" && block.content.points.some(isMark);

function promptOf(mark: Mark): string | null {
  const prompt = mark.payload?.prompt;
  return typeof prompt === "string" ? prompt : null;
}

const countWords = (text: string) => text.match(/\p{L}[\p{L}\p{M}'’-]*/gu)?.length ?? 0;

/** The strongest first; of equal strength the earlier one; none too close to another one or to an existing sound. */
function chosen(found: readonly Found[], placed: readonly Placed[], room: number): Found[] {
  const taken: Placed[] = [...placed];
  const result: Found[] = [];
  for (const one of [...found].sort((a, b) => b.pattern.strength - a.pattern.strength || a.word - b.word)) {
    if (result.length >= room) break;
    if (!mayStand(one, taken)) continue;
    taken.push({ word: one.word, prompt: one.prompt });
    result.push(one);
  }
  return result;
}

function mayStand(one: Found, taken: readonly Placed[]): boolean {
  const effect = understandPrompt(one.prompt)?.effect;
  return taken.every((other) => {
    const distance = Math.abs(other.word - one.word);
    if (distance < LEAST_DISTANCE) return false;
    const same = other.prompt !== null && understandPrompt(other.prompt)?.effect === effect;
    return !same || distance >= SAME_AGAIN;
  });
}

function toCue({ block, offset, prompt, pattern }: Found): SoundCue {
  const understood = understandPrompt(prompt);
  const ambience = pattern.ambience === true;
  return {
    block_id: block.id,
    offset_utf16: offset,
    prompt,
    duration_ms: understood === null ? 4_000 : naturalDuration(understood),
    gain_db: ambience ? -6 : -3,
    fade_in_ms: ambience ? 800 : 0,
    fade_out_ms: ambience ? 2_500 : 60,
  };
}

/** The script with its cues: a mark in the narration at each, and the sound effect after its block. */
export function withCues(blocks: readonly Block[], cues: readonly SoundCue[], newId: () => string): Block[] {
  const byBlock = Map.groupBy(cues, (cue) => cue.block_id);
  return blocks.flatMap((block): Block[] => {
    const own = byBlock.get(block.id);
    if (own === undefined || block.content.type !== "text") return [block];
    const marks = own.map(({ offset_utf16, prompt }) => ({
      kind: "extension" as const,
      id: newId(),
      offset_utf16,
      ...CUE_MARK,
      payload: { prompt },
    }));
    const marked = { ...block, content: { ...block.content, points: [...block.content.points, ...marks] } } as Block;
    return [marked, ...own.map((cue) => effectBlock(cue, newId()))];
  });
}

function effectBlock(cue: SoundCue, id: string): Block {
  const { prompt, duration_ms, gain_db, fade_in_ms, fade_out_ms } = cue;
  return {
    kind: "sfx",
    id,
    block_version: 1,
    content: { type: "sfx", schema_version: AST_VERSION, prompt, duration_ms, seed: null },
    placement: {
      anchor_block_id: cue.block_id,
      anchor: "offset",
      offset_utf16: cue.offset_utf16,
      offset_ms: 0,
      gain_db,
      fade_in_ms,
      fade_out_ms,
    },
    generation_profile_override: null,
    speaker_id: null,
  };
}
