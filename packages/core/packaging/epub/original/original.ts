// What an export needs of the original EPUB of a story.

/** A page of the original, in reading order. */
export interface OriginalPage {
  /** Its path in the container. */
  readonly path: string;
  readonly markup: string;
}

export interface Original {
  readonly packagePath: string;
  readonly packageDocument: string;
  readonly pages: readonly OriginalPage[];
  /** Of EPUB 2: its other pages, and its NCX. */
  readonly others?: readonly OriginalPage[];
  readonly contents?: OriginalPage | null;
}
