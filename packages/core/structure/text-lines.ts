// The non-blank lines of a text. A text of 8 MiB can have millions, so they are numbers in arrays, not objects: 13 bytes
// a line instead of 60.

import { isLineBreakUnit, isSpaceUnit } from "./code-units.ts";

export interface TextLine {
  /** First unit that is not white space. */
  readonly contentStart: number;
  /** Behind the last unit that is not white space. */
  readonly contentEnd: number;
  /** Whether a blank line, or the beginning of the text, precedes it. */
  readonly blankBefore: boolean;
  /** Units of white space before its content. */
  readonly indent: number;
}

export class TextLines {
  #starts = new Int32Array(1_024);
  #ends = new Int32Array(1_024);
  #indents = new Int32Array(1_024);
  #blanks = new Uint8Array(1_024);
  #length = 0;

  constructor(text: string) {
    let position = 0;
    let blankBefore = true;
    const length = text.length;
    while (position < length) {
      const lineStart = position;
      let contentStart = -1;
      let contentEnd = position;
      while (position < length) {
        const unit = text.charCodeAt(position);
        if (isLineBreakUnit(unit)) break;
        if (!isSpaceUnit(unit)) {
          if (contentStart < 0) contentStart = position;
          contentEnd = position + 1;
        }
        position++;
      }
      if (contentStart >= 0) this.#add(contentStart, contentEnd, contentStart - lineStart, blankBefore);
      blankBefore = contentStart < 0;
      if (position < length) {
        // CR LF is one break.
        if (text.charCodeAt(position) === 0x0d && text.charCodeAt(position + 1) === 0x0a) position++;
        position++;
      }
    }
  }

  #add(start: number, end: number, indent: number, blankBefore: boolean): void {
    if (this.#length === this.#starts.length) {
      const grown = (old: Int32Array) => {
        const larger = new Int32Array(old.length * 2);
        larger.set(old);
        return larger;
      };
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
      this.#indents = grown(this.#indents);
      const blanks = new Uint8Array(this.#blanks.length * 2);
      blanks.set(this.#blanks);
      this.#blanks = blanks;
    }
    this.#starts[this.#length] = start;
    this.#ends[this.#length] = end;
    this.#indents[this.#length] = indent;
    this.#blanks[this.#length] = blankBefore ? 1 : 0;
    this.#length += 1;
  }

  get length(): number {
    return this.#length;
  }

  /** The line at an index that exists. */
  at(index: number): TextLine {
    return {
      contentStart: this.#starts[index]!,
      contentEnd: this.#ends[index]!,
      blankBefore: this.#blanks[index] === 1,
      indent: this.#indents[index]!,
    };
  }

  /** The line at an index; undefined outside. */
  get(index: number): TextLine | undefined {
    return index >= 0 && index < this.#length ? this.at(index) : undefined;
  }

  *[Symbol.iterator](): Generator<TextLine> {
    for (let index = 0; index < this.#length; index++) yield this.at(index);
  }
}
