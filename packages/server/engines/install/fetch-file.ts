// Fetches a file of a voice. Always true: the file stands under its name only when its size and sums are those that the
// catalogue states; what a break left is continued; bytes with a wrong sum are removed.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { OfferedFile } from "./offers.ts";
import { SourceError, type VoiceSource } from "./voice-source.ts";

/** A file whose size no source states is cut off here. */
const MOST_BYTES = 2 * 2 ** 30;
/** Attempts in a row that bring no byte. */
const MOST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
/** Kept free on the disk. */
const SPARE_BYTES = 64 * 2 ** 20;

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** Bytes that are there, including those of an earlier attempt. */
  readonly progress?: (bytes: number) => void;
  /** The pause after the first failure, ms; it doubles. */
  readonly pauseMs?: number;
}

/** A download under way. It lies in the folder of the voices, and its name is no name of a voice. */
export const partOf = (folder: string, { name, bytes, md5, sha256 }: OfferedFile): string => {
  const of = createHash("sha256").update(JSON.stringify([name, bytes, md5, sha256]));
  return join(folder, `.${name}.${of.digest("hex").slice(0, 12)}.part`);
};

/**
 * @returns the SHA-256 of the file, which lies under `target` then
 * @throws SourceError; the signal's reason
 */
export async function fetchFile(
  source: VoiceSource,
  file: OfferedFile,
  target: string,
  { signal, progress, pauseMs = FIRST_PAUSE_MS }: FetchOptions,
): Promise<string> {
  const part = partOf(dirname(target), file);
  let failures = 0;
  for (;;) {
    const had = await sizeOf(part);
    try {
      if (file.bytes === null || had < file.bytes) await append(source, file, part, had, signal, progress);
      break;
    } catch (error) {
      signal.throwIfAborted();
      const transient = error instanceof SourceError && error.transient;
      failures = (await sizeOf(part)) > had ? 1 : failures + 1;
      if (!transient || failures >= MOST_ATTEMPTS) throw error;
      await wait(pauseMs * 2 ** (failures - 1), undefined, { signal });
    }
  }
  const sums = await sumsOf(part);
  const length = await sizeOf(part);
  const wrong =
    file.bytes !== null && length !== file.bytes
      ? `${length} bytes came instead of ${file.bytes}`
      : file.md5 !== null && sums.md5 !== file.md5
        ? "its MD5 sum is not the one of the catalogue"
        : file.sha256 !== null && sums.sha256 !== file.sha256
          ? "its SHA-256 is not the one of the catalogue"
          : null;
  if (wrong !== null) {
    await rm(part, { force: true });
    throw new SourceError(`${file.path} from ${source.place} is refused: ${wrong}. What came was removed.`);
  }
  await rename(part, target);
  return sums.sha256;
}

async function append(
  source: VoiceSource,
  file: OfferedFile,
  part: string,
  had: number,
  signal: AbortSignal,
  progress: FetchOptions["progress"],
): Promise<void> {
  const missing = (file.bytes ?? 0) - had;
  const { bavail, bsize } = await statfs(dirname(part));
  const free = bavail * bsize;
  if (missing + SPARE_BYTES > free) {
    throw new SourceError(
      `The disk has ${Math.floor(free / 1e6)} MB free, and ${file.name} needs ${Math.ceil((missing + SPARE_BYTES) / 1e6)} MB.`,
    );
  }
  const { from, chunks } = await source.open(file.path, had, signal);
  if (from > had) throw new SourceError(`${source.place} answered another part of ${file.name} than was requested.`);
  await using out = await openAt(part, from);
  let at = from;
  const most = file.bytes ?? MOST_BYTES;
  progress?.(at);
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    at += chunk.length;
    if (at > most) {
      await rm(part, { force: true });
      throw new SourceError(`${file.path} from ${source.place} is longer than the ${most} bytes it may have.`);
    }
    await out.write(chunk, 0, chunk.length, at - chunk.length);
    progress?.(at);
  }
  if (file.bytes !== null && at < file.bytes) {
    throw new SourceError(`${source.place} broke off ${file.name} after ${at} of ${file.bytes} bytes.`, true);
  }
  await out.sync();
}

/** The part, cut at the place where the new bytes begin. */
async function openAt(part: string, from: number): Promise<FileHandle> {
  const out = await open(part, from === 0 ? "w" : "r+", 0o600);
  await out.truncate(from);
  return out;
}

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

async function sumsOf(path: string): Promise<{ readonly md5: string; readonly sha256: string }> {
  const [md5, sha256] = [createHash("md5"), createHash("sha256")];
  for await (const chunk of createReadStream(path)) {
    md5.update(chunk as Buffer);
    sha256.update(chunk as Buffer);
  }
  return { md5: md5.digest("hex"), sha256: sha256.digest("hex") };
}
