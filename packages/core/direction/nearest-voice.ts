// Chooses the voice of another engine for a line that its own engine cannot speak.

import type { Age, Gender } from "../structure/structure.ts";
import type { CastableVoice } from "./castable.ts";
import { distanceOf } from "./voice-distance.ts";

/** An engine that can take over, with its available voices. */
export interface FallbackEngine<V extends CastableVoice> {
  readonly provider: string;
  /** Snowcoins for 1,000 characters. */
  readonly price: number;
  readonly voices: readonly V[];
}

export interface FallbackRequest<V extends CastableVoice> {
  /** The voice that cannot speak now. */
  readonly voice: CastableVoice;
  /** Its engine. */
  readonly provider: string;
  /** The price of its engine. A more expensive engine never takes over. */
  readonly price: number;
  /** BCP 47 language of the line. */
  readonly language: string;
  /** In order of preference. The voice's own engine may be among them and is skipped. */
  readonly engines: readonly FallbackEngine<V>[];
}

const AGES: readonly Age[] = ["child", "young", "adult", "old"];

/**
 * The cost of differences, in just noticeable steps of timbre. Gender outweighs everything, because a man's line in a
 * woman's voice misleads a listener. A child's line in an adult's voice is next, then age, country and timbre.
 */
const COST = {
  otherGender: 1_000,
  neutralGender: 200,
  childOrAdult: 100,
  ageStep: 8,
  otherCountry: 4,
  unknownTimbre: 6,
};

/**
 * The voice of the first engine that costs no more and has a voice in the line's language. Of its voices the nearest in
 * gender, age, language and measured timbre is chosen. Null if there is none: a voice of another language never speaks a
 * line. The result does not depend on the order of an engine's voices.
 */
export function nearestVoice<V extends CastableVoice>(
  request: FallbackRequest<V>,
): { readonly provider: string; readonly voice: V } | null {
  for (const { provider, price, voices } of request.engines) {
    if (provider === request.provider || price > request.price) continue;
    const voice = nearest(request, voices);
    if (voice !== null) return { provider, voice };
  }
  return null;
}

function nearest<V extends CastableVoice>({ voice, language }: FallbackRequest<V>, voices: readonly V[]): V | null {
  const speaking = voices.filter((one) => languagesOf(one).some((known) => primary(known) === primary(language)));
  let best: V | null = null;
  let lowest = Number.POSITIVE_INFINITY;
  for (const one of speaking) {
    const cost = differenceOf(voice, one, language);
    if (cost < lowest || (cost === lowest && best !== null && one.voice_id < best.voice_id)) {
      best = one;
      lowest = cost;
    }
  }
  return best;
}

function differenceOf(wanted: CastableVoice, one: CastableVoice, language: string): number {
  const country = languagesOf(wanted).find((known) => primary(known) === primary(language)) ?? language;
  return (
    genderDifference(wanted.gender, one.gender) +
    ageDifference(wanted.age, one.age) +
    (languagesOf(one).some((known) => known.toLowerCase() === country.toLowerCase()) ? 0 : COST.otherCountry) +
    (distanceOf(wanted, one) ?? COST.unknownTimbre)
  );
}

function genderDifference(wanted: Gender, has: Gender): number {
  if (wanted === has) return 0;
  return wanted === "neutral" || has === "neutral" ? COST.neutralGender : COST.otherGender;
}

function ageDifference(wanted: Age, has: Age): number {
  const steps = Math.abs(AGES.indexOf(wanted) - AGES.indexOf(has));
  return steps * COST.ageStep + ((wanted === "child") === (has === "child") ? 0 : COST.childOrAdult);
}

const languagesOf = ({ language, languages = [language] }: CastableVoice): readonly string[] => languages;
const primary = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
