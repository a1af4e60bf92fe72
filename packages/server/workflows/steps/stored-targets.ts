import { blocksById, type StoredBlock } from "../../documents/documents.ts";
import type { StaleBlock } from "../../media/media.ts";
import type { Services } from "../../services.ts";

/** Blocks that are read at once: few first, for those who wait for them, then more; two windows are in memory. */
const FIRST_WINDOW = 25;
const WINDOW = 200;

export interface StoredTarget {
  readonly target: StaleBlock;
  /** Undefined when the block is gone. */
  readonly stored: StoredBlock | undefined;
}

/** The targets with their blocks, when the first ones are read; a window is read while the one before is worked on. */
export async function storedTargets(
  services: Pick<Services, "db">,
  sectionId: string,
  stale: readonly StaleBlock[],
): Promise<AsyncGenerator<StoredTarget>> {
  const read = (from: number) => {
    const window = stale.slice(from, from === 0 ? FIRST_WINDOW : from + WINDOW);
    const ids = window.map((target) => target.block_id);
    const blocks = blocksById(services, sectionId, ids);
    // Reported when its turn comes; until then the failure must not count as unhandled.
    blocks.catch(() => undefined);
    return { window, blocks, end: from + window.length };
  };
  const first = read(0);
  await first.blocks;
  return windows(first, (from) => (from < stale.length ? read(from) : null));
}

interface Window {
  readonly window: readonly StaleBlock[];
  readonly blocks: ReturnType<typeof blocksById>;
  readonly end: number;
}

async function* windows(first: Window, after: (end: number) => Window | null): AsyncGenerator<StoredTarget> {
  for (let next: Window | null = first; next !== null; ) {
    const { window, blocks, end }: Window = next;
    const byId = await blocks;
    next = after(end);
    for (const target of window) yield { target, stored: byId.get(target.block_id) };
  }
}
