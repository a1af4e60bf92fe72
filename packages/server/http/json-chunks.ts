// Writes large JSON in slices. One JSON.stringify of a document of 100,000 blocks would block other requests for hundreds of
// milliseconds; between two slices the event loop is free.

import { setImmediate as nextTurn } from "node:timers/promises";

/** An array with more items than this is written in slices. */
const SLICE_ITEMS = 500;
/** How deep big arrays are looked for: data.document.blocks is at depth 2. */
const LOOK_DEPTH = 3;
/** A chunk is handed on when it is at least this long. */
const CHUNK_UNITS = 64 * 1024;

/** Takes the place of a value whose JSON exists already: pieces of UTF-8 that are sent one by one. */
export class JsonText {
  readonly pieces: readonly Uint8Array[];
  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
  /** The same with the type of the value, for typed answers. */
  as<T>(): T {
    return this as unknown as T;
  }
  toJSON(): unknown {
    return JSON.parse(Buffer.concat(this.pieces).toString("utf8"));
  }
}

/** Whether it is worth writing in slices. */
export function isBigJson(value: unknown, depth = LOOK_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof JsonText) return true;
  if (Array.isArray(value)) return value.length > SLICE_ITEMS;
  return depth > 0 && Object.values(value).some((item) => isBigJson(item, depth - 1));
}

/** `prefix`, the value exactly as JSON.stringify writes it, and `suffix`, leaving the event loop free in between. */
export async function* jsonChunks(prefix: string, value: unknown, suffix: string): AsyncGenerator<string | Uint8Array> {
  let chunk = prefix;
  for (const piece of pieces(value, LOOK_DEPTH)) {
    if (typeof piece === "string") {
      chunk += piece;
      if (chunk.length < CHUNK_UNITS) continue;
      yield chunk;
    } else {
      if (chunk !== "") yield chunk;
      yield piece;
    }
    chunk = "";
    await nextTurn();
  }
  yield chunk + suffix;
}

function* pieces(value: unknown, depth: number): Generator<string | Uint8Array> {
  if (!isBigJson(value, depth)) {
    yield JSON.stringify(value);
  } else if (value instanceof JsonText) {
    yield* value.pieces;
  } else if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += SLICE_ITEMS) {
      const slice = JSON.stringify(value.slice(start, start + SLICE_ITEMS));
      yield (start === 0 ? "[" : ",") + slice.slice(1, -1);
    }
    yield "]";
  } else {
    let opened = false;
    for (const [key, item] of Object.entries(value as object)) {
      if (item === undefined) continue;
      yield `${opened ? "," : "{"}${JSON.stringify(key)}:`;
      opened = true;
      yield* pieces(item, depth - 1);
    }
    yield "}";
  }
}
