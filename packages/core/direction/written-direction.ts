// How a line is to be said, as a script tells it beside the name: "MARA (whispering): …".

import { type DeliveryIntent, isDeliveryIntent } from "./delivery-intents.ts";
import { controlSet, type SuggestedControlSet, strongest } from "./emotion.ts";
import { ENGLISH_ADVERBS, ENGLISH_NEGATIONS, ENGLISH_PHRASES, ENGLISH_VERBS, type Said } from "./english-delivery.ts";

/** What an adjective that is an intent by itself ("angry") counts. */
const PLAIN_STRENGTH = 0.8;

/**
 * The control set that a written direction asks for, over a text of this length; null when none of its words says how
 * to speak. English only.
 */
export function writtenDirection(direction: string, textLength: number): SuggestedControlSet | null {
  const text = direction.toLowerCase();
  const words = text.split(/[^\p{L}'’]+/u).filter((word) => word !== "");
  if (words.some((word) => ENGLISH_NEGATIONS.has(word))) return null;
  const said = [
    ...words.flatMap(mannerOf),
    ...ENGLISH_PHRASES.flatMap(({ phrase, said: manner }) => (phrase.test(text) ? manner : [])),
  ];
  const strong = strongest(said);
  return strong.length === 0 ? null : controlSet(textLength, strong);
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
