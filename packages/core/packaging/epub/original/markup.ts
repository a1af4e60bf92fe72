// Reads XHTML as text with the place of each character in the source, so that elements can be put around words and the rest
// stays byte for byte. Always true: a page that is not well-formed has no paragraphs.

export interface MarkupToken {
  readonly kind: "text" | "open" | "close" | "empty" | "opaque";
  /** Of an element, lower case; "" for others. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The parts of a document in order. Null when one of them does not end. */
export function tokensOf(markup: string, begin = 0, end = markup.length): MarkupToken[] | null {
  const tokens: MarkupToken[] = [];
  let at = begin;
  while (at < end) {
    const tag = markup.indexOf("<", at);
    if (tag < 0 || tag >= end) {
      tokens.push({ kind: "text", name: "", from: at, to: end });
      break;
    }
    if (tag > at) tokens.push({ kind: "text", name: "", from: at, to: tag });
    const token = tokenAt(markup, tag);
    if (token === null || token.to > end) return null;
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

const OPAQUE = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

function tokenAt(markup: string, from: number): MarkupToken | null {
  for (const [open, close] of OPAQUE) {
    if (!markup.startsWith(open, from)) continue;
    const end = markup.indexOf(close, from + open.length);
    return end < 0 ? null : { kind: "opaque", name: "", from, to: end + close.length };
  }
  const isDeclaration = markup.startsWith("<!", from);
  const to = tagEnd(markup, from, isDeclaration);
  if (to === null) return null;
  if (isDeclaration) return { kind: "opaque", name: "", from, to };
  const isClose = markup[from + 1] === "/";
  const name = /^[^\s/>]+/u.exec(markup.slice(from + (isClose ? 2 : 1), Math.min(to, from + 200)))?.[0].toLowerCase();
  if (name === undefined) return null;
  return { kind: isClose ? "close" : markup[to - 2] === "/" ? "empty" : "open", name, from, to };
}

/** Behind the `>` of a tag or a declaration; quoted values may contain one. */
function tagEnd(markup: string, from: number, isDeclaration: boolean): number | null {
  let inside = 0;
  for (let at = from + 1; at < markup.length; at += 1) {
    const character = markup[at];
    if (character === '"' || character === "'") {
      at = markup.indexOf(character, at + 1);
      if (at < 0) return null;
    } else if (isDeclaration && character === "[") inside += 1;
    else if (isDeclaration && character === "]") inside -= 1;
    else if (character === ">" && inside <= 0) return at + 1;
  }
  return null;
}

/** The attribute of a tag's source, decoded; null when it has none of this name. */
export function attributeOf(tag: string, name: string): string | null {
  for (const [, found, double, single] of tag.matchAll(/\s([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)) {
    if (found === name) return decoded(double ?? single ?? "");
  }
  return null;
}

export interface TextParagraph {
  readonly text: string;
  /** Of each UTF-16 unit of the text: where it begins and ends in the source. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Elements whose ends are ends of a paragraph. */
const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section summary table tbody td tfoot th thead title tr ul".split(
    " ",
  ),
);
/** Elements whose text is not read or that hold no span. */
const UNREAD = new Set(
  "audio button canvas head iframe map math noscript object option rp rt rtc script select style svg template textarea video".split(
    " ",
  ),
);

/** The text of a page by paragraphs. Null when it is not well-formed, so that nothing may be put into it. */
export function paragraphsOf(markup: string): TextParagraph[] | null {
  const tokens = tokensOf(markup);
  if (tokens === null) return null;
  const paragraphs: TextParagraph[] = [];
  let open = { text: "", from: [] as number[], to: [] as number[] };
  const stack: MarkupToken[] = [];
  let unread = 0;
  /** Where a ruby begins in the paragraph and in the source: it is one place, because no span may stand inside of it. */
  let ruby: { readonly at: number; readonly from: number } | null = null;
  const close = (): void => {
    if (/\S/u.test(open.text)) paragraphs.push(open);
    open = { text: "", from: [], to: [] };
    ruby = null;
  };
  const put = (character: string, from: number, to: number): void => {
    open.text += character;
    for (let unit = 0; unit < character.length; unit += 1) {
      open.from.push(from);
      open.to.push(to);
    }
  };
  for (const token of tokens) {
    if (token.kind === "text") {
      if (unread > 0 || stack.length === 0) continue;
      for (const [character, from, to] of charactersOf(markup, token)) put(character, from, to);
    } else if (token.kind === "open") {
      stack.push(token);
      if (BLOCKS.has(token.name)) close();
      if (UNREAD.has(token.name)) unread += 1;
      if (token.name === "ruby" && unread === 0) ruby ??= { at: open.text.length, from: token.from };
    } else if (token.kind === "close") {
      if (stack.pop()?.name !== token.name) return null;
      if (UNREAD.has(token.name)) unread -= 1;
      if (token.name === "ruby" && ruby !== null && !stack.some(({ name }) => name === "ruby")) {
        open.from.fill(ruby.from, ruby.at);
        open.to.fill(token.to, ruby.at);
        ruby = null;
      }
      if (BLOCKS.has(token.name)) close();
    } else if (token.kind === "empty") {
      if (BLOCKS.has(token.name)) close();
      else if (token.name === "br" && unread === 0) put(" ", token.from, token.to);
    }
  }
  return stack.length === 0 ? paragraphs : null;
}

/** The characters of a text with their places; a reference to a character is one. */
function* charactersOf(markup: string, { from, to }: MarkupToken): Generator<readonly [string, number, number]> {
  for (let at = from; at < to; ) {
    if (markup[at] === "&") {
      const end = markup.indexOf(";", at);
      if (end > 0 && end < to && end - at <= 12) {
        yield [decoded(markup.slice(at, end + 1)), at, end + 1];
        at = end + 1;
        continue;
      }
    }
    const character = String.fromCodePoint(markup.codePointAt(at) ?? 32);
    yield [character, at, at + character.length];
    at += character.length;
  }
}

/** The names of U+00A0 to U+00FF in XHTML 1.1, in order. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );
/** The other names of XHTML 1.1, each before its character. */
const OTHERS =
  "OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω thetasym ϑ upsih ϒ piv ϖ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang 〈 rang 〉 loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦".split(
    " ",
  );
const NAMED = new Map<string, string>([
  ...LATIN.map((name, index) => [name, String.fromCodePoint(160 + index)] as const),
  ...OTHERS.flatMap((name, index) => (index % 2 === 0 ? [[name, OTHERS[index + 1] ?? ""] as const] : [])),
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    ensp: "\u2002",
    emsp: "\u2003",
    thinsp: "\u2009",
    zwnj: "\u200c",
    zwj: "\u200d",
    lrm: "\u200e",
    rlm: "\u200f",
  }),
]);

/** With references replaced by their characters; an unknown one is a space. */
export function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z\d]{1,10}));/giu, (_, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? " ";
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
  });
}

/** Named references of XHTML 1.1 as numeric ones, which need no document type. */
export function withoutNames(markup: string): string {
  return markup.replaceAll(/&([a-z\d]{1,10});/giu, (whole, name) => {
    if (/^(?:amp|lt|gt|quot|apos)$/.test(name)) return whole;
    const character = NAMED.get(name);
    return character === undefined ? whole : `&#${character.codePointAt(0)};`;
  });
}

/** The largest parts of a range of the source that one element can surround, in order. */
export function enclosable(markup: string, begin: number, end: number): readonly (readonly [number, number])[] {
  const { cuts: ends, waiting: begins } = unpaired(markup, begin, end);
  let [from, to] = [begin, end];
  // A drop cap: the element begins right before the range, and ends in it.
  for (let left = ends.length; left > 0 && markup[from - 1] === ">"; left -= 1) {
    const tag = tokenAt(markup, markup.lastIndexOf("<", from));
    if (tag === null || tag.kind !== "open" || tag.to !== from || BLOCKS.has(tag.name)) break;
    from = tag.from;
  }
  for (let left = begins.length; left > 0 && markup.startsWith("</", to); left -= 1) {
    const tag = tokenAt(markup, to);
    if (tag === null || BLOCKS.has(tag.name)) break;
    to = tag.to;
  }
  const { cuts, waiting } = unpaired(markup, from, to);
  const parts: (readonly [number, number])[] = [];
  let at = from;
  for (const cut of [...cuts, ...waiting].sort((one, other) => one.from - other.from)) {
    parts.push([at, cut.from]);
    at = cut.to;
  }
  parts.push([at, to]);
  return parts.filter(([first, last]) => last > first);
}

/** The tags of a range whose other halves are outside of it. */
function unpaired(markup: string, from: number, to: number) {
  const waiting: MarkupToken[] = [];
  const cuts: MarkupToken[] = [];
  for (const token of tokensOf(markup, from, to) ?? []) {
    if (token.kind === "open") waiting.push(token);
    else if (token.kind === "close" && waiting.pop() === undefined) cuts.push(token);
  }
  return { cuts, waiting };
}
