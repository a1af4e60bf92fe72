// Which test files run in one process. A file that calls sharedAccount() (tests/api/server.ts) needs only an account of a
// running service, so that several such files share a server. A file that calls sharedServer() starts a server of its own;
// several such files run one after the other, and the code and the database's WebAssembly are compiled once.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Files in one process that share a server. */
const SHARING_GROUP = 9;
/** Files in one process that start servers one after the other. */
const STARTING_GROUP = 6;
const SHARES_SERVER = /\bawait sharedAccount\(\)/;
const STARTS_SERVER = /\bawait sharedServer\(/;

/** Distributes the files in turns, because neighbours take about the same time. */
export function inShares(all: readonly string[], count: number): string[][] {
  const shares = Array.from({ length: count }, (_, share) => all.filter((_file, at) => at % count === share));
  return shares.filter((share) => share.length > 0);
}

/**
 * One part of the files, for runs that have no time for all.
 *
 * @param part "2/3" is the second of three parts
 * @throws Error when it is no such part
 */
export function partOf(all: readonly string[], part: string): string[] {
  const [, number, count] = (/^([1-9]\d?)\/([1-9]\d?)$/.exec(part) ?? []).map(Number);
  if (number === undefined || count === undefined || number > count)
    throw new Error(`"${part}" is no part. Give one as "1/2": the first of two.`);
  // There and back again: neighbours, and long files with the same beginning of a name, come into different parts.
  return [...all].sort().filter((_file, at) => {
    const turn = at % (2 * count);
    return (turn < count ? turn : 2 * count - 1 - turn) === number - 1;
  });
}

/** Groups of at most `size` files. */
export const inGroupsOf = (size: number, all: readonly string[]): string[][] =>
  all.length === 0 ? [] : inShares(all, Math.ceil(all.length / size));

/** @param files of tests/api, relative to `root` */
export function serverGroups(files: readonly string[], root: string): string[][] {
  const { sharing = [], starting = [], alone = [] } = Object.groupBy(files, (file) => kindOf(join(root, file)));
  return [
    ...inGroupsOf(SHARING_GROUP, sharing),
    ...inGroupsOf(STARTING_GROUP, starting),
    ...alone.map((file) => [file]),
  ];
}

function kindOf(path: string): "sharing" | "starting" | "alone" {
  const text = readFileSync(path, "utf8");
  if (SHARES_SERVER.test(text)) return "sharing";
  return STARTS_SERVER.test(text) ? "starting" : "alone";
}
