// What workflows do to a script: a whole new one, or other blocks in the place of some. Each is one version.

import type { Block } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import { commitVersion, type VersionAuthor } from "./commit-version.ts";
import type { CastLookup } from "./intents.ts";
import { POSITION_STEP, positionsOf } from "./store.ts";

/** What a workflow did, in the list of versions. */
export const byWorkflow = (summary: string): VersionAuthor => ({ actorSessionId: null, summary });

/**
 * Replaces the whole script. Runs in the caller's transaction or one of its own.
 * @returns the new document version.
 * @throws ApiError VERSION_CONFLICT when the section's document is no longer at `baseVersion`.
 */
export async function replaceScript(
  services: Pick<Services, "db" | "clock">,
  sectionId: string,
  baseVersion: number,
  blocks: readonly Block[],
  casts: CastLookup,
  author: VersionAuthor = byWorkflow("Structured the text"),
): Promise<number> {
  const written = blocks.map((block, index) => ({ block, position: (index + 1) * POSITION_STEP }));
  return commitVersion(services, sectionId, baseVersion, { ended: "all", written }, casts, author);
}

/**
 * Writes changed blocks of a script in their places. `block_version` counts up by one for each.
 * @returns the new document version, or the old one when nothing changed.
 * @throws ApiError VERSION_CONFLICT when the section's document is no longer at `baseVersion`.
 */
export async function changeBlocks(
  services: Pick<Services, "db" | "clock">,
  sectionId: string,
  baseVersion: number,
  changed: readonly Block[],
  casts: CastLookup,
  author: VersionAuthor = byWorkflow(`Changed ${blocksInWords(changed.length)}`),
): Promise<number> {
  if (changed.length === 0) return baseVersion;
  return services.db.transaction(async () => {
    const ids = changed.map((block) => block.id);
    const positions = await positionsOf(services, sectionId, ids);
    const written = changed.flatMap((block) => {
      const position = positions.get(block.id);
      const next = { ...block, block_version: block.block_version + 1 } as Block;
      return position === undefined ? [] : [{ block: next, position }];
    });
    return commitVersion(services, sectionId, baseVersion, { ended: ids, written }, casts, author);
  });
}

export const blocksInWords = (count: number) => `${count} ${count === 1 ? "block" : "blocks"}`;
