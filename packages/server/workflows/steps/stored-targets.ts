import { blocksById, type StoredBlock } from "../../documents/documents.ts";
import type { StaleBlock } from "../../media/media.ts";
import type { Services } from "../../services.ts";

/** Blocks that are read at once; two windows are in memory. */
const WINDOW = 200;

export interface StoredTarget {
  readonly target: StaleBlock;
  /** Undefined when the block is gone. */
  readonly stored: StoredBlock | undefined;
}

/** The targets with their blocks; a window is read while the one before is worked on. */
export async function* storedTargets(
  services: Pick<Services, "db">,
  sectionId: string,
  stale: readonly StaleBlock[],
): AsyncGenerator<StoredTarget> {
  const read = (from: number) => {
    const window = stale.slice(from, from + WINDOW);
    const ids = window.map((target) => target.block_id);
    return { window, blocks: blocksById(services, sectionId, ids) };
  };
  let next = read(0);
  for (let from = WINDOW; ; from += WINDOW) {
    const { window, blocks } = next;
    const byId = await blocks;
    if (from < stale.length) {
      next = read(from);
      // Told when its turn comes; a failure in between must not count as nobody's.
      next.blocks.catch(() => undefined);
    }
    for (const target of window) yield { target, stored: byId.get(target.block_id) };
    if (from >= stale.length) return;
  }
}
