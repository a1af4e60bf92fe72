import { type BlockIntentParts, intentOf } from "@fullcast/core/media";
import { effectiveProfile, type StoredBlock } from "../../documents/documents.ts";
import { EngineError } from "../../engines/engine.ts";
import { voiceId } from "../../engines/registry.ts";
import { sha256 } from "../../hash.ts";
import type { Take } from "../../media/media.ts";
import type { StepContext } from "../step.ts";
import { durationMs, withRetries } from "./speak-block.ts";

/** Makes the sound of one effect block. @throws as speakBlock */
export async function makeEffect(
  { services, run, signal }: StepContext,
  sectionId: string,
  { block, intent_parts }: StoredBlock,
): Promise<Take> {
  if (block.content.type !== "sfx" || block.content.source !== undefined) {
    throw new EngineError("rejected", "the block plays a sound of the library");
  }
  const { effects } = services.engines;
  const profile = effectiveProfile(undefined, block.generation_profile_override);
  const intent = intentOf(intent_parts as BlockIntentParts, null, profile, sha256);
  if (intent.intent_hash === null) throw new EngineError("rejected", "there is nothing to make");
  const { prompt, duration_ms, seed } = block.content;
  const { recording, file } = await withRetries(signal, () => effects.make({ prompt, duration_ms, seed }, signal));
  return {
    sectionId,
    blockId: block.id,
    blockVersion: block.block_version,
    intentHash: intent.intent_hash,
    intentParts: intent.parts,
    accountId: run.account_id,
    file,
    sha256: recording.sha256,
    contentType: "audio/wav",
    sizeBytes: recording.size_bytes,
    provider: effects.provider,
    model: effects.model,
    voiceId: voiceId(effects.provider, effects.model),
    durationMs: durationMs(recording),
    integratedLufs: recording.integrated_lufs,
    samplePeakDbfs: recording.sample_peak_dbfs,
    words_json: null,
    // Effects are made here and cost nothing.
    costMillionths: 0,
  };
}
