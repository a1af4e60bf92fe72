// The recorded speakers of the English cast. Figures were chosen by measurement (`npm run bench voices`).

import type { BaseVoice } from "../natural/voice-design.ts";
import type { FliteBase } from "./flite-module.ts";

/** What Flite itself applies (mlsa_beta of its voices). */
export const SHARPNESS = 0.4;

export const BASES: Readonly<Record<FliteBase, BaseVoice>> = {
  slt: {
    pitch: 169,
    melody: 1.5,
    rate: 1,
    language: "en-US",
    accent: "American",
    whisperDb: -5.7,
    sharpness: SHARPNESS,
  },
  rms: {
    pitch: 101,
    melody: 1.15,
    rate: 1,
    language: "en-US",
    accent: "American",
    whisperDb: -6.9,
    sharpness: SHARPNESS,
  },
  awb: {
    pitch: 127,
    melody: 1.2,
    rate: 0.95,
    language: "en-GB",
    accent: "Scottish",
    whisperDb: -6.9,
    sharpness: SHARPNESS,
  },
};

/** Voices made of this base keep some of its accent, which few people of a book have. Casting reads the tag. It is no part of
 * a voice's sound. */
export const STRONG_ACCENT = { base: "awb", tag: "strong-accent" } as const;
