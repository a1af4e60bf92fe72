// The voices of the embedded engine. All voices of one language differ audibly; `npm run measure:voices` checks it.

import { createHash } from "node:crypto";
import type { UtteranceVoice } from "./utterance.ts";
import { ACCENTS, type VoiceDesign, voiceFile } from "./voice-design.ts";
import { CHILDREN, CREATURES } from "./voices-children.ts";
import { MEN } from "./voices-men.ts";
import { OTHER_LANGUAGES } from "./voices-other-languages.ts";
import { WOMEN } from "./voices-women.ts";

export const VOICES: readonly VoiceDesign[] = [...WOMEN, ...MEN, ...CHILDREN, ...CREATURES, ...OTHER_LANGUAGES];

const BY_ID: ReadonlyMap<string, VoiceDesign> = new Map(VOICES.map((each) => [each.id, each]));

export function findVoice(id: string): VoiceDesign | undefined {
  return BY_ID.get(id);
}

export function utteranceVoice(voice: VoiceDesign): UtteranceVoice {
  return { id: voice.id, rate: voice.rate ?? 1, phonetic: ACCENTS[voice.accent].language.startsWith("en") };
}

/** Changes whenever the definition of a voice changes. */
export function catalogueDigest(): string {
  const hash = createHash("sha256");
  for (const voice of VOICES) {
    for (const whisper of [false, true]) hash.update(`${voiceFile(voice, voice.id, whisper)}${voice.rate ?? 1}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
