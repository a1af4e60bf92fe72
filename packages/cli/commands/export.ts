import { extname } from "node:path";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { connect } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { downloadArtifact, exportBook, exportSection } from "../narrate/export-file.ts";
import { createDisplay } from "../narrate/progress-display.ts";
import { checkOutput, OUTPUT_FORMATS, outputFormat, saveFile } from "../narrate/save-file.ts";
import { readSectionStates, type StorySection } from "../narrate/section.ts";
import { MOST_SECTIONS, runWorkflow } from "../narrate/workflow.ts";
import { watchStages } from "../narrate/workflow-stages.ts";
import { givenPath } from "../paths.ts";
import { findProjectAndSection, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { duration, fileSize } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

interface ExportOptions extends StoryOptions {
  readonly out: string;
}

const BUNDLE = ".fullcast";

export function exportCommand(): Command {
  return withDataDir(new Command("export").description("Make a file from a project as it is now, edits included."))
    .argument("<project>", "a project's name or id; PROJECT/SECTION for one section, by number or title")
    .requiredOption(
      "-o, --out <file>",
      `file to write; its extension is the format: ${[...OUTPUT_FORMATS.map((f) => `.${f}`), BUNDLE].join(" ")}`,
    )
    .addHelpText(
      "after",
      `
Makes the audio that is missing or out of date first. Lines that did not change are not spoken again.

Examples:
  fullcast export "The Lighthouse" --out lighthouse.m4b
  fullcast export "My Book/3" --out chapter-3.mp3
  fullcast export "The Lighthouse" --out lighthouse.epub
  fullcast export "The Lighthouse" --out lighthouse.fullcast    everything, for "fullcast import"`,
    )
    .action(run);
}

/** Writes the whole project as a bundle. */
async function writeBundle(given: string, out: string, options: ExportOptions): Promise<void> {
  await checkOutput(out);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  await withConnection(options, async ({ client }) => {
    const { project, section } = await findProjectAndSection(client, given);
    if (section !== null) throw new CliError("usage", "A bundle holds a whole project; leave out the section.");
    const response = await client.call("exportBundle", { params: { projectId: project.id }, signal });
    const size = Number(response.headers.get("content-length"));
    if (response.body === null) throw new CliError("failed", "The server sent no bundle.");
    await saveFile(out, response.body as ReadableStream<Uint8Array>, size, () => {});
    console.error(`${printable(options.out)}: ${fileSize(size)}`);
  });
}

async function run(given: string, options: ExportOptions): Promise<void> {
  const out = givenPath(options.out);
  if (extname(out).toLowerCase() === BUNDLE) return writeBundle(given, out, options);
  const format = outputFormat(out);
  await checkOutput(out);
  const display = createDisplay(process.stderr);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  try {
    await using connection = await connect(currentSettings(options.dataDir), signal);
    void connection.fatal.then((error) => {
      interruption.abort(new CliError("failed", `The service had to stop: ${error.message}`));
    });
    const { client, url } = connection;
    const found = await findProjectAndSection(client, given);
    const projectId = found.project.id;
    const all = found.section === null ? await sectionsOf(client, found.project) : [found.section];
    const sections = all.map(({ id }): StorySection => ({ projectId, sectionId: id, isKnown: true }));
    const [first] = sections;
    if (first === undefined) throw new CliError("failed", "The project has no sections.");
    const silent = (await readSectionStates(client, sections)).sections.filter(({ isAudioReady }) => !isAudioReady);
    for (let from = 0; from < silent.length; from += MOST_SECTIONS.create_audio) {
      const [head, ...rest] = silent.slice(from, from + MOST_SECTIONS.create_audio);
      if (head === undefined) break;
      const watch = watchStages(display, display.finish, () => performance.now());
      await runWorkflow(client, "create_audio", [head, ...rest], watch, signal);
    }
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
      title: found.project.name,
      chapters: sections.length > 1 ? "sections" : "headings",
      credits: false,
    } as const;
    const made =
      found.section === null
        ? await exportBook(client, sections, { format, about }, watch, signal)
        : await exportSection(client, first, format, watch, signal);
    await saveFile(out, downloadArtifact(made.artifact, url, signal), made.artifact.size_bytes, () => {});
    display.say(`${printable(options.out)}: ${duration(made.durationMs)}, ${fileSize(made.artifact.size_bytes)}`);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    display.clear();
  }
}
