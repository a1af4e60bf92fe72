// Positions for new and moved blocks: between those of their neighbours, so that no other block moves.

import type { Block } from "@fullcast/core/document";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { idList, POSITION_STEP } from "./store.ts";

/** There is no room for `needed` blocks after a position. */
export interface NoRoom {
  readonly after: number;
  readonly needed: number;
}

/**
 * Positions of the `placed` blocks among `blocks` (in order). `positions` are those of the others. Neighbours of placed
 * blocks stand directly around them; a placed block at the end is the last of the script.
 */
export function placeBlocks(
  blocks: readonly Block[],
  placed: ReadonlySet<string>,
  positions: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | NoRoom {
  const found = new Map<string, number>();
  let before = 0;
  for (let index = 0; index < blocks.length; ) {
    const id = blocks[index]?.id ?? "";
    if (!placed.has(id)) {
      before = positions.get(id) ?? before;
      index += 1;
      continue;
    }
    let end = index;
    while (end < blocks.length && placed.has(blocks[end]?.id ?? "")) end += 1;
    const next = blocks[end];
    const count = end - index;
    const after = next === undefined ? before + (count + 1) * POSITION_STEP : (positions.get(next.id) ?? before);
    const gap = Math.floor((after - before) / (count + 1));
    if (gap < 1) return { after: before, needed: count };
    for (let at = index; at < end; at += 1) found.set(blocks[at]?.id ?? "", before + (at - index + 1) * gap);
    index = end;
  }
  return found;
}

/** How many of the following blocks are spread at first. */
const FIRST_SHARERS = 64;

/**
 * Spreads as many blocks after a position as it takes to make room for `needed` blocks before them. The moved states belong
 * to `version`, which is about to be committed. Runs in the caller's transaction.
 */
export async function makeRoom(
  { db }: Pick<Services, "db">,
  sectionId: string,
  version: number,
  room: NoRoom,
): Promise<void> {
  for (let sharers = FIRST_SHARERS; ; sharers *= 8) {
    const rows = await db.q
      .selectFrom("blocks")
      .select(["id", "position"])
      .where("section_id", "=", sectionId)
      .where("position", ">", room.after)
      .orderBy("position")
      .limit(sharers + 1)
      .execute();
    const bound = rows[sharers]?.position ?? room.after + (rows.length + room.needed + 1) * POSITION_STEP;
    const moved = rows.slice(0, sharers);
    const gap = Math.floor((bound - room.after) / (moved.length + room.needed + 1));
    // Less room would be used up by a few more edits at the same place.
    if (gap < FIRST_SHARERS) continue;
    const spread = moved.map(({ id }, index) => ({ id, position: room.after + (room.needed + index + 1) * gap }));
    await moveStates({ db }, sectionId, version, spread);
    return;
  }
}

async function moveStates(
  { db }: Pick<Services, "db">,
  sectionId: string,
  version: number,
  moved: readonly { readonly id: string; readonly position: number }[],
): Promise<void> {
  const ids = moved.map(({ id }) => id);
  await sql`
    insert into past_blocks (section_id, id, since_version, until_version, position, kind, block_version, content,
      placement, generation_profile_override, speaker_id)
    select section_id, id, since_version, ${version}::int, position, kind, block_version, content,
      placement, generation_profile_override, speaker_id
    from blocks where section_id = ${sectionId} and id in (${idList(ids)}) and since_version < ${version}
  `.execute(db.q);
  // Positions are unique at every moment, so the blocks first move to negative positions, then to their new ones.
  await sql`
    update blocks set position = -1 - position where section_id = ${sectionId} and id in (${idList(ids)})
  `.execute(db.q);
  await sql`
    update blocks set position = c.position, since_version = ${version}::int
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as c (id uuid, position bigint)
    where blocks.section_id = ${sectionId} and blocks.id = c.id
  `.execute(db.q);
}
