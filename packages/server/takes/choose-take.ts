import { ApiError, type Caller } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { findSection, type StoredBlock } from "../documents/documents.ts";
import { lockBlock, playTake, removeChoice, setChoice, takesOfBlock } from "../media/media.ts";
import type { Services } from "../services.ts";
import { findBlock, listTakes, type TakePath } from "./list-takes.ts";
import { recordingChoice } from "./recording-choice.ts";

type Chooser = Pick<Services, "db" | "signer" | "publicUrl" | "clock">;

interface Mutation {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_block_version?: number | undefined;
}

/**
 * Makes the line play this take until another is activated or, for a take of an engine, until the line changes or is spoken
 * again. A locked line stays locked with it.
 * @throws ApiError NOT_FOUND, VERSION_CONFLICT, IDEMPOTENCY_CONFLICT
 */
export async function activateTake(
  services: Chooser,
  caller: Caller,
  path: TakePath & { readonly takeId: string },
  body: Mutation,
) {
  const request = { operation: "activateTake", body, path: { ...path }, summary: "Chose a take" } as const;
  return changed(services, caller, path, request, async (stored) => {
    const { takes, choice } = await takesOfBlock(services, path.sectionId, stored);
    const take = takes.find((one) => one.id === path.takeId);
    if (take === undefined) throw new ApiError("NOT_FOUND", { resource: "take" });
    await playTake(services, take);
    const place = { section_id: path.sectionId, block_id: path.blockId, plays_hash: take.intent_hash };
    const locked = choice?.locked ?? false;
    if (locked || take.source === "recording") await setChoice(services, { ...place, for_hash: null, locked });
    else if (take.intent_hash === stored.intent_hash) await removeChoice(services, path);
    else await setChoice(services, { ...place, for_hash: stored.intent_hash, locked });
  });
}

/**
 * Locks a line with the take that it plays, or unlocks it. Repeating it changes nothing.
 * @throws ApiError NOT_FOUND, TAKE_MISSING for a line without audio, VERSION_CONFLICT, IDEMPOTENCY_CONFLICT
 */
export async function setTakeLock(
  services: Chooser,
  caller: Caller,
  path: TakePath,
  body: Mutation & { readonly locked: boolean },
) {
  const summary = body.locked ? "Locked a line" : "Unlocked a line";
  const request = { operation: "setTakeLock", body, path: { ...path }, summary } as const;
  return changed(services, caller, path, request, async (stored) => {
    const { active, choice } = await takesOfBlock(services, path.sectionId, stored);
    if (body.locked === (choice?.locked ?? false)) return;
    if (active === null) throw new ApiError("TAKE_MISSING", {});
    const place = { section_id: path.sectionId, block_id: path.blockId, plays_hash: active.intent_hash };
    if (body.locked) await setChoice(services, { ...place, for_hash: null, locked: true });
    else if (active.source === "recording") await setChoice(services, { ...place, for_hash: null, locked: false });
    else if (active.intent_hash === stored.intent_hash) await removeChoice(services, path);
    else await setChoice(services, { ...place, for_hash: stored.intent_hash, locked: false });
  });
}

/** Runs a change of one block once, and answers its takes as they are afterwards. */
async function changed(
  services: Chooser,
  caller: Caller,
  { sectionId, blockId }: TakePath,
  request: {
    readonly operation: string;
    readonly body: Mutation;
    readonly path: { readonly [key: string]: string };
    readonly summary: Parameters<typeof recordingChoice>[1]["summary"];
  },
  change: (stored: StoredBlock) => Promise<void>,
) {
  const { operation, body, path, summary } = request;
  const { replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation,
      request: canonicalRequest({ ...body }, path),
    },
    async () => {
      const section = await findSection(services, caller, sectionId);
      await lockBlock(services, { sectionId, blockId });
      const stored = await findBlock(services, caller, { sectionId, blockId });
      checkVersion(stored, body.base_block_version);
      const edit = { section, stored, actorSessionId: body.actor_session_id, summary };
      await recordingChoice(services, edit, () => change(stored));
      return { block_id: blockId };
    },
  );
  return { ...(await listTakes(services, caller, { sectionId, blockId })), idempotent_replay: replayed };
}

export function checkVersion({ block }: StoredBlock, expected: number | undefined): void {
  if (expected === undefined || expected === block.block_version) return;
  throw new ApiError("VERSION_CONFLICT", { field: "base_block_version", expected, current: block.block_version });
}
