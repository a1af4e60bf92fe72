// The weight of each kind of evidence, in natural-log odds. They are in one place so that they can be compared;
// set by hand from measured errors, not fitted to one text.

export const WEIGHTS = {
  /** The tag's subject is this person by name. */
  tagName: 16,
  looseTagName: 4.5,
  leadName: 5,
  beatNameAfter: 3,
  beatNameBefore: 5,
  /** Subject of the last sentence of the paragraph of narration before. */
  paragraphName: 1.2,
  /** In a short text: this person's first mention is the subject of the paragraph of narration before. */
  comesIn: 3,
  /** In a short text of another language than English: the narrator says other lines. */
  narratorInScene: 0.7,
  /** The lines before. */
  notYetIn: -2,
  narratorTag: 13,
  /** The share of the weights above for a subject like "the man", "her mother", "the painter". */
  introducedShare: 0.7,
  /** "the man" after "a man" shortly before. */
  metShare: 0.4,
  genericShare: 0.2,
  /** A story has fewer children than adults, so "the boy" is more often the same person. */
  childShare: 0.35,
  relationShare: 0.2,
  roleShare: 0.6,
  /** The same weights for a pronoun that agrees, and for one that does not. */
  tagPronounAgrees: 1.2,
  tagPronounClashes: -6,
  loosePronounClashes: -3.5,
  beatPronounClashes: -2.5,
  tagPronounUnknown: -0.5,
  /** The most likely person of the pronoun. */
  pronounNearest: 2.5,
  pronounSecond: 0.6,
  pronounSubject: 0.7,
  beatPronounNearest: 1.2,
  /** The sentence of the pronoun names this person behind it. */
  besidePronoun: -2,
  /** Addressed inside this quote. */
  calledHere: -9,
  /** The line names its own speaker: "I'm Anna". */
  introduces: 9,
  /** Mentioned inside this quote. */
  mentionedInside: -4,
  /** Addressed in words of another person that this line reports. */
  toldInside: -2,
  /** Mentioned, but not addressed, in the neighbouring lines: a person who is talked about is rarely present. */
  mentionedBeside: -1,
  /** Per doubling of the paragraphs since the narration named the person. */
  distance: -0.4,
  neverNamed: -3,
  /** Times the logarithm of the lines that tags give to this person. */
  frequency: 0.2,
  /** Times the logarithm of the lines that a first reading gives to this person, in the whole text and nearby. */
  share: 0.1,
  presence: 1.2,
  /** Share of the odds that the words of a line are characteristic of this person. */
  manner: 0.4,
  generic: -2,
  /** In a short text, for a noun that acts. */
  genericInScene: -1,
  relation: -1,
  narrator: 0.8,
  /** Turns: the same speaker again in the next paragraph, without narration between. */
  sameAdjacent: -3,
  sameAcrossOne: 0,
  sameAcrossMany: 0,
  sameParagraph: -1,
  continues: 6,
  /** "she went on": in favour of the speaker before. */
  wentOn: 1.5,
  /** The speaker before last speaks again. */
  returnAdjacent: 2,
  returnAcrossOne: 1,
  returnAcrossMany: 0.4,
  /** The speaker before last reads a letter aloud, and this line is in marks within marks again. */
  readsOn: 6,
  /** Addressed by the line before, or addresses the speaker of the line before. */
  answersCall: 2.8,
  callsBefore: 1.6,
  /** "Mr. Lowe!" answers "a voice": the line before is his. */
  voiceIsCalled: 4,
  calledGenderClash: -1.5,
} as const;

export type WeightName = keyof typeof WEIGHTS;
