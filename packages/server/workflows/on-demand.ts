// Prepares and speaks text for a waiting listener: the steps of a workflow, at once and without a run, so that a listener does
// not queue behind the runs of other accounts. Only lines without a price are spoken.

import { ApiError } from "@fullcast/contract";
import type { Block } from "@fullcast/core/document";
import { type BlockIntentParts, optionsOf, utteranceOf } from "@fullcast/core/media";
import { storageLeft } from "../accounts/accounts.ts";
import { blocksById, type CastLookup, type StoredBlock, sectionRow } from "../documents/documents.ts";
import { EngineError } from "../engines/engine.ts";
import { createTakeJudge } from "../engines/judge-take.ts";
import { type Take, takeWriter } from "../media/media.ts";
import { castsOf } from "../speakers/speakers.ts";
import { thenAlways } from "../then-always.ts";
import { type StepContext, StepFailure, type StepHandler, type StepServices } from "./step.ts";
import { assignSpeakers } from "./steps/assign-speakers.ts";
import { castVoicesStep } from "./steps/cast-voices.ts";
import { directEmotionStep } from "./steps/direct-emotion.ts";
import { inParallel } from "./steps/in-parallel.ts";
import { prepareForListener } from "./steps/listeners.ts";
import { makeEffect } from "./steps/make-effect.ts";
import { prepareAtOnce } from "./steps/prepare-at-once.ts";
import { speakBlock } from "./steps/speak-block.ts";

export interface OnDemand {
  readonly services: StepServices;
  readonly accountId: string;
  readonly sectionId: string;
  readonly signal: AbortSignal;
  readonly confined: boolean;
  readonly progressed: () => Promise<void>;
}

/** The number of lines that are spoken in parallel. */
const LANES = 4;
const MOST_CONFLICTS = 3;

/**
 * Prepares a section for speech, as Create Audio does: structures the text, assigns speakers and casts voices. Only Create
 * Audio places sounds.
 * @returns the script as it was written; null when it was there already
 * @throws StepFailure if the text cannot be prepared; ApiError NOT_FOUND if the section was deleted
 */
export const prepareOnDemand = (demand: OnDemand): Promise<readonly Block[] | null> =>
  prepareForListener(demand.sectionId, () => prepareAll(demand));

async function prepareAll(demand: OnDemand): Promise<readonly Block[] | null> {
  let written: readonly Block[] | null = null;
  await doStep(demand, async (context) => {
    const prepared = await prepareAtOnce(context);
    written = prepared?.blocks ?? null;
    return prepared?.outcome ?? assignSpeakers(context);
  });
  if (written !== null) return written;
  for (const handler of [castVoicesStep, directEmotionStep]) await doStep(demand, handler);
  return null;
}

async function doStep(demand: OnDemand, handler: StepHandler): Promise<void> {
  const { services, signal } = demand;
  for (let conflicts = 0; ; ) {
    signal.throwIfAborted();
    try {
      const outcome = await handler(await contextOf(demand));
      if ("code" in outcome) throw new StepFailure(outcome.code, outcome.message);
      if (outcome.apply) await services.db.transaction(outcome.apply);
      return;
    } catch (error) {
      // A user edits the script, or a run prepares it too. The step reads it again.
      const isConflict = error instanceof ApiError && error.code === "VERSION_CONFLICT";
      if (!isConflict || ++conflicts > MOST_CONFLICTS) throw error;
    }
  }
}

export interface SpokenOnDemand {
  /** The first line with a price. Neither it nor later lines were spoken. */
  readonly priced: string | null;
  /** Lines that could not be spoken, by block. */
  readonly failed: ReadonlyMap<string, EngineError["kind"]>;
  /** Whether the storage quota is used up. Then nothing was spoken. */
  readonly storageFull: boolean;
}

/** Speaks blocks of a section in order, up to the first one with a price. Existing takes stay as they are. */
export async function speakOnDemand(demand: OnDemand, blockIds: readonly string[]): Promise<SpokenOnDemand> {
  const { services, accountId, sectionId, signal } = demand;
  const failed = new Map<string, EngineError["kind"]>();
  const room = await storageLeft(services, accountId);
  if (room !== null && room <= 0) return { priced: null, failed, storageFull: true };
  const context = await contextOf(demand);
  const [stored, casts] = await Promise.all([
    blocksById(services, sectionId, blockIds),
    sectionRow(services, sectionId).then((section) => castsOf(services, section.project_id)),
  ]);
  const wanted = blockIds.flatMap((id) => stored.get(id) ?? []);
  const at = wanted.findIndex((one) => priceOf(services, one, casts) > 0);
  const free = at < 0 ? wanted : wanted.slice(0, at);
  const takes = takeWriter(services, Promise.resolve(), () => demand.progressed());
  let left = free.length;
  const judge = createTakeJudge();
  const spoken = (one: StoredBlock): Promise<Take> =>
    one.block.kind === "sfx"
      ? makeEffect(context, sectionId, one)
      : speakBlock(context, sectionId, one, casts, { judge });
  const speak = async (one: StoredBlock): Promise<void> => {
    signal.throwIfAborted();
    const take = await spoken(one).catch((error: unknown) => {
      if (!(error instanceof EngineError)) throw error;
      failed.set(one.block.id, error.kind);
      return null;
    });
    left -= 1;
    if (take !== null) await takes.add(take, left);
  };
  await thenAlways(
    () => inParallel(eachOf(free), LANES, speak),
    () => takes.flush(),
  );
  return { priced: wanted[at]?.block.id ?? null, failed, storageFull: false };
}

/** Millionths of a snowcoin. */
function priceOf({ ledger }: StepServices, { block, intent_parts }: StoredBlock, casts: CastLookup): number {
  const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
  if (cast === undefined || block.content.type !== "text") return 0;
  const { text } = utteranceOf(block.content, cast.voice.provider, optionsOf(intent_parts as BlockIntentParts));
  return ledger.cost(cast.voice.provider, text.length);
}

async function* eachOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** The context of a step without a run. Its ids belong to no row. */
async function contextOf({
  services,
  accountId,
  sectionId,
  signal,
  confined,
  progressed,
}: OnDemand): Promise<StepContext> {
  const section = await sectionRow(services, sectionId);
  const at = services.clock();
  const runId = services.newId();
  return {
    services,
    signal,
    confined,
    progressed,
    isUrgent: true,
    run: {
      id: runId,
      account_id: accountId,
      project_id: section.project_id,
      workflow_kind: "create_audio",
      automation_profile: null,
      profile_snapshot: {},
      target_scope: null,
      status: "running",
      cancel_requested_at: null,
      cancel_acknowledged_at: null,
      created_at: at,
      updated_at: at,
      started_at: at,
      completed_at: null,
      resumes_workflow_run_id: null,
      urgency: 0,
    },
    step: {
      id: services.newId(),
      workflow_run_id: runId,
      step_key: `on-demand:${sectionId}`,
      step_index: 0,
      step_kind: "generate_stale_audio",
      section_id: sectionId,
      status: "active",
      requested_document_version: section.document_version,
      execution_document_version: null,
      result_summary: {},
      issue_kind: null,
      error_code: null,
      error_message: null,
      created_at: at,
      updated_at: at,
      started_at: at,
      completed_at: null,
      attempt: 1,
    },
    earlier: [],
    leaveTurn: () => undefined,
  };
}
