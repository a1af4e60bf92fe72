import { ApiError, type Caller } from "@fullcast/contract";
import { type Intent, type IntentParts, isGeneratable, sameWords } from "@fullcast/core/media";
import { blocksById, findSection, type StoredBlock } from "../documents/documents.ts";
import { mediaUrl, mediaUrlExpiry } from "../http/http.ts";
import { type BlockTakes, type RenditionRow, takesOfBlock } from "../media/media.ts";
import type { Services } from "../services.ts";

export interface TakePath {
  readonly sectionId: string;
  readonly blockId: string;
}

/** All takes of a block, newest first, and which of them plays. @throws ApiError NOT_FOUND */
export async function listTakes(
  services: Pick<Services, "db" | "signer" | "publicUrl" | "clock">,
  caller: Caller,
  { sectionId, blockId }: TakePath,
) {
  const stored = await findBlock(services, caller, { sectionId, blockId });
  const { takes, active, choice } = await takesOfBlock(services, sectionId, stored);
  return {
    block_id: blockId,
    active_take_id: active?.id ?? null,
    locked: choice?.locked ?? false,
    takes: takes.map((take) => wireTake(services, stored, take)),
  };
}

/** @throws ApiError NOT_FOUND when the section or the block is not one of the caller's. */
export async function findBlock(
  services: Pick<Services, "db">,
  caller: Caller,
  { sectionId, blockId }: TakePath,
): Promise<StoredBlock> {
  await findSection(services, caller, sectionId);
  const stored = (await blocksById(services, sectionId, [blockId])).get(blockId);
  if (stored === undefined) throw new ApiError("NOT_FOUND", { resource: "block" });
  return stored;
}

export function wireTake(
  services: Pick<Services, "signer" | "publicUrl" | "clock">,
  stored: StoredBlock,
  take: RenditionRow,
) {
  const expiresAt = mediaUrlExpiry(services);
  return {
    id: take.id,
    source: take.source,
    provider: take.provider,
    model: take.model,
    voice_id: take.voice_id,
    duration_ms: take.duration_ms,
    created_at: take.created_at.toISOString(),
    matches_intent: matchesIntent(stored, take),
    warnings: [...(take.warnings ?? [])],
    url: mediaUrl(services, { purpose: "media", object: take.asset_id, expiresAt }),
    expires_at: expiresAt.toISOString(),
  };
}

/** Whether the take matches the line now. A recording matches as long as the words of the line are the same. */
export function matchesIntent({ intent_hash, intent_parts }: StoredBlock, take: RenditionRow): boolean {
  const parts = intent_parts as Intent["parts"];
  if (!isGeneratable(parts)) return false;
  if (take.source === "engine") return take.intent_hash === intent_hash;
  return sameWords(parts, take.intent_parts as IntentParts);
}

export type { BlockTakes };
