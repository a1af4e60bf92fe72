import { stat } from "node:fs/promises";
import { extname } from "node:path";
import { Command, Option } from "commander";
import { CliError } from "../cli-error.ts";
import type { Client } from "../connection/client.ts";
import { type Connection, connectForLong } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { createDisplay, type Display } from "../narrate/progress-display.ts";
import { checkOutput, OUTPUT_FORMATS, outputFormat, saveFile } from "../narrate/save-file.ts";
import { givenPath } from "../paths.ts";
import { openBook } from "../stories/book-upload.ts";
import { exportLines, otherFiles, type WhichLines } from "../stories/export-lines.ts";
import { exportStory, speakStory } from "../stories/export-story.ts";
import { findProjectAndSection, sectionsOf } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { duration, fileSize } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

interface ExportOptions extends StoryOptions {
  readonly out: string;
  /** True: the EPUB that the server keeps. */
  readonly original?: boolean | string;
  readonly highlight?: string;
  /** True: all. */
  readonly lines?: true | WhichLines;
}

const BUNDLE = ".fullcast";

export function exportCommand(): Command {
  return withDataDir(new Command("export").description("Make a file from a project as it is now, edits included."))
    .argument("<project>", "a project's name or id; PROJECT/SECTION for one section, by number or title")
    .requiredOption(
      "-o, --out <file>",
      `file to write; its extension is the format: ${[...OUTPUT_FORMATS.map((f) => `.${f}`), BUNDLE].join(" ")}`,
    )
    .option(
      "--original [epub]",
      "an EPUB with the narration in the pages of this book; without a file, of the one that was imported",
    )
    .addOption(
      new Option(
        "--highlight <what>",
        "what an EPUB lights up while it is spoken: word (if missing) or sentence",
      ).choices(["word", "sentence"]),
    )
    .addOption(
      new Option(
        "--lines [which]",
        "a WAV file for each line in the folder of --out, with lines.csv and lines.json: all (if missing) or speech",
      ).choices(["all", "speech"]),
    )
    .addHelpText(
      "after",
      `
Makes the audio that is missing or out of date first. Lines that did not change are not spoken again.

Examples:
  fullcast export "The Lighthouse" --out lighthouse.m4b
  fullcast export "My Book/3" --out chapter-3.mp3
  fullcast export "The Lighthouse" --out lighthouse.epub
  fullcast export "The Lighthouse" --out read-along.epub --original lighthouse.epub --highlight sentence
  fullcast export "Harbour Watch" --lines speech --out lines/     e.g. 012_Mara_Who-is-there.wav, for a game
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

/** Writes a file for each line. */
async function writeLines(given: string, folder: string, options: ExportOptions): Promise<void> {
  if (Object.keys(epubChoices(options)).length > 0)
    throw new CliError("usage", "--original and --highlight are for EPUB; leave them out with --lines.");
  await checkFolder(folder, options.out);
  await working(options, async (connection, display, signal) => {
    const found = await findProjectAndSection(connection.client, given);
    await speakStory(connection, found, display, signal);
    const order = {
      project: found.project,
      chapters: found.section === null ? await sectionsOf(connection.client, found.project) : [found.section],
      which: options.lines === "speech" ? "speech" : "all",
      folder,
    } as const;
    const { count, durationMs, others } = await exportLines(connection, order, display, signal);
    display.say(`${printable(options.out)}: ${count} ${count === 1 ? "line" : "lines"}, ${duration(durationMs)}`);
    if (others.length > 0) display.say(otherFiles(others));
  });
}

async function checkFolder(path: string, given: string): Promise<void> {
  const there = await stat(path).catch(() => null);
  const extension = extname(path).slice(1).toLowerCase();
  const isFile = there === null ? [...OUTPUT_FORMATS, "fullcast"].includes(extension) : !there.isDirectory();
  if (isFile) throw new CliError("usage", `--lines writes a file for each line; ${printable(given)} is no folder.`);
}

/** Gives the server the book into whose pages the narration is put. */
async function keepOriginal(client: Client, projectId: string, given: string): Promise<void> {
  const { bytes } = await openBook(given);
  const upload = { contentType: "application/epub+zip", bytes } as const;
  await client.call("putBookOriginal", { params: { projectId }, upload });
}

const epubChoices = ({ original, highlight }: ExportOptions) => ({
  ...(original !== undefined ? ({ pages: "original" } as const) : {}),
  ...(highlight === "sentence" ? ({ highlight } as const) : {}),
});

async function run(given: string, options: ExportOptions): Promise<void> {
  const out = givenPath(options.out);
  if (options.lines !== undefined) return writeLines(given, out, options);
  if (extname(out).toLowerCase() === BUNDLE) return writeBundle(given, out, options);
  const format = outputFormat(out);
  const epub = epubChoices(options);
  if (format !== "epub" && Object.keys(epub).length > 0)
    throw new CliError("usage", `--original and --highlight are for EPUB; ${printable(options.out)} is none.`);
  await checkOutput(out);
  await working(options, async (connection, display, signal) => {
    const found = await findProjectAndSection(connection.client, given);
    if (found.section !== null && Object.keys(epub).length > 0)
      throw new CliError("usage", "--original and --highlight are for the whole book; leave out the section.");
    if (typeof options.original === "string") await keepOriginal(connection.client, found.project.id, options.original);
    const sections = await speakStory(connection, found, display, signal);
    const made = await exportStory(connection, found, sections, { format, out, epub }, display, signal);
    display.say(`${printable(options.out)}: ${duration(made.durationMs)}, ${fileSize(made.sizeBytes)}`);
  });
}

/** Long work with a display, until it ends or Ctrl-C. */
async function working(
  { dataDir }: StoryOptions,
  work: (connection: Connection, display: Display, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const display = createDisplay(process.stderr);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  try {
    await using connection = await connectForLong(currentSettings(dataDir), interruption);
    await work(connection, display, signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    display.clear();
  }
}
