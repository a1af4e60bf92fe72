// The seam between audio and money: what a section's audio costs is held before anything is sent, each batch of takes is
// charged in the transaction that stores it, and what is left over is given back when the step ends (advance.ts does
// that too, for steps that end without their handler).

import { type BlockIntentParts, optionsOf, spokenText } from "@fullcast/core/media";
import type { CastLookup } from "../../documents/documents.ts";
import { failPendingRequests, type StaleBlock, type Take } from "../../media/media.ts";
import { type StepContext, StepFailure } from "../step.ts";
import { storedTargets } from "./stored-targets.ts";

/** @throws StepFailure when the account cannot pay for all of it; then nothing is held and nothing may be sent. */
export async function holdForAudio(
  { services, run, step }: StepContext,
  sectionId: string,
  stale: readonly StaleBlock[],
  casts: CastLookup,
): Promise<void> {
  const { ledger } = services;
  const providers = new Set([...casts.values()].map((cast) => cast.voice.provider));
  if (![...providers].some((provider) => ledger.cost(provider, 1) > 0)) return;
  let millionths = 0;
  for await (const { stored } of storedTargets(services, sectionId, stale)) {
    const { speaker_id = null, content } = stored?.block ?? {};
    const provider = speaker_id === null ? undefined : casts.get(speaker_id)?.voice.provider;
    if (provider === undefined || content?.type !== "text") continue;
    millionths += ledger.cost(
      provider,
      spokenText(content, optionsOf(stored?.intent_parts as BlockIntentParts)).text.length,
    );
  }
  const work = { id: step.id, purpose: "workflow_step" as const, accountId: run.account_id, millionths };
  const outcome = await ledger.hold(work);
  if (outcome.kind === "held") return;
  const failure = new StepFailure(
    "STUDIO_WORKFLOW_INSUFFICIENT_FUNDS",
    `The section's audio needs ${outcome.needed} snowcoins, ${outcome.available} are available. Finished audio is kept; resume when there are enough.`,
  );
  await failPendingRequests(services, { stepId: step.id, code: failure.code, message: failure.message });
  throw failure;
}

/** Charges takes. Runs in the transaction that stores them. */
export async function payForTakes({ services, step }: StepContext, takes: readonly Take[]): Promise<void> {
  await services.ledger.settle(
    step.id,
    takes.reduce((sum, take) => sum + take.costMillionths, 0),
  );
}
