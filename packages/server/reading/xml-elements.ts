// Reads a small XML document (a package, metadata, styles) into a flat list of elements in document order.

import { Parser } from "htmlparser2";

export interface Element {
  /** The name without its prefix. */
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  /** The text of the element and its descendants. */
  text: string;
  /** The index of the parent element; -1 for the root. */
  readonly parent: number;
}

/** Entities expand only to single characters. Declarations of the document type are ignored. */
export function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const open: number[] = [];
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        open.push(elements.push({ name: localName(tag), attributes, text: "", parent: open.at(-1) ?? -1 }) - 1);
      },
      ontext(text) {
        const at = open.at(-1);
        if (at !== undefined) elements[at]!.text += text;
      },
      onclosetag() {
        const closed = open.pop();
        const around = open.at(-1);
        if (closed !== undefined && around !== undefined && open.length < MOST_LEVELS_OF_TEXT) {
          elements[around]!.text += elements[closed]!.text;
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return elements;
}

/** Deeper than any real document. Text of unlimited levels would take unlimited memory. */
const MOST_LEVELS_OF_TEXT = 100;

export const localName = (tag: string): string => tag.slice(tag.indexOf(":") + 1);
