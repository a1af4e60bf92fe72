// Markdown: front matter, if any, tells the title; the rest becomes HTML and is read as that.

import { marked } from "marked";
import type { BookDraft } from "./book-draft.ts";
import { BookError } from "./book-error.ts";
import type { DecodedText } from "./decode-text.ts";
import { readHtml } from "./html.ts";

/** `[^1]: words`, with its indented lines; and the marks that point there. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]{1,80}\]:.*(?:\r?\n(?:[ \t]*\r?\n)*(?: {2,}|\t).*)*/gm;
const FOOTNOTE_MARK = /\[\^[^\]\s]{1,80}\]/g;
/** What pandoc's Markdown says of looks, and what is left of it: `# One {#one}`, `[O]{.cap}nce`, `::: verse`, `1^st^`, `| line`. */
const LOOKS: readonly (readonly [RegExp, string])[] = [
  // Without the space before it, which may be a million spaces: looked for, each would be met a thousand times.
  [/^(#{1,6}[ \t][^{\n]{0,1000})\{[#.-][^{}\n]{0,200}\}[ \t]*$/gm, "$1"],
  [/\[([^[\]]{0,500})\]\{[#.][^{}\n]{0,200}\}/g, "$1"],
  [/^:{3,}.{0,200}$/gm, ""],
  [/\^([^\s^]{1,40})\^/g, "$1"],
  [/(?<!~)~([^\s~]{1,40})~(?!~)/g, "$1"],
  [/^\|[ \t]([^|\n]{1,1000})$/gm, "$1  "],
];

/** @throws BookError damaged */
export function readMarkdown(decoded: DecodedText): BookDraft {
  const { fields, body } = frontMatter(decoded.text);
  const bare = body.replaceAll(FOOTNOTE, "").replaceAll(FOOTNOTE_MARK, "");
  const text = LOOKS.reduce((rest, [look, kept]) => rest.replaceAll(look, kept), bare);
  let html: string;
  try {
    html = marked.parse(text, { async: false });
  } catch {
    throw new BookError("damaged", "The Markdown is nested too deeply to be read.");
  }
  const book = readHtml({ text: html, encoding: decoded.encoding }, "markdown");
  return {
    ...book,
    title: fields.get("title") ?? book.title,
    author: fields.get("author") ?? fields.get("authors") ?? book.author,
    language: fields.get("lang") ?? fields.get("language") ?? null,
  };
}

/** The fields of YAML front matter that are one line or a list of lines; nothing else of YAML is understood or needed. */
function frontMatter(text: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const found = /^---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  const fields = new Map<string, string>();
  if (found === null) return { fields, body: text };
  let name = "";
  for (const line of (found[1] ?? "").split(/\r?\n/)) {
    const [, key, value = ""] = /^([A-Za-z_-]{1,40}):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    const [, item] = /^[ \t]*-[ \t]+(.*)$/.exec(line) ?? [];
    if (key !== undefined) {
      name = key.toLowerCase();
      const words = plainScalar(value);
      if (words !== "") fields.set(name, words);
    } else if (item !== undefined && name !== "") {
      fields.set(name, [fields.get(name), plainScalar(item)].filter(Boolean).join(", "));
    }
  }
  return { fields, body: text.slice(found[0].length) };
}

/** A value without its quotes or the brackets of a list in one line. */
function plainScalar(value: string): string {
  const trimmed = value.trim();
  const list = /^\[(.*)\]$/.exec(trimmed)?.[1];
  if (list !== undefined) return list.split(",").map(plainScalar).filter(Boolean).join(", ");
  return (/^"(.*)"$/.exec(trimmed)?.[1] ?? /^'(.*)'$/.exec(trimmed)?.[1] ?? trimmed).trim();
}
