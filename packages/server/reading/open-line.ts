// The words of one paragraph while it is read. Values that are needed at every element (whether it has text, its last
// characters) are kept up to date, so that a paragraph of a million elements takes linear time.

import { visibleUnits } from "./paragraphs.ts";

/** A position in the line, to which it can be cut back. */
export interface LineMark {
  /** The number of the line. */
  readonly line: number;
  readonly pieces: number;
  readonly units: number;
  readonly hasText: boolean;
  readonly tail: string;
  readonly isOpening: boolean;
}

/** The longest mark of a note, including surrounding spaces. */
const MARK_UNITS = 64;

export class OpenLine {
  #line = 0;
  #pieces: string[] = [];
  #units = 0;
  #hasText = false;
  /** The last two units: a surrogate pair at the most. */
  #tail = "";
  #isOpening = true;

  /** Whether it contains more than white space. */
  get hasText(): boolean {
    return this.#hasText;
  }
  /** Its last character, which decides whether a mark follows a word. */
  get tail(): string {
    return this.#tail;
  }
  /** Whether it contains only spaces and opening brackets, as before the mark at the beginning of a note. */
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

  /** The words since a position of this line. A position of an earlier line gives no words. */
  since({ line, pieces }: LineMark): string {
    return line === this.#line ? this.#pieces.slice(pieces).join("") : "";
  }

  /** The same, or null if they are too long for a note's mark. */
  shortSince(mark: LineMark): string | null {
    return mark.line !== this.#line || this.#units - mark.units > MARK_UNITS ? null : this.since(mark);
  }

  /** Removes all words since a position of this line. */
  cut(mark: LineMark): void {
    if (mark.line !== this.#line || mark.pieces > this.#pieces.length) return;
    this.#pieces.length = mark.pieces;
    this.#units = mark.units;
    this.#hasText = mark.hasText;
    this.#tail = mark.tail;
    this.#isOpening = mark.isOpening;
  }

  /** Returns all words and the number of their visible units, and starts a new line. */
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
