// The story of an EPUB: its package says which documents are read, and in which order.

import { Parser } from "htmlparser2";
import { StoryError } from "../story-error.ts";
import { readArchive } from "./archive.ts";
import { markupText } from "./markup-text.ts";

const MARKUP = /\.(?:x?html?|xml|opf)$/i;

export async function epubText(bytes: Uint8Array): Promise<{ readonly text: string; readonly title: string | null }> {
  const files = await readArchive(bytes, (path) => MARKUP.test(path));
  if (
    files.has("META-INF/encryption.xml") &&
    /EncryptedKey|adept|lcp/i.test(files.get("META-INF/encryption.xml") ?? "")
  ) {
    throw new StoryError("unreadable", "The book is encrypted and cannot be read.");
  }
  const [root] = elementsOf(files.get("META-INF/container.xml") ?? "").filter(({ name }) => name === "rootfile");
  const packagePath = root?.attributes["full-path"] ?? "";
  const opf = files.get(packagePath);
  if (opf === undefined) throw new StoryError("unreadable", "The book is damaged: its package document is missing.");
  const elements = elementsOf(opf);
  const items = new Map(
    elements.filter(({ name }) => name === "item").map(({ attributes }) => [attributes.id ?? "", attributes]),
  );
  const texts: string[] = [];
  for (const { name, attributes } of elements) {
    const item = name === "itemref" && attributes.linear !== "no" ? items.get(attributes.idref ?? "") : undefined;
    if (item === undefined || /\bnav\b/.test(item.properties ?? "")) continue;
    const markup = files.get(inFolder(packagePath, item.href ?? ""));
    if (markup !== undefined) texts.push(markupText(markup, true).text);
  }
  const title = elements.find(({ name }) => name === "title")?.text.trim() || null;
  const text = texts.filter((one) => one !== "").join("\n\n");
  if (text === "") throw new StoryError("blank", "There is nothing to read in the book.");
  return { text, title };
}

interface Element {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  text: string;
}

/** The elements of a document in order, by local name, each with the text directly in it. */
function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const element = { name: tag.split(":").at(-1) ?? "", attributes, text: "" };
        elements.push(element);
        open.push(element);
      },
      ontext(text) {
        const element = open.at(-1);
        if (element !== undefined) element.text += text;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return elements;
}

/** A path beside another one; what leads out of the container leads nowhere. */
function inFolder(beside: string, href: string): string {
  try {
    const path = new URL(href, `epub:///${beside.split("/").map(encodeURIComponent).join("/")}`).pathname;
    return decodeURIComponent(path.slice(1));
  } catch {
    return "";
  }
}
