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
export const TOKEN = new RegExp(
  String.raw`(?<word>[${UNSPACED}]\p{M}*|[${KATAKANA}][${KATAKANA}\p{M}]*|[[\p{L}\p{N}]--[${UNSPACED}${KATAKANA}]][[\p{L}\p{N}\p{M}\u00ad\u2060\u200c\u200d]--[${UNSPACED}${KATAKANA}]]*)|\S\p{M}*`,
  "yv",
);
const ASCII = /^[\x00-\x7f]*$/u;
const APOSTROPHES = /[’‘ʼ＇]/gu;
const IGNORED = /[\u00ad\u2060]/gu;

/** What each character of ASCII is: a letter or digit, white space (as \\s is), or a sign. */
const LETTER = 1;
const SPACE = 2;
const SIGN = 3;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z0-9]/.test(character) ? LETTER : /\s/.test(character) ? SPACE : SIGN;
});
/** Signs of typography. None of them is a mark on the character before it. */
const TYPOGRAPHIC: ReadonlyMap<number, string> = new Map(
  [..."“”‘’„‚«»‹›–—…"].map((sign) => [sign.charCodeAt(0), sign === "’" || sign === "‘" ? "'" : sign]),
);

/**
 * The tokens of a text, in order. Words of ASCII and signs of typography are found without the expression for all scripts;
 * any other token is left to it.
 */
export function wordTokens(text: string): WordToken[] {
  const tokens: WordToken[] = [];
  const lower = ASCII.test(text) ? text.toLowerCase() : null;
  const { length } = text;
  let end = 0;
  for (let at = 0; at < length; ) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code] : SIGN;
    if (kind === SPACE) {
      at += 1;
      continue;
    }
    const start = at;
    const sign = code < 128 ? undefined : TYPOGRAPHIC.get(code);
    at += 1;
    if (kind === LETTER) while (at < length && isLetter(text.charCodeAt(at))) at += 1;
    if ((code < 128 || sign !== undefined) && isPlain(text, at)) {
      const exact = sign ?? text.slice(start, at);
      const small = sign ?? (lower === null ? folded(exact) : lower.slice(start, at));
      tokens.push({ start, end: at, exact, folded: small, isApart: start > end, isWord: kind === LETTER });
    } else {
      const token = tokenAt(text, start, end);
      if (token === null) continue;
      tokens.push(token);
      at = token.end;
    }
    end = at;
  }
  return tokens;
}

const isLetter = (code: number) => code < 128 && KINDS[code] === LETTER;

/** Whether what begins here cannot belong to the token before it. */
function isPlain(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code < 128 || TYPOGRAPHIC.has(code);
}

/** The token that begins at a character of any script; null for white space. */
function tokenAt(text: string, start: number, endBefore: number): WordToken | null {
  TOKEN.lastIndex = start;
  const match = TOKEN.exec(text);
  if (match === null) return null;
  const [written] = match;
  const exact = ASCII.test(written) ? written : composed(written);
  const isWord = match.groups?.word !== undefined;
  return { start, end: start + written.length, exact, folded: folded(exact), isApart: start > endBefore, isWord };
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
