import type { Caller } from "@fullcast/contract";
import { OUTCOME_OF } from "@fullcast/core/workflow";
import { sectionProgress } from "../media/media.ts";
import type { Services } from "../services.ts";
import { findRun } from "./read.ts";

/** An extrapolation from less time is meaningless. */
const SHORTEST_BASIS_MS = 1_000;

/** The progress of the audio of a run's sections, and the estimated remaining time at the speed so far. */
export async function workflowProgress(services: Pick<Services, "db" | "clock">, caller: Caller, runId: string) {
  const { run, steps } = await findRun(services, caller, runId);
  const sectionIds = [...new Set(steps.map((step) => step.section_id))];
  const speaking = steps.find((step) => step.step_kind === "generate_stale_audio" && step.status === "active");
  // `updated_at` of an active step is its latest start, so the downtime after a crash does not count.
  const since = speaking?.updated_at ?? run.created_at;
  const sections = await sectionProgress(services, sectionIds, since);
  const sum = (of: (section: (typeof sections)[number]) => number) =>
    sections.reduce((total, section) => total + of(section), 0);
  const finished = steps.filter((step) => OUTCOME_OF[step.status] !== "unfinished").length;
  const total = sum((section) => section.total);
  const ready = sum((section) => section.ready);
  const failed = sum((section) => section.failed);
  const asked = sum((section) => section.pending);
  const characters = sum((section) => section.characters);
  const generated = sum((section) => section.characters_ready);
  return {
    workflow_run_id: run.id,
    status: run.status,
    percent: percentOf(run.workflow_kind, finished / steps.length, characters === 0 ? 0 : generated / characters),
    blocks: {
      total,
      pending: Math.max(0, total - ready - failed - asked),
      generating: asked,
      ready,
      failed,
    },
    characters: { total: characters, generated },
    audio_ms: Math.round(sum((section) => section.audio_ms)),
    estimated_remaining_ms:
      run.completed_at !== null
        ? 0
        : remainingMs(
            speaking === undefined ? 0 : services.clock().getTime() - since.getTime(),
            sum((section) => section.characters_since),
            characters - generated,
          ),
    sections: sections.map((section) => ({
      section_id: section.section_id,
      total: section.total,
      ready: section.ready,
      failed: section.failed,
    })),
  };
}

/** Preparation progresses by steps. Nearly all of Create Audio is speech, so its progress is that of the audio. */
function percentOf(kind: "prepare_sections" | "create_audio", steps: number, audio: number): number {
  if (steps === 1) return 100;
  return Math.floor(100 * (kind === "prepare_sections" ? steps : Math.min(audio, 0.99)));
}

function remainingMs(elapsedMs: number, doneCharacters: number, leftCharacters: number): number | null {
  if (elapsedMs < SHORTEST_BASIS_MS || doneCharacters === 0) return null;
  return Math.round((elapsedMs / doneCharacters) * leftCharacters);
}
