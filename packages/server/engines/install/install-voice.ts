// Installs and removes voices of the engines on this machine. Always true: a voice appears when all of its files are whole;
// a failed installation changes no voice that was there.

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { faultOfVoice } from "../flite/installed.ts";
import { memoryFor } from "../onnx/model-jobs.ts";
import { lackOf, readShape } from "../onnx/model-shape.ts";
import {
  digestOf,
  isVoiceName,
  mayPublish,
  modelFile,
  namesIn,
  readNote,
  type VoiceNote,
  type VoiceType,
  voicesFolder,
} from "../onnx/voice-files.ts";
import { readPiperConfig } from "../piper/config.ts";
import { fetchFile, partOf } from "./fetch-file.ts";
import { fliteFolder, fliteOffers, VOICE_ENDING } from "./flite-offers.ts";
import {
  CatalogueError,
  kokoroVoices,
  licenseOf,
  type OfferedFile,
  type OfferedVoice,
  readKokoroTrees,
  readPiperCatalogue,
} from "./offers.ts";
import { addressSource, filesBelow, folderSource, SourceError, type VoiceSource } from "./voice-source.ts";

/** Read when a command asks for it; nothing of them is part of the program. */
export const PUBLIC_CATALOGUES: Readonly<Record<VoiceType, string>> = {
  piper: "https://huggingface.co/rhasspy/piper-voices/resolve/main",
  kokoro: "https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX-timestamped",
  flite: "http://cmuflite.org/packed/flite-2.3/voices",
};
const MOST_CATALOGUE_BYTES = 16 * 2 ** 20;
const MOST_CARD_BYTES = 256 * 1024;

/** The voices of one source. */
export interface VoiceOffers {
  readonly type: VoiceType;
  readonly source: VoiceSource;
  readonly voices: readonly OfferedVoice[];
  /** The licence of all of them, where the source states one for all. */
  readonly license: string | null;
}

/**
 * Reads what a source offers.
 * @param from a folder (absolute) or an http(s) address; null: the public catalogue
 * @throws SourceError, CatalogueError; the signal's reason
 */
export async function readOffers(type: VoiceType, from: string | null, signal: AbortSignal): Promise<VoiceOffers> {
  const place = from ?? PUBLIC_CATALOGUES[type];
  if (/^https?:\/\//i.test(place)) {
    const base = place.replace(/\/(?:voices\.json|us_voices)$/, "").replace(/\/+$/, "");
    if (type === "flite") {
      const source = addressSource(base);
      return { type, source, voices: await fliteOffers(source, signal), license: null };
    }
    return type === "piper" ? piperOffers(addressSource(base), signal) : kokoroHub(base, signal);
  }
  const folder = await stat(place).catch(() => null);
  if (folder === null || !folder.isDirectory()) throw new SourceError(`${place} is no folder.`);
  const source = folderSource(place);
  if (type === "flite") {
    return { type, source, voices: await fliteFolder(source, await filesBelow(place), signal), license: null };
  }
  const files = (await filesBelow(place)).map((file) => ({ ...file, sha256: null }));
  if (type === "kokoro") {
    const card = await source.text("README.md", MOST_CARD_BYTES, signal);
    return { type, source, voices: kokoroVoices(files), license: card === null ? null : licenseOf(card) };
  }
  if (files.some(({ path }) => path === "voices.json")) return piperOffers(source, signal);
  const voices = files.flatMap((model): OfferedVoice[] => {
    const file = model.path.split("/").at(-1)!;
    const name = file.slice(0, -".onnx".length);
    const config = files.find(({ path }) => path === `${model.path}.json`);
    if (!file.endsWith(".onnx") || !isVoiceName(name) || config === undefined) return [];
    const beside = model.path.slice(0, -file.length);
    const card = [`${beside}${name}.MODEL_CARD`, `${beside}MODEL_CARD`].find((one) =>
      files.some((f) => f.path === one),
    );
    const own = (one: typeof model, kind: OfferedFile["kind"]): OfferedFile => ({
      ...one,
      name: one.path.split("/").at(-1)!,
      kind,
      md5: null,
    });
    const all = [own(config, "config"), own(model, "model")];
    return [{ name, language: "und", quality: null, speakers: 1, files: all, card: card ?? null }];
  });
  if (voices.length === 0) {
    throw new CatalogueError(`${place} holds neither voices.json nor a NAME.onnx with its NAME.onnx.json.`);
  }
  return { type, source, voices, license: null };
}

async function piperOffers(source: VoiceSource, signal: AbortSignal): Promise<VoiceOffers> {
  const text = await source.text("voices.json", MOST_CATALOGUE_BYTES, signal);
  if (text === null) throw new SourceError(`${source.place} has no voices.json.`);
  return { type: "piper", source, voices: readPiperCatalogue(text), license: null };
}

/** A repository of a model hub: its files are listed below /api/models, and lie below /resolve/main. */
async function kokoroHub(base: string, signal: AbortSignal): Promise<VoiceOffers> {
  const { origin, pathname } = new URL(base);
  const lists = addressSource(`${origin}/api/models${pathname}/tree`);
  const trees: string[] = [];
  for (const folder of ["main", "main/onnx", "main/voices"]) {
    const tree = await lists.text(folder, MOST_CATALOGUE_BYTES, signal);
    if (tree === null)
      throw new SourceError(`${base} is no repository with Kokoro: ${lists.place}/${folder} is missing.`);
    trees.push(tree);
  }
  const source = addressSource(`${base}/resolve/main`);
  const card = await source.text("README.md", MOST_CARD_BYTES, signal);
  return { type: "kokoro", source, voices: readKokoroTrees(trees), license: card === null ? null : licenseOf(card) };
}

/** What a person should know before the download. */
export interface Installation {
  readonly voice: OfferedVoice;
  /** Files that are not there yet. */
  readonly missing: readonly OfferedFile[];
  /** Of the missing files; null when the source does not state a size. */
  readonly bytes: number | null;
  /** What a process needs that speaks with the voice; null when the size of the model is unknown. */
  readonly memory_bytes: number | null;
  readonly license: string | null;
  readonly publishable: boolean | null;
}

/** What installing a voice takes. @throws SourceError, CatalogueError */
export async function planInstallation(
  dataDir: string,
  { type, source, voices, license: common }: VoiceOffers,
  name: string,
  signal: AbortSignal,
): Promise<Installation> {
  const voice = voices.find((one) => one.name === name);
  if (voice === undefined) {
    const language = /^[a-z]{2,3}(?=_)/i.exec(name)?.[0].toLowerCase() ?? "";
    const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
    const near = voices.filter((one) => {
      const other = one.name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
      return plain !== "" && (other.includes(plain) || plain.includes(other));
    });
    const same = near.length > 0 ? near : voices.filter((one) => one.name.toLowerCase().startsWith(`${language}_`));
    const some = (language === "" ? near : same).slice(0, 8).map((one) => one.name);
    throw new CatalogueError(
      `${source.place} offers no ${type}/${name}.${some.length > 0 ? ` It has: ${some.join(", ")}.` : ""}`,
    );
  }
  const folder = voicesFolder(dataDir, type);
  const missing: OfferedFile[] = [];
  for (const file of voice.files) if (!(await isThere(type, folder, file))) missing.push(file);
  const card = voice.card === null ? null : await source.text(voice.card, MOST_CARD_BYTES, signal);
  const license = (card === null ? null : licenseOf(card)) ?? common;
  const model = voice.files.find(({ kind }) => kind === "model");
  return {
    voice,
    missing,
    bytes: missing.every((file) => file.bytes !== null)
      ? missing.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
      : null,
    memory_bytes: model?.bytes == null || type === "flite" ? null : memoryFor(model.bytes),
    license,
    publishable: license === null ? null : mayPublish(license),
  };
}

/** Whether a file is installed and is the one that the source offers. */
async function isThere(type: VoiceType, folder: string, file: OfferedFile): Promise<boolean> {
  const found = await modelFile(join(folder, file.name), file.name);
  if (found === null) return false;
  // All voices of Kokoro share one model and its symbols; the installed ones stay.
  if (type === "kokoro" && file.kind !== "pack") return true;
  return file.bytes === found.bytes && file.sha256 !== null && (await digestOf(found)) === file.sha256;
}

/** What the user states about a voice; no catalogue does. */
export type VoiceTraits = Partial<Pick<VoiceNote, "gender" | "age">>;

export interface Installed {
  /** Of each file that was fetched. */
  readonly sums: readonly { readonly name: string; readonly sha256: string }[];
}

/**
 * Fetches what is missing and makes the voice appear.
 * @param progress receives the bytes of the missing files that are there
 * @throws SourceError, CatalogueError; the signal's reason
 */
export async function installVoice(
  dataDir: string,
  { type, source }: VoiceOffers,
  plan: Installation,
  traits: VoiceTraits,
  options: { readonly signal: AbortSignal; readonly progress?: (bytes: number) => void; readonly pauseMs?: number },
): Promise<Installed> {
  const folder = voicesFolder(dataDir, type);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const sums: { name: string; sha256: string }[] = [];
  const fetched: { readonly path: string; readonly file: OfferedFile }[] = [];
  let before = 0;
  try {
    for (const file of plan.missing) {
      const path = join(folder, `.${file.name}.fetched`);
      const sha256 = await fetchFile(source, file, path, {
        ...options,
        progress: (bytes) => options.progress?.(before + bytes),
      });
      before += file.bytes ?? 0;
      fetched.push({ path, file });
      sums.push({ name: file.name, sha256 });
      const fault = await faultOf(type, plan.voice, path, file, fetched);
      if (fault !== null) throw new CatalogueError(`${file.path} from ${source.place} is refused: ${fault}.`);
    }
    const { name: file } = plan.voice.files.find(({ kind }) => kind === "model")!;
    const model = file.replace(/\.(?:onnx|flitevox)$/, "");
    const known = sums.find(({ name }) => name === file)?.sha256;
    // The note belongs to the model. The voices of Kokoro state their gender by their names.
    if (type !== "kokoro" || known !== undefined) {
      const old = await readNote(folder, model);
      const note: VoiceNote = {
        ...old,
        ...traits,
        ...(plan.license === null ? {} : { license: plan.license }),
        publishable: plan.publishable,
        ...(known === undefined ? {} : { sha256: known }),
        source: source.place,
      };
      const path = join(folder, `.${model}.fullcast.json.fetched`);
      await writeFile(path, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
      await rename(path, join(folder, `${model}.fullcast.json`));
    }
    for (const { path, file } of fetched) await rename(path, join(folder, file.name));
  } finally {
    for (const { path } of fetched) await rm(path, { force: true });
  }
  return { sums };
}

/** Why a file that came whole is still not what it should be; null when nothing speaks against it. */
async function faultOf(
  type: VoiceType,
  voice: OfferedVoice,
  path: string,
  file: OfferedFile,
  fetched: readonly { readonly path: string; readonly file: OfferedFile }[],
): Promise<string | null> {
  if (type === "flite") return await faultOfVoice(path);
  if (file.kind === "config" && type === "piper") {
    const text = await smallText(path);
    const read = text === null ? { fault: "it is too large" } : readPiperConfig(text);
    return "fault" in read ? read.fault : null;
  }
  if (file.kind !== "model") return null;
  const config = fetched.find((one) => one.file.kind === "config");
  const text = config === undefined || type === "kokoro" ? null : await smallText(config.path);
  const read = text === null ? null : readPiperConfig(text);
  const speakers = read !== null && "config" in read ? read.config.num_speakers : voice.speakers;
  try {
    return lackOf(type, await readShape(path), speakers > 1);
  } catch {
    return "the file is damaged or no ONNX model";
  }
}

/** How the file ends without which there is no voice. */
const ENDINGS: Readonly<Record<VoiceType, string>> = { piper: ".onnx", kokoro: ".bin", flite: VOICE_ENDING };

/** What was removed. */
export interface Removed {
  readonly files: readonly string[];
  readonly bytes: number;
}

/** Removes an installed voice; null when it is not installed. With Kokoro's last voice its model goes, too. */
export async function removeVoice(dataDir: string, type: VoiceType, name: string): Promise<Removed | null> {
  const folder = voicesFolder(dataDir, type);
  const all = await readdir(folder).catch((): string[] => []);
  if (!isVoiceName(name) || !all.includes(`${name}${ENDINGS[type]}`)) return null;
  const others = type === "kokoro" ? (await namesIn(folder, ".bin")).filter((one) => one !== name) : [];
  const names =
    type !== "kokoro"
      ? // The model goes first: without it there is no voice.
        [`${name}${ENDINGS[type]}`, ...(type === "piper" ? [`${name}.onnx.json`] : []), `${name}.fullcast.json`]
      : [
          `${name}.bin`,
          ...(others.length > 0
            ? []
            : all.filter((file) => /\.onnx$|\.fullcast\.json$|^(?:tokenizer|config)\.json$/.test(file))),
        ];
  const parts = all.filter(
    (file) => /^\..*\.(?:part|fetched)$/.test(file) && names.some((one) => file.startsWith(`.${one}.`)),
  );
  const files: string[] = [];
  let bytes = 0;
  for (const file of [...names, ...parts].filter((one) => all.includes(one))) {
    bytes += (await stat(join(folder, file))).size;
    await rm(join(folder, file), { force: true });
    files.push(file);
  }
  return { files, bytes };
}

/** The voices in the data directory. */
export async function installedVoices(dataDir: string, type: VoiceType): Promise<readonly string[]> {
  return await namesIn(voicesFolder(dataDir, type), ENDINGS[type]);
}

/** The bytes of a voice that an interrupted download left. */
export async function bytesLeft(dataDir: string, type: VoiceType, files: readonly OfferedFile[]): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    bytes += await stat(partOf(voicesFolder(dataDir, type), file)).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return bytes;
}

async function smallText(path: string): Promise<string | null> {
  const { size } = await stat(path);
  return size > 4 * 2 ** 20 ? null : await readFile(path, "utf8");
}
