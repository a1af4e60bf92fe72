// Connects audio and money. The price of a section's audio is held before anything is sent. Each batch of takes is charged
// in the transaction that stores it. The rest of the hold is released when the step ends (advance.ts releases it for steps
// that end without their handler).

import type { CastLookup } from "../../documents/documents.ts";
import { failPendingRequests, type StaleBlock, type Take } from "../../media/media.ts";
import { castsAsSpoken, otherVoicesFor } from "../other-voices.ts";
import { asPresentAttempt } from "../present-attempt.ts";
import { spokenWork } from "../spoken-work.ts";
import { type StepContext, StepFailure } from "../step.ts";
import { type StoredTarget, storedTargets } from "./stored-targets.ts";

interface AudioToPay {
  readonly sectionId: string;
  readonly stale: readonly StaleBlock[];
  readonly casts: CastLookup;
  /** Resolves when the requests are written. Rejects if there is not enough money. */
  readonly requested: Promise<void>;
}

/** @throws StepFailure if the account cannot pay for all of it. Nothing is held then, and nothing may be sent. */
export async function holdForAudio(
  context: StepContext,
  { sectionId, stale, casts: cast, requested }: AudioToPay,
): Promise<void> {
  const { services, run } = context;
  const casts = await castsAsSpoken(services, cast, otherVoicesFor(run));
  const { ledger } = services;
  const { effectService } = services.engines;
  const providers = new Set([...casts.values()].map((cast) => cast.voice.provider));
  if (effectService !== null) providers.add(effectService.provider);
  if (![...providers].some((provider) => ledger.cost(provider, 1) > 0)) return;
  const work = await spokenWork(
    blocksOf(await storedTargets(services, sectionId, stale)),
    (speakerId) => (speakerId === null ? undefined : casts.get(speakerId)?.voice.provider),
    {},
    effectService,
  );
  await holdCharacters(context, work, requested);
}

/**
 * Holds the price of characters for the step.
 * @param requested Resolves when the requests are written. Rejects if there is not enough money.
 * @throws StepFailure if the account cannot pay for all of it. Nothing is held then, and nothing may be sent.
 */
export async function holdCharacters(
  { services, run, step }: StepContext,
  work: readonly { readonly provider: string; readonly characters: number }[],
  requested: Promise<void> = Promise.resolve(),
): Promise<void> {
  const { ledger } = services;
  const millionths = work.reduce((sum, one) => sum + ledger.cost(one.provider, one.characters), 0);
  if (millionths === 0) return;
  const hold = { id: step.id, purpose: "workflow_step" as const, accountId: run.account_id, millionths };
  const outcome = await asPresentAttempt(services, step, () => ledger.hold(hold));
  if (outcome.kind === "held") return;
  const failure = new StepFailure(
    "STUDIO_WORKFLOW_INSUFFICIENT_FUNDS",
    `The section's audio needs ${outcome.needed} snowcoins, ${outcome.available} are available. Finished audio is kept; resume when there are enough.`,
  );
  await requested;
  await asPresentAttempt(services, step, () =>
    failPendingRequests(services, { stepId: step.id, code: failure.code, message: failure.message }),
  );
  throw failure;
}

async function* blocksOf(targets: AsyncIterable<StoredTarget>) {
  for await (const { stored } of targets) if (stored !== undefined) yield stored;
}

/** Charges takes. Runs in the transaction that stores them. */
export async function payForTakes({ services, step }: StepContext, takes: readonly Take[]): Promise<void> {
  await services.ledger.settle(
    step.id,
    takes.reduce((sum, take) => sum + take.costMillionths, 0),
  );
}
