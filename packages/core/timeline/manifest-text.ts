// The text of a manifest, which is sent and hashed. A long one is made in pieces: text of megabytes costs more than they.

import { canonicalJson } from "../json/canonical-json.ts";
import type { RenderManifest } from "./manifest.ts";

/** Their members are in canonical order from the start (passages.ts): writing them is all there is to do. */
const LONG = ["sequential_units", "timed_text_units"] as const satisfies (keyof RenderManifest)[];

export type LongMember = (typeof LONG)[number];

/** canonicalJson(manifest), in a quarter of the time when it is long. */
export function manifestText(manifest: RenderManifest): string {
  return [...manifestPieces(manifest, (member) => [JSON.stringify(manifest[member])])].join("");
}

/** The same in pieces; `long` gives those of the long members, which somebody may have written before. */
export function* manifestPieces<T>(
  manifest: RenderManifest,
  long: (member: LongMember) => Iterable<T>,
): Generator<string | T> {
  const members = (Object.keys(manifest) as (keyof RenderManifest)[]).sort();
  for (const [index, key] of members.entries()) {
    yield `${index === 0 ? "{" : ","}"${key}":`;
    if (isLong(key)) yield* long(key);
    else yield canonicalJson(manifest[key]);
  }
  yield "}";
}

const isLong = (key: keyof RenderManifest): key is LongMember => (LONG as readonly string[]).includes(key);
