import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import type { Services } from "../services.ts";
import { ownSound } from "./find-sound.ts";
import {
  accountNamed,
  deleteShare,
  findShare,
  insertShare,
  type NamedShare,
  type ShareRow,
  seenSound,
  setShareStatus,
  sharesOfSound,
} from "./store.ts";
import { toWireSound } from "./wire-sound.ts";

type Sharer = Pick<Services, "db" | "clock" | "newId">;

export interface ShareSoundBody {
  readonly username: string;
  readonly schema_version?: string | number | undefined;
  readonly client_mutation_id?: string | undefined;
}

const noShare = () => new ApiError("NOT_FOUND", { resource: "share" });

function toWireShare(share: NamedShare) {
  return {
    id: share.id,
    sound_effect_id: share.sound_id,
    username: share.username,
    status: share.status,
    created_at: share.created_at.toISOString(),
    updated_at: share.updated_at.toISOString(),
  };
}

/**
 * Offers an own sound to another account; a declined offer is made again.
 * @throws ApiError NOT_FOUND (sound or account), SOUND_NOT_READY
 */
export async function shareSound(services: Sharer, caller: Caller, soundId: string, body: ShareSoundBody) {
  const share = () => services.db.transaction(() => offer(services, caller, soundId, body.username));
  const { result } =
    body.client_mutation_id === undefined
      ? { result: await share() }
      : await once(
          services,
          {
            accountId: caller.accountId,
            key: body.client_mutation_id,
            operation: "shareSound",
            request: canonicalRequest({ ...body }, { soundId }),
          },
          share,
        );
  const offered = await findShare(services, { id: result.shareId });
  if (offered === undefined) throw noShare();
  const data = { share: toWireShare(offered) };
  return result.created ? { status: 201 as const, data } : { status: 200 as const, data };
}

async function offer(services: Sharer, caller: Caller, soundId: string, username: string) {
  const { clock, newId } = services;
  const sound = await ownSound(services, caller, soundId);
  if (sound.current_revision_id === null) throw new ApiError("SOUND_NOT_READY");
  const account = await accountNamed(services, username);
  if (account === undefined) throw new ApiError("NOT_FOUND", { resource: "account" });
  if (account.id === caller.accountId) throw invalidField("username", "must be another account's");
  const known = await findShare(services, { soundId, accountId: account.id });
  const at = clock();
  if (known !== undefined) {
    if (known.status === "declined") await setShareStatus(services, known.id, "pending", at);
    return { shareId: known.id, created: false };
  }
  const id = newId();
  await insertShare(services, {
    id,
    sound_id: soundId,
    account_id: account.id,
    status: "pending",
    created_at: at,
    updated_at: at,
  });
  return { shareId: id, created: true };
}

/** The answer of the account that a sound was offered to; it may change its mind. @throws ApiError NOT_FOUND */
export async function answerShare(
  services: Sharer,
  caller: Caller,
  shareId: string,
  status: Exclude<ShareRow["status"], "pending">,
) {
  const share = await services.db.transaction(async () => {
    const found = await findShare(services, { id: shareId });
    if (found === undefined || found.account_id !== caller.accountId) throw noShare();
    if (found.status !== status) await setShareStatus(services, shareId, status, services.clock());
    return found;
  });
  const viewer = { accountId: caller.accountId, projectId: null };
  const sound = await seenSound(services, viewer, share.sound_id);
  const answered = await findShare(services, { id: shareId });
  if (sound === undefined || answered === undefined) throw noShare();
  return { sound: toWireSound(services, viewer, sound), share: toWireShare(answered) };
}

/** The shares of an own sound. @throws ApiError NOT_FOUND */
export async function listShares(services: Sharer, caller: Caller, soundId: string) {
  await ownSound(services, caller, soundId);
  return { shares: (await sharesOfSound(services, soundId)).map(toWireShare) };
}

/** Ends the share of an own sound. Projects that link the sound keep it. @throws ApiError NOT_FOUND */
export async function endShare(services: Sharer, caller: Caller, shareId: string) {
  const ended = await services.db.transaction(async () => {
    const share = await findShare(services, { id: shareId });
    if (share === undefined) throw noShare();
    // The share of another account's sound is as unknown as one that does not exist.
    await ownSound(services, caller, share.sound_id).catch((error: unknown) => {
      throw error instanceof ApiError ? noShare() : error;
    });
    await deleteShare(services, shareId);
    return share;
  });
  return { share: toWireShare(ended) };
}
