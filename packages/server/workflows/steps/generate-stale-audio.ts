// Makes speech for every block of a section without current audio: its engine speaks it, then it is measured, stored by content
// and committed in small batches. A committed batch is never made again. Lines that a person edits meanwhile are spoken too.

import { failures as failureWords } from "@fullcast/contract";
import { MANIFEST_LIMITS } from "@fullcast/core/manifest-limits";
import { blockNumber, type CastLookup, sectionRow, spokenBlockCount } from "../../documents/documents.ts";
import {
  dropPendingRequests,
  requestAudio,
  requestMoreAudio,
  type StaleBlock,
  staleBlocks,
} from "../../media/media.ts";
import type { Services } from "../../services.ts";
import { castsOf } from "../../speakers/speakers.ts";
import { thenAlways } from "../../then-always.ts";
import { asPresentAttempt } from "../present-attempt.ts";
import {
  type StepContext,
  StepFailure,
  type StepHandler,
  type StepOutcome,
  StepPostponed,
  type StepServices,
} from "../step.ts";
import { type EarlierStep, whilePresent } from "../store.ts";
import { takesScopeOf } from "../takes-scope.ts";
import { castNewcomers } from "./cast-voices.ts";
import { causesOf } from "./failure-causes.ts";
import { failureTexts, reported, stepFailureOf } from "./failure-texts.ts";
import { furtherTakes } from "./further-takes.ts";
import { holdForAudio } from "./pay-for-audio.ts";
import { type Failure, type Generated, linesByEngine, speakLines, type Work } from "./speak-lines.ts";

/** How often a step looks for lines that edits made stale while it was speaking. Later edits are left to the next run. */
const MOST_ROUNDS = 20;

export const generateStaleAudio: StepHandler = async (context) => {
  const { services, run, step, earlier } = context;
  const takes = takesScopeOf(run.target_scope);
  if (takes !== null) return furtherTakes(context, takes);
  await refuseEndless(services, step.section_id);
  const first = await unmadeLines(context);
  if (first.isShared && first.lines.length === 0) throw new StepPostponed();
  // Speech of the first lines starts while the requests are written.
  const spoken = await linesByEngine(context, step.section_id, first.lines, first.casts);
  const mine = { runId: run.id, stepId: step.id, sectionId: step.section_id };
  const besides = earlier.map(({ id }) => id);
  const request = (write: () => Promise<void>) => {
    const written = asPresentAttempt(services, step, write);
    // The code below awaits the same promise and throws its error.
    written.catch(() => undefined);
    return written;
  };
  let requested = request(() => requestAudio(services, mine, first.lines, besides));
  const speak = async ({ lines: stale, casts }: Unmade, lines: Work["lines"]): Promise<Generated> => {
    await holdForAudio(context, { sectionId: step.section_id, stale, casts, requested });
    return speakLines(context, step.section_id, { wanted: stale.length, lines, casts, requested });
  };
  const work = async (): Promise<StepOutcome> => {
    if (first.lines.length === 0) {
      await requested;
      const summary = { reason: "Every line has current audio." };
      return { kind: "skipped", summary, documentVersion: first.documentVersion };
    }
    let generated = await speak(first, spoken);
    let last = first;
    const tried = new Set<string>();
    for (let round = 1; round < MOST_ROUNDS; round++) {
      for (const line of last.lines) tried.add(keyOf(line));
      const now = await unmadeLines(context);
      last = { ...now, lines: now.lines.filter((line) => !tried.has(keyOf(line))) };
      if (last.lines.length === 0) break;
      const { lines, casts } = last;
      requested = request(() => requestMoreAudio(services, mine, lines));
      generated = together(
        generated,
        await speak(last, await linesByEngine(context, step.section_id, lines, casts)),
        lines,
      );
    }
    if (last.isShared) throw new StepPostponed();
    return outcomeOf(services, { sectionId: step.section_id, documentVersion: last.documentVersion }, generated);
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

interface Unmade {
  /** Lines without current audio that this step makes. */
  readonly lines: readonly StaleBlock[];
  /** Whether another run is making lines that this step also has to deliver. It waits for them and makes the rest. */
  readonly isShared: boolean;
  readonly casts: CastLookup;
  readonly documentVersion: number;
}

async function unmadeLines(context: StepContext): Promise<Unmade> {
  const { services, run, step, earlier } = context;
  await castNewcomers(context);
  const section = await sectionRow(services, step.section_id);
  const wanted = targetIds(run.target_scope);
  const [all, casts] = await Promise.all([staleBlocks(services, section.id), castsOf(services, section.project_id)]);
  const unmade = all.filter((one) => wanted === null || wanted.has(one.block_id));
  const lines = earlier.length === 0 ? unmade : unmade.filter(({ block_id }) => !isMadeBy(earlier, block_id));
  return { lines, casts, isShared: lines.length < unmade.length, documentVersion: section.document_version };
}

const keyOf = ({ block_id, intent_hash }: StaleBlock) => `${block_id} ${intent_hash}`;

/** The results of two rounds. A failure of a line that was edited and spoken again does not count. */
function together(one: Generated, two: Generated, again: readonly StaleBlock[]): Generated {
  const edited = new Set(again.map(({ block_id }) => block_id));
  return {
    audioMs: one.audioMs + two.audioMs,
    made: one.made + two.made,
    spokenInstead: one.spokenInstead + two.spokenInstead,
    remarked: one.remarked + two.remarked,
    failures: [...one.failures.filter(({ blockId }) => !edited.has(blockId)), ...two.failures],
  };
}

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
