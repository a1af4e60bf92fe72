// People whose voice does not suit them: another gender, another age, or another accent than the rest of the family. Each with
// a voice that suits better, where there is one.

import type { Age, Gender } from "../structure/structure.ts";
import { accentKey, familiesOf } from "./accents.ts";
import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import { type CastingRequest, castVoices, usableVoices } from "./casting.ts";
import { ageCost } from "./casting-fit.ts";
import { distanceOf, LEAST_DISTANCE } from "./voice-distance.ts";

export type MisfitReason =
  | { readonly kind: "gender"; readonly wanted: Gender; readonly has: Gender }
  | { readonly kind: "age"; readonly wanted: Age; readonly has: Age }
  /** `relatives`: ids of the family members whose voices have the wanted accent. */
  | { readonly kind: "accent"; readonly wanted: string; readonly has: string; readonly relatives: readonly string[] };

export interface VoiceMisfit {
  readonly speakerId: string;
  readonly voiceId: string;
  /** The gender before the age before the accent. */
  readonly reasons: readonly MisfitReason[];
}

/** Ages that cost less than this sound right: a young voice for an adult, an adult voice for an old person. */
const WRONG_AGE = 12;

/**
 * The people with lines whose voice does not suit them. Those of a wrong gender or age come before those of another accent,
 * and people with much to say come before the others. A gender or an age that is not known is not judged.
 */
export function voiceMisfits(
  speakers: readonly CastingSpeaker[],
  voiceOf: (speakerId: string) => CastableVoice | undefined,
): VoiceMisfit[] {
  const accents = familyAccents(speakers, voiceOf);
  const found = speakers.flatMap((speaker) => {
    const voice = voiceOf(speaker.id);
    if (voice === undefined || speaker.lines === 0) return [];
    const reasons: MisfitReason[] = [];
    const { gender, age } = speaker;
    if (gender !== null && !suitsGender(gender, voice))
      reasons.push({ kind: "gender", wanted: gender, has: voice.gender });
    if (age !== null && !suitsAge(age, voice)) reasons.push({ kind: "age", wanted: age, has: voice.age });
    const family = accents.get(speaker.id);
    if (family !== undefined && voice.accent !== null && family.key !== accentKey(voice))
      reasons.push({ kind: "accent", wanted: family.accent, has: voice.accent, relatives: family.relatives });
    return reasons.length === 0
      ? []
      : [{ speaker, misfit: { speakerId: speaker.id, voiceId: voice.voice_id, reasons } }];
  });
  const onlyAccent = (misfit: VoiceMisfit) => Number(misfit.reasons[0]?.kind === "accent");
  return found
    .sort(
      (a, b) =>
        onlyAccent(a.misfit) - onlyAccent(b.misfit) ||
        b.speaker.characters - a.speaker.characters ||
        (a.speaker.id < b.speaker.id ? -1 : 1),
    )
    .map(({ misfit }) => misfit);
}

/**
 * A voice that suits this speaker, as casting would choose it beside the voices of all others; null when no voice suits better.
 * It differs clearly from the voices of the people the speaker talks with, and from the narrator's. Unless only the accent is
 * wrong it may have another accent than the family. Without reasons, the present voice is too like that of a partner.
 */
export function betterVoice(request: CastingRequest, misfit: VoiceMisfit): string | null {
  const { speakers, voices } = request;
  const speaker = speakers.find(({ id }) => id === misfit.speakerId);
  const byId = new Map(voices.map((voice) => [voice.voice_id, voice]));
  const voiceOf = (id: string) => byId.get(speakers.find((one) => one.id === id)?.casting?.voice_id ?? "");
  const present = byId.get(misfit.voiceId);
  if (speaker === undefined || present === undefined) return null;
  const heard = heardBeside(request, speaker.id).flatMap((id) => voiceOf(id) ?? []);
  const family = familyAccents(speakers, voiceOf).get(speaker.id);
  const usable = usableVoices(request).filter(
    (voice) =>
      voice.voice_id !== present.voice_id &&
      suitsGender(speaker.gender ?? present.gender, voice) &&
      suitsAge(speaker.age ?? present.age, voice) &&
      !heard.some((other) => soundsLike(voice, other)),
  );
  const ofFamily = usable.filter((voice) => family === undefined || accentKey(voice) === family.key);
  const onlyAccent = misfit.reasons.length > 0 && misfit.reasons.every(({ kind }) => kind === "accent");
  const allowed = new Set((ofFamily.length > 0 || onlyAccent ? ofFamily : usable).map((voice) => voice.voice_id));
  if (allowed.size === 0) return null;
  const casts = castVoices({
    ...request,
    voices: voices.map((voice) => (allowed.has(voice.voice_id) ? voice : { ...voice, rank: null })),
    speakers: speakers
      // Others without a voice would be cast as well, for nothing.
      .filter((one) => one === speaker || one.casting !== null)
      .map((one) => ({ ...one, casting: one === speaker ? null : { ...one.casting!, source: "user" } })),
  });
  return casts.get(speaker.id) ?? null;
}

function suitsGender(wanted: Gender, { gender }: CastableVoice): boolean {
  return wanted === "neutral" || gender === "neutral" || wanted === gender;
}

function suitsAge(wanted: Age, { age }: CastableVoice): boolean {
  return ageCost(wanted, age) < WRONG_AGE;
}

function soundsLike(one: CastableVoice, other: CastableVoice): boolean {
  if (one.voice_id === other.voice_id) return true;
  const distance = distanceOf(one, other);
  return distance !== null && distance < LEAST_DISTANCE;
}

/** The narrator and the partners of this speaker in conversations. */
function heardBeside({ speakers, conversations }: CastingRequest, speakerId: string): readonly string[] {
  const narrators = speakers.filter(({ role, id }) => role === "narrator" && id !== speakerId).map(({ id }) => id);
  const partners = conversations.flatMap(({ a, b }) => (a === speakerId ? [b] : b === speakerId ? [a] : []));
  return [...new Set([...narrators, ...partners])];
}

interface FamilyAccent {
  readonly key: string;
  readonly accent: string;
  readonly relatives: readonly string[];
}

/**
 * The accent of each speaker's family: that of most members with lines, and among equally many that of the members who say
 * most. Voices of different languages are not compared. Speakers without such a family are absent.
 */
function familyAccents(
  speakers: readonly CastingSpeaker[],
  voiceOf: (speakerId: string) => CastableVoice | undefined,
): ReadonlyMap<string, FamilyAccent> {
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  const accents = new Map<string, FamilyAccent>();
  for (const [id, others] of familiesOf(speakers)) {
    const language = primaryLanguage(voiceOf(id));
    const members = [id, ...others].flatMap((member) => {
      const [speaker, voice] = [byId.get(member)!, voiceOf(member)];
      const isHeard = voice !== undefined && voice.accent !== null && speaker.lines > 0;
      return isHeard && primaryLanguage(voice) === language ? [{ speaker, voice, accent: voice.accent }] : [];
    });
    const [first] = [...Map.groupBy(members, ({ voice }) => accentKey(voice))].sort(
      ([key, a], [other, b]) => b.length - a.length || said(b) - said(a) || (key < other ? -1 : 1),
    );
    if (first === undefined || members.length < 2) continue;
    const [key, same] = first;
    const relatives = same.map(({ speaker }) => speaker.id).filter((member) => member !== id);
    accents.set(id, { key, accent: same[0]!.accent, relatives: relatives.sort() });
  }
  return accents;
}

const said = (members: readonly { readonly speaker: CastingSpeaker }[]): number =>
  members.reduce((sum, { speaker }) => sum + speaker.characters, 0);

const primaryLanguage = (voice: CastableVoice | undefined): string | undefined =>
  voice?.language.toLowerCase().split(/[-_]/)[0];
