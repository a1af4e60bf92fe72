// The delivery of a line as a script writes it beside the name: "MARA (whispering): …", and the inverse.

import type { DeliveryControlSet } from "../document/document.ts";
import { canonicalJson } from "../json/json.ts";
import { type DeliveryIntent, isDeliveryIntent } from "./delivery-intents.ts";
import { controlSet, type SuggestedControlSet, strongest } from "./emotion.ts";
import { ENGLISH_ADVERBS, ENGLISH_NEGATIONS, ENGLISH_PHRASES, ENGLISH_VERBS, type Said } from "./english-delivery.ts";

/** The strength of an adjective that is itself an intent ("angry"). */
const PLAIN_STRENGTH = 0.8;

/** "sad 45%": an intent with its strength, when no word expresses it exactly. */
const EXACT = /^\s*([a-z_]+)\s+(\d{1,3}(?:\.\d{1,4})?)\s*%\s*$/u;

/**
 * The control set that a written direction asks for, over a text of this length; null when none of its words describes
 * a manner. English only.
 */
export function writtenDirection(direction: string, textLength: number): SuggestedControlSet | null {
  const text = direction.toLowerCase();
  const exact = text.split(",").map(exactly);
  if (exact.every((one) => one !== null)) return controlSet(textLength, strongest(exact));
  const words = text.split(/[^\p{L}'’]+/u).filter((word) => word !== "");
  if (words.some((word) => ENGLISH_NEGATIONS.has(word))) return null;
  const said = [
    ...words.flatMap(mannerOf),
    ...ENGLISH_PHRASES.flatMap(({ phrase, said: manner }) => (phrase.test(text) ? manner : [])),
  ];
  const strong = strongest(said);
  return strong.length === 0 ? null : controlSet(textLength, strong);
}

function exactly(item: string): Said | null {
  const [, intent = "", percent = ""] = EXACT.exec(item) ?? [];
  const strength = Number(percent) / 100;
  return isDeliveryIntent(intent) && strength <= 1 ? { intent, strength } : null;
}

/**
 * The direction from which writtenDirection() makes a control set equal to `sets`, without ids; null when no direction can express
 * them: several sets, one engine's own, spans of a part of the text, a text in place of the words.
 */
export function directionOf(sets: readonly DeliveryControlSet[], textLength: number): string | null {
  const [set] = sets;
  if (set === undefined || sets.length > 1) return null;
  const plain = set.directives.map(({ intent }) => intent).join(", ");
  const exact = set.directives
    .map(({ intent, strength }) => `${intent} ${Number((strength * 100).toFixed(4))}%`)
    .join(", ");
  const says = (direction: string) => {
    const read = writtenDirection(direction, textLength);
    return read !== null && isSameSet(read, set);
  };
  return [plain, exact].find(says) ?? null;
}

function isSameSet(one: SuggestedControlSet, other: SuggestedControlSet | DeliveryControlSet): boolean {
  const [first, second] = [one, other].map((set) =>
    canonicalJson({
      ...{ ...set, id: null, source_fingerprint: null, source_utf16_length: null },
      directives: set.directives.map((each) => ({ ...each, id: null })),
    }),
  );
  return first === second;
}

/** "softly" and "soft", "whispering", "angry". */
function mannerOf(word: string): readonly Said[] {
  const known = ENGLISH_ADVERBS.get(word) ?? ENGLISH_VERBS.get(word) ?? adverbOf(word);
  if (known !== undefined && known.length > 0) return known;
  return isDeliveryIntent(word) ? [{ intent: word satisfies DeliveryIntent, strength: PLAIN_STRENGTH }] : [];
}

function adverbOf(adjective: string): readonly Said[] | undefined {
  const candidates = [`${adjective}ly`, adjective.replace(/y$/u, "ily"), adjective.replace(/le$/u, "ly")];
  return candidates.map((one) => ENGLISH_ADVERBS.get(one)).find((one) => one !== undefined);
}
