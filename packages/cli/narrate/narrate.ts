// One story into one file, or, when it is longer than a section can be, into several with one cast: read → sections →
// structure → audio → export → save, each step found done when an earlier run had done it. What always holds: everything
// that was made is stored on the way, so that a run that is broken off or fails is taken up again by running the command
// once more.

import { basename } from "node:path";
import type { MasteringPreset } from "@fullcast/core/sound";
import { splitLongText } from "@fullcast/core/structure";
import { MANIFEST_LIMITS } from "@fullcast/core/timeline";
import { CliError } from "../cli-error.ts";
import type { Connection } from "../connection/connect.ts";
import type { Story } from "../story/story-file.ts";
import { duration, fileSize, whole } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";
import { type CastRow, readCast } from "./cast.ts";
import { downloadArtifact, exportSection } from "./export-file.ts";
import type { Display } from "./progress-display.ts";
import type { Stage } from "./progress-line.ts";
import { checkOutput, type OutputFormat, partPaths, saveFile } from "./save-file.ts";
import { findOrCreateSections, hasUnparsedText, readSectionState, type StorySection } from "./section.ts";
import { applyPreset, reportText, type StoreReport } from "./store-check.ts";
import { runWorkflow } from "./workflow.ts";
import { watchStages } from "./workflow-stages.ts";

/**
 * Most lines of one part. A line takes two units of a section's timeline, and a part that is read alone may come to
 * some more lines than it had in the whole.
 */
export const MOST_LINES = Math.floor(0.8 * (MANIFEST_LIMITS.sequential_units / 2));
/** Bytes of a part's text as JSON; a request holds 8 MiB. */
const MOST_JSON_BYTES = 7_000_000;

export interface NarrateRequest {
  readonly story: Story;
  readonly title: string;
  readonly format: OutputFormat;
  /** Absolute; already checked. */
  readonly out: string;
  /** Most lines of one file, at most MOST_LINES. */
  readonly mostLines: number;
  /** How the project is mastered from now on; null leaves it as it is. */
  readonly preset: MasteringPreset | null;
  /** Whether the finished files are checked as a shop does. */
  readonly isChecked: boolean;
  /** When the work began, on the clock of performance.now(). */
  readonly beganAt: number;
  /** How long reading the story took. */
  readonly readingMs: number;
  /** How long starting a server, or finding the one that runs, took. */
  readonly startingMs: number;
}

export interface NarratedFile {
  readonly file: string;
  readonly duration_ms: number;
  readonly size_bytes: number;
  readonly section_id: string;
  readonly export_id: string;
  /** Only when it was asked for. */
  readonly report?: StoreReport;
}

/** `file`, `section_id` and `export_id` are those of the first file; durations and sizes are of all together. */
export interface NarrateResult extends NarratedFile {
  readonly format: OutputFormat;
  readonly title: string;
  readonly elapsed_ms: number;
  readonly real_time_factor: number;
  readonly project_id: string;
  readonly files: readonly NarratedFile[];
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
  readonly cast: readonly CastRow[];
}

/** Throws CliError; `signal` aborts with a CliError as its reason. */
export async function narrate(
  { client, url, isOwn }: Connection,
  { story, title, format, out, mostLines, preset, isChecked, beganAt, readingMs, startingMs }: NarrateRequest,
  display: Display,
  signal: AbortSignal,
): Promise<NarrateResult> {
  const spent = new Map<Stage, number>();
  /** Told at the end of a stage's line while there are several parts. */
  let part = "";
  const finish = (stage: Stage, ms: number, note: string) => {
    spent.set(stage, (spent.get(stage) ?? 0) + ms);
    display.finish(stage, ms, [part, note].filter(Boolean).join(": "));
  };
  const show = (stage: Stage, elapsedMs: number, fraction: number | null) =>
    display.update({ stage, fraction, blocks: null, audioMs: null, elapsedMs, remainingMs: null });
  finish("Reading", readingMs, `${whole(story.text.length)} characters, ${story.encoding}`);
  finish("Starting", startingMs, isOwn ? "" : `the running server at ${url}`);

  const bytesPerUnit = Buffer.byteLength(JSON.stringify(story.text)) / story.text.length;
  const units = Math.floor(MOST_JSON_BYTES / bytesPerUnit);
  const texts = splitLongText(story.text, { lines: mostLines, units });
  const paths = partPaths(out, texts.length);
  if (texts.length > 1) {
    for (const path of paths) await checkOutput(path);
    const names = paths.map((path) => printable(basename(path)));
    display.say(`The story is too long for one file and becomes ${texts.length} with one cast: ${names.join(", ")}`);
  }
  const sections = await findOrCreateSections(client, title, texts);
  if (sections.some(({ isKnown }) => isKnown)) display.say("This story was here before; what is stored is used again.");
  // All of the text before any audio, and all audio before any file: the cast is whole when the first file is made.
  if (preset !== null && sections[0] !== undefined) await applyPreset(client, sections[0].projectId, preset);
  await forEachPart(structure);
  await forEachPart(makeAudio);
  const files: NarratedFile[] = [];
  await forEachPart(async (section, index) => {
    files.push(await makeFile(section, paths[index] ?? out));
  });

  const elapsed = performance.now() - beganAt;
  const sum = (of: (file: NarratedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const [first] = files;
  if (first === undefined) throw new Error("a story has at least one part");
  const duration_ms = sum((file) => file.duration_ms);
  return {
    ...first,
    format,
    title,
    duration_ms,
    size_bytes: sum((file) => file.size_bytes),
    elapsed_ms: Math.round(elapsed),
    real_time_factor: Math.round((duration_ms / elapsed) * 100) / 100,
    project_id: sections[0]?.projectId ?? "",
    files,
    stages: [...spent].map(([stage, ms]) => ({ stage, ms: Math.round(ms) })),
    cast: await readCast(client, sections[0]?.projectId ?? ""),
  };

  async function forEachPart(work: (section: StorySection, index: number) => Promise<void>): Promise<void> {
    for (const [index, section] of sections.entries()) {
      part = sections.length > 1 ? `part ${index + 1} of ${sections.length}` : "";
      await work(section, index);
    }
    part = "";
  }

  async function makeFile(section: StorySection, path: string): Promise<NarratedFile> {
    const mixing = performance.now();
    const { state, artifact } = await exportSection(
      client,
      section,
      format,
      ({ percent }) => show("Mixing & encoding", performance.now() - mixing, percent / 100),
      signal,
    );
    const { manifest } = await client.call("readExportManifest", { params: { exportId: state.id } });
    finish("Mixing & encoding", performance.now() - mixing, state.cache_result === "reused" ? "already done" : "");
    const saving = performance.now();
    await saveFile(path, downloadArtifact(artifact, url, signal), artifact.size_bytes, (written) =>
      show("Saving", performance.now() - saving, written / artifact.size_bytes),
    );
    finish("Saving", performance.now() - saving, fileSize(artifact.size_bytes));
    const report = isChecked ? await client.call("readExportReport", { params: { exportId: state.id } }) : null;
    if (report !== null) display.say(reportText(report));
    return {
      file: path,
      duration_ms: manifest.duration_ms,
      size_bytes: artifact.size_bytes,
      section_id: section.sectionId,
      export_id: state.id,
      ...(report === null ? {} : { report }),
    };
  }

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
      () => show("Structuring", performance.now() - from, null),
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
