// A folder into which people and programs put books. A file counts once it has kept its size and time for a while: until then
// it may still be copied. Always true: links are not followed, no file is deleted, and a file that was dealt with has left the
// folder, so that a restart continues with the rest.

import { lstat, mkdir, mkdtemp, readdir, rename, rmdir, stat, writeFile } from "node:fs/promises";
import { extname, join, parse } from "node:path";
import { CliError } from "../cli-error.ts";

/** Folders in the inbox for what was dealt with. */
export const DONE = "Done";
export const FAILED = "Failed";

/** Names of unfinished downloads, of programs' own files and of locks. */
const NOT_A_BOOK =
  /^(?:[.~].*|Thumbs\.db|desktop\.ini|.*\.(?:part|partial|crdownload|download|filepart|tmp|temp)|.*~)$/iu;
const MOST_NAMES = 1_000;

/** The folder is away for now, like one on a drive that was taken out or on a network that is down. */
export class FolderAway extends CliError {}

export interface Look {
  /** Names of the files that are complete, the oldest first. */
  readonly ready: readonly string[];
  /** What a person should know about other entries; each is stated once. */
  readonly remarks: readonly string[];
  /** Whether other files are waited for. */
  readonly isCopying: boolean;
}

export interface Inbox {
  /** @throws FolderAway while the folder is not there; CliError when finished books cannot leave it, or without permission */
  look(now: number): Promise<Look>;
  /** Moves a file to the folder Done. */
  done(name: string): Promise<void>;
  /** Moves a file to the folder Failed; a text beside it says why. */
  failed(name: string, why: string): Promise<void>;
}

interface Seen {
  readonly size: number;
  readonly mtimeMs: number;
  /** When this size and time were seen first. */
  readonly since: number;
}

/** @param settleMs how long a file keeps its size and time before it counts as complete */
export function inboxAt(folder: string, settleMs: number): Inbox {
  const seen = new Map<string, Seen>();
  const stated = new Set<string>();
  /** Complete files of the last look. */
  const mayLeave = new Set<string>();

  /** Known before a book is spoken, which can take hours. */
  async function proveThatBooksMayLeave(): Promise<void> {
    try {
      await rmdir(await mkdtemp(join(folder, ".fullcast-")));
    } catch (error) {
      throw problem(`Finished books cannot leave the folder ${folder}`, error as NodeJS.ErrnoException);
    }
  }

  async function look(now: number): Promise<Look> {
    const names = (
      await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        throw problem(`The folder ${folder} cannot be read`, error);
      })
    )
      .filter((name) => !NOT_A_BOOK.test(name) && name !== DONE && name !== FAILED)
      .slice(0, MOST_NAMES);
    const remarks: string[] = [];
    const ready: { readonly name: string; readonly mtimeMs: number }[] = [];
    let isCopying = false;
    for (const name of names) {
      const facts = await lstat(join(folder, name)).catch(() => null);
      if (facts === null) continue;
      if (!facts.isFile()) {
        const what = facts.isSymbolicLink() ? "a link" : facts.isDirectory() ? "a folder" : "no file";
        if (!stated.has(name)) remarks.push(`${name} is ${what} and is left alone. Put the book itself here.`);
        stated.add(name);
        continue;
      }
      const { size, mtimeMs } = facts;
      const before = seen.get(name);
      const isSame = before !== undefined && before.size === size && before.mtimeMs === mtimeMs;
      const since = isSame ? before.since : now;
      seen.set(name, { size, mtimeMs, since });
      if (now - since < settleMs) isCopying = true;
      // An empty file is the beginning of a copy, or was left behind by one.
      else if (size > 0) ready.push({ name, mtimeMs });
    }
    for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name);
    if (ready.some(({ name }) => !mayLeave.has(name))) await proveThatBooksMayLeave();
    mayLeave.clear();
    for (const { name } of ready) mayLeave.add(name);
    ready.sort((a, b) => a.mtimeMs - b.mtimeMs || (a.name < b.name ? -1 : 1));
    return { ready: ready.map(({ name }) => name), remarks, isCopying };
  }

  async function moved(name: string, to: string): Promise<string | null> {
    const target = join(folder, to);
    try {
      // A folder that is away is not made again in its place.
      await mkdir(target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      const free = await freeName(target, name);
      await rename(join(folder, name), join(target, free));
      seen.delete(name);
      return free;
    } catch (error) {
      // The file was taken away in the meantime, or the folder with it.
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw problem(`${join(folder, name)} cannot be moved to ${target}`, error as NodeJS.ErrnoException);
    }
  }

  return {
    look,
    async done(name) {
      await moved(name, DONE);
    },
    async failed(name, why) {
      const free = await moved(name, FAILED);
      if (free !== null) await writeFile(join(folder, FAILED, `${free}.txt`), `${why}\n`);
    },
  };
}

/** Codes that a folder has while it is not there: removed, a drive taken out, a network drive without its server. */
const AWAY =
  /^E(?:NOENT|NOTDIR|IO|NXIO|NODEV|STALE|NOTCONN|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|TIMEDOUT|CONNRESET|CONNABORTED)$/u;

function problem(what: string, { code }: NodeJS.ErrnoException): CliError {
  if (AWAY.test(code ?? "")) return new FolderAway("failed", `${what} (it is not there: ${code}).`);
  const isForbidden = code === "EACCES" || code === "EPERM";
  return new CliError("failed", `${what} (${isForbidden ? "no permission" : (code ?? "unknown error")}).`);
}

/** The name, or "name (2)" and so on while it is taken. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem } = parse(name);
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${stem} (${count})${extname(name)}`;
    if ((await stat(join(folder, free)).catch(() => null)) === null) return free;
  }
}
