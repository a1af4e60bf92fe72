// Suggests a voice for every speaker without one. Speakers with a voice keep it.
//
// The rules, the most important first:
//   1. the speaker's gender or a neutral voice; the opposite gender only when there is neither
//   2. children have children's voices, and only they
//   3. only the narrator has the narrator's voice
//   4. partners in conversation do not share a voice, the voice has the speaker's own gender rather than none, and major
//      speakers have a voice of their own
//   5. speakers with much to say have voices that are understood at once: none with the tag strong-accent
//      the accent: of the text's country (English: by its spelling), and one accent in a family
//      before both: a voice of the first rank (natural before formant voices), unless a listener could confuse two people of one scene
//   6. the age: a voice one age away before one that is further
//   7. partners in conversation sound far apart, as measured, and so do major speakers
//   8. minor speakers share evenly, and major speakers have pleasant voices: no odd ones, no creatures
// Speakers of unknown gender ("the badger") get men's and women's voices in turn: the gender that fewer of them have, and for
// the first one the name decides. Otherwise the distance from the narrator's voice would always decide. An unknown age
// counts as adult.

import type { Gender } from "../structure/structure.ts";
import { accentCost as accentCostOf, familiesOf, mostFrequent, type TextAccent, textCountry } from "./accents.ts";
import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import { ageCost } from "./casting-fit.ts";
import type { Conversation } from "./conversations.ts";
import type { EnglishSpelling } from "./spelling.ts";
import { speaksLanguage } from "./unspoken-language.ts";
import {
  type ClosenessTo,
  type ConfusableWith,
  closenessAmong,
  confusableAmong,
  oddnessAmong,
} from "./voice-distance.ts";

export interface CastingRequest {
  readonly speakers: readonly CastingSpeaker[];
  /** The conversations of all sections. The same pair may occur several times. */
  readonly conversations: readonly Conversation[];
  readonly voices: readonly CastableVoice[];
  /** BCP 47. Voices of the same primary language are cast, or any voices if there are none. */
  readonly language: string;
  /** How the text spells English; voices of that country come first. Null or absent: every accent is equal. */
  readonly spelling?: EnglishSpelling | null;
  /** Every character gets the narrator's voice. Voices that a user chose stay. */
  readonly narratorOnly?: boolean;
}

/** Costs on one scale. A rule outweighs all rules below it, except in rare sums. */
const COST = {
  oppositeGender: 400,
  neutralForGendered: 30,
  genderedForNeutral: 8,
  /** For a speaker of unknown gender, the gender that more of these speakers have. More than the distance from a narrator. */
  unbalanced: 7,
  narratorsVoice: 110,
  sharedWithPartner: 30,
  /** A voice of another country than the text's. */
  otherCountry: 12,
  /** In English that could be of any country, a voice that is not American: most voices of one book have one accent. */
  unusualCountry: 6,
  /** A regional accent of the right country; the general ones come first. */
  regional: 3,
  /** A voice whose words listeners miss more often. More than an accent that a spelling asks for. */
  strongAccent: { major: 14, minor: 3 },
  /** An accent other than that of most of the family. */
  otherThanFamily: 7,
  /** Multiplied by the share of the speaker's conversations, and added. */
  sharedWithTalkative: 30,
  sharedWithMajor: 24,
  /** A different voice that a listener can confuse with a partner's or the narrator's. */
  confusable: 26,
  /** For each rank before the voice's own. Less than sharing a voice within a scene, more than any accent. */
  laterEngine: 22,
  /** For a speaker who shares a voice; approaches the double for very many. */
  sharedAmongMinors: 3,
  narratorTag: 0.5,
  /** For the narrator, a voice that is not its engine's default. */
  notTheDefault: 20,
  creatureForPerson: 20,
  /** For a major speaker, by the voice's distance from the mean of similar voices. */
  oddness: 1.5,
  closeToPartners: 6,
  closeToNarrator: 1.5,
  closeToMajors: 3,
} as const;

/** Speakers with at least this many lines, or this share of all spoken text, are major. */
const MAJOR = { lines: 8, share: 0.04 } as const;

/** Passes that reconsider every new voice when all others are known. */
const REFINEMENTS = 4;

/**
 * Chooses a voice for every speaker: voice ids by speaker id. Existing casts are kept, those made by the user even if their
 * voice is not among `voices`; an automatic cast with a missing voice is replaced. Without any voice there are no entries.
 * The result does not depend on the order of speakers, voices and conversations, and casting again changes nothing.
 */
export function castVoices(request: CastingRequest): ReadonlyMap<string, string> {
  const voices = usableVoices(request);
  const byId = new Map(request.voices.map((voice) => [voice.voice_id, voice]));
  const cast = new Map<string, string>();
  const narratorOnly = request.narratorOnly === true;
  for (const { id, role, casting } of request.speakers) {
    const isKept =
      casting !== null &&
      (casting.source === "user" || (byId.has(casting.voice_id) && !(narratorOnly && role !== "narrator")));
    if (isKept) cast.set(id, casting.voice_id);
  }
  if (voices.length === 0) return cast;
  const state: CastState = {
    speakers: request.speakers,
    voices,
    byId,
    cast,
    partners: partnersOf(request.conversations),
    majors: majorSpeakers(request.speakers),
    closeness: closenessAmong(voices),
    confusable: confusableAmong(voices),
    oddness: oddnessAmong(voices),
    accents: accentCosts(voices, { spelling: request.spelling ?? null, country: textCountry(request.language) }),
    families: familiesOf(request.speakers),
  };
  const open = request.speakers.filter(({ id }) => !cast.has(id)).sort(byWeight);
  for (const narrator of open.filter(({ role }) => role === "narrator")) {
    cast.set(narrator.id, narratorVoice(narrator, state).voice_id);
  }
  const characters = open.filter(({ role }) => role !== "narrator");
  const narrator = request.speakers.find(({ role }) => role === "narrator");
  const narratorsVoice = narratorOnly && narrator !== undefined ? cast.get(narrator.id) : undefined;
  if (narratorsVoice !== undefined) {
    for (const speaker of characters) cast.set(speaker.id, narratorsVoice);
    return cast;
  }
  for (const speaker of characters) cast.set(speaker.id, bestVoice(speaker, state).voice_id);
  for (let pass = 0; pass < REFINEMENTS; pass += 1) {
    let moved = false;
    for (const speaker of characters) {
      const before = cast.get(speaker.id)!;
      cast.delete(speaker.id);
      const best = bestVoice(speaker, state).voice_id;
      moved ||= best !== before;
      cast.set(speaker.id, best);
    }
    if (!moved) break;
  }
  return cast;
}

interface CastState {
  readonly speakers: readonly CastingSpeaker[];
  readonly voices: readonly CastableVoice[];
  readonly byId: ReadonlyMap<string, CastableVoice>;
  readonly cast: Map<string, string>;
  /** By speaker: the partners with their share of the speaker's conversations, adding up to 1. */
  readonly partners: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly majors: ReadonlySet<string>;
  readonly closeness: ClosenessTo;
  readonly confusable: ConfusableWith;
  /** By index of `voices`. */
  readonly oddness: Float64Array;
  /** The accent's cost for each voice, by index of `voices`. */
  readonly accents: readonly number[];
  /** For each speaker the others of the same family. */
  readonly families: ReadonlyMap<string, readonly string[]>;
}

/** The voices that automatic casting may choose for this language, in the order of their ids. */
export function usableVoices({
  voices,
  language,
}: Pick<CastingRequest, "voices" | "language">): readonly CastableVoice[] {
  const choosable = voices.filter((voice) => voice.rank !== null);
  const speaking = choosable.filter((voice) => speaksLanguage(voice, language));
  return [...(speaking.length > 0 ? speaking : choosable)].sort((a, b) => compare(a.voice_id, b.voice_id));
}

function partnersOf(conversations: readonly Conversation[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const partners = new Map<string, Map<string, number>>();
  const add = (one: string, other: string, weight: number) => {
    const known = partners.get(one) ?? new Map<string, number>();
    known.set(other, (known.get(other) ?? 0) + weight);
    partners.set(one, known);
  };
  for (const { a, b, weight } of conversations) {
    if (a === b || !(weight > 0)) continue;
    add(a, b, weight);
    add(b, a, weight);
  }
  for (const known of partners.values()) {
    const whole = [...known.values()].reduce((sum, weight) => sum + weight, 0);
    for (const [other, weight] of known) known.set(other, weight / whole);
  }
  return partners;
}

function majorSpeakers(speakers: readonly CastingSpeaker[]): ReadonlySet<string> {
  const characters = speakers.filter(({ role }) => role !== "narrator");
  const said = characters.reduce((sum, one) => sum + one.characters, 0);
  return new Set(
    characters
      .filter((one) => one.lines >= MAJOR.lines || (said > 0 && one.characters >= said * MAJOR.share))
      .map(({ id }) => id),
  );
}

function narratorVoice(narrator: CastingSpeaker, state: CastState): CastableVoice {
  const taken = new Set(state.cast.values());
  return cheapest(state.voices, (voice, index) => {
    const tagged = voice.tags.includes("narrator") ? 0 : COST.narratorsVoice;
    return (
      tagged +
      (voice.tags.includes("default") ? 0 : COST.notTheDefault) +
      engineCost(voice) +
      fitCost(narrator, voice) +
      state.oddness[index]! +
      state.accents[index]! +
      accentBurden(voice, true) +
      (taken.has(voice.voice_id) ? COST.sharedWithPartner : 0)
    );
  });
}

function bestVoice(speaker: CastingSpeaker, state: CastState): CastableVoice {
  const taken = takenVoices(speaker, state);
  const sound = soundCosts(taken, state);
  const major = state.majors.has(speaker.id);
  const family = familyAccent(speaker, state);
  const scarce = speaker.gender === null ? scarceGender(speaker, state) : null;
  return cheapest(state.voices, (voice, index) => {
    const odd = major ? COST.oddness * state.oddness[index]! : 0;
    const shared = sharingCost(taken.get(voice.voice_id), major);
    const accent = state.accents[index]! + (family === null || family === voice.accent ? 0 : COST.otherThanFamily);
    const heard = accentBurden(voice, major);
    const unbalanced = scarce !== null && voice.gender !== "neutral" && voice.gender !== scarce ? COST.unbalanced : 0;
    const fit = fitCost(speaker, voice) + tagCost(speaker, voice) + unbalanced;
    return engineCost(voice) + fit + odd + shared + accent + heard + sound[index]!;
  });
}

/** The relation of a voice's present speakers to a speaker. */
interface TakenVoice {
  /** Null when the voice is no longer known. */
  readonly voice: CastableVoice | null;
  users: number;
  /** Share of the speaker's conversations that are with them. */
  talked: number;
  narrates: boolean;
  major: boolean;
}

function takenVoices(speaker: CastingSpeaker, state: CastState): ReadonlyMap<string, TakenVoice> {
  const taken = new Map<string, TakenVoice>();
  const partners = state.partners.get(speaker.id);
  for (const other of state.speakers) {
    const voiceId = state.cast.get(other.id);
    if (voiceId === undefined || other.id === speaker.id) continue;
    let one = taken.get(voiceId);
    if (one === undefined) {
      one = { voice: state.byId.get(voiceId) ?? null, users: 0, talked: 0, narrates: false, major: false };
      taken.set(voiceId, one);
    }
    one.users += 1;
    one.talked += partners?.get(other.id) ?? 0;
    one.narrates ||= other.role === "narrator";
    one.major ||= state.majors.has(other.id);
  }
  return taken;
}

function fitCost(speaker: CastingSpeaker, voice: CastableVoice): number {
  return genderCost(speaker.gender, voice.gender) + ageCost(speaker.age ?? "adult", voice.age);
}

/** The gender that fewer of the other speakers of unknown gender have; a name's own one when both have as many. */
function scarceGender(speaker: CastingSpeaker, { speakers, cast, byId }: CastState): "male" | "female" {
  let men = 0;
  for (const { id, role, gender } of speakers) {
    if (id === speaker.id || role === "narrator" || gender !== null) continue;
    const has = byId.get(cast.get(id) ?? "")?.gender;
    if (has === "male") men += 1;
    if (has === "female") men -= 1;
  }
  if (men !== 0) return men > 0 ? "female" : "male";
  let sum = 0;
  for (const character of speaker.name.toLowerCase()) sum = (sum * 31 + character.codePointAt(0)!) % 65_521;
  return sum % 2 === 0 ? "male" : "female";
}

const engineCost = ({ rank }: CastableVoice) => COST.laterEngine * (rank ?? 0);

const accentBurden = ({ tags }: CastableVoice, major: boolean) =>
  tags.includes("strong-accent") ? COST.strongAccent[major ? "major" : "minor"] : 0;

/**
 * The cost of each voice's accent. If no voice of an engine has the general accent of the text's country, accents do
 * not count among its voices: a cast with only regional accents would be worse than one of another country.
 */
function accentCosts(voices: readonly CastableVoice[], text: TextAccent): readonly number[] {
  const costs = voices.map((voice) => accentCostOf(voice, text, COST));
  const least = new Map<number, number>();
  for (const [at, { rank }] of voices.entries()) {
    least.set(rank ?? 0, Math.min(costs[at]!, least.get(rank ?? 0) ?? Number.POSITIVE_INFINITY));
  }
  return voices.map(({ rank }, at) => (least.get(rank ?? 0)! > 0 ? 0 : costs[at]!));
}

/** The accent of most of the speaker's family so far; null when none of them has a voice. */
function familyAccent(speaker: CastingSpeaker, { families, cast, byId }: CastState): string | null {
  const accents = (families.get(speaker.id) ?? []).flatMap((id) => byId.get(cast.get(id) ?? "")?.accent ?? []);
  return mostFrequent(accents);
}

// Voices for animals and ghosts are for speakers who are neither man nor woman.
function tagCost(speaker: CastingSpeaker, voice: CastableVoice): number {
  const creature = voice.tags.includes("creature") && speaker.gender !== "neutral";
  return (voice.tags.includes("narrator") ? COST.narratorTag : 0) + (creature ? COST.creatureForPerson : 0);
}

function genderCost(wanted: Gender | null, has: Gender): number {
  if (wanted === null || wanted === has) return 0;
  if (wanted === "neutral") return COST.genderedForNeutral;
  return has === "neutral" ? COST.neutralForGendered : COST.oppositeGender;
}

function sharingCost(taken: TakenVoice | undefined, major: boolean): number {
  if (taken === undefined) return 0;
  const onlyNarrates = taken.narrates && taken.users === 1;
  return (
    (taken.narrates ? COST.narratorsVoice : 0) +
    (taken.talked > 0 ? COST.sharedWithPartner + COST.sharedWithTalkative * taken.talked : 0) +
    (taken.major || (major && !onlyNarrates) ? COST.sharedWithMajor : 0) +
    (2 * COST.sharedAmongMinors * taken.users) / (1 + taken.users)
  );
}

/** For each voice, the cost of its similarity to the voices of partners, narrator and major speakers. */
function soundCosts(taken: ReadonlyMap<string, TakenVoice>, state: CastState): Float64Array {
  const count = state.voices.length;
  const costs = new Float64Array(count);
  const narrator = new Float64Array(count);
  const majors = new Float64Array(count);
  for (const one of taken.values()) {
    if (one.voice === null || !(one.talked > 0 || one.narrates || one.major)) continue;
    const close = state.closeness(one.voice);
    const alike = one.talked > 0 || one.narrates ? state.confusable(one.voice) : null;
    for (let at = 0; at < count; at += 1) {
      costs[at]! += COST.closeToPartners * one.talked * close[at]!;
      if (alike !== null && alike[at] === 1) costs[at]! += COST.confusable;
      if (one.narrates && close[at]! > narrator[at]!) narrator[at] = close[at]!;
      if (one.major && close[at]! > majors[at]!) majors[at] = close[at]!;
    }
  }
  for (let at = 0; at < count; at += 1) {
    costs[at]! += COST.closeToNarrator * narrator[at]! + COST.closeToMajors * majors[at]!;
  }
  return costs;
}

/** The first of the cheapest; voices are in the order of their ids. */
function cheapest(
  voices: readonly CastableVoice[],
  costOf: (voice: CastableVoice, index: number) => number,
): CastableVoice {
  let best = voices[0]!;
  let lowest = Number.POSITIVE_INFINITY;
  for (const [index, voice] of voices.entries()) {
    const cost = costOf(voice, index);
    // Differences in the last digits do not count: sums of floats depend on the order of the speakers.
    if (cost < lowest - 1e-9) {
      best = voice;
      lowest = cost;
    }
  }
  return best;
}

function byWeight(a: CastingSpeaker, b: CastingSpeaker): number {
  return b.characters - a.characters || b.lines - a.lines || compare(a.name, b.name) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
