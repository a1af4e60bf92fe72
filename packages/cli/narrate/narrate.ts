// Makes one file of a story, or one for each chapter: read → sections → structure → audio → export → save. A step that an
// earlier run has finished is skipped. Always true: all sections share one cast, which is complete before the first
// file is made; results are stored at once, so that running the command again continues a run that was stopped or failed.

import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { creditsOf } from "@fullcast/core/packaging";
import type { MasteringPreset, ShopId } from "@fullcast/core/sound";
import { CliError } from "../cli-error.ts";
import type { Connection } from "../connection/connect.ts";
import type { Story } from "../story/story-file.ts";
import { counted, duration, fileSize } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";
import { hasBookData, storeBookData, storeReadings } from "./book-data.ts";
import { type CastRow, isNarratorOnly, readCast } from "./cast.ts";
import { type BookAbout, downloadArtifact, exportBook, exportSection, type MadeFile } from "./export-file.ts";
import { chapterPaths } from "./file-names.ts";
import type { NarratedFile } from "./narrated-file.ts";
import type { Display } from "./progress-display.ts";
import type { Stage } from "./progress-line.ts";
import { checkOutput, type OutputFormat, saveFile } from "./save-file.ts";
import { findOrCreateSections, hasUnparsedText, readSectionStates, type StorySection } from "./section.ts";
import { shopReport, writeShopCover } from "./shop-set.ts";
import { hasSounds, setSounds } from "./sounds.ts";
import { applyPreset, reportText, shopText } from "./store-check.ts";
import { planStory, type StoryPlan } from "./story-plan.ts";
import { MOST_SECTIONS, runWorkflow } from "./workflow.ts";
import { watchStages, withinWhole } from "./workflow-stages.ts";

export interface NarrateRequest {
  readonly story: Story & { readonly isGiven?: boolean };
  readonly title: string;
  readonly format: OutputFormat;
  /** Absolute; of several files the pattern. */
  readonly out: string;
  /** One file for each chapter. */
  readonly perChapter: boolean;
  /** Whether title, author and narrator are spoken before and after the story; with perChapter as files of their own. */
  readonly credits: boolean;
  /** The narrator that credits and tags name; null: the voices. */
  readonly narrator: string | null;
  /** The shop for which a sample, a cover and a report are made beside the chapters. */
  readonly shop: ShopId | null;
  /** Most lines of one file; null: all in one. */
  readonly maxLines: number | null;
  /** The mastering preset of the project from now on; null leaves its mastering unchanged. */
  readonly preset: MasteringPreset | null;
  /** The shop against whose rules the finished files are checked; null: none. */
  readonly checkedFor: ShopId | null;
  /** Whether one voice speaks everything; null leaves the story's setting as it is. */
  readonly narratorOnly: boolean | null;
  /** Whether the story has sounds; null leaves its setting as it is. */
  readonly sounds: boolean | null;
  /** When the work began, on the clock of performance.now(). */
  readonly beganAt: number;
  /** How long reading the story took. */
  readonly readingMs: number;
  /** How long starting a server, or finding the one that runs, took. */
  readonly startingMs: number;
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
  request: NarrateRequest,
  display: Display,
  signal: AbortSignal,
): Promise<NarrateResult> {
  const { story, title, format, out, preset, checkedFor, beganAt, readingMs, startingMs } = request;
  const spent = new Map<Stage, number>();
  /** Shown at the end of a stage's line while there are several of its kind. */
  let part = "";
  const finish = (stage: Stage, ms: number, note: string) => {
    spent.set(stage, (spent.get(stage) ?? 0) + ms);
    display.finish(stage, ms, [part, note].filter(Boolean).join(": "));
  };
  const show = (stage: Stage, elapsedMs: number, fraction: number | null) =>
    display.update({ stage, fraction, blocks: null, audioMs: null, elapsedMs, remainingMs: null });
  finish("Reading", readingMs, `${counted(story.text.length, "character")}, ${story.encoding}`);
  finish("Starting", startingMs, isOwn ? "" : `the running server at ${url}`);

  const withCredits = request.credits && request.perChapter;
  const plan = planStory({ ...story, title }, request);
  const paths = plan.files === "joined" ? [out] : chapterPaths(out, fileTitles(plan));
  await sayFiles(plan, paths);
  const sections = await findOrCreateSections(client, title, plan.sections);
  const projectId = sections[0]?.projectId ?? "";
  if (sections.some(({ isKnown }) => isKnown))
    display.say(
      "This story is stored already: its edits and its audio are kept. To start afresh, give it another --title.",
    );
  if (preset !== null) await applyPreset(client, projectId, preset);
  if (request.narratorOnly !== null) {
    const body = { schema_version: 1 as const, narrator_only: request.narratorOnly };
    await client.call("changeProjectCasting", { params: { projectId }, body });
  } else if (sections.some(({ isKnown }) => isKnown) && (await isNarratorOnly(client, projectId)))
    display.say(
      "One voice speaks everything, because of an earlier --narrator-only. To cast everyone who speaks, add --no-narrator-only.",
    );
  /** Their audio can be complete, but the sounds are not placed yet. */
  let soundless: readonly StorySection[] = [];
  if (request.sounds !== null) {
    const changed = await setSounds(client, sections, request.sounds);
    if (request.sounds) soundless = changed;
  } else if (sections[0]?.isKnown === true && !(await hasSounds(client, sections[0].sectionId)))
    display.say("The story has no sounds, because they are switched off. To add them, add --sounds.");
  if (hasBookData(story)) await storeBookData(client, projectId, title, story, display);
  await storeReadings(client, projectId, story.ruby);
  // All text before any audio, and all audio before any file: the cast is complete when the first file is made.
  await structure();
  await makeAudio();
  const files = await makeFiles();
  if (checkedFor !== null) display.say(shopText(files.flatMap(({ report }) => report ?? [])));

  const elapsed = performance.now() - beganAt;
  const sum = (of: (file: NarratedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  const [first] = files;
  if (first === undefined) throw new Error("a story has at least one file");
  const duration_ms = sum((file) => file.duration_ms);
  return {
    ...first,
    format,
    title,
    duration_ms,
    size_bytes: sum((file) => file.size_bytes),
    elapsed_ms: Math.round(elapsed),
    real_time_factor: Math.round((duration_ms / elapsed) * 100) / 100,
    project_id: projectId,
    files,
    stages: [...spent].map(([stage, ms]) => ({ stage, ms: Math.round(ms) })),
    cast: await readCast(client, projectId),
  };

  /** The credits' headings are the names of their files. */
  function fileTitles({ sections: planned }: StoryPlan): string[] {
    const titles = planned.map((section) => section.title);
    if (!withCredits) return titles;
    const { opening, closing } = creditsOf(
      { title, author: story.author, narrator: request.narrator },
      story.language ?? "en",
    );
    return [opening.heading, ...titles, closing.heading];
  }

  async function sayFiles({ files: kind, sections: planned }: StoryPlan, names: readonly string[]): Promise<void> {
    if (kind === "joined") return;
    for (const path of names) await checkOutput(path);
    const list = names.map((path) => printable(basename(path))).join(", ");
    display.say(
      request.perChapter
        ? `${counted(planned.length, "chapter")} with one cast: ${list}`
        : `The story is too long for one file and becomes ${names.length} with one cast: ${list}`,
    );
  }

  async function structure(): Promise<void> {
    const from = performance.now();
    const raw: StorySection[] = [];
    for (const section of sections) {
      signal.throwIfAborted();
      if (await hasUnparsedText(client, section.sectionId)) raw.push(section);
    }
    if (raw.length === 0) return finish("Structuring", performance.now() - from, "already done");
    for (const batch of batches(raw, MOST_SECTIONS.prepare_sections)) {
      await runWorkflow(
        client,
        "prepare_sections",
        batch,
        ({ run }) => {
          const { succeeded = 0, total = 0 } = run.progress;
          show("Structuring", performance.now() - from, total > 1 ? succeeded / total : null);
        },
        signal,
      );
    }
    for (const section of raw) {
      if (await hasUnparsedText(client, section.sectionId)) {
        throw new CliError("failed", "Some of the text could not be structured; run the command again.");
      }
    }
    finish("Structuring", performance.now() - from, "");
  }

  async function makeAudio(): Promise<void> {
    const from = performance.now();
    const states = (await readSectionStates(client, sections)).sections;
    const forSounds = new Set(soundless.map(({ sectionId }) => sectionId));
    const silent = states.filter(({ isAudioReady, sectionId }) => !isAudioReady || forSounds.has(sectionId));
    if (silent.length === 0) return finish("Speaking", performance.now() - from, "already done");
    await warnOfLanguage(silent[0]!.sectionId);
    const units = (some: readonly StorySection[]) =>
      some.reduce((total, { sectionId }) => total + unitsOf(sectionId), 0);
    const all = batches(silent, MOST_SECTIONS.create_audio);
    for (const [index, batch] of all.entries()) {
      part = all.length > 1 ? `part ${index + 1} of ${all.length}` : "";
      const batchFrom = performance.now();
      const before = units(all.slice(0, index).flat());
      const place = { before, own: units(batch), after: units(all.slice(index + 1).flat()), spentMs: batchFrom - from };
      const watch = watchStages(withinWhole(display, place), finish, () => performance.now());
      const { steps } = await runWorkflow(client, "create_audio", batch, watch, signal);
      const audio = steps.find(({ step_kind }) => step_kind === "generate_stale_audio");
      if (audio === undefined) finish("Speaking", performance.now() - batchFrom, `nothing to do after ${duration(0)}`);
    }
    part = "";
  }

  /** Before anything is spoken: the language of the story may have no voice. */
  async function warnOfLanguage(sectionId: string): Promise<void> {
    const body = { schema_version: 2 as const, workflow_kind: "create_audio" as const, section_ids: [sectionId] };
    const { unspoken_language } = await client.call("quoteWorkflow", { params: { projectId }, body });
    if (unspoken_language !== null) display.say(`Warning: ${unspoken_language.message}`);
  }

  function unitsOf(sectionId: string): number {
    return plan.sections[sections.findIndex((section) => section.sectionId === sectionId)]?.text.length ?? 0;
  }

  async function makeFiles(): Promise<NarratedFile[]> {
    const [only] = sections;
    const isBook =
      plan.files === "joined" &&
      (sections.length > 1 || hasBookData(story) || request.credits || request.narrator !== null);
    if (isBook || only === undefined) {
      return [await savedBook({}, out)];
    }
    const files: NarratedFile[] = [];
    const next = () => paths[files.length] ?? out;
    const isSeveral = paths.length > 1;
    const count = () => {
      part = isSeveral ? `part ${files.length + 1} of ${paths.length}` : "";
    };
    count();
    if (withCredits) files.push(await savedBook({ part: "opening_credits" }, next()));
    for (const section of sections) {
      count();
      const make = (watch: (percent: number) => void) => exportSection(client, section, format, watch, signal);
      files.push(await saved(make, next(), section.sectionId));
    }
    count();
    if (withCredits) files.push(await savedBook({ part: "closing_credits" }, next()));
    part = "";
    return request.shop === null ? files : [...files, ...(await shopFiles(request.shop, files))];
  }

  /** The sample, and beside it the cover and the report. */
  async function shopFiles(shop: ShopId, chapters: readonly NarratedFile[]): Promise<NarratedFile[]> {
    const folder = dirname(out);
    part = "sample";
    const sample = await savedBook({ part: "sample" }, join(folder, `Retail Sample.${format}`));
    part = "";
    const cover = await writeShopCover(folder, title, story);
    await writeFile(join(folder, "report.txt"), shopReport(shop, title, [...chapters, sample], cover));
    display.say(`For the shop: ${cover.name} (${cover.note}), Retail Sample.${format} and report.txt`);
    return [sample];
  }

  /** A file of the whole book, or of the part that `more` names. */
  function savedBook(more: Pick<BookAbout, "part">, path: string): Promise<NarratedFile> {
    const narrator = request.narrator === null ? {} : { narrator: request.narrator };
    const about = { title, chapters: plan.chapters, credits: request.credits, ...narrator, ...more };
    const make = (watch: (percent: number) => void) => exportBook(client, sections, { format, about }, watch, signal);
    return saved(make, path, sections[0]?.sectionId ?? "");
  }

  async function saved(
    make: (watch: (percent: number) => void) => Promise<MadeFile>,
    path: string,
    sectionId: string,
  ): Promise<NarratedFile> {
    const mixing = performance.now();
    const { exportId, artifact, durationMs, isReused } = await make((percent) =>
      show("Mixing & encoding", performance.now() - mixing, percent / 100),
    );
    finish("Mixing & encoding", performance.now() - mixing, isReused ? "already done" : "");
    const saving = performance.now();
    await saveFile(path, downloadArtifact(artifact, url, signal), artifact.size_bytes, (written) =>
      show("Saving", performance.now() - saving, written / artifact.size_bytes),
    );
    finish("Saving", performance.now() - saving, fileSize(artifact.size_bytes));
    const report =
      checkedFor === null
        ? null
        : await client.call("readExportReport", { params: { exportId }, query: { shop: checkedFor } });
    if (report !== null) display.say(reportText(report));
    return {
      file: path,
      duration_ms: durationMs,
      size_bytes: artifact.size_bytes,
      section_id: sectionId,
      export_id: exportId,
      ...(report === null ? {} : { report }),
    };
  }
}

type Batch = readonly [StorySection, ...StorySection[]];

function batches(sections: readonly StorySection[], most: number): Batch[] {
  const all: Batch[] = [];
  for (let from = 0; from < sections.length; from += most) {
    const [first, ...rest] = sections.slice(from, from + most);
    if (first !== undefined) all.push([first, ...rest]);
  }
  return all;
}
