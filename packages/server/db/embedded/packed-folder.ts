// A folder as one compressed file: an index of its entries, then the contents of its files. They are compressed together,
// because the three databases of a PostgreSQL data directory contain mostly the same bytes.

import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

interface Entry {
  /** Relative to the folder, with "/". */
  readonly path: string;
  /** Bytes stored of a file; null for a folder. */
  readonly stored: number | null;
  /** Zero bytes that follow the stored ones: PostgreSQL allocates its log in files of 16 MB. */
  readonly zeros: number;
}

/** More than the template of an empty installation has. */
const USUAL_BYTES = 64 * 1024 * 1024;
const ZEROS = new Uint8Array(1024 * 1024);
const FOLDER = { recursive: true, mode: 0o700 } as const;

/** Compresses as much as possible: slow to write, fast to read. Equal folders give equal bytes. */
export function packFolder(folder: string, include: (path: string) => boolean = () => true): Buffer {
  const entries: Entry[] = [];
  const contents: Buffer[] = [];
  const visit = (at: string) => {
    for (const found of readdirSync(join(folder, at), { withFileTypes: true }).sort(byName)) {
      const path = at === "" ? found.name : `${at}/${found.name}`;
      if (!include(path)) continue;
      if (found.isDirectory()) {
        entries.push({ path, stored: null, zeros: 0 });
        visit(path);
      } else {
        const bytes = readFileSync(join(folder, path));
        const stored = bytes.subarray(0, lengthWithoutZeros(bytes));
        entries.push({ path, stored: stored.length, zeros: bytes.length - stored.length });
        contents.push(stored);
      }
    }
  };
  visit("");
  const index = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  const whole = Buffer.concat([length, index, ...contents]);
  return zstdCompressSync(whole, {
    pledgedSrcSize: whole.length,
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      [constants.ZSTD_c_windowLog]: 26,
    },
  });
}

/** Writes the folder, readable only by its user. Syncs nothing. @throws Error when an entry leaves `folder`. */
export function unpackFolder(packed: Uint8Array, folder: string): void {
  const whole = zstdDecompressSync(packed, {
    // Into one piece, which the decoder then needs no second copy of: a third of the time.
    chunkSize: USUAL_BYTES,
    params: { [constants.ZSTD_d_windowLogMax]: 26 },
  });
  const start = 4 + whole.readUInt32LE();
  const entries = JSON.parse(whole.toString("utf8", 4, start)) as readonly Entry[];
  mkdirSync(folder, FOLDER);
  let at = start;
  for (const { path, stored, zeros } of entries) {
    if (path.split("/").includes("..") || path.startsWith("/")) throw new Error(`Packed folder: bad path "${path}".`);
    const target = join(folder, path);
    if (stored === null) {
      mkdirSync(target, FOLDER);
      continue;
    }
    const file = openSync(target, "w", 0o600);
    try {
      writeFileSync(file, whole.subarray(at, at + stored));
      for (let left = zeros; left > 0; left -= ZEROS.length) writeFileSync(file, ZEROS.subarray(0, left));
    } finally {
      closeSync(file);
    }
    at += stored;
  }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function lengthWithoutZeros(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}
