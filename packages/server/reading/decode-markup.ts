// Bytes of HTML, XHTML or XML into a string: as text is decoded, else by the encoding that the document names itself.

import { isUtf8 } from "node:buffer";
import { type DecodedText, decodeText } from "./decode-text.ts";

const HEAD_BYTES = 2_048;
const NAMED = /<\?xml[^>]{0,200}encoding=["']([\w.:-]{1,40})["']|<meta[^>]{0,300}charset=["']?([\w.:-]{1,40})/i;

/** @throws BookError */
export function decodeMarkupFile(bytes: Uint8Array): DecodedText {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString("latin1");
  const found = NAMED.exec(head);
  const label = (found?.[1] ?? found?.[2] ?? "utf-8").toLowerCase();
  // What says to be UTF-8 or UTF-16 is looked at like any text; so is what is UTF-8 whatever it says.
  if (/^utf-?(?:8|16)/.test(label) || isUtf8(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    return decodeText(bytes);
  }
  const text = decodeAs(label, bytes);
  return text === null || text.includes("\0") ? decodeText(bytes) : { text, encoding: label };
}

/** @throws BookError; an empty document is an empty text. */
export const decodeMarkup = (bytes: Uint8Array): string => (bytes.length === 0 ? "" : decodeMarkupFile(bytes).text);

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
