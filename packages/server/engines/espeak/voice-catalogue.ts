// The voices of the embedded engine. All voices of one language differ audibly; `npm run measure:voices` checks it.

import { createHash } from "node:crypto";
import type { UtteranceVoice } from "./utterance.ts";
import { ACCENTS, type VoiceDesign, voiceFile } from "./voice-design.ts";
import { CHILDREN, CREATURES } from "./voices-children.ts";
import { MEN } from "./voices-men.ts";
import { CASTS, OTHER_LANGUAGES } from "./voices-other-languages.ts";
import { WOMEN } from "./voices-women.ts";

/** The voices of the first catalogue. */
export const FIRST: readonly VoiceDesign[] = [...WOMEN, ...MEN, ...CHILDREN, ...CREATURES, ...OTHER_LANGUAGES];

/** All voices: the first ones, then the full casts of other languages. */
export const VOICES: readonly VoiceDesign[] = [...FIRST, ...CASTS];

export { CASTS };

const BY_ID: ReadonlyMap<string, VoiceDesign> = new Map(VOICES.map((each) => [each.id, each]));

export function findVoice(id: string): VoiceDesign | undefined {
  return BY_ID.get(id);
}

/** Voices with the same one can be in one cast. English accents meet in one; of other languages, those of one country. */
export function castLanguage(voice: VoiceDesign): string {
  const { language } = ACCENTS[voice.accent];
  return language.startsWith("en") ? "en" : language;
}

export function utteranceVoice(voice: VoiceDesign): UtteranceVoice {
  return { id: voice.id, rate: voice.rate ?? 1, phonetic: ACCENTS[voice.accent].language.startsWith("en") };
}

/** Changes whenever the definition of one of these voices changes. */
function digestOf(voices: readonly VoiceDesign[]): string {
  const hash = createHash("sha256");
  for (const voice of voices) {
    for (const whisper of [false, true]) hash.update(`${voiceFile(voice, voice.id, whisper)}${voice.rate ?? 1}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

/** Changes whenever the definition of any voice changes, or a voice is added. */
export const catalogueDigest = (): string => digestOf(VOICES);

const FIRST_DIGEST = digestOf(FIRST);
const FIRST_IDS: ReadonlySet<string> = new Set(FIRST.map(({ id }) => id));

/**
 * What the intents of a voice's takes hold. The voices of the first catalogue share one digest, which must not change alone:
 * it is part of all takes made so far. Each later voice has its own, so that new voices make no line stale.
 */
export const revisionOf = (voice: VoiceDesign): string => (FIRST_IDS.has(voice.id) ? FIRST_DIGEST : digestOf([voice]));

/** The digest that stands for the whole model. */
export const modelDigest = (): string => FIRST_DIGEST;
