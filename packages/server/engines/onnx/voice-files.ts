// The files of installed voices: DATA/voices/TYPE/NAME.onnx, and beside it NAME.fullcast.json, which "voices install" writes.

import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sha256OfStream } from "../../hash.ts";
import type { ModelFile } from "./model-jobs.ts";

const note = z.object({
  license: z.string().max(1_000).optional(),
  /** Whether recordings may be published; null when that is unknown. */
  publishable: z.boolean().nullable().default(null),
  /** Of the model. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  source: z.string().max(2_000).optional(),
  gender: z.enum(["male", "female", "neutral"]).default("neutral"),
  age: z.enum(["child", "young", "adult", "old"]).default("adult"),
});
/** What is known about an installed voice beside its model. */
export type VoiceNote = z.output<typeof note>;

export type VoiceType = "piper" | "kokoro" | "flite";
export const voicesFolder = (dataDir: string, type: VoiceType): string => join(dataDir, "voices", type);

/** Names of voices become names of files. */
export const isVoiceName = (name: string): boolean => /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,99}$/u.test(name);

/** The names of the files in a folder with an ending, without it; empty when there is no folder. */
export async function namesIn(folder: string, ending: string): Promise<readonly string[]> {
  const files = await readdir(folder).catch(() => []);
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter(isVoiceName)
    .sort();
}

/** The file with its size and stamp; null when it is gone. */
export async function modelFile(path: string, name: string): Promise<ModelFile | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  return { path, name, bytes: found.size, stamp: `${found.size}-${found.mtimeMs}` };
}

export async function readNote(folder: string, name: string): Promise<VoiceNote> {
  const text = await readFile(join(folder, `${name}.fullcast.json`), "utf8").catch(() => "{}");
  try {
    const read = note.safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // An unreadable note counts as none: its voice has an unknown licence.
  }
  return note.parse({});
}

const digests = new Map<string, string>();

/** SHA-256 of a file, read again when its stamp changed. */
export async function digestOf({ path, stamp }: Pick<ModelFile, "path" | "stamp">): Promise<string> {
  const key = `${path}\n${stamp}`;
  const known = digests.get(key);
  if (known !== undefined) return known;
  const digest = await sha256OfStream(createReadStream(path));
  digests.set(key, digest);
  return digest;
}

/** A language as BCP 47; "und" when it is none. */
export function languageTag(code: string): string {
  try {
    return new Intl.Locale(code.replaceAll("_", "-")).toString();
  } catch {
    return "und";
  }
}

/** Licences that allow to publish recordings, as voice cards write them; null when the text does not say it clearly. */
export function mayPublish(license: string): boolean | null {
  // Addresses of Creative Commons state the licence in their path: /licenses/by-nc-sa/4.0.
  const text = license
    .replaceAll(/[/_]/g, " ")
    .replaceAll(/\bpublicdomain zero\b/gi, "cc0")
    .replaceAll(/\blicenses by\b/gi, "cc by");
  if (/\b(?:nc|nd)\b|non-?\s?commercial|no\s?deriv|research|academic|personal use/i.test(text)) return null;
  return /public domain|\bcc0\b|\bcc[- ]by\b|\bmit\b|apache|\bbsd\b|unlicense/i.test(text) ? true : null;
}
