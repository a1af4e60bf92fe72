// One story into one file: read → section → structure → audio → export → save, each step found done when an earlier run
// had done it. What always holds: everything that was made is stored on the way, so that a run that is broken off or
// fails is taken up again by running the command once more.

import { CliError } from "../cli-error.ts";
import type { Connection } from "../connection/connect.ts";
import type { Story } from "../story/story-file.ts";
import { duration, fileSize, whole } from "../terminal/amounts.ts";
import { type CastRow, readCast } from "./cast.ts";
import { downloadArtifact, exportSection } from "./export-file.ts";
import type { Display } from "./progress-display.ts";
import type { Stage } from "./progress-line.ts";
import { type OutputFormat, saveFile } from "./save-file.ts";
import { findOrCreateSection, hasUnparsedText, readSectionState, type StorySection } from "./section.ts";
import { runWorkflow } from "./workflow.ts";
import { watchStages } from "./workflow-stages.ts";

export interface NarrateRequest {
  readonly story: Story;
  readonly title: string;
  readonly format: OutputFormat;
  /** Absolute; already checked. */
  readonly out: string;
  /** When the work began, on the clock of performance.now(). */
  readonly beganAt: number;
  /** How long reading the story took. */
  readonly readingMs: number;
  /** How long starting a server, or finding the one that runs, took. */
  readonly startingMs: number;
}

export interface NarrateResult {
  readonly file: string;
  readonly format: OutputFormat;
  readonly title: string;
  readonly duration_ms: number;
  readonly size_bytes: number;
  readonly elapsed_ms: number;
  readonly real_time_factor: number;
  readonly project_id: string;
  readonly section_id: string;
  readonly export_id: string;
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
  readonly cast: readonly CastRow[];
}

/** Throws CliError; `signal` aborts with a CliError as its reason. */
export async function narrate(
  { client, url, isOwn }: Connection,
  { story, title, format, out, beganAt, readingMs, startingMs }: NarrateRequest,
  display: Display,
  signal: AbortSignal,
): Promise<NarrateResult> {
  const stages: { stage: Stage; ms: number }[] = [];
  const finish = (stage: Stage, ms: number, note: string) => {
    stages.push({ stage, ms });
    display.finish(stage, ms, note);
  };
  finish("Reading", readingMs, `${whole(story.text.length)} characters, ${story.encoding}`);
  finish("Starting", startingMs, isOwn ? "" : `the running server at ${url}`);

  const section = await findOrCreateSection(client, title, story.text);
  if (section.isKnown) display.say("This story was here before; what is stored is used again.");
  await structure(section);
  await makeAudio(section);

  const mixing = performance.now();
  const { state, artifact } = await exportSection(
    client,
    section,
    format,
    ({ percent }) => {
      const fraction = percent / 100;
      const elapsedMs = performance.now() - mixing;
      display.update({
        stage: "Mixing & encoding",
        fraction,
        blocks: null,
        audioMs: null,
        elapsedMs,
        remainingMs: null,
      });
    },
    signal,
  );
  const { manifest } = await client.call("readExportManifest", { params: { exportId: state.id } });
  finish("Mixing & encoding", performance.now() - mixing, state.cache_result === "reused" ? "already done" : "");

  const saving = performance.now();
  await saveFile(out, downloadArtifact(artifact, url, signal), artifact.size_bytes, (written) => {
    const elapsedMs = performance.now() - saving;
    const fraction = written / artifact.size_bytes;
    display.update({ stage: "Saving", fraction, blocks: null, audioMs: null, elapsedMs, remainingMs: null });
  });
  finish("Saving", performance.now() - saving, fileSize(artifact.size_bytes));

  const elapsed = performance.now() - beganAt;
  return {
    file: out,
    format,
    title,
    duration_ms: manifest.duration_ms,
    size_bytes: artifact.size_bytes,
    elapsed_ms: Math.round(elapsed),
    real_time_factor: Math.round((manifest.duration_ms / elapsed) * 100) / 100,
    project_id: section.projectId,
    section_id: section.sectionId,
    export_id: state.id,
    stages: stages.map(({ stage, ms }) => ({ stage, ms: Math.round(ms) })),
    cast: await readCast(client, section.projectId),
  };

  async function structure(section: StorySection): Promise<void> {
    const from = performance.now();
    if (!(await hasUnparsedText(client, section.sectionId))) {
      finish("Structuring", performance.now() - from, "already done");
      return;
    }
    await runWorkflow(
      client,
      "prepare_sections",
      section,
      () => {
        const elapsedMs = performance.now() - from;
        display.update({
          stage: "Structuring",
          fraction: null,
          blocks: null,
          audioMs: null,
          elapsedMs,
          remainingMs: null,
        });
      },
      signal,
    );
    if (await hasUnparsedText(client, section.sectionId)) {
      throw new CliError("failed", "Some of the text could not be structured; run the command again.");
    }
    finish("Structuring", performance.now() - from, "");
  }

  async function makeAudio(section: StorySection): Promise<void> {
    const from = performance.now();
    if ((await readSectionState(client, section)).isAudioReady) {
      finish("Speaking", performance.now() - from, "already done");
      return;
    }
    const watch = watchStages(display, finish, () => performance.now());
    const { steps } = await runWorkflow(client, "create_audio", section, watch, signal);
    const audio = steps.find(({ step_kind }) => step_kind === "generate_stale_audio");
    if (audio === undefined) finish("Speaking", performance.now() - from, `nothing to do after ${duration(0)}`);
  }
}
