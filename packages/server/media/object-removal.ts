// Removes files that no row names. A deletion marks, in its transaction, the objects that lost a row; afterwards each
// marked object is removed unless another row names it (many rows may share the same bytes). An object that was stored during
// the last minutes stays marked for a later round, because the row that names it may not be written yet.

import type { Services } from "../services.ts";
import { markedObjects, markUnnamed, unmarkObjects } from "./removal-store.ts";

type Remover = Pick<Services, "db" | "files" | "clock">;

/** Much longer than the time between storing an object and committing the row that names it. */
const IDLE_MS = 10 * 60_000;
/** For this long marked objects are left to the deletion itself, which reports how many files it removed. */
const OWN_MS = 20_000;
const PAGE = 500;

/**
 * Removes objects that never got a row: the process that stored them ended before it wrote the row.
 * @throws StorageError
 */
export async function removeForgottenObjects(
  services: Remover & Pick<Services, "newId">,
  { until }: { readonly until: number },
): Promise<Removal> {
  const causeId = services.newId();
  for await (const page of services.files.hashes()) {
    for (let at = 0; at < page.length; at += PAGE) await markUnnamed(services, causeId, page.slice(at, at + PAGE));
  }
  return removeMarkedObjects(services, { causeId, until });
}

export interface Removal {
  /** Files that were removed. */
  readonly removed: number;
  /** Marked objects that stay for a later round. */
  readonly left: number;
}

/**
 * Removes marked objects that no row names: those of one cause, or all. Stops at `until` (ms of performance.now()).
 * @throws StorageError
 */
export async function removeMarkedObjects(
  services: Remover,
  { causeId = null, until = Number.POSITIVE_INFINITY }: { readonly causeId?: string | null; readonly until?: number },
): Promise<Removal> {
  let after = "";
  let removed = 0;
  let left = 0;
  for (;;) {
    const page = await markedObjects(services, { causeId, after, limit: PAGE });
    const done: string[] = [];
    const now = services.clock().getTime();
    for (const { sha256, named, marked_at } of page) {
      if (causeId === null && now - marked_at.getTime() < OWN_MS) {
        left++;
        continue;
      }
      if (named) {
        done.push(sha256);
        continue;
      }
      const there = (await services.files.stat(sha256)) !== null;
      if (await services.files.removeIdle(sha256, IDLE_MS)) {
        done.push(sha256);
        if (there) removed++;
      } else {
        left++;
      }
    }
    await unmarkObjects(services, done);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return { removed, left };
    if (performance.now() > until) return { removed, left: left + 1 };
    after = last.sha256;
  }
}
