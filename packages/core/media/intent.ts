// The intent of a block: everything that its audio depends on. The parts of the block are computed when it is written and
// stored with it; voice and profile are added at read time, so a recast costs one small hash for each block.

import { ANY_PROVIDER } from "../direction/direction.ts";
import type { Block, JsonValue, SpokenBlock } from "../document/document.ts";
// Not through the timeline's front file, which needs this room: canonical JSON has no dependencies.
import { canonicalJson } from "../json/canonical-json.ts";
import { type Lexicon, lexiconPlaces } from "../lexicon/lexicon.ts";
import { EFFECTS_REVISION } from "../sound/effects/effects.ts";
import { type BlockIntentParts, type DirectedPart, type Hash, shortened, spokenParts } from "./intent-parts.ts";
import { hasSpokenForms } from "./languages/languages.ts";
import type { SpokenTextOptions } from "./spoken-text.ts";

/** The voice that speaks the block, in the terms of its engine. */
export interface IntentVoice {
  readonly provider: string;
  readonly model: string;
  readonly engine_voice_id: string;
  /** Changes whenever the same request would sound different. */
  readonly engine_revision: string;
}

/** The effective generation profile; only `options`, and a `model` that differs from the voice's own, reach the audio. */
export interface IntentProfile {
  readonly model?: string;
  readonly options?: { readonly [key: string]: JsonValue };
}

/** The whole intent; stored with a rendition and compared by freshness(). */
export interface IntentParts extends BlockIntentParts {
  readonly voice: IntentVoice | null;
  readonly generation_profile: string | null;
}

export interface Intent {
  /** 64 lowercase hex digits; null when no audio can be wanted: nothing to say, no voice, or a kind without audio. */
  readonly intent_hash: string | null;
  readonly parts: IntentParts;
}

/** Part of every intent hash. A new value makes all audio stale, so it changes only with the meaning of the parts. */
const INTENT_SCHEME = "fullcast-intent-1";

/** Whether a block with these parts can have audio ("generatable"): it has spoken words or is a sound effect. */
export function isGeneratable(parts: BlockIntentParts): boolean {
  return parts.spoken !== null || parts.sound_effect !== undefined;
}

/** What a project states about how all its texts are spoken. */
export interface SpeakingRules {
  /** Leaves out what only says who speaks ("said Mary"). */
  readonly omitTags?: boolean;
  readonly lexicon?: Lexicon;
  /** BCP 47 language of the texts: its rules write out figures, and some entries of a lexicon are for it alone. English when absent. */
  readonly language?: string;
}

/** The parts of a block's intent. `hash` is SHA-256 as lowercase hex. */
export function blockIntentParts(block: Block, hash: Hash, rules: SpeakingRules = {}): BlockIntentParts {
  switch (block.kind) {
    case "speech":
    case "narration":
      return spokenParts(block.kind, block.content, shortened(hash), spokenOptions(block, rules));
    case "sfx": {
      const { prompt, duration_ms, seed, source } = block.content;
      const effect =
        source === undefined
          ? { prompt, duration_ms, seed, made_by: EFFECTS_REVISION }
          : { prompt, duration_ms, seed, source: source.sound_effect_revision_id };
      return { block_kind: "sfx", spoken: null, text: null, sound_effect: shortened(hash)(canonicalJson(effect)) };
    }
    case "unparsed":
    case "excluded":
    case "note":
      return { block_kind: block.kind, spoken: null, text: null };
  }
}

function spokenOptions({ content, speaker_id }: SpokenBlock, rules: SpeakingRules): SpokenTextOptions {
  const { omitTags = false, lexicon, language = "en" } = rules;
  const options = { ...(omitTags ? { omitTags } : {}), ...spokenLanguageOption(language) };
  if (lexicon === undefined) return options;
  const { text, annotations } = content;
  return { ...options, lexicon: lexiconPlaces(lexicon, { text, annotations, speaker_id, language, omitTags }) };
}

/** The language of a text whose rules are not the English ones, by its first subtag. */
function spokenLanguageOption(tag: string): { readonly language?: string } {
  const language = tag.split(/[-_]/, 1)[0]!.toLowerCase();
  return language === "en" || !hasSpokenForms(language) ? {} : { language };
}

/**
 * The present intent of a block. `voice` is the voice of its speaker; null without a speaker or without a voice. Sound effects
 * need none.
 */
export function intentOf(
  parts: BlockIntentParts,
  voice: IntentVoice | null,
  profile: IntentProfile | null,
  hash: Hash,
): Intent {
  const generation_profile = profileKey(profile, hash);
  const whole: IntentParts = { ...parts, voice, generation_profile };
  return { intent_hash: intentHash(whole, hash), parts: whole };
}

/** The direction that applies when `provider` speaks a block with these parts; undefined when none does. */
export function directionFor(parts: BlockIntentParts, provider: string): DirectedPart | undefined {
  const directed = parts.delivery_controls;
  if (directed === undefined) return undefined;
  if (Object.hasOwn(directed, provider)) return directed[provider];
  return Object.hasOwn(directed, ANY_PROVIDER) ? directed[ANY_PROVIDER] : undefined;
}

function intentHash(parts: IntentParts, hash: Hash): string | null {
  if (parts.sound_effect !== undefined) {
    return hash(canonicalJson([INTENT_SCHEME, parts.block_kind, parts.sound_effect, parts.generation_profile]));
  }
  if (parts.spoken === null || parts.voice === null) return null;
  const { provider, model, engine_voice_id, engine_revision } = parts.voice;
  return hash(
    canonicalJson([
      INTENT_SCHEME,
      parts.block_kind,
      parts.spoken,
      soundOf(directionFor(parts, provider)),
      [provider, model, engine_voice_id, engine_revision],
      parts.generation_profile,
    ]),
  );
}

/** The effect of a direction on the sound; null without one. */
export function soundOf(direction: DirectedPart | undefined): string | null {
  return direction === undefined || direction.sounds === "" ? null : direction.sounds;
}

function profileKey(profile: IntentProfile | null, hash: Hash): string | null {
  const model = profile?.model;
  const options = profile?.options ?? {};
  if (model === undefined && Object.keys(options).length === 0) return null;
  return shortened(hash)(canonicalJson({ model, options }));
}
