// What a line plays by a person's decision, before and after an edit, for undo. The takes themselves stay. The functions run in
// the caller's transaction; the first and the last one hold the block.

import { blocksById, isSameRow, type TakeChange } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import type { ChoiceRow } from "./store.ts";
import {
  type BlockPlace,
  choiceOf,
  lockBlock,
  playTake,
  removeChoice,
  setChoice,
  takesOfBlock,
} from "./takes-of-block.ts";

type Db = Pick<Services, "db">;

export interface TakeState {
  readonly choice: Pick<ChoiceRow, "plays_hash" | "for_hash" | "locked"> | null;
  /** The id of the take of rank 0, by intent hash. */
  readonly first: ReadonlyMap<string, string>;
}

export async function takeState(services: Db, place: BlockPlace): Promise<TakeState> {
  await lockBlock(services, place);
  const choice = await choiceOf(services, place);
  const first = await services.db.q
    .selectFrom("renditions")
    .select(["id", "intent_hash"])
    .where("section_id", "=", place.sectionId)
    .where("block_id", "=", place.blockId)
    .where("rank", "=", 0)
    .execute();
  return {
    choice:
      choice === null ? null : { plays_hash: choice.plays_hash, for_hash: choice.for_hash, locked: choice.locked },
    first: new Map(first.map(({ id, intent_hash }) => [intent_hash, id])),
  };
}

/** Null: the same. A take that was added changes nothing by itself. */
export function takeChange(blockId: string, before: TakeState, after: TakeState): TakeChange | null {
  const first = [...after.first].flatMap(([hash, id]) => {
    const earlier = before.first.get(hash);
    return earlier === undefined || earlier === id ? [] : [{ before: earlier, after: id }];
  });
  const isSame = isSameRow(before.choice, after.choice);
  if (isSame && first.length === 0) return null;
  return { block_id: blockId, choice: isSame ? null : { before: before.choice, after: after.choice }, first };
}

/** Takes an edit of a line's takes back. @returns false, without a change, when the line plays something else by now */
export async function putTakeBack(services: Db, sectionId: string, change: TakeChange): Promise<boolean> {
  const place = { sectionId, blockId: change.block_id };
  const now = await takeState(services, place);
  const firstNow = new Set(now.first.values());
  const isAsLeft =
    (change.choice === null || isSameRow(now.choice, change.choice.after)) &&
    change.first.every(({ after }) => firstNow.has(after));
  if (!isAsLeft) return false;
  for (const { before } of change.first) await playTake(services, await renditionRow(services, before));
  if (change.choice !== null) {
    const choice = change.choice.before as TakeState["choice"];
    if (choice === null) await removeChoice(services, place);
    else await setChoice(services, { section_id: sectionId, block_id: change.block_id, ...choice });
  }
  await sayWhatPlays(services, place);
  return true;
}

const renditionRow = ({ db }: Db, id: string) =>
  db.q
    .selectFrom("renditions")
    .select(["id", "section_id", "block_id", "intent_hash", "rank"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Sends the event of the take that plays now; a block that was deleted has none. */
export async function sayWhatPlays(services: Db, place: BlockPlace): Promise<void> {
  const stored = (await blocksById(services, place.sectionId, [place.blockId])).get(place.blockId);
  if (stored === undefined) return;
  const { active } = await takesOfBlock(services, place.sectionId, stored);
  if (active !== null) await playTake(services, active);
}
