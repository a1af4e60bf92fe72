// Generates sound effects: a prompt selects a recipe, its other words set the manner, and a seed determines all random choices.
// Always true: the same request gives the same samples; a prompt without a recipe is refused and never answered with another
// sound; a loop's end joins its start.

import { ditherTo16Bit } from "../dither.ts";
import type { Manner } from "./manner.ts";
import type { UnderstoodPrompt } from "./prompt.ts";
import { seededRandom, seedOf } from "./random.ts";
import { RECIPES } from "./recipes.ts";
import { placeInRoom, setLevel } from "./room.ts";
import { EFFECT_RATE, type Stage } from "./stage.ts";

export { nearestKinds } from "./nearest-kinds.ts";
export { type UnderstoodPrompt, understandPrompt } from "./prompt.ts";
export { type EffectName, RECIPES } from "./recipes.ts";
export { EFFECT_RATE } from "./stage.ts";

/** Part of the intent of a generated effect. It changes whenever the same request would sound different. */
export const EFFECTS_REVISION = "fullcast-effects-1";

export const EFFECT_DURATION_MS = { least: 100, most: 300_000 } as const;

export interface EffectRequest {
  /** The result of understandPrompt(). */
  readonly understood: UnderstoodPrompt;
  /** The prompt. It determines the seed if none is given. */
  readonly prompt: string;
  /** 100 to 300,000 ms. The result has exactly this length, rounded to the nearest sample. */
  readonly duration_ms: number;
  readonly seed: number | null;
}

/** Seconds of fade at both ends, against clicks. */
const EDGE = 0.008;
/** Longest overlap of a loop's end and start, in seconds. */
const LONGEST_OVERLAP = 2;

/** Mono 16-bit PCM at EFFECT_RATE. @throws RangeError for a duration out of bounds. */
export function renderEffect({ understood, prompt, duration_ms, seed }: EffectRequest): Int16Array<ArrayBuffer> {
  if (!(duration_ms >= EFFECT_DURATION_MS.least && duration_ms <= EFFECT_DURATION_MS.most)) {
    throw new RangeError(`An effect lasts ${EFFECT_DURATION_MS.least} to ${EFFECT_DURATION_MS.most} ms.`);
  }
  const { effect, manner, loop } = understood;
  const recipe = RECIPES[effect];
  const length = Math.round((duration_ms * EFFECT_RATE) / 1_000);
  const overlap = loop ? Math.min(Math.floor(length / 3), LONGEST_OVERLAP * EFFECT_RATE) : 0;
  const stage: Stage = {
    out: new Float32Array(length + overlap),
    seconds: length / EFFECT_RATE,
    loop,
    random: seededRandom(seed ?? seedOf(prompt.trim().toLowerCase()), 0),
  };
  recipe.render(stage, manner);
  placeInRoom(stage.out, manner);
  const sound = joined(stage.out, length, overlap, recipe.kind);
  setLevel(sound, recipe.kind === "texture", manner);
  if (!loop) softenEdges(sound, recipe.kind === "texture");
  return ditherTo16Bit(sound, 0, length, 0);
}

/**
 * Adds the sound after the end to the start. Uncorrelated noises keep their level in a cross-fade with equal power; a beat
 * is the same on both sides, so its cross-fade has equal gain.
 */
function joined(
  out: Float32Array,
  length: number,
  overlap: number,
  kind: "texture" | "event" | "repetition",
): Float32Array {
  for (let i = 0; i < overlap; i++) {
    const place = (i + 0.5) / overlap;
    const rise = kind === "texture" ? Math.sin((Math.PI / 2) * place) : place;
    const fall = kind === "texture" ? Math.cos((Math.PI / 2) * place) : 1 - place;
    out[i] = out[i]! * rise + out[length + i]! * fall;
  }
  return out.subarray(0, length);
}

function softenEdges(sound: Float32Array, texture: boolean): void {
  const edge = Math.min(Math.floor(sound.length / 4), Math.round(EDGE * (texture ? 12 : 1) * EFFECT_RATE));
  for (let i = 0; i < edge; i++) {
    const factor = i / edge;
    // Events begin with their attack, so only their end is faded.
    if (texture) sound[i] = sound[i]! * factor;
    sound[sound.length - 1 - i] = sound[sound.length - 1 - i]! * factor;
  }
}

/** The natural duration of an effect, ms, for a cue without a duration. */
export function naturalDuration({
  effect,
  manner,
}: {
  readonly effect: UnderstoodPrompt["effect"];
  readonly manner: Manner;
}): number {
  const { natural_ms } = RECIPES[effect];
  return manner.count !== null && manner.count > 3 ? Math.round(natural_ms * (1 + 0.15 * manner.count)) : natural_ms;
}
