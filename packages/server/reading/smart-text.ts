// Typographic quotes, dashes and ellipses for text that was written with the typewriter's: pandoc writes Markdown so, and
// reads it back by these rules ("smart"). The people of a book then are the same as in the file it was made from.

export interface SmartRules {
  /** Straight quotes become curly ones: the text has no curly ones of its own. */
  readonly quotes: boolean;
  /** Speech begins with „, which pandoc keeps, and ends with “. */
  readonly lowDouble: boolean;
  /** Speech begins with ‚ and ends with ‘. */
  readonly lowSingle: boolean;
  /** What two hyphens stand for. */
  readonly twoHyphens: "–" | "—";
}

/** How the whole text is written. */
export function smartRulesOf(text: string): SmartRules {
  return {
    quotes: !/[“”‘’]/.test(text),
    lowDouble: /„[\p{L}\p{N}…]/u.test(text),
    lowSingle: /‚[\p{L}\p{N}…]/u.test(text),
    // An author who writes three hyphens for a long dash writes two for a short one.
    twoHyphens: /[^\s-]---(?!-)|(?<!-)---[^\s-]|^--- \S/m.test(text) ? "–" : "—",
  };
}

/** Before these an apostrophe stands for letters that are left out: 'tis, 'em, '90s. */
const ELIDED =
  /^(?:t(?:is|was|were|will|would)|em|im|er|ere|cause|bout|round|til|till|n|neath|gainst|scuse|phone|plane|flu|\d\ds?)(?![\p{L}\p{N}])/iu;
const OPENING_BEFORE = /[\s([{<«„“‘—–-]/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * @param before The character before the text; a space at the beginning of a paragraph.
 * @param after The character after it; a space at the end.
 */
export function smartText(text: string, before: string, after: string, rules: SmartRules): string {
  const dashed = text
    .replaceAll(/-{2,}/g, ({ length }) => dashes(length, rules))
    .replaceAll(/(?<!\.)\.\.\.(?!\.)/g, "…");
  if (!rules.quotes || !/["']/.test(dashed)) return dashed;
  let smart = "";
  // Not read from `smart`: looking into a string that grows copies it.
  let last = before;
  for (let at = 0; at < dashed.length; at++) {
    const unit = dashed[at]!;
    last = unit === '"' || unit === "'" ? quoteAt(dashed, at, last, after, rules) : unit;
    smart += last;
  }
  return smart;
}

function dashes(hyphens: number, { twoHyphens }: SmartRules): string {
  if (twoHyphens === "—" && hyphens % 2 === 0) return "—".repeat(hyphens / 2);
  return "—".repeat(Math.floor(hyphens / 3)) + ["", "-", "–"][hyphens % 3];
}

function quoteAt(text: string, at: number, before: string, after: string, rules: SmartRules): string {
  const next = text[at + 1] ?? after;
  const isDouble = text[at] === '"';
  // A dash ends what was said, or stands between two sayings: the character behind the quote decides.
  const afterDash = /[—–-]/.test(before) && !LETTER.test(next) && !/["'…¡¿]/.test(next);
  const isOpening = !/\s/.test(next) && OPENING_BEFORE.test(before) && !afterDash;
  if (isDouble && rules.lowDouble) return "“";
  if (!isDouble && rules.lowSingle && !LETTER.test(next)) return "‘";
  if (isDouble) return isOpening ? "“" : "”";
  return isOpening && !ELIDED.test(text.slice(at + 1, at + 10)) ? "‘" : "’";
}
