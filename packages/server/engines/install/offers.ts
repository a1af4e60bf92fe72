// What can be installed: voices and their files, as a public catalogue states them. Pure: text in, offers out. Always true:
// no path or name of an offer leaves its folder; a catalogue is hostile until it is read here.

import { z } from "zod";
import { isVoiceName, languageTag } from "../onnx/voice-files.ts";

export interface OfferedFile {
  /** Below the address or folder of the source, with "/" between folders. */
  readonly path: string;
  /** The name in the folder of the installed voices. */
  readonly name: string;
  readonly kind: "model" | "config" | "pack";
  /** Null when the source does not state it. */
  readonly bytes: number | null;
  readonly md5: string | null;
  readonly sha256: string | null;
}

export interface OfferedVoice {
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  readonly quality: string | null;
  readonly speakers: number;
  /** The model comes last: a voice exists once its model does. */
  readonly files: readonly OfferedFile[];
  /** The path of a text that states the licence; null when there is none. */
  readonly card: string | null;
}

/** A catalogue that is none. The message states what is wrong with it. */
export class CatalogueError extends Error {
  override readonly name = "CatalogueError";
}

/** A model of 4 GiB cannot be loaded: an ONNX file holds at most 2 GiB. */
const MOST_BYTES = 4 * 2 ** 30;
const path = z
  .string()
  .max(400)
  .regex(/^(?:[\p{L}\p{N}_][\p{L}\p{N}_.-]*\/){0,10}[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u);
const bytes = z.int().min(0).max(MOST_BYTES);
const sum = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length}}$`));

const piperVoice = z.object({
  language: z.object({ code: z.string().max(40) }),
  quality: z.string().max(40).optional(),
  num_speakers: z.int().min(0).max(10_000).default(1),
  files: z.record(
    path,
    z.object({ size_bytes: bytes, md5_digest: sum(32).optional(), sha256_digest: sum(64).optional() }),
  ),
});

/**
 * The voices of Piper's public catalogue (voices.json). Entries that are incomplete or have other names are left out.
 * @throws CatalogueError
 */
export function readPiperCatalogue(text: string): readonly OfferedVoice[] {
  const value = z.record(z.string(), z.unknown()).safeParse(parsed(text, "voices.json"));
  if (!value.success) throw new CatalogueError("voices.json is not the catalogue of Piper: an object is expected.");
  const voices: OfferedVoice[] = [];
  for (const [name, entry] of Object.entries(value.data)) {
    const read = piperVoice.safeParse(entry);
    if (!read.success || !isVoiceName(name)) continue;
    const fileNamed = (wanted: string, kind: OfferedFile["kind"]): readonly OfferedFile[] =>
      Object.entries(read.data.files).flatMap(([at, file]) =>
        at.split("/").at(-1) !== wanted
          ? []
          : [
              {
                path: at,
                name: wanted,
                kind,
                bytes: file.size_bytes,
                md5: file.md5_digest ?? null,
                sha256: file.sha256_digest ?? null,
              },
            ],
      );
    const files = [...fileNamed(`${name}.onnx.json`, "config"), ...fileNamed(`${name}.onnx`, "model")];
    if (files.length !== 2) continue;
    voices.push({
      name,
      language: languageTag(read.data.language.code),
      quality: read.data.quality ?? null,
      speakers: Math.max(1, read.data.num_speakers),
      files,
      card: Object.keys(read.data.files).find((at) => at.split("/").at(-1) === "MODEL_CARD") ?? null,
    });
  }
  if (voices.length === 0) throw new CatalogueError("voices.json lists no voice of Piper.");
  return voices.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const treeEntry = z.object({
  type: z.literal("file"),
  path,
  size: bytes,
  lfs: z.object({ oid: sum(64), size: bytes }).optional(),
});

/**
 * The voices of a repository with the ONNX export of Kokoro, from the lists of its folders ("tree" answers of a model hub).
 * @throws CatalogueError
 */
export function readKokoroTrees(texts: readonly string[]): readonly OfferedVoice[] {
  const entries = texts.flatMap((text) => {
    const list = z.array(z.unknown()).safeParse(parsed(text, "the list of files"));
    if (!list.success) throw new CatalogueError("The list of files is not one of a model hub: an array is expected.");
    return list.data;
  });
  return kokoroVoices(
    entries.flatMap((entry) => {
      const read = treeEntry.safeParse(entry);
      if (!read.success) return [];
      const { path: at, size, lfs } = read.data;
      return [{ path: at, bytes: lfs?.size ?? size, sha256: lfs?.oid ?? null }];
    }),
  );
}

/** @throws CatalogueError when the model, its symbols or the packs are missing */
export function kokoroVoices(
  files: readonly { readonly path: string; readonly bytes: number | null; readonly sha256: string | null }[],
): readonly OfferedVoice[] {
  const offered = (file: (typeof files)[number], kind: OfferedFile["kind"]): OfferedFile => ({
    ...file,
    name: file.path.split("/").at(-1)!,
    kind,
    md5: null,
  });
  const models = files.filter(({ path: at }) => /^(?:onnx\/)?[^/]+\.onnx$/u.test(at));
  const model = models.find(({ path: at }) => /(?:^|\/)model\.onnx$/u.test(at)) ?? models[0];
  const symbols =
    files.find(({ path: at }) => at === "tokenizer.json") ?? files.find(({ path: at }) => at === "config.json");
  if (model === undefined) throw new CatalogueError("There is no model (onnx/model.onnx).");
  if (symbols === undefined) throw new CatalogueError("There is no tokenizer.json.");
  const packs = files.filter(({ path: at }) => /^(?:voices\/)?[^/]+\.bin$/u.test(at));
  const voices = packs.flatMap((file): OfferedVoice[] => {
    const pack = offered(file, "pack");
    const name = pack.name.slice(0, -".bin".length);
    const language = KOKORO_LANGUAGES[name[0] ?? ""];
    if (!isVoiceName(name) || language === undefined) return [];
    const all = [pack, offered(symbols, "config"), offered(model, "model")];
    return [{ name, language, quality: null, speakers: 1, files: all, card: null }];
  });
  if (voices.length === 0) throw new CatalogueError("There is no voice pack (voices/NAME.bin).");
  return voices.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The first letter of a voice's name states its language. Japanese and Chinese need phonemes that eSpeak NG does not make. */
const KOKORO_LANGUAGES: Readonly<Record<string, string>> = {
  a: "en-US",
  b: "en-GB",
  e: "es",
  f: "fr-FR",
  h: "hi",
  i: "it",
  p: "pt-BR",
};

/** The licence that a model card states; null when it states none. */
export function licenseOf(card: string): string | null {
  const [, line] =
    /^[ \t]*(?:[*-][ \t]*)?(?:\*\*)?licen[cs]e(?:\*\*)?[ \t]*:(?:\*\*)?[ \t]*(\S.*)$/imu.exec(card) ?? [];
  // The commands print it: no control characters.
  const clean = line?.replace(/\p{C}/gu, "").trim().slice(0, 300);
  return clean === undefined || clean === "" || /^(?:unknown|n\/a|none)$/i.test(clean) ? null : clean;
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const page = /^\s*<(?:!doctype|html)/iu.test(text);
    throw new CatalogueError(page ? `A web page came instead of ${what}.` : `${what} is not valid JSON.`);
  }
}
