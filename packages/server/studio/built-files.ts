// The built studio in memory, about a megabyte. A later build replaces the folder, and pages that were loaded before it
// still ask this process for the parts of their own build.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { sha256 } from "../hash.ts";

export interface BuiltFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** The name contains the hash of the bytes. */
  readonly isForever: boolean;
  /** The service worker of public pages. */
  readonly isWorker: boolean;
  /** The same, compressed by the build. */
  readonly compressed: { readonly br?: Buffer; readonly gzip?: Buffer };
}

export interface BuiltFiles {
  /** The page, with `NONCE_PLACEHOLDER` where the nonce of an answer belongs. */
  readonly shell: string;
  /** By path from the root of the server, such as "/assets/index-1a2b3c.js". */
  readonly parts: ReadonlyMap<string, BuiltFile>;
}

/** build/vite-config.ts writes it. */
export const NONCE_PLACEHOLDER = "FULLCAST_NONCE";

const TYPES: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Files of other types, hidden ones and pages are not served as parts. */
export function readBuiltFiles(directory: string): BuiltFiles {
  const names = new Set(
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")),
  );
  const read = (name: string) => readFileSync(join(directory, name));
  const parts = new Map<string, BuiltFile>();
  for (const name of names) {
    const contentType = TYPES[extname(name)];
    if (contentType === undefined || name.startsWith(".")) continue;
    const bytes = read(name);
    parts.set(`/${name}`, {
      bytes,
      contentType,
      etag: sha256(bytes).slice(0, 32),
      isForever: name.startsWith("assets/"),
      isWorker: name === "offline-worker.js",
      compressed: {
        ...(names.has(`${name}.br`) ? { br: read(`${name}.br`) } : {}),
        ...(names.has(`${name}.gz`) ? { gzip: read(`${name}.gz`) } : {}),
      },
    });
  }
  return { shell: read("index.html").toString("utf8"), parts };
}
