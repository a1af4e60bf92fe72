// Detects British or American English by counting words with two spellings.

export type EnglishSpelling = "british" | "american";

/**
 * Pairs of stems (British | American). Left out: -ise and -ize, which British publishers use alike; words that both write
 * ("gray", "towards", "tire", "check", "program").
 */
const PAIRS: readonly (readonly [british: string, american: string])[] = [
  ["colour", "color(?!ad)"],
  ["honour", "honor(?!ar|if)"],
  ["favour", "favor"],
  ["harbour", "harbor"],
  ["neighbour", "neighbor"],
  ["labour", "labor(?!at|i|o)"],
  ["humour", "humor(?!ous|ist|al)"],
  ["parlour", "parlor"],
  ["rumour", "rumor"],
  ["vapour", "vapor(?!i|ou)"],
  ["odour", "odor(?!ou|i)"],
  ["splendour", "splendor"],
  ["behaviour", "behavior"],
  ["endeavour", "endeavor"],
  ["savour", "savor"],
  ["vigour", "vigor(?!ou)"],
  ["centre", "center"],
  ["theatre", "theater"],
  ["fibre", "fiber"],
  ["sombre", "somber"],
  ["lustre", "luster"],
  ["spectre", "specter"],
  ["travell", "travel(?=ed|er|ing)"],
  ["marvell", "marvel(?=ed|ing|ous)"],
  ["quarrell", "quarrel(?=ed|ing)"],
  ["signall", "signal(?=ed|ing)"],
  ["levell", "level(?=ed|ing)"],
  ["cancell(?=ed|ing)", "cancel(?=ed|ing)"],
  ["jeweller", "jeweler"],
  ["jewellery", "jewelry"],
  ["woollen", "woolen"],
  ["skilful", "skillful"],
  ["wilful", "willful"],
  ["fulfil(?!l)", "fulfill(?!ed|ing)"],
  ["defence", "defense"],
  ["offence", "offense"],
  ["pretence", "pretense"],
  ["grey", "gray"],
  ["plough", "plow"],
  ["mould", "mold"],
  ["moustache", "mustache"],
  ["pyjamas", "pajamas"],
  ["cheque", "checkbook"],
  ["kerb", "sidewalk"],
  ["aluminium", "aluminum"],
  ["sceptic", "skeptic"],
  ["whilst", "someplace"],
  ["mum(?:s|'s)?\\b", "mom(?:s|'s|my)?\\b"],
  ["learnt", "gotten"],
  ["lorry|lorries", "railroad"],
];

const patternOf = (side: 0 | 1) => new RegExp(`\\b(${PAIRS.map((pair) => `(?:${pair[side]})`).join("|")})`, "gi");
const BRITISH = patternOf(0);
const AMERICAN = patternOf(1);

/** One side needs at least this many words, of this many different stems; the other side at most a quarter as many. */
const LEAST_WORDS = 3;
const LEAST_STEMS = 2;
const CLEAR = 4;

/** The spelling of the country that a language tag names: "en-GB" → british; null for "en" and other languages. */
export function spellingOfLanguage(tag: string | null): EnglishSpelling | null {
  const country = /^en(?:[-_][a-z]{4})?[-_]([a-z]{2})\b/i.exec(tag ?? "")?.[1]?.toUpperCase();
  if (country === undefined) return null;
  return AMERICAN_SPELLING.has(country) ? "american" : "british";
}

/** The United States with its territories, and the Philippines. */
const AMERICAN_SPELLING: ReadonlySet<string> = new Set(["US", "PR", "VI", "GU", "AS", "MP", "PH"]);

/** Null when the text shows too little, or both. Linear in the text's length. */
export function spellingOf(text: string): EnglishSpelling | null {
  const british = count(text, BRITISH);
  const american = count(text, AMERICAN);
  if (isClear(british, american)) return "british";
  return isClear(american, british) ? "american" : null;
}

interface Count {
  readonly words: number;
  readonly stems: number;
}

function count(text: string, pattern: RegExp): Count {
  const stems = new Set<string>();
  let words = 0;
  for (const [, stem] of text.matchAll(pattern)) {
    stems.add(stem!.toLowerCase());
    words++;
  }
  return { words, stems: stems.size };
}

function isClear(one: Count, other: Count): boolean {
  return one.words >= LEAST_WORDS && one.stems >= LEAST_STEMS && one.words >= CLEAR * other.words;
}
