// Access of accounts to sounds: to see, hear, change and use them.

import { ApiError, type Caller } from "@fullcast/contract";
import type { Services } from "../services.ts";
import { lockSound, type SeenSound, type SoundRow, seenSound } from "./store.ts";

type Db = Pick<Services, "db">;
export type Account = Pick<Caller, "accountId">;

export const noSound = () => new ApiError("NOT_FOUND", { resource: "sound" });

/**
 * A sound that the account may see: its own in any state; of others the ready ones that are public, shared with it and
 * not declined, or linked to one of its projects.
 * @throws ApiError NOT_FOUND
 */
export async function visibleSound(
  services: Db,
  caller: Account,
  soundId: string,
  projectId: string | null = null,
): Promise<SeenSound> {
  const sound = await seenSound(services, { accountId: caller.accountId, projectId }, soundId);
  if (sound === undefined || !maySee(sound, caller)) throw noSound();
  return sound;
}

function maySee(sound: SeenSound, caller: Account): boolean {
  if (sound.account_id === caller.accountId) return true;
  if (sound.current_revision_id === null) return false;
  const shared = sound.share_status === "pending" || sound.share_status === "accepted";
  return (sound.is_public && !sound.owner_disabled) || shared || sound.is_linked;
}

/** Whether the account may link a sound that it sees: its own, an accepted share, or a public one. */
export function mayLink(sound: SeenSound, caller: Account): boolean {
  const isPublic = sound.is_public && !sound.owner_disabled;
  return sound.account_id === caller.accountId || isPublic || sound.share_status === "accepted";
}

/** An own sound, kept from every other change until the caller's transaction ends. @throws ApiError NOT_FOUND */
export async function ownSound(services: Db, caller: Account, soundId: string): Promise<SoundRow> {
  const sound = await lockSound(services, soundId);
  if (sound === undefined || sound.account_id !== caller.accountId) throw noSound();
  return sound;
}
