// Text to send as UTF-8 pieces. Pieces take less memory and time than one string of megabytes.

export type Utf8Text = readonly Uint8Array<ArrayBuffer>[];

/** Writes the JSON of an array while the array still grows. */
export interface ArrayText<T> {
  /** Writes the items before `end` that are not written yet. They may not change any more. */
  write(end: number): void;
  /** All of it, when nothing more is added. What is not written yet is written as it is in `final`. */
  whole(final?: readonly T[]): Utf8Text;
}

const ITEMS_AT_ONCE = 500;

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** @param json of some of the items: that of an array which holds them */
export function arrayText<T>(items: readonly T[], json: (some: readonly T[]) => string = JSON.stringify): ArrayText<T> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let written = 0;
  const write = (end: number, from = items): void => {
    while (written < end) {
      const next = Math.min(end, written + ITEMS_AT_ONCE);
      const opening = written === 0 ? "[" : ",";
      pieces.push(utf8(opening + json(from.slice(written, next)).slice(1, -1)));
      written = next;
    }
  };
  return {
    write,
    whole(final = items) {
      write(final.length, final);
      return [...pieces, utf8(written === 0 ? "[]" : "]")];
    },
  };
}
