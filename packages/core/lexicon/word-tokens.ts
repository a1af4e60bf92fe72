// Words and other signs of a text for looking terms up, in any script.
//
// A word is a run of letters, digits and the marks on them. Scripts that are written without spaces have no such runs:
// there each character with its marks is a token, so that a term may begin and end anywhere between two of them. Katakana
// is the exception: it is written in runs that are words (mostly foreign names). Everything else is one token a character.

export interface WordToken {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** What is compared in its case, and without it: composed (NFC), one kind of apostrophe, no soft hyphens. */
  readonly exact: string;
  readonly folded: string;
  /** Whether white space stands before it. */
  readonly isApart: boolean;
  readonly isWord: boolean;
}

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const KATAKANA = String.raw`\p{sc=Katakana}ー`;
/** Signs inside a word that are not part of it: soft hyphen and word joiner. Joiners of other scripts are. */
const TOKEN = new RegExp(
  String.raw`(?<word>[${UNSPACED}]\p{M}*|[${KATAKANA}][${KATAKANA}\p{M}]*|[[\p{L}\p{N}]--[${UNSPACED}${KATAKANA}]][[\p{L}\p{N}\p{M}\u00ad\u2060\u200c\u200d]--[${UNSPACED}${KATAKANA}]]*)|\S\p{M}*`,
  "gv",
);
const ASCII = /^[\x00-\x7f]*$/u;
const APOSTROPHES = /[’‘ʼ＇]/gu;
const IGNORED = /[\u00ad\u2060]/gu;

/** The tokens of a text, in order. */
export function wordTokens(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const { index: start } = match;
    const [written] = match;
    const exact = ASCII.test(written) ? written : composed(written);
    tokens.push({
      start,
      end: start + written.length,
      exact,
      folded: folded(exact),
      isApart: start > end,
      isWord: match.groups?.word !== undefined,
    });
    end = start + written.length;
  }
  return tokens;
}

const composed = (written: string) => written.normalize("NFC").replace(IGNORED, "").replace(APOSTROPHES, "'");

/** Without case. Both small sigmas are one letter. */
export const folded = (exact: string): string => exact.toLowerCase().replaceAll("ς", "σ");

/** After a Korean noun: what is written together with it. */
const PARTICLES =
  "으로부터|로부터|에게서|한테서|으로서|으로써|이라고|이라는|에서는|에게는|까지|부터|에서|에게|한테|처럼|보다|마다|조차|마저|밖에|으로|라고|라는|이나|이랑|하고|께서|에는|에도|은|는|이|가|을|를|의|에|와|과|도|로|만|야|아|여|나|랑|께|들";
const PARTICLE = new RegExp(`(?:${PARTICLES})$`, "u");
const HANGUL_END = /\p{sc=Hangul}$/u;
/** As many particles as are taken off one noun: "서울에서만은". */
const MOST_PARTICLES = 3;

/** A Korean token without its particles, one by one; empty for other scripts. Lengths are UTF-16 units of the token. */
export function koreanStems({ exact, start, end }: WordToken): readonly string[] {
  if (exact.length !== end - start || !HANGUL_END.test(exact)) return [];
  const stems: string[] = [];
  let stem = exact;
  while (stems.length < MOST_PARTICLES) {
    const shorter = stem.replace(PARTICLE, "");
    if (shorter === stem || shorter === "") break;
    stems.push(shorter);
    stem = shorter;
  }
  return stems;
}
