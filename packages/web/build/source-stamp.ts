// One hash of everything that the built studio depends on.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Inputs beside the studio's own folder, relative to it. */
const OTHER_SOURCES = ["../contract", "../core", "../../package-lock.json"];
const OWN_SOURCES = ["src", "build", "public", "index.html", "package.json"];

/** SHA-256 of the paths and bytes of all sources, hexadecimal. Reads about three hundred small files. */
export function sourceStamp(web: string): string {
  const hash = createHash("sha256");
  for (const path of [...OWN_SOURCES, ...OTHER_SOURCES].flatMap((source) => filesUnder(join(web, source)))) {
    hash
      .update(`${relative(web, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(path: string): string[] {
  if (/\.\w+$/.test(path) && !path.endsWith("..")) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("node_modules"))
    .sort();
}

const isSource = (name: string): boolean =>
  /\.(ts|tsx|css|json|html|png|webmanifest)$/.test(name) && !/\.test\.tsx?$/.test(name);
