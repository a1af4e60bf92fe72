// Places linked sounds in a script: at the words of the narration that report them. Each occurrence is decided once:
// a mark at its word records the sound, so placing again adds nothing, also after an edit elsewhere, and a
// sound that a user removed does not return.

import { AST_VERSION, type Block, type Point, type SfxBlock, type SpokenBlock } from "../document/document.ts";
import { type MatchableSound, matchSounds, type SoundMatch } from "./match-sounds.ts";

/** The point that a decision leaves in the narration block: `extension`, namespace and name as here. */
export const PLACED_MARK = { namespace: "fullcast.sound", name: "placed", version: 1 } as const;

export interface PlaceableSound extends MatchableSound {
  readonly revision_id: string;
  readonly duration_ms: number;
  /** -120 for silence. */
  readonly integrated_lufs: number;
}

export interface SoundDecision {
  /** The narration block that reports the sound, and the position in its text. */
  readonly block_id: string;
  readonly offset_utf16: number;
  readonly sound: PlaceableSound;
  /** False: the place was too near to another sound. */
  readonly placed: boolean;
}

/** Minimum number of words between two places of the same sound, and of any two. */
const SAME_AGAIN = 60;
const ANY_AGAIN = 12;
/** A section gets at most this many at once. */
const MOST_PLACED = 1_000;

/** Sounds are softer than speech (about -18 LUFS): effects a little, long ambience much softer. */
const EFFECT_LUFS = -24;
const AMBIENCE_LUFS = -30;
const AMBIENCE_MS = 8_000;
const GAIN_DB = { min: -30, max: 6 };
/** A longer sound would continue under unrelated text. */
const LONGEST_MS = 15_000;
const CUT_FADE_MS = 2_000;
const AMBIENCE_FADE_MS = 500;

interface Taken {
  readonly word: number;
  readonly soundId: string;
}

/** The occurrences without an earlier decision, in the order of the script. */
export function placeSounds(blocks: readonly Block[], sounds: readonly PlaceableSound[]): SoundDecision[] {
  const matches = matchSounds(sounds);
  const taken = takenPlaces(blocks);
  const decisions: SoundDecision[] = [];
  let placed = 0;
  let words = 0;
  for (const block of blocks) {
    if (block.kind !== "speech" && block.kind !== "narration") continue;
    if (block.kind === "narration") {
      for (const match of matches(block.content.text)) {
        if (isDecided(block, match)) continue;
        const place = { word: words + match.word, soundId: match.sound.sound_effect_id };
        const fits = placed < MOST_PLACED && mayStand(place, taken);
        decisions.push({ block_id: block.id, offset_utf16: match.offset, sound: match.sound, placed: fits });
        if (!fits) continue;
        taken.push(place);
        placed++;
      }
    }
    words += countWords(block.content.text);
  }
  return decisions;
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

type Mark = Extract<Point, { kind: "extension" }>;

function isMark(point: Point): point is Mark {
  return point.kind === "extension" && point.namespace === PLACED_MARK.namespace && point.name === PLACED_MARK.name;
}

/** What exists already: marks of placed sounds, and effects that a user placed. */
function takenPlaces(blocks: readonly Block[]): Taken[] {
  const taken: Taken[] = [];
  const wordsBefore = new Map<string, number>();
  let words = 0;
  for (const block of blocks) {
    if (block.kind !== "speech" && block.kind !== "narration") continue;
    wordsBefore.set(block.id, words);
    const { text, points } = block.content;
    for (const mark of points.filter(isMark)) {
      const soundId = mark.payload?.sound_effect_id;
      if (mark.payload?.placed !== true || typeof soundId !== "string") continue;
      taken.push({ word: words + countWords(text.slice(0, mark.offset_utf16)), soundId });
    }
    words += countWords(text);
  }
  for (const block of blocks) {
    const before = block.kind === "sfx" ? wordsBefore.get(block.placement?.anchor_block_id ?? "") : undefined;
    if (block.kind !== "sfx" || before === undefined) continue;
    taken.push({ word: before, soundId: block.content.source?.sound_effect_id ?? "" });
  }
  return taken;
}

function isDecided(block: SpokenBlock, match: SoundMatch<PlaceableSound>): boolean {
  return block.content.points.some(
    (point) =>
      isMark(point) &&
      point.payload?.sound_effect_id === match.sound.sound_effect_id &&
      point.offset_utf16 >= match.from &&
      point.offset_utf16 <= match.to,
  );
}

function mayStand(place: Taken, taken: readonly Taken[]): boolean {
  return taken.every((other) => {
    const distance = Math.abs(other.word - place.word);
    return distance >= (other.soundId === place.soundId ? SAME_AGAIN : ANY_AGAIN);
  });
}

/**
 * The script with the decisions: a sound effect after each block that reports one, anchored at its word, and the
 * marks. Blocks without a decision stay the same objects.
 */
export function withPlacedSounds(
  blocks: readonly Block[],
  decisions: readonly SoundDecision[],
  newId: () => string,
): Block[] {
  const byBlock = new Map<string, SoundDecision[]>();
  for (const decision of decisions) {
    const known = byBlock.get(decision.block_id);
    if (known === undefined) byBlock.set(decision.block_id, [decision]);
    else known.push(decision);
  }
  return blocks.flatMap((block): Block[] => {
    const own = byBlock.get(block.id);
    if (own === undefined || block.kind !== "narration") return [block];
    const marks = own.map(
      (decision): Point => ({
        kind: "extension",
        id: newId(),
        offset_utf16: decision.offset_utf16,
        ...PLACED_MARK,
        payload: { sound_effect_id: decision.sound.sound_effect_id, placed: decision.placed },
      }),
    );
    const content = { ...block.content, points: [...block.content.points, ...marks] };
    const marked: Block = { ...block, content };
    return [marked, ...own.filter((one) => one.placed).map((one) => effectOf(one, newId()))];
  });
}

function effectOf({ block_id, offset_utf16, sound }: SoundDecision, id: string): SfxBlock {
  const duration_ms = Math.min(sound.duration_ms, LONGEST_MS);
  const isCut = duration_ms < sound.duration_ms;
  return {
    id,
    kind: "sfx",
    block_version: 1,
    content: {
      type: "sfx",
      schema_version: AST_VERSION,
      prompt: sound.name,
      duration_ms,
      seed: null,
      source: sourceOf(sound),
    },
    generation_profile_override: null,
    placement: {
      anchor_block_id: block_id,
      anchor: "offset",
      offset_utf16,
      offset_ms: 0,
      gain_db: gainUnderSpeech(sound, duration_ms),
      fade_in_ms: duration_ms >= AMBIENCE_MS ? AMBIENCE_FADE_MS : 0,
      fade_out_ms: isCut ? CUT_FADE_MS : 0,
    },
    speaker_id: null,
  };
}

/** The gain in dB, to a tenth, that puts the played part of an uploaded sound under speech. */
export function gainUnderSpeech(
  { integrated_lufs }: Pick<PlaceableSound, "integrated_lufs">,
  duration_ms: number,
): number {
  const target = duration_ms >= AMBIENCE_MS ? AMBIENCE_LUFS : EFFECT_LUFS;
  const gain = integrated_lufs <= -70 ? 0 : target - integrated_lufs;
  return Math.round(Math.min(GAIN_DB.max, Math.max(GAIN_DB.min, gain)) * 10) / 10;
}

/** The `source` of a block that plays this sound. */
export const sourceOf = (sound: Pick<PlaceableSound, "sound_effect_id" | "revision_id">) => ({
  kind: "project_sound" as const,
  sound_effect_id: sound.sound_effect_id,
  sound_effect_revision_id: sound.revision_id,
});
