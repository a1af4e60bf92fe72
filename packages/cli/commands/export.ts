import { extname } from "node:path";
import { Command, Option } from "commander";
import { CliError } from "../cli-error.ts";
import type { Client } from "../connection/client.ts";
import { connectForLong } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { createDisplay } from "../narrate/progress-display.ts";
import { checkOutput, OUTPUT_FORMATS, outputFormat, saveFile } from "../narrate/save-file.ts";
import { givenPath } from "../paths.ts";
import { openBook } from "../stories/book-upload.ts";
import { exportStory, speakStory } from "../stories/export-story.ts";
import { findProjectAndSection } from "../stories/find-project.ts";
import { type StoryOptions, withConnection, withDataDir } from "../stories/with-connection.ts";
import { duration, fileSize } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

interface ExportOptions extends StoryOptions {
  readonly out: string;
  /** True: the EPUB that the server keeps. */
  readonly original?: boolean | string;
  readonly highlight?: string;
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
    .addHelpText(
      "after",
      `
Makes the audio that is missing or out of date first. Lines that did not change are not spoken again.

Examples:
  fullcast export "The Lighthouse" --out lighthouse.m4b
  fullcast export "My Book/3" --out chapter-3.mp3
  fullcast export "The Lighthouse" --out lighthouse.epub
  fullcast export "The Lighthouse" --out read-along.epub --original lighthouse.epub --highlight sentence
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
  if (extname(out).toLowerCase() === BUNDLE) return writeBundle(given, out, options);
  const format = outputFormat(out);
  const epub = epubChoices(options);
  if (format !== "epub" && Object.keys(epub).length > 0)
    throw new CliError("usage", `--original and --highlight are for EPUB; ${printable(options.out)} is none.`);
  await checkOutput(out);
  const display = createDisplay(process.stderr);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  try {
    await using connection = await connectForLong(currentSettings(options.dataDir), interruption);
    const found = await findProjectAndSection(connection.client, given);
    if (found.section !== null && Object.keys(epub).length > 0)
      throw new CliError("usage", "--original and --highlight are for the whole book; leave out the section.");
    if (typeof options.original === "string") await keepOriginal(connection.client, found.project.id, options.original);
    const sections = await speakStory(connection, found, display, signal);
    const made = await exportStory(connection, found, sections, { format, out, epub }, display, signal);
    display.say(`${printable(options.out)}: ${duration(made.durationMs)}, ${fileSize(made.sizeBytes)}`);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    display.clear();
  }
}
