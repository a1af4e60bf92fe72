// Reads Markdown: CommonMark with tables and definition lists, and pandoc's extensions. The front matter has title and author;
// the rest is converted to HTML and read as HTML.

import markdownIt from "markdown-it";
import type { BookDraft } from "./book-draft.ts";
import { BookError } from "./book-error.ts";
import type { DecodedText } from "./decode-text.ts";
import { readHtml } from "./html.ts";
import { fromPandoc } from "./pandoc-markdown.ts";
import { type SmartRules, smartRulesOf, smartText } from "./smart-text.ts";

/** @throws BookError damaged */
export function readMarkdown(decoded: DecodedText): BookDraft {
  const { fields, body } = titleBlock(decoded.text) ?? frontMatter(decoded.text);
  const text = fromPandoc(body);
  let html: string;
  try {
    html = parserFor(smartRulesOf(text)).render(text);
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

function parserFor(rules: SmartRules) {
  // Indented text is a paragraph in a story, not code.
  const parser = markdownIt({ html: true, linkify: false, typographer: false }).disable("code");
  // The rule runs before escaped characters are joined with their neighbours, so that an escaped quote stays as it is.
  parser.core.ruler.at("smartquotes", (state) => {
    for (const { type, children } of state.tokens) {
      if (type !== "inline" || children === null) continue;
      let before = " ";
      for (const [index, token] of children.entries()) {
        if (token.type === "text") token.content = smartText(token.content, before, behind(children, index), rules);
        if (token.type === "softbreak" || token.type === "hardbreak") before = " ";
        else if (token.type !== "html_inline") before = token.content.at(-1) ?? before;
      }
    }
  });
  return parser;
}

/** The character after a token; a space at the end of a line. */
function behind(tokens: readonly { readonly type: string; readonly content: string }[], index: number): string {
  for (let at = index + 1; at < Math.min(tokens.length, index + 8); at++) {
    const { type, content } = tokens[at]!;
    if (type === "softbreak" || type === "hardbreak") return " ";
    if (type !== "html_inline" && content !== "") return content[0]!;
  }
  return " ";
}
/** What is known before the text itself. */
interface Front {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Lines of a title block; a longer one is text. */
const TITLE_BLOCK_LINES = 40;

/**
 * Pandoc's title block: "% title", "% authors" and "% date" at the very beginning, each continued by indented lines. Authors
 * are separated by semicolons or lines. Null without one.
 */
function titleBlock(text: string): Front | null {
  const found = new RegExp(
    `^(?:%[ \\t]?.*\\r?\\n(?:[ \\t]+\\S.*\\r?\\n){0,${TITLE_BLOCK_LINES}}){1,3}(?=\\r?\\n|$)`,
  ).exec(text);
  if (found === null) return null;
  const [title = [], authors = [], date = []] = found[0]
    .split(/^%/m)
    .slice(1)
    .map((field) =>
      field
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter(Boolean),
    );
  const fields = new Map<string, string>();
  const set = (name: string, words: string) => words !== "" && fields.set(name, words);
  set("title", title.join(" "));
  set(
    "author",
    authors
      .flatMap((line) => line.split(";").map((name) => name.trim()))
      .filter(Boolean)
      .join(", "),
  );
  set("date", date.join(" "));
  return { fields, body: text.slice(found[0].length) };
}

/** The fields of YAML front matter that are one line or a list of lines. Other YAML is not supported. */
function frontMatter(text: string): Front {
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
