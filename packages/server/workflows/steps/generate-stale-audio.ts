// Speech for every block of a section that lacks current audio: spoken by its engine, measured, stored by content, made
// known in small batches. A batch that is committed is never made again, whatever happens afterwards.

import { isCueOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { MANIFEST_LIMITS } from "@fullcast/core/timeline";
import { storageLeft } from "../../accounts/accounts.ts";
import { blocksById, type CastLookup, sectionRow, spokenBlockCount } from "../../documents/documents.ts";
import { EngineError } from "../../engines/engine.ts";
import {
  dropPendingRequests,
  failRequest,
  requestAudio,
  type StaleBlock,
  staleBlocks,
  type Take,
  takeWriter,
} from "../../media/media.ts";
import type { Services } from "../../services.ts";
import { castsOf } from "../../speakers/speakers.ts";
import { thenAlways } from "../../then-always.ts";
import { type StepContext, StepFailure, type StepHandler, type StepOutcome } from "../step.ts";
import { inParallel } from "./in-parallel.ts";
import { makeEffect } from "./make-effect.ts";
import { holdForAudio, payForTakes } from "./pay-for-audio.ts";
import { speakBlock } from "./speak-block.ts";
import { type StoredTarget, storedTargets } from "./stored-targets.ts";

interface Failure {
  readonly target: StaleBlock;
  readonly error: EngineError;
  readonly kind: "line" | "sound" | "automatic_sound";
  /** Place in the document, from 1. */
  readonly line: number;
}

interface Generated {
  readonly audioMs: number;
  readonly made: number;
  readonly failures: readonly Failure[];
}

export const generateStaleAudio: StepHandler = async (context) => {
  const { services, run, step } = context;
  const section = await sectionRow(services, step.section_id);
  const documentVersion = section.document_version;
  await refuseEndless(services, section.id);
  const wanted = targetIds(run.target_scope);
  const [all, casts] = await Promise.all([staleBlocks(services, section.id), castsOf(services, section.project_id)]);
  const stale = all.filter((one) => wanted === null || wanted.has(one.block_id));
  // The first lines are spoken while the requests are written.
  const targets = await storedTargets(services, section.id, stale);
  const requested = requestAudio(services, { runId: run.id, stepId: step.id, sectionId: section.id }, stale);
  // The code below awaits the same promise and throws its error.
  requested.catch(() => undefined);
  const work = async (): Promise<StepOutcome> => {
    if (stale.length === 0) {
      await requested;
      return { kind: "skipped", summary: { reason: "Every line has current audio." }, documentVersion };
    }
    await holdForAudio(context, { sectionId: section.id, stale, casts, requested });
    const generated = await generate(context, section.id, { wanted: stale.length, targets, casts, requested });
    return outcomeOf(generated, documentVersion);
  };
  return thenAlways(work, async () => {
    await Promise.allSettled([requested]);
    await dropPendingRequests(services, step.id);
    await services.ledger.release(step.id);
  });
};

/**
 * A line takes a unit for its audio and one for the spacing to the next. A section that no timeline can hold is told
 * before hours are spent on speaking it.
 */
async function refuseEndless(services: Pick<Services, "db">, sectionId: string): Promise<void> {
  const lines = await spokenBlockCount(services, sectionId);
  const most = MANIFEST_LIMITS.sequential_units / 2;
  if (lines <= most) return;
  throw new StepFailure(
    "STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE",
    `The section has ${lines} lines to speak, its timeline holds ${most}; split it into several sections.`,
  );
}

/** The ids of a focused target scope; null when the whole section is meant. */
function targetIds(scope: unknown): ReadonlySet<string> | null {
  if (scope === null) return null;
  const { blocks } = scope as { blocks: readonly { block_id: string }[] };
  return new Set(blocks.map((block) => block.block_id));
}

interface Work {
  /** How many targets there are. */
  readonly wanted: number;
  readonly targets: AsyncGenerator<StoredTarget>;
  readonly casts: CastLookup;
  /** Speaking does not wait for the requests to be written, what becomes of them does. */
  readonly requested: Promise<void>;
}

async function generate(
  context: StepContext,
  sectionId: string,
  { wanted, targets, casts, requested }: Work,
): Promise<Generated> {
  const { services, signal, run } = context;
  const failures: Failure[] = [];
  const room = await storageLeft(services, run.account_id);
  let storedBytes = 0;
  let audioMs = 0;
  let made = 0;
  let left = wanted;
  let exhausted = false;
  const takes = takeWriter(services, requested, async (stored) => {
    await payForTakes(context, stored);
    await context.progressed();
  });
  const lanes = concurrencyOf(context, casts);
  const spoken = async ({ target, stored }: StoredTarget): Promise<Take | null> => {
    signal.throwIfAborted();
    if (room !== null && storedBytes >= room) throw new StepFailure("STUDIO_WORKFLOW_STORAGE_QUOTA_EXCEEDED");
    // A block that changed or went since it was listed is left to the next workflow, and nothing is sent any more
    // to an account whose limit is reached.
    if (exhausted || stored === undefined || stored.intent_hash !== target.intent_hash) return null;
    try {
      return stored.block.kind === "sfx"
        ? await makeEffect(context, sectionId, stored)
        : await speakBlock(context, sectionId, stored, casts);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      exhausted ||= error.kind === "quota";
      const kind = stored.block.kind !== "sfx" ? "line" : await soundKind(services, sectionId, stored.block);
      failures.push({ target, error, kind, line: stored.position + 1 });
      await requested;
      const made = kind === "line" ? "line" : "sound";
      await failRequest(services, { sectionId, blockId: target.block_id, ...failureTexts(error, made) });
      return null;
    }
  };
  const speak = async (target: StoredTarget) => {
    const take = await spoken(target);
    left -= 1;
    if (take === null) return;
    storedBytes += take.sizeBytes;
    await takes.add(take, left);
    audioMs += take.durationMs;
    made++;
  };
  await thenAlways(
    () => inParallel(targets, lanes, speak),
    () => takes.flush(),
  );
  return { audioMs, made, failures };
}

/** Some more blocks under way than speak at once, so that storing one take never keeps an engine waiting. */
function concurrencyOf({ services }: StepContext, casts: CastLookup): number {
  const providers = new Set([...casts.values()].map((cast) => cast.voice.provider));
  const engines = [...providers].map((provider) => services.engines.byProvider(provider)?.concurrency ?? 1);
  return Math.max(1, ...engines) * 3;
}

function failureTexts(error: EngineError, made: "line" | "sound"): { code: string; message: string } {
  switch (error.kind) {
    case "quota":
      return { code: "PROVIDER_QUOTA_EXCEEDED", message: "The speech provider's account limit is reached." };
    case "transient":
      return { code: "STUDIO_WORKFLOW_ENGINE_UNAVAILABLE", message: "The speech engine failed again and again." };
    case "rejected":
      return {
        code: "STUDIO_WORKFLOW_ENGINE_REJECTED",
        message: made === "line" ? "The speech engine refused this line." : error.message,
      };
  }
}

/** "block 12: " before what is wrong with it. */
const nameOf = ({ line }: Failure) => `block ${line}: `;

/** Whether a person asked for the sound of a block, or a workflow placed it: then the narration holds its mark. */
async function soundKind(
  services: Pick<Services, "db">,
  sectionId: string,
  block: Extract<Block, { kind: "sfx" }>,
): Promise<"sound" | "automatic_sound"> {
  const anchorId = block.placement?.anchor_block_id;
  if (anchorId === undefined || block.content.source !== undefined) return "sound";
  const content = (await blocksById(services, sectionId, [anchorId])).get(anchorId)?.block.content;
  const isMarked = content?.type === "text" && isCueOf(content.points, block.content.prompt);
  return isMarked ? "automatic_sound" : "sound";
}

function outcomeOf({ audioMs, made, failures: all }: Generated, documentVersion: number): StepOutcome {
  // A sound that a workflow placed and that cannot be made is left out: the story is complete without it.
  const failures = all.filter(({ kind, error }) => kind !== "automatic_sound" || error.kind !== "rejected");
  const leftOut = all.length - failures.length;
  const summary = {
    blocks_generated: made,
    blocks_failed: failures.length,
    audio_ms: audioMs,
    ...(leftOut > 0 ? { sounds_left_out: leftOut } : {}),
  };
  const [first] = failures;
  if (first === undefined) return { kind: "succeeded", summary, documentVersion };
  const quota = failures.some((failure) => failure.error.kind === "quota");
  return {
    kind: "failed",
    summary,
    documentVersion,
    code: quota ? "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED" : "STUDIO_WORKFLOW_AUDIO_FAILED",
    message: quota
      ? "The speech provider's account limit is reached; restore access, then resume."
      : `${failures.length} ${failures.length === 1 ? "line has" : "lines have"} no audio: ${nameOf(first)}${first.error.message.replace(/\.$/, "")}. Finished audio is kept; resume to try the rest again.`,
  };
}
