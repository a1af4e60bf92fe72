// The type of a text's spoken form. spoken-text.ts computes it.

/** A range of spoken text and the range of block text it stands for. `same` runs are equal unit by unit. */
export interface SpokenRun {
  readonly spoken_start: number;
  readonly spoken_end: number;
  readonly source_start: number;
  readonly source_end: number;
  readonly same: boolean;
}

export interface SpokenText {
  /** The words for the voice; may be empty (nothing to say). */
  readonly text: string;
  /** In order, without overlap, covering `text` wholly. */
  readonly runs: readonly SpokenRun[];
  /** Spoken offsets that carry stress (from `_word_` and the like). */
  readonly emphasis: readonly { readonly start: number; readonly end: number }[];
  readonly pronunciations: readonly {
    readonly start: number;
    readonly end: number;
    readonly alphabet: "ipa" | "x-sampa" | "cmu";
    readonly value: string;
  }[];
  /** Authored pauses strictly inside the spoken text (spoken offsets). */
  readonly silences: readonly { readonly offset: number; readonly duration_ms: number }[];
  /** Authored pauses before the first and after the last spoken unit; they are assembled on the timeline. */
  readonly leading_silence_ms: number;
  readonly trailing_silence_ms: number;
}
