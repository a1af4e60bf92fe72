// Decodes HTML, XHTML or XML, first like a text file, otherwise with the encoding that the document declares.

import { isUtf8 } from "node:buffer";
import { type DecodedText, decodeText } from "./decode-text.ts";

const HEAD_BYTES = 2_048;
const NAMED = /<\?xml[^>]{0,200}encoding=["']([\w.:-]{1,40})["']|<meta[^>]{0,300}charset=["']?([\w.:-]{1,40})/i;

/** @throws BookError */
export function decodeMarkupFile(bytes: Uint8Array): DecodedText {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString("latin1");
  const found = NAMED.exec(head);
  const label = (found?.[1] ?? found?.[2] ?? "utf-8").toLowerCase();
  // Documents that declare UTF-8 or UTF-16 are decoded like text. So is valid UTF-8 with any other declaration.
  if (/^utf-?(?:8|16)/.test(label) || isUtf8(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    return decodeText(bytes);
  }
  const text = decodeAs(label, bytes);
  return text === null || text.includes("\0") ? decodeText(bytes) : { text, encoding: label };
}

/** An empty document is an empty text. @throws BookError */
export const decodeMarkup = (bytes: Uint8Array): string => (bytes.length === 0 ? "" : decodeMarkupFile(bytes).text);

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
