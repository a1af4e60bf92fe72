// What a file and the fields beside it say about a sound. Pure.

import { SOUND_FILE_TYPES, type SoundCreation, type SoundType } from "../api/api.ts";

export interface SoundWords {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export type SoundUploadPlace = SoundCreation["upload"];

export const ACCEPTED = [...Object.keys(SOUND_FILE_TYPES).map((ending) => `.${ending}`), "audio/*"].join(",");

/** Null for a file that is no sound by its name. */
export function soundTypeOf(filename: string): SoundType | null {
  const ending = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(SOUND_FILE_TYPES, ending) ? (SOUND_FILE_TYPES[ending] ?? null) : null;
}

/** "door-creak_01.wav" is "door creak 01". */
export function nameOfFile(filename: string): string {
  const words = filename.replace(/\.[a-z0-9]+$/i, "").replace(/[\s_-]+/g, " ");
  return words.trim() === "" ? filename : words.trim();
}

/** The tags between commas, each once; upper and lower case are the same. */
export function tagsOf(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(",")) {
    const tag = part.trim().replace(/\s+/g, " ");
    if (tag !== "" && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

/** What is not filled in follows from the file's name: the server asks for all three. */
export function wordsOf(filename: string, given: SoundWords): SoundWords {
  const name = given.name.trim() === "" ? nameOfFile(filename).slice(0, 120) : given.name.trim();
  const description = given.description.trim() === "" ? name : given.description.trim();
  const tags = given.tags.length > 0 ? given.tags : [name.slice(0, 60).trim()];
  return { name, description, tags: tags.map((tag) => tag.replaceAll(",", " ")) };
}
