// The rights of group and others in a data directory.

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Every entry of the directory, and itself, that group or others may read, write or enter; with its mode in octal. */
export function entriesOpenToOthers(directory: string): readonly string[] {
  const names = [".", ...readdirSync(directory, { recursive: true }).map(String)];
  return names.flatMap((name) => {
    const found = lstatSync(join(directory, name), { throwIfNoEntry: false });
    if (found === undefined || (found.mode & 0o077) === 0) return [];
    return [`${(found.mode & 0o777).toString(8)} ${name}`];
  });
}
