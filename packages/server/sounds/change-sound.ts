// Changing a sound's description.

import { ApiError, type Caller } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import type { Services } from "../services.ts";
import { ownSound, visibleSound } from "./find-sound.ts";
import { type SoundRow, searchText, seenSound, updateSound } from "./store.ts";
import { soundStatus, toWireSound } from "./wire-sound.ts";

type Changer = Pick<Services, "db" | "clock">;

export interface ChangeSoundBody {
  readonly client_mutation_id?: string | undefined;
  readonly expected_metadata_version?: number | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly is_public?: boolean | undefined;
  readonly [key: string]: unknown;
}

/**
 * Changes the description of a sound, or whether it is public. With `expected_metadata_version` one of several concurrent
 * changes wins.
 * @throws ApiError NOT_FOUND, VERSION_CONFLICT, SOUND_NOT_READY when a sound without audio is to be published.
 */
export async function changeSound(services: Changer, caller: Caller, soundId: string, body: ChangeSoundBody) {
  const change = () => services.db.transaction(() => applyChange(services, caller, soundId, body));
  if (body.client_mutation_id === undefined) await change();
  else {
    await once(
      services,
      {
        accountId: caller.accountId,
        key: body.client_mutation_id,
        operation: "changeSound",
        request: canonicalRequest(body, { soundId }),
      },
      async () => {
        await change();
        return null;
      },
    );
  }
  const sound = await visibleSound(services, caller, soundId);
  return toWireSound(services, { accountId: caller.accountId, projectId: null }, sound);
}

async function applyChange(services: Changer, caller: Caller, soundId: string, body: ChangeSoundBody): Promise<void> {
  const sound = await ownSound(services, caller, soundId);
  checkMetadataVersion(sound, body.expected_metadata_version);
  if (body.is_public === true && !sound.is_public) {
    const seen = await seenSound(services, { accountId: caller.accountId, projectId: null }, soundId);
    const status = seen === undefined ? "failed" : soundStatus(services, seen);
    if (status === "uploading" || status === "processing") throw new ApiError("SOUND_NOT_READY", { status });
  }
  const next = {
    name: body.name ?? sound.name,
    description: body.description ?? sound.description,
    tags: body.tags ?? sound.tags,
    is_public: body.is_public ?? sound.is_public,
  };
  await updateSound(services, soundId, {
    ...next,
    tags: JSON.stringify(next.tags),
    search_text: searchText(next),
    metadata_version: sound.metadata_version + 1,
    updated_at: services.clock(),
  });
}

/** @throws ApiError VERSION_CONFLICT */
export function checkMetadataVersion(sound: SoundRow, expected: number | undefined): void {
  if (expected === undefined || expected === sound.metadata_version) return;
  throw new ApiError("VERSION_CONFLICT", {
    field: "expected_metadata_version",
    expected,
    current: sound.metadata_version,
  });
}
