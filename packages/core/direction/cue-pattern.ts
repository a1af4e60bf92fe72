// The form of a pattern that finds a reported sound.

export interface CuePattern {
  /** The prompt for an effects engine; the number in the group `count` replaces `#` ("struck three"). */
  readonly prompt: string;
  /** Parts of words. Every sentence that a pattern matches has one of them, so this test skips most sentences. */
  readonly about: RegExp;
  /** Alternatives in lower case; `_` stands for up to four words between. */
  readonly patterns: readonly string[];
  /** 3: the sound itself is named. 2: an event that certainly sounds. 1: an audible and common event. */
  readonly strength: 1 | 2 | 3;
  /** Plays under the speech for a while, not once at its word. */
  readonly ambience?: true;
}
