// The voices of Flite that a source offers: the list "us_voices" of the public catalogue, or the files of a folder. A file
// SHA256SUMS beside them states their sums, as sha256sum writes it.

import { isVoiceName } from "../onnx/voice-files.ts";
import { CatalogueError, type OfferedVoice } from "./offers.ts";
import { SourceError, type VoiceSource } from "./voice-source.ts";

export const VOICE_ENDING = ".flitevox";
const MOST_LIST_BYTES = 2 ** 20;
const MOST_VOICES = 1_000;

/** Reads the voices at an address. @throws SourceError, CatalogueError */
export async function fliteOffers(source: VoiceSource, signal: AbortSignal): Promise<readonly OfferedVoice[]> {
  const list = await source.text("us_voices", MOST_LIST_BYTES, signal);
  if (list === null) throw new SourceError(`${source.place} has no us_voices, the list of its voices.`);
  if (/^\s*</u.test(list)) throw new CatalogueError("A web page came instead of us_voices.");
  const files = list.split(/\s+/u).map((path) => ({ path, bytes: null }));
  return fliteVoices(files, await sumsOf(source, signal));
}

/** The voices among the files of a folder. @throws SourceError, CatalogueError */
export async function fliteFolder(
  source: VoiceSource,
  files: readonly { readonly path: string; readonly bytes: number }[],
  signal: AbortSignal,
): Promise<readonly OfferedVoice[]> {
  return fliteVoices(files, await sumsOf(source, signal));
}

function fliteVoices(
  files: readonly { readonly path: string; readonly bytes: number | null }[],
  sums: ReadonlyMap<string, string>,
): readonly OfferedVoice[] {
  const paths = new Set(files.map(({ path }) => path));
  const voices = files.slice(0, MOST_VOICES).flatMap(({ path, bytes }): OfferedVoice[] => {
    const name = path.slice(0, -VOICE_ENDING.length);
    if (!path.endsWith(VOICE_ENDING) || !isVoiceName(name)) return [];
    const file = { path, name: path, kind: "model" as const, bytes, md5: null, sha256: sums.get(path) ?? null };
    const card = [`${name}.LICENSE`, "LICENSE"].find((one) => paths.has(one) || sums.has(one)) ?? null;
    return [{ name, language: "en", quality: null, speakers: 1, files: [file], card }];
  });
  if (voices.length === 0) throw new CatalogueError(`There is no voice of Flite (NAME${VOICE_ENDING}).`);
  return voices.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function sumsOf(source: VoiceSource, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const text = (await source.text("SHA256SUMS", MOST_LIST_BYTES, signal)) ?? "";
  return new Map(
    [...text.matchAll(/^([0-9a-f]{64})[ \t]+\*?(\S+)[ \t]*\r?$/gmu)].map(([, sum = "", name = ""]) => [name, sum]),
  );
}
