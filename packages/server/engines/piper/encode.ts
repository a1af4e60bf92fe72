// Phonemes as Piper's ids: "^", then each character of the phonemes with "_" behind it, then "$" (Piper, phoneme_ids.py).

import type { EncodedSymbols } from "../onnx/sentence.ts";
import type { PiperConfig } from "./config.ts";

/** Characters that the voice was not trained on are left out. */
export function encodePiper(
  symbols: readonly string[],
  map: PiperConfig["phoneme_id_map"],
): EncodedSymbols & { readonly unknown: number } {
  const pad = map._!;
  const ids = [...map["^"]!, ...pad];
  const starts: number[] = [];
  let unknown = 0;
  for (const symbol of symbols) {
    starts.push(ids.length);
    for (const character of symbol.normalize("NFD")) {
      const known = Object.hasOwn(map, character) ? map[character]! : null;
      if (known === null) unknown++;
      else ids.push(...known, ...pad);
    }
  }
  starts.push(ids.length);
  ids.push(...map.$!);
  return { ids, starts, unknown };
}
