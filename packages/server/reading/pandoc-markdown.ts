// Rewrites pandoc's extensions of CommonMark (https://pandoc.org/MANUAL.html#pandocs-markdown) for a CommonMark parser:
// divs and spans with attributes become HTML, so that a class has the same meaning as in an EPUB. Every function takes
// linear time for any text.

import { withTables } from "./pandoc-tables.ts";

/** Pandoc's attributes have a few dozen units. Longer ones are text. */
const ATTRIBUTE_UNITS = 1_000;

/** A note: `[^1]: words`, with its indented lines. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]{1,80}\]:/;
const FOOTNOTE_MARK = /\[\^[^\]\s^]{1,80}\]/g;
const DIV = /^ {0,3}:{3,}[ \t]*(.*?)[ \t:]*$/;
/** The definition of the term above. */
const DEFINITION = /^ {0,3}[:~][ \t]+(?=\S)/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** A line of verse or of an address. A table row, in contrast, ends with `|` as well. */
const VERSE_LINE = /^\|[ \t]([^|]*)$/;

/** The text with only CommonMark, tables and HTML. */
export function fromPandoc(text: string): string {
  return withSpans(withBlocks(withoutDeclarations(text)));
}

/**
 * Removes comments, declarations and processing instructions of XML. They are not read, and a parser that searches for missing
 * ends takes quadratic time.
 */
function withoutDeclarations(text: string): string {
  let kept = "";
  let from = 0;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const next = text.charAt(at + 1);
    if (next !== "!" && next !== "?") {
      at += 1;
      continue;
    }
    kept += text.slice(from, at);
    const end = text.startsWith("<!--", at) ? text.indexOf("-->", at + 4) : -1;
    // Without an end only the two characters are removed. No later comment can end either.
    from = end < 0 ? at + 2 : end + 3;
    if (end < 0 && text.startsWith("<!--", at)) return kept + text.slice(from).replaceAll(/<[!?]/g, "");
    at = from;
  }
  return kept + text.slice(from);
}

/** Removes notes, converts fenced divs and definitions to HTML, removes attributes of headings, keeps lines of verse. */
function withBlocks(text: string): string {
  const lines = withTables(text.split(/\r\n|\n|\r/));
  const kept: string[] = [];
  let divs = 0;
  let inNote = false;
  let inDefinition = false;
  const isBlankAt = (index: number) => (lines[index] ?? "").trim() === "";
  for (const [index, line] of lines.entries()) {
    const goesOn = isBlankAt(index) || /^(?: {2,}|\t)/.test(line) || !isBlankAt(index - 1);
    inNote = FOOTNOTE.test(line) || (inNote && goesOn);
    if (inNote) {
      if (isBlankAt(index)) kept.push("");
      continue;
    }
    if (inDefinition && !goesOn && !DEFINITION.test(line)) {
      inDefinition = false;
      kept.push("</dd></dl>", "");
    }
    const div = line.includes(":::") ? DIV.exec(line)?.[1] : undefined;
    const verse = VERSE_LINE.exec(line)?.[1];
    if (div === "") {
      if (divs > 0) kept.push("", "</div>", "");
      divs = Math.max(0, divs - 1);
    } else if (div !== undefined) {
      kept.push("", `<div${attributesOf(div) ?? (/^[\w.-]{1,100}$/.test(div) ? ` class="${div}"` : "")}>`, "");
      divs++;
    } else if (DEFINITION.test(line)) {
      while (kept.at(-1) === "") kept.pop();
      const term = kept.pop() ?? "";
      kept.push(inDefinition ? "</dd><dt>" : "<dl><dt>", "", term, "", "</dt><dd>", "", line.replace(DEFINITION, ""));
      inDefinition = true;
    } else if (HEADING.test(line) || UNDERLINE.test(lines[index + 1] ?? "")) kept.push(withoutLastAttributes(line));
    else kept.push(verse === undefined ? line : `${verse}  `);
  }
  if (inDefinition) kept.push("", "</dd></dl>", "");
  for (; divs > 0; divs--) kept.push("", "</div>", "");
  return kept.join("\n");
}

function withoutLastAttributes(line: string): string {
  const end = line.trimEnd();
  const at = end.endsWith("}") ? end.lastIndexOf("{") : -1;
  return at > 0 && attributesOf(end.slice(at)) !== null ? end.slice(0, at).trimEnd() : line;
}

/**
 * Converts `[words]{.class}` to a span, `^1^` to superscript and `~x~` to plain text; removes attributes of
 * `![](x){.class}`.
 */
function withSpans(text: string): string {
  const source = text.replaceAll(FOOTNOTE_MARK, "");
  const parts: string[] = [];
  /** Indexes in `parts` of the open brackets of this paragraph. */
  let open: number[] = [];
  for (const [token] of source.matchAll(/\\[\s\S]|\n[ \t]*\n|\[|[\])>`]\{[^{}]{0,1000}\}|\]|[^\\[\])>`\n]+|[\s\S]/g)) {
    const attributes = token.length > 2 && token[1] === "{" ? attributesOf(token.slice(1)) : null;
    if (token[0] === "\n") open = token === "\n" ? open : [];
    if (token === "[") open.push(parts.length);
    if (attributes !== null && token[0] === "]") {
      const from = open.pop();
      if (from === undefined) parts.push(token);
      else {
        parts[from] = `<span${attributes}>`;
        parts.push("</span>");
      }
    } else if (attributes !== null) parts.push(token.charAt(0));
    else {
      if (token[0] === "]") open.pop();
      // A backslash before a space is a non-breaking space.
      parts.push(token === "\\ " ? "\u00a0" : token);
    }
  }
  return parts
    .join("")
    .replaceAll(/\^([^\s^]{1,200})\^/g, "<sup>$1</sup>")
    .replaceAll(/(?<![~\\])~([^\s~]{1,40})~(?!~)/g, "$1");
}

/** Converts `{#id .class key="value"}` to HTML attributes, only those that decide whether words are read. Null: it is text. */
function attributesOf(braced: string): string | null {
  if (braced.length > ATTRIBUTE_UNITS || !braced.startsWith("{") || !braced.endsWith("}")) return null;
  const inside = braced.slice(1, -1).trim();
  const words = inside.match(/[\w:-]+="[^"]*"|\S+/g) ?? [];
  if (words.length === 0 || !words.every((word) => /^(?:[#.][^\s"'<>]+|-|[\w:-]+=\S[\s\S]*)$/.test(word))) return null;
  const classes = words.flatMap((word) => (word.startsWith(".") ? [word.slice(1)] : []));
  const id = words.find((word) => word.startsWith("#"))?.slice(1);
  const named = words.flatMap((word) => /^(role|epub:type)="?([\w\s-]*)"?$/.exec(word)?.slice(1, 3).join('="') ?? []);
  return [
    ...(classes.length > 0 ? [` class="${escaped(classes.join(" "))}"`] : []),
    ...(id === undefined ? [] : [` id="${escaped(id)}"`]),
    ...named.map((attribute) => ` ${attribute}"`),
  ].join("");
}

const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
