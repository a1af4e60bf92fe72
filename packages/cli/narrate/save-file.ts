// The output file: checked before any work, written under a temporary name beside it, synced, then renamed. Always true:
// the output's path has either its previous content or the complete new file.

import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { CliError } from "../cli-error.ts";

export const OUTPUT_FORMATS = ["mp3", "wav", "m4b", "opus", "epub", "srt", "vtt"] as const;

export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The format that a file's extension names. Throws CliError (usage). */
export function outputFormat(path: string): OutputFormat {
  const extension = extname(path).slice(1).toLowerCase();
  const format = OUTPUT_FORMATS.find((name) => name === extension);
  if (format !== undefined) return format;
  const allowed = OUTPUT_FORMATS.map((name) => `.${name}`).join(", ");
  const what = extension === "" ? "The output file has no extension" : `".${extension}" is not a supported format`;
  throw new CliError("usage", `${what}; name it with one of ${allowed}.`);
}

/** The paths of `count` parts of one output: "story.mp3" itself, or "story-1.mp3", "story-2.mp3" … (all as many digits). */
export function partPaths(path: string, count: number): readonly string[] {
  if (count === 1) return [path];
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  const digits = String(count).length;
  return Array.from({ length: count }, (_, part) => `${stem}-${String(part + 1).padStart(digits, "0")}${extension}`);
}

/** Proves that a file can be made beside `path`, by making one. Throws CliError. */
export async function checkOutput(path: string): Promise<void> {
  const folder = dirname(path);
  const there = await stat(folder).catch(() => null);
  if (there === null) throw new CliError("failed", `The output folder ${folder} does not exist; create it first.`);
  if (!there.isDirectory()) throw new CliError("failed", `${folder} is not a folder.`);
  if ((await stat(path).catch(() => null))?.isDirectory()) {
    throw new CliError("failed", `${path} is a folder; name a file.`);
  }
  const probe = temporaryName(path);
  try {
    await (await open(probe, "wx")).close();
  } catch (error) {
    throw outputFault(error, path);
  }
  await rm(probe, { force: true });
}

/** Saves a stream of `sizeBytes` bytes as `path`; `onBytes` gets the number of bytes written. Throws CliError. */
export async function saveFile(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  onBytes: (written: number) => void,
): Promise<void> {
  await refuseFullDisk(path, sizeBytes);
  const temporary = temporaryName(path);
  try {
    const file = await open(temporary, "wx");
    try {
      let written = 0;
      for await (const chunk of stream) {
        await file.writeFile(chunk);
        written += chunk.length;
        onBytes(written);
      }
      if (written !== sizeBytes) {
        throw new CliError(
          "failed",
          `The download ended after ${written} of ${sizeBytes} bytes; run the command again.`,
        );
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error instanceof CliError ? error : outputFault(error, path);
  }
}

/** A hidden name that no other run uses. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.tmp`);
}

async function refuseFullDisk(path: string, sizeBytes: number): Promise<void> {
  const disk = await statfs(dirname(path)).catch(() => null);
  // Some network and overlay file systems report no sizes.
  if (disk === null || disk.blocks === 0) return;
  if (disk.bavail * disk.bsize < sizeBytes) throw outputFault({ code: "ENOSPC" }, path);
}

/** Syncs the folder, so that the new name survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch(() => null);
  if (handle === null) return;
  try {
    await handle.sync();
  } catch {
    // Windows cannot sync a folder and needs no sync.
  } finally {
    await handle.close();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
  EROFS: "it is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file is larger than the system allows",
  ENAMETOOLONG: "the name is too long",
};

function outputFault(error: unknown, path: string): CliError {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
  const reason = REASONS[code];
  if (reason === undefined && !(error instanceof Error && "syscall" in error)) throw error;
  return new CliError("failed", `${path} cannot be written: ${reason ?? code}. Nothing was left behind.`);
}
