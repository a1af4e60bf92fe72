// Opens a bundle and reads its files within limits, because a file may lie about itself. Nothing is ever written under its file
// names.

import { BUNDLE_ENTRIES, BUNDLE_FORMAT, type BundleManifest, bundleManifest, LIMITS } from "@fullcast/contract";
import yauzl from "yauzl";
import { byteSum } from "../hash.ts";
import { BundleError } from "./bundle-error.ts";
import { isAudio, isStored, KNOWN_NAME, MANIFEST, ORIGINAL } from "./entry-names.ts";

/** The largest compression ratio. Scripts compress to about a tenth; more means a decompression bomb. */
const MOST_RATIO = 200;
const RATIO_FROM_BYTES = 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** A document of 100,000 blocks takes 40 MiB. */
const MOST_TEXT_BYTES = 512 * MEBIBYTE;
const MOST_TEXT_BYTES_TOGETHER = 4_096 * MEBIBYTE;
const MOST_MANIFEST_BYTES = 64 * MEBIBYTE;
/** A block may hold 8 MiB of text, which JSON may write six times as long. */
const MOST_LINE_UNITS = 64 * MEBIBYTE;
const LINES_AT_ONCE = 200;

const STORED = 0;
const DEFLATED = 8;
const TYPE_OF_MODE = 0o170_000;
const REGULAR_FILE = 0o100_000;

export interface BundleFile {
  readonly name: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

export interface OpenBundle extends Disposable {
  readonly files: ReadonlyMap<string, BundleFile>;
  /** The bytes of a file. Throws at the end if their sum differs from the manifest. @throws BundleError */
  read(name: string): AsyncGenerator<Buffer>;
  /** The JSON values of a file with one on each line, some at a time. @throws BundleError */
  lines(name: string): AsyncGenerator<readonly unknown[]>;
  /** The JSON value of a file. @throws BundleError */
  json(name: string): Promise<unknown>;
}

/** @throws BundleError */
export async function openBundle(path: string, size: number): Promise<OpenBundle> {
  const zip = await orDamaged(() =>
    yauzl.openPromise(path, { lazyEntries: true, strictFileNames: true, validateEntrySizes: true, autoClose: false }),
  );
  try {
    const entries = await entriesOf(zip, size);
    const manifest = await manifestOf(zip, entries.get(MANIFEST));
    const files = listedFiles(manifest, entries);
    return bundleOf(zip, entries, files);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: yauzl.ZipFile, size: number): Promise<ReadonlyMap<string, yauzl.Entry>> {
  if (zip.entryCount > BUNDLE_ENTRIES)
    throw new BundleError("limits", `The file holds more than ${BUNDLE_ENTRIES} files.`);
  const entries = new Map<string, yauzl.Entry>();
  let packed = 0;
  let texts = 0;
  await orDamaged(async () => {
    for await (const entry of zip.eachEntry()) {
      const fault = entryFault(entry);
      if (fault !== null) throw fault;
      if (entries.has(entry.fileName)) throw new BundleError("damaged", "The file holds two files of one name.");
      entries.set(entry.fileName, entry);
      packed += entry.compressedSize;
      if (!isAudio(entry.fileName)) texts += entry.uncompressedSize;
    }
  });
  // Entries that share bytes of the archive would unpack to far more than its size.
  if (packed > size) throw new BundleError("damaged", "The files inside are together larger than the file.");
  if (texts > MOST_TEXT_BYTES_TOGETHER) throw new BundleError("limits", "The scripts unpack to more than 4 GiB.");
  return entries;
}

function entryFault(entry: yauzl.Entry): BundleError | null {
  const { fileName, compressedSize, uncompressedSize, compressionMethod, externalFileAttributes } = entry;
  if (!KNOWN_NAME.test(fileName)) return new BundleError("not_a_bundle", "The file holds files that no bundle has.");
  const type = (externalFileAttributes >>> 16) & TYPE_OF_MODE;
  if (type !== 0 && type !== REGULAR_FILE) return new BundleError("damaged", "The file holds links or devices.");
  if (entry.isEncrypted()) return new BundleError("damaged", "The file is encrypted.");
  if (fileName === ORIGINAL && uncompressedSize > LIMITS.import_bytes)
    return new BundleError("limits", "The original book inside is larger than a book may be.");
  const stored = compressionMethod === STORED && compressedSize === uncompressedSize;
  if (!stored && (compressionMethod !== DEFLATED || isStored(fileName)))
    return new BundleError("damaged", "A file inside is packed in a way that bundles do not use.");
  if (isAudio(fileName)) {
    return uncompressedSize > LIMITS.sound_revision_bytes
      ? new BundleError("limits", "A sound inside is larger than a sound may be.")
      : null;
  }
  if (uncompressedSize > MOST_TEXT_BYTES) return new BundleError("limits", "A script unpacks to more than 512 MiB.");
  return uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MOST_RATIO
    ? new BundleError("limits", `A file inside unpacks to more than ${MOST_RATIO} times its size.`)
    : null;
}

async function manifestOf(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<BundleManifest> {
  if (entry === undefined) throw new BundleError("not_a_bundle", `The file holds no ${MANIFEST}; it is not a bundle.`);
  if (entry.uncompressedSize > MOST_MANIFEST_BYTES) throw new BundleError("limits", "The manifest is too large.");
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(zip, entry)) chunks.push(chunk);
  const value = jsonOf(Buffer.concat(chunks).toString("utf8"));
  const parsed = bundleManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const format = typeof value === "object" && value !== null && "format" in value ? value.format : null;
  if (typeof format === "string" && format !== BUNDLE_FORMAT && /^fullcast-bundle-\d{1,4}$/.test(format))
    throw new BundleError(
      "newer",
      `The bundle was written by a newer version (${format}); this one reads ${BUNDLE_FORMAT}.`,
    );
  throw new BundleError("not_a_bundle", "The manifest is not one of a bundle.");
}

function listedFiles(
  manifest: BundleManifest,
  entries: ReadonlyMap<string, yauzl.Entry>,
): ReadonlyMap<string, BundleFile> {
  const files = new Map(manifest.files.map((file) => [file.name, file]));
  if (files.size !== manifest.files.length || files.size !== entries.size - 1)
    throw new BundleError("damaged", "The manifest does not name exactly the files that are there.");
  for (const { name, size_bytes } of files.values())
    if (entries.get(name)?.uncompressedSize !== size_bytes)
      throw new BundleError("damaged", "The manifest does not name exactly the files that are there.");
  return files;
}

function bundleOf(
  zip: yauzl.ZipFile,
  entries: ReadonlyMap<string, yauzl.Entry>,
  files: ReadonlyMap<string, BundleFile>,
): OpenBundle {
  async function* read(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    const file = files.get(name);
    if (entry === undefined || file === undefined) throw new BundleError("damaged", `The bundle holds no ${name}.`);
    const sum = byteSum();
    yield* sum.through(bytesOf(zip, entry));
    if (sum.result().sha256 !== file.sha256)
      throw new BundleError("sums_differ", `The file ${name} does not have the SHA-256 that the manifest states.`);
  }
  async function* lines(name: string): AsyncGenerator<readonly unknown[]> {
    let values: unknown[] = [];
    for await (const line of textLines(read(name))) {
      values.push(jsonOf(line));
      if (values.length < LINES_AT_ONCE) continue;
      yield values;
      values = [];
    }
    if (values.length > 0) yield values;
  }
  return {
    files,
    read,
    lines,
    async json(name) {
      const chunks: Buffer[] = [];
      for await (const chunk of read(name)) chunks.push(chunk);
      return jsonOf(Buffer.concat(chunks).toString("utf8"));
    },
    [Symbol.dispose]: () => zip.close(),
  };
}

/** Lines without their breaks; the last one may lack its break. */
async function* textLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  const decoded = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new BundleError("invalid", "A file inside is not UTF-8.");
    }
  };
  for await (const chunk of chunks) {
    const pieces = (rest + decoded(chunk)).split("\n");
    rest = pieces.pop() ?? "";
    if (rest.length > MOST_LINE_UNITS) throw new BundleError("limits", "A line inside is longer than 64 MiB.");
    yield* pieces;
  }
  rest += decoded();
  if (rest !== "") yield rest;
}

async function* bytesOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  const stream = await orDamaged(() => zip.openReadStreamPromise(entry));
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw damaged();
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BundleError("invalid", "A file inside is not JSON.");
  }
}

const damaged = () => new BundleError("damaged", "The file is damaged: it cannot be unpacked.");

async function orDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw damaged();
  }
}
