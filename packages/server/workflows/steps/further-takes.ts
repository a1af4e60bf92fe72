// Makes further takes of one line, each with its own seed, and stores them one by one. A stored take is never requested again.

import type { Block } from "@fullcast/core/document";
import { type BlockIntentParts, optionsOf, spokenLength } from "@fullcast/core/media";
import { blocksById, type Cast, type CastLookup, type StoredBlock, sectionRow } from "../../documents/documents.ts";
import { EngineError } from "../../engines/engine.ts";
import { createTakeJudge } from "../../engines/judge-take.ts";
import { addTake, dropPendingRequests, failRequest, lockBlock, requestTake, type Take } from "../../media/media.ts";
import { castOfVoice, castsOf } from "../../speakers/speakers.ts";
import { thenAlways } from "../../then-always.ts";
import { asPresentAttempt } from "../present-attempt.ts";
import { type StepContext, StepFailure, type StepOutcome, StepPostponed } from "../step.ts";
import { isPresentAttempt } from "../store.ts";
import type { TakesScope } from "../takes-scope.ts";
import { failureTexts, stepFailureOf } from "./failure-texts.ts";
import { keptAnswers } from "./kept-answers.ts";
import { holdCharacters, payForTakes } from "./pay-for-audio.ts";
import { answerKey, speakBlock } from "./speak-block.ts";

export async function furtherTakes(context: StepContext, scope: TakesScope): Promise<StepOutcome> {
  const { services, run, step, signal } = context;
  const section = await sectionRow(services, step.section_id);
  const documentVersion = section.document_version;
  const stored = (await blocksById(services, section.id, [scope.block_id])).get(scope.block_id);
  const casts = await castsOf(services, section.project_id);
  const cast =
    scope.voice_id === null
      ? casts.get(stored?.block.speaker_id ?? "")
      : await castOfVoice(services, run.account_id, scope.voice_id);
  if (stored === undefined || stored.block.content.type !== "text")
    throw new StepFailure("STUDIO_WORKFLOW_SECTION_UNAVAILABLE");
  if (cast === undefined)
    throw new StepFailure(
      "STUDIO_WORKFLOW_VOICE_UNAVAILABLE",
      "The line has no voice any more. Choose a voice for it.",
    );
  const line = lineWith(stored, scope);
  const lookup: CastLookup = new Map([[line.block.speaker_id ?? "", cast]]);
  const seeds = await seedsLeft(context, scope);
  const work = async (): Promise<StepOutcome> => {
    await asPresentAttempt(services, step, () =>
      requestTake(services, { runId: run.id, stepId: step.id, sectionId: section.id }, stored),
    );
    await holdCharacters(context, [
      { provider: cast.voice.provider, characters: charactersOf(line, cast) * seeds.length },
    ]);
    let audioMs = 0;
    const judge = createTakeJudge();
    try {
      for (const seed of seeds) {
        signal.throwIfAborted();
        const take = await speakBlock(context, section.id, line, lookup, { judge, seed });
        await storeTake(context, stored, take, seed);
        audioMs += take.durationMs;
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const { code, message } = failureTexts(error);
      const request = { sectionId: section.id, blockId: scope.block_id, code, message };
      await asPresentAttempt(services, step, () => failRequest(services, request));
      const summary = { blocks_generated: 0, blocks_failed: 1, audio_ms: audioMs };
      const failed = stepFailureOf([{ error, kind: "line" }]);
      return { kind: "failed", summary, documentVersion, code: failed.code, message };
    }
    const summary = {
      takes_generated: seeds.length,
      blocks_generated: 1,
      blocks_failed: 0,
      audio_ms: audioMs,
      ...(judge.remarked > 0 ? { takes_with_remarks: judge.remarked } : {}),
    };
    return { kind: "succeeded", summary, documentVersion };
  };
  return thenAlways(work, async () => {
    await services.db.transaction(async () => {
      if (!(await isPresentAttempt(services, step))) return;
      await dropPendingRequests(services, step.id);
      await services.ledger.release(step.id);
    });
  });
}

/** The line with the voice and the profile of these takes. The given voice speaks a line without a speaker. */
function lineWith(stored: StoredBlock, { voice_id, profile }: TakesScope): StoredBlock {
  const { block } = stored;
  const own = block.generation_profile_override;
  // Options of the line's engine do not apply to another voice.
  const generation_profile_override = voice_id === null ? (profile === null ? own : { ...own, ...profile }) : profile;
  return { ...stored, block: { ...block, generation_profile_override } as Block };
}

function charactersOf({ block, intent_parts }: StoredBlock, { voice }: Cast): number {
  if (block.content.type !== "text") return 0;
  return spokenLength(block.content, optionsOf(intent_parts as BlockIntentParts), voice.provider);
}

/** The seeds without a stored take: all seeds, unless an earlier process ended in the middle. */
async function seedsLeft(
  { services, step }: StepContext,
  { block_id, first_seed, count }: TakesScope,
): Promise<readonly number[]> {
  const seeds = Array.from({ length: count }, (_, i) => first_seed + i);
  const made = await services.db.q
    .selectFrom("renditions")
    .select("seed")
    .where("section_id", "=", step.section_id)
    .where("block_id", "=", block_id)
    .where("seed", "in", seeds)
    .execute();
  return seeds.filter((seed) => !made.some((take) => take.seed === seed));
}

/** Stores a take and charges it, in one transaction. */
async function storeTake(context: StepContext, stored: StoredBlock, take: Take, seed: number): Promise<void> {
  const { services, step } = context;
  await services.files.putAll([{ bytes: take.file, sha256: take.sha256 }]);
  await services.db.transaction(async () => {
    // A delayed process stores and charges nothing.
    if (!(await isPresentAttempt(services, step))) throw new StepPostponed();
    await lockBlock(services, take);
    const now = (await blocksById(services, take.sectionId, [take.blockId])).get(take.blockId);
    await addTake(services, now ?? stored, { ...take, source: "engine", seed });
    await payForTakes(context, [take]);
    await context.progressed();
  });
  const key = answerKey(take.blockId, take.intentHash, take.provider, seed);
  await keptAnswers(services.settings.dataDir)
    .drop([key])
    .catch((error: unknown) => services.log.warn("kept answers are still there", { error }));
}
