// Makes speech for every block of a section without current audio: its engine speaks it, then it is measured, stored by content
// and committed in small batches. A committed batch is never made again.

import { failures as failureWords } from "@fullcast/contract";
import { MANIFEST_LIMITS } from "@fullcast/core/timeline";
import { blockNumber, sectionRow, spokenBlockCount } from "../../documents/documents.ts";
import { dropPendingRequests, requestAudio, staleBlocks } from "../../media/media.ts";
import type { Services } from "../../services.ts";
import { castsOf } from "../../speakers/speakers.ts";
import { thenAlways } from "../../then-always.ts";
import { asPresentAttempt } from "../present-attempt.ts";
import { StepFailure, type StepHandler, type StepOutcome, StepPostponed, type StepServices } from "../step.ts";
import { type EarlierStep, whilePresent } from "../store.ts";
import { takesScopeOf } from "../takes-scope.ts";
import { causesOf } from "./failure-causes.ts";
import { failureTexts, reported, stepFailureOf } from "./failure-texts.ts";
import { furtherTakes } from "./further-takes.ts";
import { holdForAudio } from "./pay-for-audio.ts";
import { type Failure, type Generated, linesByEngine, speakLines } from "./speak-lines.ts";

export const generateStaleAudio: StepHandler = async (context) => {
  const { services, run, step, earlier } = context;
  const takes = takesScopeOf(run.target_scope);
  if (takes !== null) return furtherTakes(context, takes);
  const section = await sectionRow(services, step.section_id);
  const documentVersion = section.document_version;
  await refuseEndless(services, section.id);
  const wanted = targetIds(run.target_scope);
  const [all, casts] = await Promise.all([staleBlocks(services, section.id), castsOf(services, section.project_id)]);
  const unmade = all.filter((one) => wanted === null || wanted.has(one.block_id));
  // Lines that another run is making are left out. This step waits for them, then makes the rest.
  const stale = earlier.length === 0 ? unmade : unmade.filter(({ block_id }) => !isMadeBy(earlier, block_id));
  if (stale.length < unmade.length && stale.length === 0) throw new StepPostponed();
  // Speech of the first lines starts while the requests are written.
  const lines = await linesByEngine(context, section.id, stale, casts);
  const mine = { runId: run.id, stepId: step.id, sectionId: section.id };
  const besides = earlier.map(({ id }) => id);
  const requested = asPresentAttempt(services, step, () => requestAudio(services, mine, stale, besides));
  // The code below awaits the same promise and throws its error.
  requested.catch(() => undefined);
  const work = async (): Promise<StepOutcome> => {
    if (stale.length === 0) {
      await requested;
      return { kind: "skipped", summary: { reason: "Every line has current audio." }, documentVersion };
    }
    await holdForAudio(context, { sectionId: section.id, stale, casts, requested });
    const generated = await speakLines(context, section.id, { wanted: stale.length, lines, casts, requested });
    if (stale.length < unmade.length) throw new StepPostponed();
    return outcomeOf(services, { sectionId: section.id, documentVersion }, generated);
  };
  return thenAlways(work, async () => {
    await Promise.allSettled([requested]);
    // A delayed process must not change rows after another process has restarted the step.
    await whilePresent(services, step, async () => {
      await dropPendingRequests(services, step.id);
      await services.ledger.release(step.id);
    });
  });
};

function isMadeBy(steps: readonly EarlierStep[], blockId: string): boolean {
  return steps.some(({ target_scope }) => targetIds(target_scope)?.has(blockId) ?? true);
}

/**
 * A line takes one unit for its audio and one for the spacing to the next. A section that exceeds the limit of a timeline is
 * reported before hours of speech are generated.
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

/** The block ids of a target scope. Null: the whole section. */
function targetIds(scope: unknown): ReadonlySet<string> | null {
  if (scope === null) return null;
  // A run for further takes does not make the stale audio of the line.
  if (takesScopeOf(scope) !== null) return new Set();
  const { blocks } = scope as { blocks: readonly { block_id: string }[] };
  return new Set(blocks.map((block) => block.block_id));
}

const QUOTA_EXCEEDED = "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED";
const PLAN_NOT_SUFFICIENT = "STUDIO_WORKFLOW_PLAN_NOT_SUFFICIENT";
const ACCESS_DENIED = "STUDIO_WORKFLOW_PROVIDER_ACCESS_DENIED";

async function outcomeOf(
  services: StepServices,
  { sectionId, documentVersion }: { readonly sectionId: string; readonly documentVersion: number },
  { audioMs, made, spokenInstead, remarked, failures: all }: Generated,
): Promise<StepOutcome> {
  // An automatically placed sound that cannot be made is left out, because the story is complete without it.
  const failures = all
    .filter(({ kind, error }) => kind !== "automatic_sound" || error.kind !== "rejected")
    .sort((one, other) => one.position - other.position);
  const leftOut = all.length - failures.length;
  const causes = causesOf(failures, (provider) => services.engines.byProvider(provider)?.name);
  const summary = {
    blocks_generated: made,
    blocks_failed: failures.length,
    ...(causes.length > 0 ? { causes: causes.map((cause) => ({ ...cause })) } : {}),
    audio_ms: audioMs,
    ...(leftOut > 0 ? { sounds_left_out: leftOut } : {}),
    ...(spokenInstead > 0 ? { blocks_spoken_by_fallback: spokenInstead } : {}),
    ...(remarked > 0 ? { blocks_with_remarks: remarked } : {}),
  };
  const [first] = failures;
  if (first === undefined) return { kind: "succeeded", summary, documentVersion };
  const kinds = new Set(failures.map(({ error }) => (error.scope === "plan" ? error.scope : error.kind)));
  const closed = kinds.has("quota")
    ? QUOTA_EXCEEDED
    : kinds.has("auth")
      ? ACCESS_DENIED
      : kinds.has("plan")
        ? PLAN_NOT_SUFFICIENT
        : null;
  const without = `${failures.length} ${failures.length === 1 ? "line has" : "lines have"} no audio: `;
  if (closed !== null) {
    const message = closed === PLAN_NOT_SUFFICIENT ? failureWords[closed].sentence : without + closingReasons(failures);
    return { kind: "failed", summary, documentVersion, code: closed, message };
  }
  const { error, kind, position } = reported(failures) ?? first;
  const number = await blockNumber(services, sectionId, position);
  const { code, advice } = stepFailureOf(failures);
  const reason = failureTexts(error, kind).message.replace(/\.$/, "");
  const message = `${without}block ${number}: ${reason}. ${advice}`;
  return { kind: "failed", summary, documentVersion, code, message };
}

/** Why engines get no further requests in this run, each reason once; a few of them are enough. */
function closingReasons(failures: readonly Failure[]): string {
  const closing = failures.filter(({ error }) => error.kind === "quota" || error.kind === "auth");
  return [...new Set(closing.map(({ error }) => error.message))].slice(0, 3).join(" ");
}
