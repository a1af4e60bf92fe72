// Where files of voices come from: an address or a folder. Both give a file from any place on, so that a download resumes.

import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** A source that cannot be read. The message states what to do. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Whether another attempt can help. */
  readonly transient: boolean;
  constructor(message: string, transient = false) {
    super(message);
    this.transient = transient;
  }
}

export interface OpenedFile {
  /** Where the bytes begin; less than asked when the source cannot begin there. */
  readonly from: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface VoiceSource {
  /** What a person calls it. */
  readonly place: string;
  /** The text of a small file; null when there is no such file. @throws SourceError */
  text(path: string, mostBytes: number, signal: AbortSignal): Promise<string | null>;
  /** A file from a byte on. @throws SourceError; the signal's reason */
  open(path: string, from: number, signal: AbortSignal): Promise<OpenedFile>;
}

/** The files of a folder as a source can name them: in it and in its folders, at most four deep. */
export async function filesBelow(
  folder: string,
): Promise<readonly { readonly path: string; readonly bytes: number }[]> {
  const found: { path: string; bytes: number }[] = [];
  const look = async (below: string, depth: number): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (found.length > 20_000) return;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && depth < 4) await look(path, depth + 1);
      else if (entry.isFile()) found.push({ path, bytes: (await stat(join(folder, path))).size });
    }
  };
  await look("", 0);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function folderSource(folder: string): VoiceSource {
  return {
    place: folder,
    async text(path, mostBytes) {
      const size = await stat(join(folder, path)).then(
        (file) => file.size,
        () => null,
      );
      if (size === null) return null;
      if (size > mostBytes) throw new SourceError(`${join(folder, path)} is larger than ${mostBytes} bytes.`);
      return await readFile(join(folder, path), "utf8");
    },
    async open(path, from, signal) {
      const file = join(folder, path);
      const found = await stat(file).catch(() => null);
      if (found === null || !found.isFile()) throw new SourceError(`${file} is missing.`);
      const start = Math.min(from, found.size);
      return { from: start, chunks: createReadStream(file, { start, signal }) };
    },
  };
}

/** A connection without a byte for this long counts as broken. */
const STALL_MS = 30_000;

/** @param base an http or https address without "/" at its end */
export function addressSource(base: string, stallMs = STALL_MS): VoiceSource {
  const addressOf = (path: string) => `${base}/${path.split("/").map(encodeURIComponent).join("/")}`;

  async function request(path: string, from: number, signal: AbortSignal) {
    const address = addressOf(path);
    const stalled = new AbortController();
    let clock = setTimeout(() => stalled.abort(), stallMs);
    const alive = () => {
      clearTimeout(clock);
      clock = setTimeout(() => stalled.abort(), stallMs);
    };
    const broken = (error: unknown) => {
      clearTimeout(clock);
      signal.throwIfAborted();
      if (error instanceof SourceError) return error;
      if (stalled.signal.aborted) return new SourceError(`${address} sent nothing for ${stallMs / 1000} s.`, true);
      const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
      return new SourceError(
        `${address} cannot be reached (${String(cause?.code ?? cause?.message ?? error)}). Without a network: --from FOLDER.`,
        true,
      );
    };
    try {
      const answer = await fetch(address, {
        headers:
          from > 0 ? { Range: `bytes=${from}-`, "Accept-Encoding": "identity" } : { "Accept-Encoding": "identity" },
        signal: AbortSignal.any([signal, stalled.signal]),
      });
      alive();
      return { answer, address, alive, broken, done: () => clearTimeout(clock) };
    } catch (error) {
      throw broken(error);
    }
  }

  return {
    place: base,
    async text(path, mostBytes, signal) {
      const { answer, address, alive, broken, done } = await request(path, 0, signal);
      try {
        if (answer.status === 404) return null;
        refuseStatus(answer, address);
        const parts: Uint8Array[] = [];
        let length = 0;
        for await (const chunk of answer.body ?? []) {
          alive();
          length += chunk.length;
          if (length > mostBytes) throw new SourceError(`${address} is larger than ${mostBytes} bytes.`);
          parts.push(chunk);
        }
        return Buffer.concat(parts).toString("utf8");
      } catch (error) {
        throw broken(error);
      } finally {
        done();
        await answer.body?.cancel().catch(() => undefined);
      }
    },
    async open(path, from, signal) {
      let opened = await request(path, from, signal);
      if (opened.answer.status === 416) {
        // What is there is longer than the file now: from the beginning.
        opened.done();
        await opened.answer.body?.cancel();
        opened = await request(path, 0, signal);
      }
      const { answer, address, alive, broken, done } = opened;
      try {
        refuseStatus(answer, address);
        if (/^text\/html\b/i.test(answer.headers.get("content-type") ?? "")) {
          throw new SourceError(`${address} answered a web page instead of the file.`);
        }
      } catch (error) {
        await answer.body?.cancel();
        throw broken(error);
      }
      const [, start] = /^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "") ?? [];
      const begins = answer.status === 206 ? Number(start ?? 0) : 0;
      async function* chunks() {
        try {
          for await (const chunk of answer.body ?? []) {
            alive();
            yield chunk as Uint8Array;
          }
        } catch (error) {
          throw broken(error);
        } finally {
          done();
        }
      }
      return { from: begins, chunks: chunks() };
    },
  };
}

function refuseStatus(answer: Response, address: string): void {
  if (answer.ok) return;
  const transient = answer.status >= 500 || answer.status === 408 || answer.status === 429;
  throw new SourceError(`${address} answered ${answer.status}.`, transient);
}
