// Makes a file of a story as it is now: first the audio that is missing or out of date, then the file.

import { CliError } from "../cli-error.ts";
import type { Connection } from "../connection/connect.ts";
import { type BookAbout, downloadArtifact, exportBook, exportSection } from "../narrate/export-file.ts";
import type { Display } from "../narrate/progress-display.ts";
import { type OutputFormat, saveFile } from "../narrate/save-file.ts";
import { readSectionStates, type StorySection } from "../narrate/section.ts";
import { MOST_SECTIONS, runWorkflow } from "../narrate/workflow.ts";
import { watchStages } from "../narrate/workflow-stages.ts";
import { type ProjectRef, type SectionRef, sectionsOf } from "./find-project.ts";

export interface ExportedFile {
  readonly durationMs: number;
  readonly sizeBytes: number;
}

/** Speaks what is missing in the whole project, or in one section. @throws CliError */
export async function speakStory(
  { client }: Connection,
  { project, section }: { readonly project: ProjectRef; readonly section: SectionRef | null },
  display: Display,
  signal: AbortSignal,
): Promise<readonly StorySection[]> {
  const all = section === null ? await sectionsOf(client, project) : [section];
  const sections = all.map(({ id }): StorySection => ({ projectId: project.id, sectionId: id, isKnown: true }));
  if (sections.length === 0) throw new CliError("failed", "The project has no sections.");
  const silent = (await readSectionStates(client, sections)).sections.filter(({ isAudioReady }) => !isAudioReady);
  for (let from = 0; from < silent.length; from += MOST_SECTIONS.create_audio) {
    const [head, ...rest] = silent.slice(from, from + MOST_SECTIONS.create_audio);
    if (head === undefined) break;
    const watch = watchStages(display, display.finish, () => performance.now());
    await runWorkflow(client, "create_audio", [head, ...rest], watch, signal);
  }
  return sections;
}

/** Mixes spoken sections and writes the file. @throws CliError */
export async function exportStory(
  { client, url }: Connection,
  { project, section }: { readonly project: ProjectRef; readonly section: SectionRef | null },
  sections: readonly StorySection[],
  {
    format,
    out,
    epub = {},
  }: {
    readonly format: OutputFormat;
    readonly out: string;
    readonly epub?: Pick<BookAbout, "pages" | "highlight">;
  },
  display: Display,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const began = performance.now();
  const watch = (percent: number) =>
    display.update({
      stage: "Mixing & encoding",
      fraction: percent / 100,
      blocks: null,
      audioMs: null,
      elapsedMs: performance.now() - began,
      remainingMs: null,
    });
  const about = {
    title: project.name,
    chapters: sections.length > 1 ? "sections" : "headings",
    credits: false,
    ...epub,
  } as const;
  const [first] = sections;
  if (first === undefined) throw new Error("a story that is exported has a section");
  const { artifact, durationMs } =
    section === null
      ? await exportBook(client, sections, { format, about }, watch, signal)
      : await exportSection(client, first, format, watch, signal);
  await saveFile(out, downloadArtifact(artifact, url, signal), artifact.size_bytes, () => {});
  return { durationMs, sizeBytes: artifact.size_bytes };
}
