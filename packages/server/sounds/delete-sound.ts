// Deleting sounds.

import type { Caller } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { faultFields } from "../log.ts";
import { removeAssets, removeMarkedObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { checkMetadataVersion } from "./change-sound.ts";
import { ownSound } from "./find-sound.ts";
import { raiseRegistriesOf } from "./project-sound-store.ts";
import { deleteSharesWith, deleteSoundRow, soundsOfAccount, updateSound } from "./store.ts";

type Deleter = Pick<Services, "db" | "clock" | "files" | "log">;

export interface DeleteSoundBody {
  readonly schema_version: string;
  readonly client_mutation_id: string;
  readonly expected_metadata_version: number;
}

/** How long a deletion may spend on removing files; what is left goes with the next round of cleaning. */
const REMOVAL_MS = 2_000;

/**
 * Removes a sound with its revisions, shares and links. Blocks that play a revision of it lack their audio from then on.
 * @throws ApiError NOT_FOUND, VERSION_CONFLICT
 */
export async function deleteSound(services: Deleter, caller: Caller, soundId: string, body: DeleteSoundBody) {
  const { files, log } = services;
  let dropped: readonly string[] = [];
  await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "deleteSound",
      request: canonicalRequest({ ...body }, { soundId }),
    },
    async () => {
      const sound = await ownSound(services, caller, soundId);
      checkMetadataVersion(sound, body.expected_metadata_version);
      await raiseRegistriesOf(services, soundId);
      const gone = await deleteSoundRow(services, soundId);
      await removeAssets(services, soundId, gone.assetIds);
      dropped = gone.files;
      return null;
    },
  );
  // The rows are gone for good: a fault of the disk does not make the deletion fail.
  try {
    for (const name of dropped) await files.drop(name);
    await removeMarkedObjects(services, { causeId: soundId, until: performance.now() + REMOVAL_MS });
  } catch (error) {
    log.warn("files of a deleted sound are still there", faultFields(error));
  }
  return { sound_effect_id: soundId, deleted: true as const };
}

/**
 * Removes the sounds of an account that is deleted, and the shares that it received. A sound that a project of another
 * account links stays for that project, no longer public. Runs in the caller's transaction.
 * @returns counts, and the names of received files to drop after the commit
 */
export async function removeSoundsOfAccount(services: Pick<Services, "db" | "clock">, accountId: string) {
  const received: string[] = [];
  const sounds = { deleted: 0, kept: 0 };
  await deleteSharesWith(services, accountId);
  for (const { id, is_linked_by_others } of await soundsOfAccount(services, accountId)) {
    if (is_linked_by_others) {
      await updateSound(services, id, { is_public: false, updated_at: services.clock() });
      sounds.kept += 1;
      continue;
    }
    const gone = await deleteSoundRow(services, id);
    await removeAssets(services, accountId, gone.assetIds);
    received.push(...gone.files);
    sounds.deleted += 1;
  }
  return { sounds, received };
}
