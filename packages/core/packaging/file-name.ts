// Safe file names from titles.

import { utf8, utf8Prefix } from "./bytes.ts";

const LONGEST_BYTES = 255;
/** Device names of Windows, which are reserved with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;
/** Separators, characters with a meaning in Windows or shells, control and invisible formatting characters. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/**
 * Makes a file name from a title that every common file system accepts: never empty, no separators, no device names, no dot or
 * space at an end, at most 255 bytes of UTF-8 with its extension.
 *
 * @param extension Without the dot, e.g. "mp3"; letters and digits.
 */
export function safeFileName(title: string, extension: string): string {
  return named(title, `.${extension}`);
}

/** Makes a folder's name from a title, as {@link safeFileName} makes a file's. */
export function safeFolderName(title: string): string {
  return named(title, "");
}

function named(title: string, suffix: string): string {
  const plain = title.toWellFormed().normalize("NFC").replaceAll("\ufffd", " ").replace(UNSAFE, " ");
  const trimmed = trimEnds(plain.replace(/\s+/gu, " "));
  const base = DEVICE.test(trimmed.split(".")[0]!.trim()) ? `_${trimmed}` : trimmed;
  const short = trimEnds(utf8Prefix(base, LONGEST_BYTES - utf8(suffix).length));
  return `${short === "" ? "untitled" : short}${suffix}`;
}

const trimEnds = (name: string): string => name.replace(/^[\s.]+|[\s.]+$/gu, "");
