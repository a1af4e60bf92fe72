// Maps the steps of a Create Audio run to the stages that people see.

import { counted, duration } from "../terminal/amounts.ts";
import type { Display } from "./progress-display.ts";
import type { Stage } from "./progress-line.ts";
import type { Workflow, WorkflowProgress, WorkflowWatcher } from "./workflow.ts";

type StepKind = Workflow["steps"][number]["step_kind"];
type AudioStage = Extract<Stage, "Structuring" | "Casting" | "Directing" | "Speaking">;

const STAGE_OF_STEP: Readonly<Record<StepKind, AudioStage>> = {
  prepare_section: "Structuring",
  assign_speakers: "Casting",
  cast_voices: "Casting",
  direct_emotion: "Directing",
  direct_section_delivery: "Directing",
  place_project_sounds: "Directing",
  direct_sfx: "Directing",
  prepare_voices: "Speaking",
  generate_stale_audio: "Speaking",
  render_section: "Speaking",
};

const AUDIO_STAGES = ["Casting", "Directing", "Speaking"] as const;
const OPEN: ReadonlySet<string> = new Set(["pending", "active"]);

/** A watcher that shows the current stage and finishes each stage once, in order, with its duration. */
export function watchStages(
  display: Display,
  finish: (stage: Stage, ms: number, note: string) => void,
  now: () => number,
): WorkflowWatcher {
  const watchedFrom = now();
  let stageFrom = watchedFrom;
  let storedMs: number | null = null;
  let current = 0;
  return ({ run, steps }, progress) => {
    const stepsOf = (stage: Stage) => steps.filter(({ step_kind }) => STAGE_OF_STEP[step_kind] === stage);
    for (; current < AUDIO_STAGES.length; current++) {
      const stage = AUDIO_STAGES[current] ?? "Speaking";
      const own = stepsOf(stage);
      if (own.some(({ status }) => OPEN.has(status))) break;
      // The code that follows the run reports the failure.
      if (own.some(({ status }) => status !== "succeeded" && status !== "skipped")) return;
      if (own.length > 0) finish(stage, share(own, now() - watchedFrom), stage === "Speaking" ? spoken(progress) : "");
      stageFrom = now();
    }
    const stage = AUDIO_STAGES[current];
    if (stage === undefined || run.status === "canceling") return;
    const isSpeaking = stage === "Speaking";
    if (isSpeaking) storedMs ??= progress.audio_ms;
    display.update({
      stage,
      fraction: isSpeaking ? fractionOf(progress) : null,
      blocks: isSpeaking ? { done: progress.blocks.ready, total: progress.blocks.total } : null,
      // Audio of an earlier run does not count for the speed of this one.
      audioMs: isSpeaking ? progress.audio_ms - (storedMs ?? 0) : null,
      elapsedMs: now() - stageFrom,
      remainingMs: isSpeaking ? progress.estimated_remaining_ms : null,
    });
  };
}

/** The position of a run within the whole story, in characters. */
export interface PlaceInWhole {
  readonly before: number;
  readonly own: number;
  readonly after: number;
  /** Time that the part before took. */
  readonly spentMs: number;
}

/** Shows a run over a part as progress of the whole story. The rest is estimated at the pace so far, by length. */
export function withinWhole(display: Display, { before, own, after, spentMs }: PlaceInWhole): Display {
  if (before + after === 0) return display;
  return {
    ...display,
    update(progress) {
      const { fraction, remainingMs, elapsedMs } = progress;
      const done = before + own * (fraction ?? 0);
      const later = done === 0 ? null : (after * (spentMs + elapsedMs)) / done;
      display.update({
        ...progress,
        fraction: fraction === null ? null : done / (before + own + after),
        remainingMs: remainingMs === null || later === null ? null : remainingMs + later,
      });
    },
  };
}

/** The duration of the steps as the server reports it, at most the time watched: they may have started long before. */
function share(steps: Workflow["steps"], seenMs: number): number {
  const took = steps.reduce(
    (sum, { started_at, completed_at }) =>
      started_at === null || completed_at === null ? sum : sum + Date.parse(completed_at) - Date.parse(started_at),
    0,
  );
  return Math.min(Math.max(took, 0), seenMs);
}

function fractionOf({ characters, blocks }: WorkflowProgress): number | null {
  // Characters measure the work more evenly than blocks.
  if (characters.total > 0) return characters.generated / characters.total;
  return blocks.total > 0 ? blocks.ready / blocks.total : null;
}

function spoken({ blocks, audio_ms }: WorkflowProgress): string {
  return `${counted(blocks.ready, "block")}, ${duration(audio_ms)} of audio`;
}
