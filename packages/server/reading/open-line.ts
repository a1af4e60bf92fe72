// The words of one paragraph while it is read. What is asked of it at every element (does it have text, what does it end
// with) is kept up to date, so that a paragraph of a million elements takes linear time.

import { visibleUnits } from "./paragraphs.ts";

/** A place in the line to which it can go back. */
export interface LineMark {
  /** Which line it is in. */
  readonly line: number;
  readonly pieces: number;
  readonly units: number;
  readonly hasText: boolean;
  readonly tail: string;
  readonly isOpening: boolean;
}

/** Longer words, with the spaces around them, are no mark of a note. */
const MARK_UNITS = 64;

export class OpenLine {
  #line = 0;
  #pieces: string[] = [];
  #units = 0;
  #hasText = false;
  /** The last two units: a surrogate pair at the most. */
  #tail = "";
  #isOpening = true;

  /** More than white space stands in it. */
  get hasText(): boolean {
    return this.#hasText;
  }
  /** Its last character, by which a mark behind a word is known. */
  get tail(): string {
    return this.#tail;
  }
  /** Nothing but spaces and opening brackets stands in it, as before the mark that begins a note. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  add(text: string): void {
    if (text === "") return;
    this.#pieces.push(text);
    this.#units += text.length;
    this.#hasText ||= text.trim() !== "";
    this.#tail = text.length > 1 ? text.slice(-2) : this.#tail.slice(-1) + text;
    this.#isOpening &&= /^[\s[(]*$/.test(text);
  }

  mark(): LineMark {
    return {
      line: this.#line,
      pieces: this.#pieces.length,
      units: this.#units,
      hasText: this.#hasText,
      tail: this.#tail,
      isOpening: this.#isOpening,
    };
  }

  /** The words since a mark of this line; a mark of an earlier line gives none. */
  since({ line, pieces }: LineMark): string {
    return line === this.#line ? this.#pieces.slice(pieces).join("") : "";
  }

  /** The same, or null when they are too many for a note's mark. */
  shortSince(mark: LineMark): string | null {
    return mark.line !== this.#line || this.#units - mark.units > MARK_UNITS ? null : this.since(mark);
  }

  /** Removes all words since a mark of this line. */
  cut(mark: LineMark): void {
    if (mark.line !== this.#line || mark.pieces > this.#pieces.length) return;
    this.#pieces.length = mark.pieces;
    this.#units = mark.units;
    this.#hasText = mark.hasText;
    this.#tail = mark.tail;
    this.#isOpening = mark.isOpening;
  }

  /** All words, and how many units of them are visible; a new line begins. */
  take(): { readonly text: string; readonly visible: number } {
    const text = this.#pieces.join("");
    this.#line += 1;
    this.#pieces = [];
    this.#units = 0;
    this.#hasText = false;
    this.#tail = "";
    this.#isOpening = true;
    return { text, visible: visibleUnits(text) };
  }
}
