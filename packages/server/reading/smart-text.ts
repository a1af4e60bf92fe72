// Converts straight quotes, hyphens and dots to typographic quotes, dashes and ellipses, by pandoc's rules ("smart"). Pandoc
// writes Markdown with straight characters, and the attribution finds the same people as in the original file only with
// typographic ones.

export interface SmartRules {
  /** Whether straight quotes become curly. True if the text has no curly quotes. */
  readonly quotes: boolean;
  /** Whether speech begins with „, which pandoc keeps, and ends with “. */
  readonly lowDouble: boolean;
  /** Whether speech begins with ‚ and ends with ‘. */
  readonly lowSingle: boolean;
  /** The dash for two hyphens. */
  readonly twoHyphens: "–" | "—";
}

/** Detects the conventions of the whole text. */
export function smartRulesOf(text: string): SmartRules {
  return {
    quotes: !/[“”‘’]/.test(text),
    lowDouble: /„[\p{L}\p{N}…]/u.test(text),
    lowSingle: /‚[\p{L}\p{N}…]/u.test(text),
    // Authors who write three hyphens for an em dash write two for an en dash.
    twoHyphens: /[^\s-]---(?!-)|(?<!-)---[^\s-]|^--- \S/m.test(text) ? "–" : "—",
  };
}

/** Words with a leading apostrophe for omitted letters: 'tis, 'em, '90s. */
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
  // Kept separately, because reading a character of a growing string copies the string.
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
  // A dash ends speech or separates two utterances. The character after the quote decides.
  const afterDash = /[—–-]/.test(before) && !LETTER.test(next) && !/["'…¡¿]/.test(next);
  const isOpening = !/\s/.test(next) && OPENING_BEFORE.test(before) && !afterDash;
  if (isDouble && rules.lowDouble) return "“";
  if (!isDouble && rules.lowSingle && !LETTER.test(next)) return "‘";
  if (isDouble) return isOpening ? "“" : "”";
  return isOpening && !ELIDED.test(text.slice(at + 1, at + 10)) ? "‘" : "’";
}
