// Speaks the lines of a step. The lines of each remote engine are processed separately, so that a slow engine blocks no
// other. A line that an engine cannot speak gets another voice where that is allowed; otherwise it fails with the reason.

import { isCueOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { storageLeft } from "../../accounts/accounts.ts";
import { blocksById, type CastLookup, type StoredBlock } from "../../documents/documents.ts";
import { EngineError } from "../../engines/engine.ts";
import { createTakeJudge } from "../../engines/judge-take.ts";
import {
  allowsFallbacks,
  failPendingRequests,
  failRequest,
  type StaleBlock,
  type Take,
  takeWriter,
} from "../../media/media.ts";
import type { Services } from "../../services.ts";
import { thenAlways } from "../../then-always.ts";
import { otherVoicesFor } from "../other-voices.ts";
import { type StepContext, StepFailure } from "../step.ts";
import { engineStops, isPresentAttempt, stopEngine, whilePresent } from "../store.ts";
import { type FailedKind, failureTexts } from "./failure-texts.ts";
import { fallbackVoice } from "./fallback.ts";
import { inParallel } from "./in-parallel.ts";
import { keptAnswers } from "./kept-answers.ts";
import { makeEffect } from "./make-effect.ts";
import { payForTakes } from "./pay-for-audio.ts";
import { answerKey, speakBlock } from "./speak-block.ts";
import { type StoredTarget, storedTargets } from "./stored-targets.ts";

export interface Failure {
  readonly error: EngineError;
  readonly kind: FailedKind;
  readonly blockId: string;
  /** Where the block stands among the blocks of its section; not its number. */
  readonly position: number;
  /** The engine that was to speak it. Null: none. */
  readonly provider: string | null;
}

export interface Generated {
  readonly audioMs: number;
  readonly made: number;
  /** The number of takes by an engine other than the cast one. */
  readonly spokenInstead: number;
  /** The number of takes with a remark of the quality control. */
  readonly remarked: number;
  readonly failures: readonly Failure[];
}

/** The lines of an engine and their blocks, which are read gradually. */
export interface EngineLines {
  readonly blocks: readonly StaleBlock[];
  readonly targets: AsyncGenerator<StoredTarget>;
}

export interface Work {
  /** The number of lines. */
  readonly wanted: number;
  /** By provider. */
  readonly lines: ReadonlyMap<string, EngineLines>;
  readonly casts: CastLookup;
  /** Speech starts before the requests are written. Storing takes waits for them. */
  readonly requested: Promise<void>;
}

/** The group of local engines, sounds, and speakers without a voice. */
const HERE = "";
const NO_OTHER_VOICE =
  "No other engine has a voice for this line in its language, at the same price or less. Choose another voice in the cast.";
const BEGUN_ANEW = "Another process has begun this step anew.";

/** Groups lines by engine. When it resolves, the first blocks of each group are read. */
export async function linesByEngine(
  context: StepContext,
  sectionId: string,
  stale: readonly StaleBlock[],
  casts: CastLookup,
): Promise<ReadonlyMap<string, EngineLines>> {
  const lines = new Map<string, EngineLines>();
  for (const [provider, blocks] of Map.groupBy(stale, (block) => groupOf(context, block, casts))) {
    lines.set(provider, { blocks, targets: await storedTargets(context.services, sectionId, blocks) });
  }
  return lines;
}

export async function speakLines(
  context: StepContext,
  sectionId: string,
  { wanted, lines, casts, requested }: Work,
): Promise<Generated> {
  const { services, signal, run, step } = context;
  const failures: Failure[] = [];
  const elsewhere = [...lines.keys()].filter((provider) => provider !== HERE);
  /** Engines that get no further requests in this run. */
  const stopped = new Map<string, EngineError>();
  if (elsewhere.length > 0) {
    for (const { provider, kind, message } of await engineStops(services, run.id)) {
      stopped.set(provider, new EngineError(kind, message));
    }
  }
  /** Engines that refused a request whose error has not arrived here yet. */
  const closing = new Map<string, EngineError>();
  const gateOf = (provider: string) => ({
    closed: () => stopped.get(provider) ?? closing.get(provider),
    closes: (error: EngineError) => void closing.set(provider, error),
  });
  const room = await storageLeft(services, run.account_id);
  let allowed: Promise<boolean> | undefined;
  const others = otherVoicesFor(run);
  const mayFallBack = async (provider: string): Promise<boolean> => {
    if (provider === HERE) return false;
    if (others !== null) return others.has(provider);
    allowed ??= allowsFallbacks(services, run.account_id);
    return allowed;
  };
  let storedBytes = 0;
  let audioMs = 0;
  let made = 0;
  let spokenInstead = 0;
  const judge = createTakeJudge();
  let left = wanted;
  const takes = takeWriter(services, requested, async (stored) => {
    // Another process that restarted the step stores and pays for these takes.
    if (!(await isPresentAttempt(services, step))) throw new StepFailure("STUDIO_WORKFLOW_FAILED", BEGUN_ANEW);
    await payForTakes(context, stored);
    await context.progressed();
    if (elsewhere.length > 0) services.db.afterCommit(() => void forgetAnswers(services, stored));
  });

  const failed = async ({ block, position }: StoredBlock, error: EngineError): Promise<void> => {
    const provider =
      block.kind === "sfx" || block.speaker_id === null ? null : casts.get(block.speaker_id)?.voice.provider;
    const kind = block.kind !== "sfx" ? "line" : await soundKind(services, sectionId, block);
    failures.push({ error, kind, blockId: block.id, position, provider: provider ?? null });
    // The lines of a stopped engine fail together at the end.
    if (isClosing(error)) return;
    await requested;
    const request = { sectionId, blockId: block.id, ...failureTexts(error, kind) };
    await whilePresent(services, step, () => failRequest(services, request));
  };

  const speakWith = async (stored: StoredBlock, provider: string): Promise<Take> => {
    if (stored.block.kind === "sfx") return makeEffect(context, sectionId, stored);
    const chosen = others?.has(provider) === true;
    // The engine is not asked: the person does not wait for it.
    const stop = stopped.get(provider) ?? (chosen ? new EngineError("unavailable", NO_OTHER_VOICE) : undefined);
    try {
      if (stop !== undefined) throw stop;
      return await speakBlock(context, sectionId, stored, casts, { judge, ...gateOf(provider) });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (isClosing(error) && !stopped.has(provider)) {
        stopped.set(provider, error);
        const status = error.kind === "quota" ? ("exhausted" as const) : ("unconfigured" as const);
        await services.engines.report(provider, { status, notice: error.message });
        await stopEngine(services, run.id, { provider, kind: error.kind, message: error.message });
      }
      const voice = await fallbackVoice(services, stored, casts, {
        error,
        allowed: await mayFallBack(provider),
        chosen,
        stopped: new Set([...stopped.keys(), ...(others ?? [])]),
      });
      if (voice === null) throw error;
      const take = await speakBlock(context, sectionId, stored, casts, {
        judge,
        instead: voice,
        ...gateOf(voice.provider),
      });
      spokenInstead += 1;
      const because = chosen ? "other voices were chosen for its lines." : error.message;
      const why = `${services.engines.byProvider(voice.provider)?.name ?? voice.provider} spoke this line instead of ${provider}: ${because}`;
      return { ...take, warnings: [why, ...take.warnings] };
    }
  };

  const spoken = async ({ target, stored }: StoredTarget, provider: string): Promise<Take | null> => {
    signal.throwIfAborted();
    if (room !== null && storedBytes >= room) throw new StepFailure("STUDIO_WORKFLOW_STORAGE_QUOTA_EXCEEDED");
    // The caller lists a block that changed since it was listed again.
    if (stored === undefined || stored.intent_hash !== target.intent_hash) return null;
    try {
      return await speakWith(stored, provider);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      await failed(stored, error);
      return null;
    }
  };

  const speakGroup = async (provider: string, targets: AsyncGenerator<StoredTarget>): Promise<void> => {
    await inParallel(targets, lanesOf(context, provider, casts), async (line) => {
      const take = await spoken(line, provider);
      left -= 1;
      if (take === null) return;
      storedBytes += take.sizeBytes;
      await takes.add(take, left);
      audioMs += take.durationMs;
      made++;
    });
    if (provider === HERE) context.leaveTurn();
  };

  if (!lines.has(HERE)) context.leaveTurn();
  await thenAlways(
    async () => {
      const results = await Promise.allSettled(
        [...lines].map(([provider, { targets }]) => speakGroup(provider, targets)),
      );
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
    () => takes.flush(),
  );
  await requested;
  for (const [provider, error] of stopped) {
    const blockIds = (lines.get(provider)?.blocks ?? []).map((block) => block.block_id);
    const requests = { stepId: step.id, blockIds, ...failureTexts(error) };
    await whilePresent(services, step, () => failPendingRequests(services, requests));
  }
  return { audioMs, made, spokenInstead, remarked: judge.remarked, failures };
}

const isClosing = (error: EngineError): error is EngineError & { readonly kind: "quota" | "auth" } =>
  error.scope === "engine" && (error.kind === "quota" || error.kind === "auth");

function groupOf({ services }: StepContext, { kind, speaker_id }: StaleBlock, casts: CastLookup): string {
  const provider = kind === "sfx" || speaker_id === null ? undefined : casts.get(speaker_id)?.voice.provider;
  if (provider === undefined) return HERE;
  return services.engines.byProvider(provider)?.kind === "embedded" ? HERE : provider;
}

/** A few more lines than the engine speaks in parallel, so that it never waits while a take is stored. */
function lanesOf({ services }: StepContext, provider: string, casts: CastLookup): number {
  if (provider !== HERE) return (services.engines.byProvider(provider)?.concurrency ?? 1) * 2 + 2;
  const providers = new Set([...casts.values()].map((cast) => cast.voice.provider));
  const engines = [...providers].map((one) => services.engines.byProvider(one));
  const here = engines.map((engine) => (engine?.kind === "embedded" ? engine.concurrency : 1));
  return Math.max(1, ...here) * 3;
}

async function forgetAnswers(services: Pick<Services, "settings" | "log">, takes: readonly Take[]): Promise<void> {
  const keys = takes.map((take) => answerKey(take.blockId, take.intentHash, take.provider));
  await keptAnswers(services.settings.dataDir)
    .drop(keys)
    .catch((error: unknown) => services.log.warn("kept answers are still there", { error }));
}

/** Whether a person or a workflow placed the sound of a block. A workflow leaves a mark in the narration. */
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
