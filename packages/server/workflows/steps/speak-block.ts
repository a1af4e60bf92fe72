import { setTimeout as wait } from "node:timers/promises";
import { deliveryOf } from "@fullcast/core/direction";
import { type BlockIntentParts, intentOf, optionsOf, utteranceOf } from "@fullcast/core/media";
import { type CastLookup, effectiveProfile, type StoredBlock } from "../../documents/documents.ts";
import { EngineError, type Recorded, type Recording } from "../../engines/engine.ts";
import { record } from "../../engines/recording.ts";
import { voiceId } from "../../engines/registry.ts";
import { sha256 } from "../../hash.ts";
import type { Take } from "../../media/media.ts";
import type { StepContext } from "../step.ts";

/** How often a transient failure is tried again, and how long is waited first (doubling). */
const RETRIES = 3;
const FIRST_WAIT_MS = 500;

/** Speaks one block. @throws EngineError, or the signal's reason. */
export async function speakBlock(
  { services, run, signal }: StepContext,
  sectionId: string,
  stored: StoredBlock,
  casts: CastLookup,
): Promise<Take> {
  const { block } = stored;
  const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
  const engine = cast === undefined ? undefined : services.engines.byProvider(cast.voice.provider);
  if (cast === undefined || engine === undefined || block.content.type !== "text") {
    throw new EngineError("rejected", "nobody on this server speaks this line");
  }
  const { voice } = cast;
  const profile = effectiveProfile(cast, block.generation_profile_override);
  const model = profile?.model ?? voice.model;
  const intent = intentOf(stored.intent_parts as BlockIntentParts, voice, profile, sha256);
  if (intent.intent_hash === null) throw new EngineError("rejected", "there is nothing to say");
  const spoken = utteranceOf(block.content, voice.provider, optionsOf(intent.parts));
  const request = {
    model,
    voice: voice.engine_voice_id,
    text: spoken.text,
    delivery: deliveryOf(block.content.delivery_control_sets, voice.provider, block.content.text.length),
    emphasis: spoken.emphasis,
    pronunciations: spoken.pronunciations,
    silences: spoken.silences,
    options: profile?.options ?? {},
  };
  const { recording, file } = await withRetries(signal, () => record(engine, request, signal));
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
    provider: voice.provider,
    model,
    voiceId: voiceId(voice.provider, voice.engine_voice_id),
    costMillionths: services.ledger.cost(voice.provider, recording.billed_characters || spoken.text.length),
    durationMs: durationMs(recording),
    integratedLufs: recording.integrated_lufs,
    samplePeakDbfs: recording.sample_peak_dbfs,
    words_json: spoken.isOwnText ? recording.words_json : null,
  };
}

/** Whole ms, at least 1: the timeline counts in ms. */
export function durationMs(result: Recording): number {
  return Math.max(1, Math.round((result.samples * 1_000) / result.sample_rate));
}

/** Tries again what failed in passing, a few times and after longer and longer waits. */
export async function withRetries(signal: AbortSignal, speak: () => Promise<Recorded>): Promise<Recorded> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await speak();
    } catch (error) {
      if (!(error instanceof EngineError) || error.kind !== "transient" || attempt === RETRIES) throw error;
      await wait(FIRST_WAIT_MS * 2 ** attempt, undefined, { signal });
    }
  }
}
