// Finds the sounds that a narration mentions, by the words of their names, tags and descriptions. A name counts by the share of it
// that stands close together in one sentence; tags and description support it, or replace it when several agree.

/** The words that describe a sound. */
export interface MatchableSound {
  readonly sound_effect_id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export interface SoundMatch<Sound extends MatchableSound> {
  readonly sound: Sound;
  /** Where the sound is heard: the start of its word. */
  readonly offset: number;
  /** Words of the text before it. */
  readonly word: number;
  /** The sentence with the match. */
  readonly from: number;
  readonly to: number;
  /** THRESHOLD to about 1.3. */
  readonly score: number;
}

/** A whole name of one or two words reaches it; so do two tags of one word with some support of the description. */
const THRESHOLD = 0.8;
const LONG_TAG = 0.7;
const SHORT_TAG = 0.6;
const SUPPORT = 0.1;
const MOST_SUPPORT = 0.3;
/** The words of one match stand within this many words. */
const REACH = 10;
/** Words before a match that can deny it, or make it a comparison. */
const DENIAL_REACH = 3;

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
const SENTENCE_END = /[.!?;…]["'”’»)]*\s|\n/gu;

/** Words without information about a sound. */
const EMPTY = new Set(
  "a an the of in on at with and for to from by into over under off out up down as is it its sound sounds effect effects sfx fx foley ambience ambient ambiance background atmosphere loop loops looped looping recording recorded track audio stereo mono wav mp3 flac ogg take version final clean sample".split(
    " ",
  ),
);
/** Words for a sound's quality, not its kind. */
const WEAK = new Set(
  "big small large little old new young heavy light soft loud quiet low high deep long short slow fast quick sudden distant far near close single double gentle strong hard medium dark bright warm cold wet dry inside outside indoor outdoor noise very some one two three".split(
    " ",
  ),
);
const WEAK_WEIGHT = 0.3;
const DENIALS = new Set(
  "no not never without nor neither like as if cannot didn't wasn't weren't isn't couldn't hadn't".split(" "),
);

interface Profile<Sound> {
  readonly sound: Sound;
  /** Stems of the name with their weights. */
  readonly name: ReadonlyMap<string, number>;
  readonly nameWeight: number;
  /** Stems of each tag with information. */
  readonly tags: readonly (readonly string[])[];
  readonly description: ReadonlySet<string>;
}

interface Token {
  readonly stem: string;
  readonly plain: string;
  readonly offset: number;
  readonly word: number;
}

/** A matcher for these sounds: the matches of a text in order; several in one sentence are sorted, best first. */
export function matchSounds<Sound extends MatchableSound>(
  sounds: readonly Sound[],
): (text: string) => SoundMatch<Sound>[] {
  const profiles = sounds.map(profileOf);
  const byStem = new Map<string, Set<Profile<Sound>>>();
  for (const profile of profiles) {
    for (const stem of [...profile.name.keys(), ...profile.tags.flat()]) {
      const known = byStem.get(stem);
      if (known === undefined) byStem.set(stem, new Set([profile]));
      else known.add(profile);
    }
  }
  return (text) =>
    sentencesOf(text).flatMap(({ from, to, tokens }) => {
      const candidates = new Set(tokens.flatMap((token) => [...(byStem.get(token.stem) ?? [])]));
      return [...candidates]
        .flatMap((profile): SoundMatch<Sound>[] => {
          const best = bestWindow(profile, tokens);
          return best === null ? [] : [{ sound: profile.sound, from, to, ...best }];
        })
        .sort((a, b) => b.score - a.score || a.offset - b.offset);
    });
}

function profileOf<Sound extends MatchableSound>(sound: Sound): Profile<Sound> {
  const name = weightedStems(sound.name);
  const tags = sound.tags.map((tag) =>
    meaningful(tag)
      .filter((word) => !WEAK.has(word))
      .map(stemOf),
  );
  return {
    sound,
    name,
    nameWeight: [...name.values()].reduce((sum, weight) => sum + weight, 0),
    tags: tags.filter((tag) => tag.length > 0),
    description: new Set(
      meaningful(sound.description)
        .filter((word) => !WEAK.has(word))
        .map(stemOf)
        .filter((stem) => !name.has(stem)),
    ),
  };
}

/** The stems of the words that say what a text is about, and their weights: words of manner weigh little. */
export const weightedStems = (text: string): ReadonlyMap<string, number> =>
  new Map(meaningful(text).map((word) => [stemOf(word), WEAK.has(word) ? WEAK_WEIGHT : 1]));

function meaningful(text: string): string[] {
  return [...text.replaceAll("_", " ").matchAll(WORD)]
    .map(([word]) => plainOf(word))
    .filter((word) => !EMPTY.has(word) && !/\p{N}/u.test(word) && word.length > 1);
}

function sentencesOf(text: string): { from: number; to: number; tokens: Token[] }[] {
  const sentences: { from: number; to: number; tokens: Token[] }[] = [];
  let from = 0;
  let word = 0;
  const add = (to: number) => {
    const tokens = [...text.slice(from, to).matchAll(WORD)].map((match): Token => {
      const plain = plainOf(match[0]);
      return { stem: stemOf(plain), plain, offset: from + match.index, word: word++ };
    });
    if (tokens.length > 0) sentences.push({ from, to, tokens });
    from = to;
  };
  for (const end of text.matchAll(SENTENCE_END)) add(end.index + end[0].length);
  add(text.length);
  return sentences;
}

function bestWindow<Sound>(
  profile: Profile<Sound>,
  tokens: readonly Token[],
): { offset: number; word: number; score: number } | null {
  const isTerm = (stem: string) => profile.name.has(stem) || profile.tags.some((tag) => tag.includes(stem));
  let best: { offset: number; word: number; score: number } | null = null;
  for (const [at, first] of tokens.entries()) {
    if (!isTerm(first.stem) || isDenied(tokens, at)) continue;
    const window = tokens.slice(at, at + REACH);
    const score = scoreOf(profile, new Set(window.map((token) => token.stem)));
    if (score < THRESHOLD || (best !== null && score <= best.score)) continue;
    // A verb reports the event: an inflected word ("creaked"), not the word as it stands in the name.
    const heard = window.filter((token) => (profile.name.get(token.stem) ?? (isTerm(token.stem) ? 1 : 0)) === 1);
    const { offset, word } = heard.find((token) => /(?:ed|ing)$/.test(token.plain)) ?? heard[0] ?? first;
    best = { offset, word, score };
  }
  return best;
}

function isDenied(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(Math.max(0, at - DENIAL_REACH), at).some((token) => DENIALS.has(token.plain));
}

function scoreOf<Sound>(profile: Profile<Sound>, heard: ReadonlySet<string>): number {
  let weight = 0;
  let whole = false;
  for (const [stem, own] of profile.name) {
    if (!heard.has(stem)) continue;
    weight += own;
    whole ||= own === 1;
  }
  const tags = profile.tags.filter((tag) => tag.every((stem) => heard.has(stem)));
  const description = [...profile.description].filter((stem) => heard.has(stem) && !tags.flat().includes(stem)).length;
  const support = (count: number) => Math.min(MOST_SUPPORT, SUPPORT * count);
  const byName = whole ? weight / profile.nameWeight + support(tags.length + description) : 0;
  const longTag = tags.some((tag) => tag.length > 1);
  const byTags = tags.length === 0 ? 0 : (longTag ? LONG_TAG : SHORT_TAG) + support(tags.length - 1 + description);
  // Sums of tenths: the last digit must not decide.
  return Math.round(Math.max(byName, byTags) * 1_000) / 1_000;
}

const plainOf = (word: string) => word.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();

/** The common part of a word's forms: creaks, creaked, creaking; slams, slammed. Approximate, and the same on both sides. */
function stemOf(plain: string): string {
  let stem = plain.replace(/'\p{L}+$/u, "");
  if (stem.length > 4) stem = stem.replace(/(?:ies|ied)$/, "y");
  if (stem.length > 5) stem = stem.replace(/ing$/, "");
  if (stem.length > 4) stem = stem.replace(/ed$/, "");
  if (stem.length > 3) stem = stem.replace(/(?<=[sxz]|ch|sh)es$|(?<!s)s$/, "");
  if (stem.length > 3) stem = stem.replace(/([bdfgklmnprt])\1$/, "$1").replace(/e$/, "");
  return stem;
}
