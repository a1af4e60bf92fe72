// Which test files share a server, and in which groups. A file that calls sharedAccount() (tests/api/server.ts) needs only an
// account of a running service, so that several such files can run in one process on one server.

import { readFileSync } from "node:fs";

/** Files in one process that share a server. */
const SERVER_GROUP = 9;
const SHARES_SERVER = /\bawait sharedAccount\(\)/;

/** @param path absolute */
export const sharesServer = (path: string): boolean => SHARES_SERVER.test(readFileSync(path, "utf8"));

/** Distributes the files in turns, because neighbours take about the same time. */
export function inShares(all: readonly string[], count: number): string[][] {
  const shares = Array.from({ length: count }, (_, share) => all.filter((_file, at) => at % count === share));
  return shares.filter((share) => share.length > 0);
}

/** Groups of at most `size` files. */
export const inGroupsOf = (size: number, all: readonly string[]): string[][] =>
  all.length === 0 ? [] : inShares(all, Math.ceil(all.length / size));

export const serverGroups = (sharing: readonly string[]): string[][] => inGroupsOf(SERVER_GROUP, sharing);
