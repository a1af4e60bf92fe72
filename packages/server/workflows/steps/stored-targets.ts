import { blocksById, type StoredBlock } from "../../documents/documents.ts";
import type { StaleBlock } from "../../media/media.ts";
import type { Services } from "../../services.ts";

/** The number of blocks that are read at once: few first, for a fast start, then more. Two windows are in memory. */
const FIRST_WINDOW = 25;
const WINDOW = 200;

export interface StoredTarget {
  readonly target: StaleBlock;
  /** Undefined if the block was deleted. */
  readonly stored: StoredBlock | undefined;
}

/** The targets with their blocks. Resolves when the first window is read; each next window is read ahead. */
export async function storedTargets(
  services: Pick<Services, "db">,
  sectionId: string,
  stale: readonly StaleBlock[],
): Promise<AsyncGenerator<StoredTarget>> {
  const read = (from: number) => {
    const window = stale.slice(from, from === 0 ? FIRST_WINDOW : from + WINDOW);
    const ids = window.map((target) => target.block_id);
    const blocks = blocksById(services, sectionId, ids);
    // The error is thrown when this window is consumed. Until then it must not count as unhandled.
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
