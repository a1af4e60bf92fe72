// `fullcast narrate`: its options, and what is checked before the work begins.

import { mkdir } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { SHOP_IDS, SHOP_PROFILES } from "@fullcast/core/sound";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { hasCode } from "../connection/client.ts";
import { connectForLong } from "../connection/connect.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { currentSettings } from "../current-settings.ts";
import { outputPlan } from "../narrate/file-names.ts";
import { type BookOptions, givenBook, withGivenBook } from "../narrate/given-book.ts";
import { type NarrateResult, narrate } from "../narrate/narrate.ts";
import { createDisplay, SILENT_DISPLAY } from "../narrate/progress-display.ts";
import { checkOutput, OUTPUT_FORMATS } from "../narrate/save-file.ts";
import { shopNamed } from "../narrate/shop-set.ts";
import { missedText, PRESETS, presetNamed } from "../narrate/store-check.ts";
import { MOST_LINES } from "../narrate/story-plan.ts";
import { summaryText } from "../narrate/summary.ts";
import { givenPath } from "../paths.ts";
import { readStory, type Story } from "../story/story-file.ts";

export interface NarrateOptions extends BookOptions {
  readonly shop?: string;
  readonly out: string;
  readonly title?: string;
  readonly perChapter?: boolean;
  readonly credits?: boolean;
  readonly maxLines?: string;
  readonly narratorOnly?: boolean;
  readonly sounds?: boolean;
  readonly preset?: string;
  readonly check?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly dataDir?: string;
}

const MAX_TITLE_UNITS = 500;

export function narrateCommand(): Command {
  return new Command("narrate")
    .description("Make one audio file from one story or book, with a voice for everyone who speaks.")
    .argument("<story>", 'text, Markdown, HTML, EPUB or DOCX file, or "-" for standard input')
    .requiredOption(
      "-o, --out <file>",
      `file to write; its extension is the format: ${OUTPUT_FORMATS.map((f) => `.${f}`).join(" ")}`,
    )
    .option("-t, --title <title>", "title of the story (from its first lines, else from the file's name)")
    .option("--per-chapter", "one file for each chapter; --out is a folder or a name with {n} and {title}")
    .option("--credits", "speak title, author and narrator before and after the story; with --per-chapter as own files")
    .option("--shop <shop>", `everything that a shop wants, in the folder of --out: ${SHOP_IDS.join(", ")}`)
    .option("--author <name>", "author of the story; several are separated by commas")
    .option("--cover <file>", "cover image: JPEG, PNG, GIF or WebP")
    .option("--language <tag>", "language of the story, e.g. en-GB")
    .option("--series <name>", "series that the book belongs to")
    .option("--number <n>", "the book's number in its series")
    .option("--description <text>", "what the book is about")
    .option("--narrator-credit <name>", "narrator that tags and credits name (the voices)")
    .option("--lyrics", "MP3 files hold the spoken text, which players show as lyrics; of later files of the story too")
    .option("--no-lyrics", "MP3 files without the text, after an earlier --lyrics")
    .option(
      "--undisclosed <reason>",
      "files and pages do not state that machines speak, for this reason (docs/disclosure.md)",
    )
    .option("--max-lines <n>", `lines of one file, at most ${MOST_LINES}; a longer story becomes several files`)
    .option("--narrator-only", "one voice speaks everything, in later narrations of this story too")
    .option("--no-narrator-only", "a voice for everyone who speaks, after an earlier --narrator-only")
    .option("--sounds", "sound effects that the text reports, after an earlier --no-sounds")
    .option("--no-sounds", "no sound effects, in later narrations of this story too")
    .option("--preset <name>", `mastering preset: ${PRESETS.join(" or ")} (unchanged; of a new story default)`)
    .option(
      "--check <shop>",
      `check the finished file against the rules of a shop (${SHOP_IDS.join(", ")}); exit code 1 when it fails`,
    )
    .option("-q, --quiet", "no progress and no summary")
    .option("--json", "a summary as JSON on stdout at the end")
    .option("--data-dir <folder>", "folder that holds everything (FULLCAST_DATA_DIR, else ./data)")
    .addHelpText(
      "after",
      `
Uses the server that runs on the data folder, otherwise a server of its own while the command runs. Results are stored at
once: after Ctrl-C or a failure the same command continues. The file gets its name only when it is complete. Chapters,
cover, author and series of a book are taken from the book; options replace them. A book without a cover gets one that is
drawn from title and author. With --per-chapter there is a file for each chapter, all with one cast: for --out book.mp3
they are book-1.mp3, book-2.mp3 and so on.

--shop writes a folder with opening credits, chapters, closing credits, a retail sample of one to five minutes, a
cover of 2,400 × 2,400 pixels and report.txt. It masters for the shop and checks every file. Shops have rules about machine
voices: ACX (Audible) refuses them. docs/shops.md has the rules, their sources and the day on which they were read.

Examples:
  fullcast narrate story.txt --out story.m4b
  fullcast narrate book.epub --out book.m4b --credits
  fullcast narrate book.epub --out "chapters/{n} {title}.mp3" --per-chapter
  fullcast narrate chapter.txt --out chapter.mp3 --preset acx --check acx
  fullcast narrate book.epub --shop acx --out shop/
  fullcast narrate tale.txt --out tale.m4b --author "Ann Ash" --series "The Salt Road" --number 2 --cover tale.jpg
  fullcast narrate chapter.txt --out chapter.mp3 --title "Chapter One"
  npm run narrate -- story.txt --out story.m4b
  fullcast narrate page.html --out story.epub     a read-along book: words are highlighted while they are spoken
  cat story.txt | fullcast narrate - --out story.wav --quiet --json`,
    )
    .action((path: string, options: NarrateOptions) => narrateFile(path, options));
}

/**
 * What the command does with its argument and options.
 * @param known the story of the file, if the caller has read it
 * @throws CliError
 */
export async function narrateFile(path: string, options: NarrateOptions, known?: Story): Promise<void> {
  // Wrong options are refused before anything is read or started.
  const out = givenPath(options.out);
  const shop = options.shop === undefined ? null : shopNamed(options.shop);
  const perChapter = options.perChapter === true || shop !== null;
  if (shop !== null) await shopFolder(options.out, out);
  // The path has lost a slash at its end, which can be all that names a folder.
  const { format, path: output } = await outputPlan(/[\\/]$/.test(options.out) ? `${out}/` : out, perChapter);
  const settings = currentSettings(options.dataDir);
  if (options.title !== undefined) checkTitle(options.title);
  const maxLines = options.maxLines === undefined ? null : lineCount(options.maxLines);
  if (perChapter && maxLines !== null)
    throw new CliError("usage", "--max-lines and --per-chapter (or --shop) exclude each other.");
  // Files for ACX meet what is known of the other shops.
  const preset = options.preset === undefined ? (shop === null ? null : "acx") : presetNamed(options.preset);
  const checkedFor = options.check === undefined ? shop : shopNamed(options.check, "--check");
  const given = await givenBook(options);
  if (checkedFor !== null && (format === "srt" || format === "vtt" || format === "epub")) {
    throw new CliError("usage", `--check: a .${format} file cannot be checked; use .mp3, .m4b, .opus or .wav.`);
  }
  if (perChapter) await chapterFolder(dirname(output));
  await checkOutput(output);
  const readFrom = performance.now();
  const story = withGivenBook(known ?? (await readStory(path === "-" ? path : givenPath(path))), given);
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
      const shopName = checkedFor === null ? "the shop" : SHOP_PROFILES[checkedFor].name;
      throw new CliError(
        "failed",
        `The file is complete but does not meet the rules of ${shopName} ${missedText(missed)}`,
      );
    }
  } catch (error) {
    // An error after an interruption is its consequence.
    throw signal.aborted ? signal.reason : error;
  } finally {
    display.clear();
  }

  async function serveOnce(): Promise<NarrateResult> {
    const startFrom = performance.now();
    await using connection = await connectForLong(settings, interruption);
    const startingMs = performance.now() - startFrom;
    try {
      // Time counts from the start of this process: what a person waited.
      return await narrate(
        connection,
        {
          story,
          title,
          format,
          out: output,
          perChapter,
          credits: options.credits === true || shop !== null,
          narrator: options.narratorCredit?.trim() ?? null,
          shop,
          maxLines,
          preset,
          checkedFor,
          narratorOnly: options.narratorOnly ?? null,
          sounds: options.sounds ?? null,
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

  /** The server may belong to another command and end with it. The work then continues with the next server. */
  async function untilServed(serve: () => Promise<NarrateResult>): Promise<NarrateResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await serve();
      } catch (error) {
        if (!(error instanceof ServerGone)) throw error;
        if (attempt === MOST_SERVERS) throw error.cause;
        display.say("The server has ended; continuing with another.");
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
  // fetch throws a TypeError for a broken connection; a server that is about to close refuses new work.
  return hasCode(error, "NO_ANSWER", "UNREADABLE_ANSWER", "SERVICE_UNAVAILABLE") || error instanceof TypeError;
}

/** The folder of a shop's set, made when it is missing. @throws CliError (usage) for a file's name */
async function shopFolder(given: string, folder: string): Promise<void> {
  if (/\{(?:n|title)\}/.test(given) || (!/[\\/]$/.test(given) && extname(given) !== "")) {
    throw new CliError("usage", `--shop: --out ${given} must name a folder.`);
  }
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CliError("failed", `The folder ${folder} cannot be made (${error.code ?? "unknown error"}).`);
  });
}

/** Makes the folder of chapters when it is missing and the folder around it is there. */
async function chapterFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // What else is wrong with it is found, and reported, when a file is tried there.
    if (error.code !== "EEXIST" && error.code !== "ENOENT") {
      throw new CliError("failed", `The folder ${folder} cannot be made (${error.code ?? "unknown error"}).`);
    }
  });
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
