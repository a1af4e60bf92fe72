// Decides whether the audio of a block is current, and if not, why. The server and the studio use the same function.

import type { BlockKind } from "../document/document.ts";
import { directionFor, type Intent, type IntentParts, isGeneratable, soundOf } from "./intent.ts";
import type { PlacedPart } from "./intent-parts.ts";

export type Freshness = "absent" | "current" | "stale" | "unsupported";

export const STALE_REASONS = [
  "block_kind",
  "text",
  "pronunciation",
  "excluded_text",
  "timing",
  "voice",
  "generation_profile",
  "delivery_controls",
  "sound_effect",
] as const;

export type StaleReason = (typeof STALE_REASONS)[number];

/** The intent that a rendition was made for. */
export interface RenditionIntent {
  readonly intent_hash: string;
  readonly intent_parts: IntentParts;
  /** A person's recording is stale only when its words change. Default: engine. */
  readonly source?: "engine" | "recording";
}

export interface BlockFreshness {
  readonly freshness: Freshness;
  /** In the order of STALE_REASONS; not empty exactly when stale. */
  readonly stale_reasons: readonly StaleReason[];
}

const HAS_AUDIO: { readonly [kind in BlockKind]: boolean } = {
  speech: true,
  narration: true,
  sfx: true,
  unparsed: false,
  excluded: false,
  note: false,
};

/** The take that a person chose for a block. */
export interface TakeChoice {
  /** The intent hash of the take. */
  readonly plays_hash: string;
  /** The choice holds while the block has this intent; null: until another take is chosen. */
  readonly for_hash: string | null;
}

/**
 * The rendition that a block plays: the one that a person chose; otherwise the one for its present intent, of any age;
 * otherwise the newest of an engine, which is stale. A recording plays only by choice. Of several renditions with one
 * intent, the one of rank 0 plays. `renditions` are those of the block, newest first. Null if there is none, or if the
 * block has no spoken text.
 */
export function activeRendition<
  R extends { readonly intent_hash: string; readonly rank?: number; readonly source?: "engine" | "recording" },
>(renditions: readonly R[], intent: Intent, choice: TakeChoice | null = null): R | null {
  if (!isGeneratable(intent.parts)) return null;
  const isChosen = choice !== null && (choice.for_hash === null || choice.for_hash === intent.intent_hash);
  const hash = isChosen ? choice.plays_hash : intent.intent_hash;
  const first = renditions.filter((rendition) => (rendition.rank ?? 0) === 0);
  return (
    first.find((rendition) => rendition.intent_hash === hash) ??
    first.find(({ source }) => source !== "recording") ??
    null
  );
}

/** Whether a take has the words of a block, regardless of voice, delivery and lexicon. */
export function sameWords(now: IntentParts, then: IntentParts): boolean {
  return now.text === then.text && (now.excluded_text?.where ?? "") === (then.excluded_text?.where ?? "");
}

/** Whether the active rendition has the present intent. The reasons name exactly what changed since it was made. */
export function freshness(intent: Intent, rendition: RenditionIntent | null): BlockFreshness {
  if (!HAS_AUDIO[intent.parts.block_kind]) return { freshness: "unsupported", stale_reasons: [] };
  if (rendition === null) return { freshness: "absent", stale_reasons: [] };
  const isCurrent =
    rendition.source === "recording"
      ? sameWords(intent.parts, rendition.intent_parts)
      : rendition.intent_hash === intent.intent_hash;
  if (isCurrent) return { freshness: "current", stale_reasons: [] };
  if (rendition.source === "recording") {
    return {
      freshness: "stale",
      stale_reasons: [intent.parts.text === rendition.intent_parts.text ? "excluded_text" : "text"],
    };
  }
  return { freshness: "stale", stale_reasons: staleReasons(intent.parts, rendition.intent_parts) };
}

function staleReasons(now: IntentParts, then: IntentParts): readonly StaleReason[] {
  if ((now.block_kind === "sfx") !== (then.block_kind === "sfx")) return ["block_kind"];
  const textChanged = now.text !== then.text;
  const changed: { readonly [reason in StaleReason]: boolean } = {
    block_kind: now.block_kind !== then.block_kind,
    text: textChanged,
    pronunciation: placedChanged(now.pronunciation, then.pronunciation, textChanged),
    excluded_text: placedChanged(now.excluded_text, then.excluded_text, textChanged),
    timing: placedChanged(now.timing, then.timing, textChanged),
    voice: voiceKey(now) !== voiceKey(then),
    generation_profile: now.generation_profile !== then.generation_profile,
    delivery_controls: deliveryChanged(now, then, textChanged),
    sound_effect: now.sound_effect !== then.sound_effect,
  };
  const reasons = STALE_REASONS.filter((reason) => changed[reason]);
  return reasons.length > 0 ? reasons : hiddenReasons(now, then);
}

function placedChanged(now: PlacedPart | undefined, then: PlacedPart | undefined, textChanged: boolean): boolean {
  if (textChanged) return (now?.what ?? "") !== (then?.what ?? "");
  return (now?.where ?? "") !== (then?.where ?? "");
}

// The sent words differ although each cause alone sounds the same, because annotations affect each other. The written forms are
// compared then. If they are equal as well, the text of the block changed.
function hiddenReasons(now: IntentParts, then: IntentParts): readonly StaleReason[] {
  const placed = ["pronunciation", "excluded_text", "timing"] as const;
  const rewritten = placed.filter((reason) => now[reason]?.written !== then[reason]?.written);
  return rewritten.length > 0 ? rewritten : ["text"];
}

// Directions are compared as the provider of the old audio would follow them: a recast alone is a change of voice, also
// when the new provider has directions of its own. The sound depends on the length of the text, so when that changed
// the directions are compared as they are written.
function deliveryChanged(now: IntentParts, then: IntentParts, textChanged: boolean): boolean {
  if (then.voice === null) return false;
  const before = directionFor(then, then.voice.provider);
  const after = directionFor(now, then.voice.provider);
  if (soundOf(before) === soundOf(after)) return false;
  return textChanged ? before?.said !== after?.said : true;
}

function voiceKey({ voice }: IntentParts): string | null {
  if (voice === null) return null;
  return [voice.provider, voice.model, voice.engine_voice_id, voice.engine_revision].join("\n");
}
