// "fullcast shelf": puts finished books into the folders of a library program.

import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { safeFileName, shelfFolders } from "@fullcast/core/packaging";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { type Connection, connectForLong } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { createDisplay, type Display } from "../narrate/progress-display.ts";
import { checkOutput } from "../narrate/save-file.ts";
import { givenPath } from "../paths.ts";
import { audiobookshelfAt, findLibrary, requestScan, TOKEN_VARIABLE } from "../shelf/audiobookshelf.ts";
import { exportStory, speakStory } from "../stories/export-story.ts";
import { findProject, type ProjectRef } from "../stories/find-project.ts";
import { type StoryOptions, withDataDir } from "../stories/with-connection.ts";
import { duration, fileSize } from "../terminal/amounts.ts";
import { printable } from "../terminal/text-table.ts";

interface ShelfOptions extends StoryOptions {
  readonly folder: string;
  readonly format: string;
  readonly audiobookshelf?: string;
  readonly library?: string;
}

/** The formats that library programs show as a book. */
const SHELF_FORMATS = ["m4b", "mp3", "opus", "epub"] as const;
type ShelfFormat = (typeof SHELF_FORMATS)[number];

export function shelfCommand(): Command {
  return withDataDir(
    new Command("shelf").description("Put books into the library of Audiobookshelf or a like program."),
  )
    .argument("<project...>", "names or ids of projects")
    .requiredOption("--folder <folder>", "the library's folder")
    .option("--format <formats>", `one or several of ${SHELF_FORMATS.join(", ")}, separated by commas`, "m4b")
    .option("--audiobookshelf <url>", `ask this Audiobookshelf for a scan; ${TOKEN_VARIABLE} holds the token`)
    .option("--library <name>", "the library to scan (the only one for books)")
    .addHelpText(
      "after",
      `
Each book gets the folders Author/Series/Vol 2 - 1994 - Title, or Author/Title without a series. Audio that is missing or out
of date is made first. A file that is there already is replaced when its successor is complete. docs/shelves.md has more.

Examples:
  fullcast shelf "The Lighthouse" --folder /media/audiobooks
  fullcast shelf "The Boat" "The Fog" --folder /media/audiobooks --format m4b,epub
  ${TOKEN_VARIABLE}=… fullcast shelf "The Fog" --folder /media/audiobooks --audiobookshelf http://127.0.0.1:13378`,
    )
    .action(run);
}

async function run(given: readonly string[], options: ShelfOptions): Promise<void> {
  const formats = formatsIn(options.format);
  const root = givenPath(options.folder);
  if (!((await stat(root).catch(() => null))?.isDirectory() ?? false))
    throw new CliError("usage", `--folder ${root}: there is no such folder; create it first.`);
  if (options.library !== undefined && options.audiobookshelf === undefined)
    throw new CliError("usage", "--library: give the address of Audiobookshelf with --audiobookshelf.");
  const display = createDisplay(process.stderr);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  const shelf =
    options.audiobookshelf === undefined ? null : audiobookshelfAt(options.audiobookshelf, process.env[TOKEN_VARIABLE]);
  try {
    // Wrong names and tokens are refused before hours of work.
    const library = shelf === null ? null : await findLibrary(shelf, options.library, signal);
    await using connection = await connectForLong(currentSettings(options.dataDir), interruption);
    const projects: ProjectRef[] = [];
    for (const name of given) projects.push(await findProject(connection.client, name));
    for (const project of projects) await deliver(connection, project, { root, formats }, display, signal);
    if (shelf === null || library === null) return;
    await requestScan(shelf, library, signal);
    display.say(`Audiobookshelf scans its library “${printable(library.name)}”.`);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    display.clear();
  }
}

async function deliver(
  connection: Connection,
  project: ProjectRef,
  { root, formats }: { readonly root: string; readonly formats: readonly ShelfFormat[] },
  display: Display,
  signal: AbortSignal,
): Promise<void> {
  const { book } = await connection.client.call("readBook", { params: { projectId: project.id } });
  const title = book.title ?? project.name;
  const { author, series, series_number: seriesNumber, published } = book;
  const folder = join(root, ...shelfFolders({ title, author, series, seriesNumber, published }));
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError("failed", `The folder ${folder} cannot be made (${error.code ?? "unknown error"}).`);
  });
  const whole = { project, section: null };
  const files = formats.map((format) => ({ format, out: join(folder, safeFileName(title, format)) }));
  for (const { out } of files) await checkOutput(out);
  const sections = await speakStory(connection, whole, display, signal);
  for (const file of files) {
    const made = await exportStory(connection, whole, sections, file, display, signal);
    display.say(`${printable(file.out)}: ${duration(made.durationMs)}, ${fileSize(made.sizeBytes)}`);
  }
}

function formatsIn(given: string): readonly ShelfFormat[] {
  const names = given.split(",").map((name) => name.trim().toLowerCase());
  const formats = SHELF_FORMATS.filter((format) => names.includes(format));
  const unknown = names.find((name) => !SHELF_FORMATS.some((format) => format === name));
  if (unknown === undefined) return formats;
  throw new CliError("usage", `--format ${given}: “${unknown}” is not one of ${SHELF_FORMATS.join(", ")}.`);
}
