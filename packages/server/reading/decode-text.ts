// Decodes a text file from any text editor on any system: UTF-8, UTF-16, Windows-1252 (which includes Latin-1). Always
// true: the result is well-formed Unicode without NUL, or an error.

import { BookError, type BookFault } from "./book-error.ts";

type TextEncodingName = "UTF-8" | "UTF-16LE" | "UTF-16BE" | "Windows-1252";

export interface DecodedText {
  /** Without a byte order mark. Line ends are unchanged. */
  readonly text: string;
  readonly encoding: string;
}

/** @throws BookError empty, binary, not_text, nul, surrogate */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) throw new BookError("empty", "The file is empty.");
  refuseOtherFormats(bytes);
  const decoded = decodeBytes(bytes);
  const { text } = decoded;
  if (controlShare(text) > MOST_CONTROL_SHARE) {
    throw new BookError("binary", "The file does not look like text: it is full of control characters.");
  }
  const nul = text.indexOf("\0");
  if (nul >= 0) refuseAt("nul", "There is a NUL character", text, nul);
  if (!text.isWellFormed()) {
    const at = text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    refuseAt("surrogate", "There is half a character (a lone surrogate)", text, at);
  }
  return decoded;
}

/** A larger share of control characters means that the file is not text. */
const MOST_CONTROL_SHARE = 0.02;

/** Other formats by their first bytes, with advice. */
const OTHER_FORMATS: readonly (readonly [signature: string, name: string])[] = [
  ["%PDF-", "a PDF"],
  ["PK\x03\x04", "a packed document (Word, OpenDocument, EPUB or ZIP)"],
  ["{\\rtf", "a rich text (RTF) document"],
  ["\xd0\xcf\x11\xe0", "an old Word document"],
  ["\x1f\x8b", "a compressed file (gzip)"],
  ["\xff\xfe\x00\x00", "UTF-32 text"],
  ["\x00\x00\xfe\xff", "UTF-32 text"],
];

function refuseOtherFormats(bytes: Uint8Array): void {
  const start = latin1(bytes.subarray(0, 8));
  for (const [signature, name] of OTHER_FORMATS) {
    if (!start.startsWith(signature)) continue;
    throw new BookError("binary", `The file is ${name}, not plain text. Save it as plain text (UTF-8) and try again.`);
  }
}

function decodeBytes(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeUtf16(bytes.subarray(2), "UTF-16LE");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeUtf16(bytes.subarray(2), "UTF-16BE");
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const wide = hasMark ? null : guessUtf16(bytes);
  if (wide !== null) return decodeUtf16(bytes, wide);
  const body = hasMark ? bytes.subarray(3) : bytes;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body), encoding: "UTF-8" };
  } catch {
    return decodeOneByte(body, hasMark);
  }
}

/** In western UTF-16 text nearly every second byte is zero, always at even or always at odd positions. */
function guessUtf16(bytes: Uint8Array): TextEncodingName | null {
  const units = bytes.length >> 1;
  if (units < 2) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < units * 2; at += 2) {
    if (bytes[at] === 0) evenZeros++;
    if (bytes[at + 1] === 0) oddZeros++;
  }
  if (oddZeros > units * 0.4 && evenZeros < units * 0.02) return "UTF-16LE";
  if (evenZeros > units * 0.4 && oddZeros < units * 0.02) return "UTF-16BE";
  return null;
}

function decodeUtf16(bytes: Uint8Array, encoding: "UTF-16LE" | "UTF-16BE" | TextEncodingName): DecodedText {
  if (bytes.length % 2 === 1) {
    throw new BookError("not_text", "The file is UTF-16 text that ends in the middle of a character; it is damaged.");
  }
  const units = Buffer.from(bytes);
  if (encoding === "UTF-16BE") units.swap16();
  // TextDecoder would replace lone surrogates, but they must be reported.
  return { text: units.toString("utf16le"), encoding };
}

/** Decodes Windows-1252. Refuses damaged UTF-8 and encodings that cannot be recognised. */
function decodeOneByte(bytes: Uint8Array, hasMark: boolean): DecodedText {
  const replaced = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const first = replaced.indexOf("\ufffd");
  const surrogate = findEncodedSurrogate(bytes);
  if (surrogate >= 0) {
    const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, surrogate));
    refuseAt("surrogate", "There is half a character (a lone surrogate)", before, before.length);
  }
  const broken = countMatches(replaced, /\ufffd/g);
  const sound = countMatches(replaced, /[^\0-\x7f\ufffd]/gu);
  if (hasMark || sound > broken) refuseAt("not_text", "The file is UTF-8 text, but damaged", replaced, first);

  const high = bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  const undefinedHigh = bytes.reduce((count, byte) => count + (UNDEFINED_IN_1252.has(byte) ? 1 : 0), 0);
  if (bytes.includes(0)) throw new BookError("binary", "The file does not look like text: it holds NUL bytes.");
  if (undefinedHigh > 0 || (high > 20 && high > bytes.length * 0.3)) {
    throw new BookError(
      "not_text",
      "The file's encoding was not recognised (UTF-8, UTF-16 and Windows-1252 are). Save it as UTF-8 and try again.",
    );
  }
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
}

const UNDEFINED_IN_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** The position of a surrogate encoded as UTF-8 (ED A0-BF xx), which is invalid. -1 if there is none. */
function findEncodedSurrogate(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3);
    if (second >= 0xa0 && second <= 0xbf && third >= 0x80 && third <= 0xbf) return at;
  }
  return -1;
}

function controlShare(text: string): number {
  return countMatches(text, /[\0-\x08\x0e-\x1f\x7f]/g) / text.length;
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) count++;
  return count;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function refuseAt(fault: BookFault, what: string, text: string, at: number): never {
  const before = text.slice(0, at);
  const line = countMatches(before, /\r\n|\r|\n/g) + 1;
  const column = at - Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"));
  throw new BookError(
    fault,
    `${what} at line ${line}, column ${column} (${line}:${column}). Correct it and try again.`,
  );
}
