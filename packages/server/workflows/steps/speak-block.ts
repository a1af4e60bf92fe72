import { deliveryOf, instructionsOf } from "@fullcast/core/direction";
import {
  type BlockIntentParts,
  type IntentVoice,
  intentOf,
  optionsOf,
  spokenText,
  utteranceOf,
} from "@fullcast/core/media";
import { type CastLookup, effectiveProfile, linesAround, type StoredBlock } from "../../documents/documents.ts";
import { EngineError, type Recording, type SpeakRequest } from "../../engines/engine.ts";
import type { TakeJudge } from "../../engines/judge-take.ts";
import { voiceId } from "../../engines/registry.ts";
import { sha256 } from "../../hash.ts";
import { allowsPaidRetries, type Take } from "../../media/media.ts";
import { refuseVoice } from "../../voices/voices.ts";
import type { StepContext } from "../step.ts";
import { askEngine } from "./ask-engine.ts";

/** The longest text before and after a line that a model gets, UTF-16 units. */
const CONTEXT = 500;

export interface SpeakOptions {
  /** The quality control of this run's takes. */
  readonly judge: TakeJudge;
  /** The fallback voice of another engine. */
  readonly instead?: IntentVoice;
  /** The seed of a further take. */
  readonly seed?: number;
  /** As in Ask of ask-engine.ts. */
  readonly closed?: () => EngineError | undefined;
  readonly closes?: (error: EngineError) => void;
}

/** Speaks one block with the engine of its cast, or with a fallback voice. @throws EngineError, or the signal's reason. */
export async function speakBlock(
  { services, run, signal }: StepContext,
  sectionId: string,
  stored: StoredBlock,
  casts: CastLookup,
  { judge, instead, closed, closes, seed }: SpeakOptions,
): Promise<Take> {
  const { block } = stored;
  const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
  if (cast === undefined || block.content.type !== "text") {
    throw new EngineError("rejected", "The speaker of this line has no voice.", { scope: "voice" });
  }
  const profile = effectiveProfile(cast, block.generation_profile_override);
  const intent = intentOf(stored.intent_parts as BlockIntentParts, cast.voice, profile, sha256);
  if (intent.intent_hash === null) throw new EngineError("rejected", "There is nothing to say.");
  const voice = instead ?? cast.voice;
  const engine = services.engines.byProvider(voice.provider);
  if (engine === undefined)
    throw new EngineError("unavailable", `This server does not have the engine ${voice.provider}.`);
  const model = instead === undefined ? (profile?.model ?? voice.model) : voice.model;
  if (engine.kind !== "embedded") await refuseVoice(services, run.account_id, { ...voice, model });
  const spoken = utteranceOf(block.content, voice.provider, optionsOf(intent.parts));
  const instructions = instructionsOf(block.content.delivery_control_sets, voice.provider);
  const request = {
    model,
    voice: voice.engine_voice_id,
    text: spoken.text,
    delivery: deliveryOf(block.content.delivery_control_sets, voice.provider, block.content.text.length),
    ...(instructions === null ? {} : { instructions }),
    emphasis: spoken.emphasis,
    pronunciations: spoken.pronunciations,
    silences: spoken.silences,
    ...(engine.usesContext?.(model) ? await contextOf(services, sectionId, stored, casts, voice) : {}),
    options: instead === undefined ? (profile?.options ?? {}) : {},
    ...(seed === undefined ? {} : { seed }),
  };
  const { recording, file } = await askEngine(
    services,
    {
      ...{ engine, request, key: answerKey(block.id, intent.intent_hash, voice.provider, seed) },
      turn: { accountId: run.account_id, group: run.id },
      closed,
      closes,
      mayRepeat: async () =>
        services.ledger.cost(voice.provider, 1_000) === 0 || (await allowsPaidRetries(services, run.account_id)),
    },
    signal,
  );
  const spokenBy = voiceId(voice.provider, voice.engine_voice_id);
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
    voiceId: spokenBy,
    costMillionths: services.ledger.cost(voice.provider, spoken.text.length),
    durationMs: durationMs(recording),
    integratedLufs: recording.integrated_lufs,
    samplePeakDbfs: recording.sample_peak_dbfs,
    words_json: spoken.isOwnText ? recording.words_json : null,
    warnings: [...recording.warnings, ...judge.remarksOn(spokenBy, recording.facts, request)],
  };
}

/** The text of the same voice directly before and after, at most a few sentences. */
async function contextOf(
  services: StepContext["services"],
  sectionId: string,
  { position }: StoredBlock,
  casts: CastLookup,
  { provider, engine_voice_id }: IntentVoice,
): Promise<Pick<SpeakRequest, "previous_text" | "next_text">> {
  const { before, after } = await linesAround(services, sectionId, position);
  const textOf = (line: StoredBlock | undefined): string => {
    if (line === undefined || line.block.speaker_id === null || line.block.content.type !== "text") return "";
    const voice = casts.get(line.block.speaker_id)?.voice;
    const isSame = voice?.provider === provider && voice.engine_voice_id === engine_voice_id;
    return isSame ? spokenText(line.block.content, optionsOf(line.intent_parts as BlockIntentParts)).text : "";
  };
  const [previous, next] = [
    textOf(before).slice(-CONTEXT).toWellFormed(),
    textOf(after).slice(0, CONTEXT).toWellFormed(),
  ];
  return {
    ...(previous === "" ? {} : { previous_text: previous }),
    ...(next === "" ? {} : { next_text: next }),
  };
}

/** The key of an engine's answer to one request for one line. */
export const answerKey = (blockId: string, intentHash: string, provider: string, seed?: number) =>
  `${blockId} ${intentHash} ${provider}${seed === undefined ? "" : ` ${seed}`}`;

/** Whole ms, at least 1: the timeline counts in ms. */
export function durationMs(result: Recording): number {
  return Math.max(1, Math.round((result.samples * 1_000) / result.sample_rate));
}
