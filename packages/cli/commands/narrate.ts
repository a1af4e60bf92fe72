import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { hasCode } from "../connection/client.ts";
import { connect } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { outputPlan } from "../narrate/file-names.ts";
import { type NarrateResult, narrate } from "../narrate/narrate.ts";
import { createDisplay, SILENT_DISPLAY } from "../narrate/progress-display.ts";
import { checkOutput, OUTPUT_FORMATS } from "../narrate/save-file.ts";
import { PRESETS, presetNamed } from "../narrate/store-check.ts";
import { MOST_LINES } from "../narrate/story-plan.ts";
import { summaryText } from "../narrate/summary.ts";
import { givenPath } from "../paths.ts";
import { readStory } from "../story/story-file.ts";

interface NarrateOptions {
  readonly out: string;
  readonly title?: string;
  readonly perChapter?: boolean;
  readonly credits?: boolean;
  readonly maxLines?: string;
  readonly preset?: string;
  readonly check?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly dataDir?: string;
}

const MAX_TITLE_UNITS = 500;
const DISK_FULL =
  "The disk of the data directory is full. What is done is kept; free some space there and run the command again to go on.";

export function narrateCommand(): Command {
  return new Command("narrate")
    .description("Make one audio file from one story or book, with a voice for everyone who speaks.")
    .argument("<story>", 'text, Markdown, HTML, EPUB or DOCX file, or "-" for standard input')
    .requiredOption(
      "-o, --out <file>",
      `file to write; its extension is the format: ${OUTPUT_FORMATS.map((f) => `.${f}`).join(" ")}`,
    )
    .option("-t, --title <title>", "title of the story (from the file's name)")
    .option("--per-chapter", "one file for each chapter; --out names a folder or holds {n} and {title}")
    .option("--credits", "say title, author and narrator before and after the story")
    .option("--max-lines <n>", `lines of one file, at most ${MOST_LINES}; a longer story becomes several files`)
    .option("--preset <name>", `how it is mastered: ${PRESETS.join(" or ")} (as it was, at first default)`)
    .option("--check <shop>", "check the finished file as the shop does (acx); not ready ends with exit code 1")
    .option("-q, --quiet", "no progress and no summary")
    .option("--json", "a summary as JSON on stdout at the end")
    .option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)")
    .addHelpText(
      "after",
      `
Uses the server that holds the data folder when one runs, otherwise one of its own for as long as it takes. Everything
is stored on the way: after Ctrl-C or a failure the same command goes on where it was. The file gets its name only when
it is complete. A book brings its chapters, its cover, and its author along; its file has them too. With --per-chapter it
becomes a file for each chapter, all with one cast: for --out book.mp3 they are book-1.mp3, book-2.mp3 and so on.

Examples:
  fullcast narrate story.txt --out story.m4b
  fullcast narrate book.epub --out book.m4b --credits
  fullcast narrate book.epub --out "chapters/{n} {title}.mp3" --per-chapter
  fullcast narrate chapter.txt --out chapter.mp3 --preset acx --check acx
  fullcast narrate chapter.txt --out chapter.mp3 --title "Chapter One"
  npm run narrate -- story.txt --out story.m4b
  fullcast narrate page.html --out story.epub     a book that lights up the words as they are spoken
  cat story.txt | fullcast narrate - --out story.wav --quiet --json`,
    )
    .action(run);
}

async function run(path: string, options: NarrateOptions): Promise<void> {
  // What can be refused at once is refused before anything is read or started.
  const out = givenPath(options.out);
  const perChapter = options.perChapter === true;
  // A folder may be told by the slash at its end alone, which the path has lost.
  const { format, path: output } = await outputPlan(/[\\/]$/.test(options.out) ? `${out}/` : out, perChapter);
  const settings = currentSettings(options.dataDir);
  if (options.title !== undefined) checkTitle(options.title);
  const maxLines = options.maxLines === undefined ? null : lineCount(options.maxLines);
  if (perChapter && maxLines !== null) throw new CliError("usage", "--per-chapter and --max-lines exclude each other.");
  if (perChapter && options.credits) throw new CliError("usage", "--credits are for one file, not for --per-chapter.");
  const preset = options.preset === undefined ? null : presetNamed(options.preset);
  const isChecked = options.check !== undefined;
  if (isChecked && options.check !== "acx") throw new CliError("usage", `--check ${options.check}: only acx is known.`);
  if (isChecked && format === "srt") {
    throw new CliError("usage", `--check: a .${format} file has no sound to check.`);
  }
  await checkOutput(output);
  const readFrom = performance.now();
  const story = await readStory(path === "-" ? path : givenPath(path));
  const readingMs = performance.now() - readFrom;

  const display = options.quiet ? SILENT_DISPLAY : createDisplay(process.stderr);
  using interruption = untilInterrupted();
  const { signal } = interruption;
  const title = options.title?.trim() || story.title;
  try {
    const result = await untilServed(serveOnce);
    if (!options.quiet) display.say(summaryText(result));
    if (options.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    const missed = result.files.flatMap(({ report }) => report?.rules.filter((rule) => !rule.passed) ?? []);
    if (missed.length > 0) {
      const names = [...new Set(missed.map((rule) => rule.rule))].join(", ");
      const remedy =
        preset === "acx"
          ? "a short text is mostly pauses, which count for its loudness."
          : "--preset acx masters for that.";
      throw new CliError("failed", `The file is complete, but not as ACX wants it (${names}); ${remedy}`);
    }
  } catch (error) {
    // Whatever the interruption broke on its way, it is the reason.
    throw signal.aborted ? signal.reason : error;
  } finally {
    display.clear();
  }

  async function serveOnce(): Promise<NarrateResult> {
    const startFrom = performance.now();
    await using connection = await connect(settings, signal);
    const startingMs = performance.now() - startFrom;
    void connection.fatal.then((error) => {
      interruption.abort(new CliError("failed", `The service had to stop: ${error.message}`));
    });
    void connection.diskFull.then(() => {
      interruption.abort(new CliError("failed", DISK_FULL));
    });
    try {
      // Zero is the start of this process: what a person waited.
      return await narrate(
        connection,
        {
          story,
          title,
          format,
          out: output,
          perChapter,
          credits: options.credits === true,
          maxLines,
          preset,
          isChecked,
          beganAt: 0,
          readingMs,
          startingMs,
        },
        display,
        signal,
      );
    } catch (error) {
      if (connection.isOwn || signal.aborted || !isGone(error)) throw error;
      throw new ServerGone(error);
    }
  }

  /** The server in use may be another command's, which takes it along when it ends: then the work goes on with the next. */
  async function untilServed(serve: () => Promise<NarrateResult>): Promise<NarrateResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await serve();
      } catch (error) {
        if (!(error instanceof ServerGone)) throw error;
        if (attempt === MOST_SERVERS) throw error.cause;
        display.say("The server has gone; going on with another.");
      }
    }
  }
}

/** How many servers may go away under one narration. */
const MOST_SERVERS = 10;

class ServerGone extends Error {
  constructor(cause: unknown) {
    super("the server has gone", { cause });
  }
}

function isGone(error: unknown): boolean {
  // fetch tells a broken connection by a TypeError; a server that is about to close refuses new work.
  return hasCode(error, "NO_ANSWER", "UNREADABLE_ANSWER", "SERVICE_UNAVAILABLE") || error instanceof TypeError;
}

function lineCount(given: string): number {
  const lines = Number(given);
  if (/^\d+$/.test(given) && lines >= 1 && lines <= MOST_LINES) return lines;
  throw new CliError("usage", `--max-lines: a whole number from 1 to ${MOST_LINES} is expected.`);
}

function checkTitle(title: string): void {
  if (title.length > MAX_TITLE_UNITS || title.includes("\0") || !title.isWellFormed()) {
    throw new CliError("usage", `--title: at most ${MAX_TITLE_UNITS} characters of plain text are expected.`);
  }
}
