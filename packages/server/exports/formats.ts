// The content types of export formats. A new format of the contract does not compile until it is here.

import type { ExportRow } from "./store.ts";

export type FileFormat = ExportRow["format"];

export const CONTENT_TYPES: Record<FileFormat, string> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4b: "audio/mp4",
  // RFC 7845, section 9; browsers find the codec themselves.
  opus: "audio/ogg",
  epub: "application/epub+zip",
  srt: "application/x-subrip",
  vtt: "text/vtt; charset=utf-8",
};
