// Changes of a script by workflows and imports: a whole new script, or replaced blocks. Each is one version.

import type { Block } from "@fullcast/core/document";
import type { Services } from "../services.ts";
import { commitVersion, type VersionAuthor } from "./commit-version.ts";
import type { CastLookup } from "./intents.ts";
import { makeRoom, placeBlocks } from "./place-blocks.ts";
import { POSITION_STEP, positionsOf } from "./store.ts";

/** The author of a change by a workflow, for the list of versions. */
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
 * Writes changed blocks of a script in their places and raises their `block_version` by one.
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

/**
 * Makes `after` the next version of a script that stood as `before`: blocks that are other objects than before are written
 * with their `block_version` raised by one, new ones get a position, missing ones end. All blocks that stay keep their
 * order, except those named in `moved`.
 * @returns the new document version.
 * @throws ApiError VERSION_CONFLICT when the section's document is no longer at `baseVersion`.
 */
export async function reviseScript(
  services: Pick<Services, "db" | "clock">,
  sectionId: string,
  baseVersion: number,
  revision: {
    readonly before: readonly Block[];
    readonly after: readonly Block[];
    readonly moved?: ReadonlySet<string>;
    readonly title?: string;
  },
  casts: CastLookup,
  author: VersionAuthor,
): Promise<number> {
  const { before, after, moved = new Set(), title } = revision;
  const was = new Map(before.map((block) => [block.id, block]));
  const stays = new Set(after.map((block) => block.id));
  const added = new Set(after.flatMap((block) => (was.has(block.id) ? [] : block.id)));
  const stands = (block: Block) => was.get(block.id) === block && !moved.has(block.id);
  const changed = after.filter((block) => was.has(block.id) && !stands(block));
  const gone = before.flatMap((block) => (stays.has(block.id) ? [] : block.id));
  return services.db.transaction(async () => {
    const places = await placesOf(services, sectionId, baseVersion, before, after, new Set([...added, ...moved]));
    const written = after.flatMap((block) => {
      if (added.has(block.id)) return { block, position: places.get(block.id) ?? 0 };
      if (stands(block)) return [];
      return {
        block: { ...block, block_version: block.block_version + 1 } as Block,
        position: places.get(block.id) ?? 0,
      };
    });
    const ended = [...changed.map((block) => block.id), ...gone];
    return commitVersion(services, sectionId, baseVersion, { ended, written, title }, casts, author);
  });
}

/** The positions of all blocks, with new ones for those that are added or moved. */
async function placesOf(
  services: Pick<Services, "db">,
  sectionId: string,
  baseVersion: number,
  before: readonly Block[],
  after: readonly Block[],
  added: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  for (;;) {
    const positions = await positionsOf(
      services,
      sectionId,
      before.map((block) => block.id),
    );
    const places = placeBlocks(after, added, positions);
    if (!("needed" in places)) return new Map([...positions, ...places]);
    await makeRoom(services, sectionId, baseVersion + 1, places);
  }
}

export const blocksInWords = (count: number) => `${count} ${count === 1 ? "block" : "blocks"}`;
