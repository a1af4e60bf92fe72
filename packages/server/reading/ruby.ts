// Ruby while a document is read: the characters of an element and the readings in its `rt`. The characters are part of the text,
// the readings are not.

import type { RubyReading } from "@fullcast/core/lexicon";
import type { LineMark, OpenLine } from "./open-line.ts";

/** A word and its reading are short. */
const MOST_UNITS = 40;
/** Different ones in a document. */
const MOST_READINGS = 20_000;

export class RubyReadings {
  readonly #found = new Map<string, RubyReading>();
  /** Where the characters of the open element begin; null outside of one. */
  #from: LineMark | null = null;
  #reading = "";
  #isReading = false;

  /** @param isUnread whether the element stands in something that is not read */
  open(name: string, line: OpenLine, isUnread: boolean): void {
    if (name === "ruby" && !isUnread) {
      this.#from = line.mark();
      this.#reading = "";
    }
    if (name === "rt") this.#isReading = this.#from !== null;
    if (name === "rp") this.#isReading = false;
  }

  /** Text that is not part of the story. */
  add(text: string): void {
    if (this.#isReading && this.#reading.length <= MOST_UNITS) this.#reading += text;
  }

  close(name: string, line: OpenLine): void {
    if (name === "rt") this.#isReading = false;
    if (name !== "ruby" || this.#from === null) return;
    const base = line.shortSince(this.#from)?.replaceAll(/\s/gu, "") ?? "";
    const reading = this.#reading.trim();
    this.#from = null;
    if (base === "" || reading === "" || base.length > MOST_UNITS || reading.length > MOST_UNITS) return;
    const key = `${base} ${reading}`;
    if (this.#found.size < MOST_READINGS) this.#found.set(key, { base, reading });
  }

  all(): readonly RubyReading[] {
    return [...this.#found.values()];
  }
}
