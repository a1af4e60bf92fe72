import { type BlockIntentParts, intentOf } from "@fullcast/core/media";
import { effectiveProfile, type StoredBlock } from "../../documents/documents.ts";
import type { EffectRequest } from "../../engines/effects/effects.ts";
import { EngineError, type Recorded } from "../../engines/engine.ts";
import { samplesOf } from "../../engines/record.ts";
import { recordingOf } from "../../engines/recording.ts";
import { voiceId } from "../../engines/registry.ts";
import { sha256 } from "../../hash.ts";
import type { Take } from "../../media/media.ts";
import type { StepContext } from "../step.ts";
import { withRetries } from "./ask-engine.ts";
import { durationMs } from "./speak-block.ts";

/** Makes the sound of one effect block. @throws as speakBlock */
export async function makeEffect(
  { services, run, signal }: StepContext,
  sectionId: string,
  { block, intent_parts }: StoredBlock,
): Promise<Take> {
  if (block.content.type !== "sfx" || block.content.source !== undefined) {
    throw new EngineError("rejected", "the block plays a sound of the library");
  }
  const profile = effectiveProfile(undefined, block.generation_profile_override);
  const intent = intentOf(intent_parts as BlockIntentParts, null, profile, sha256);
  if (intent.intent_hash === null) throw new EngineError("rejected", "there is nothing to make");
  const { prompt, duration_ms, seed } = block.content;
  const made = await effectFrom(services, run, { prompt, duration_ms, seed }, signal);
  const { recording, file } = made;
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
    provider: made.provider,
    model: made.model,
    voiceId: voiceId(made.provider, made.model),
    durationMs: durationMs(recording),
    integratedLufs: recording.integrated_lufs,
    samplePeakDbfs: recording.sample_peak_dbfs,
    words_json: null,
    warnings: [...made.warnings, ...recording.warnings],
    costMillionths: made.costMillionths,
  };
}

interface MadeEffect extends Recorded {
  readonly provider: string;
  readonly model: string;
  readonly warnings: readonly string[];
  /** 0 for effects that Fullcast makes. */
  readonly costMillionths: number;
}

/** Returns the sound of the effects service if there is one, otherwise of Fullcast's own generator. */
async function effectFrom(
  { engines, scheduler, ledger }: StepContext["services"],
  run: StepContext["run"],
  effect: EffectRequest,
  signal: AbortSignal,
): Promise<MadeEffect> {
  const { effects, effectService: service } = engines;
  const own = async (warnings: readonly string[]): Promise<MadeEffect> => ({
    ...(await withRetries(signal, () => effects.make(effect, signal))),
    ...{ provider: effects.provider, model: effects.model, warnings, costMillionths: 0 },
  });
  if (service === null) return own([]);
  const { provider, name } = service;
  const characters = service.effects.characters(effect.duration_ms);
  const turn = { accountId: run.account_id, group: run.id, characters };
  try {
    const recorded = await withRetries(signal, async () => {
      const result = await scheduler.run(service, turn, (limited) => service.effects.make(effect, limited), signal);
      const { pcm, sample_rate, ...rest } = await samplesOf(result, signal);
      if (!pcm.some((sample) => Math.abs(sample) > AUDIBLE)) {
        throw new EngineError("broken_answer", `${name} made a sound that is silent.`, { charged: true });
      }
      const { billed_characters, request_id } = result;
      const whole = {
        ...rest,
        pcm: ofLength(pcm, Math.round((effect.duration_ms * sample_rate) / 1_000)),
        sample_rate,
      };
      return recordingOf(whole, { billed_characters, request_id });
    });
    const costMillionths = ledger.cost(provider, characters);
    return { ...recorded, provider, model: service.effects.model, warnings: [], costMillionths };
  } catch (error) {
    if (!(error instanceof EngineError) || !effects.understands(effect.prompt)) throw error;
    return own([`Fullcast made this sound instead of ${name}: ${error.message}`]);
  }
}

/** About -60 dB below full scale. */
const AUDIBLE = 32;

/** The sound cut or repeated to this number of samples. A service makes at most half a minute, as a loop. */
function ofLength(pcm: Int16Array, samples: number): Int16Array {
  if (pcm.length >= samples) return pcm.slice(0, samples);
  const filled = new Int16Array(samples);
  for (let at = 0; at < samples; at += pcm.length) filled.set(pcm.subarray(0, samples - at), at);
  return filled;
}
