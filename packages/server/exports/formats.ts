// What this version can make of a timeline. A new format does not compile until it stands here.

import type { ExportRow } from "./store.ts";

export type FileFormat = ExportRow["format"];

export const CONTENT_TYPES: Record<FileFormat, string> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4b: "audio/mp4",
  epub: "application/epub+zip",
  srt: "application/x-subrip",
};
