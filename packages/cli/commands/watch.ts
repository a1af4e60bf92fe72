// "fullcast watch": every book that is put into a folder becomes audio in another one.

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { safeFileName, safeFolderName, shelfFolders } from "@fullcast/core/packaging";
import { Command } from "commander";
import { CliError } from "../cli-error.ts";
import { untilInterrupted } from "../connection/interruption.ts";
import { failureOf } from "../failure.ts";
import { OUTPUT_FORMATS, outputFormat } from "../narrate/save-file.ts";
import { shopNamed } from "../narrate/shop-set.ts";
import { presetNamed } from "../narrate/store-check.ts";
import { givenPath } from "../paths.ts";
import { withDataDir } from "../stories/with-connection.ts";
import { readStory, type Story } from "../story/story-file.ts";
import { printable } from "../terminal/text-table.ts";
import { DONE, FAILED, FolderAway, inboxAt, type Look } from "../watch/inbox.ts";
import { outputFolderAt } from "../watch/output-folder.ts";
import { type NarrateOptions, narrateFile } from "./narrate.ts";

interface WatchOptions
  extends Pick<
    NarrateOptions,
    "credits" | "perChapter" | "shop" | "preset" | "narratorOnly" | "sounds" | "language" | "dataDir" | "quiet"
  > {
  readonly out: string;
  readonly format: string;
  readonly shelf?: boolean;
  readonly settle: string;
  readonly once?: boolean;
}

/** How often the folder is read. Events of the file system do not exist on every network drive. */
const LOOK_MS = 1_000;
/** A failure that is not the file's is tried again after these times. */
const RETRY_MS = [60_000, 300_000, 900_000] as const;

export function watchCommand(): Command {
  return withDataDir(new Command("watch").description("Make audio of every book that is put into a folder."))
    .argument("<folder>", "the folder to watch")
    .requiredOption("-o, --out <folder>", "folder of the finished files")
    .option("--format <format>", `format of the files: ${OUTPUT_FORMATS.join(", ")}`, "m4b")
    .option("--shelf", "the folders of a library program below --out: Author/Series/Vol 2 - Title (docs/shelves.md)")
    .option("--per-chapter", "a folder for each book, with a file for each chapter")
    .option("--shop <shop>", "a folder for each book, with everything that a shop wants")
    .option("--credits", "speak title, author and narrator before and after the story")
    .option("--preset <name>", "mastering preset")
    .option("--narrator-only", "one voice speaks everything")
    .option("--sounds", "sound effects that the text reports, of a book that had none")
    .option("--no-sounds", "no sound effects")
    .option("--language <tag>", "language of the books, e.g. en-GB")
    .option("--settle <seconds>", "a file is complete when it has not changed for this long", "5")
    .option("--once", "deal with what is there, then end")
    .option("-q, --quiet", "only errors")
    .addHelpText(
      "after",
      `
A finished book moves to the folder ${DONE} in the watched folder. A book that cannot become audio moves to ${FAILED}, and a text
beside it says why. Links and folders are left alone. After a restart the command continues with what is still there; what was
spoken is kept.

Examples:
  fullcast watch ~/Inbox --out ~/Audiobooks
  fullcast watch ~/Inbox --out /media/audiobooks --shelf --credits
  fullcast watch ~/Inbox --out ~/Chapters --per-chapter --format mp3 --once`,
    )
    .action(run);
}

async function run(given: string, options: WatchOptions): Promise<void> {
  const folder = givenPath(given);
  const out = givenPath(options.out);
  if (!((await stat(folder).catch(() => null))?.isDirectory() ?? false))
    throw new CliError("usage", `The folder to watch: there is no folder ${folder}; create it first.`);
  const output = await outputFolderAt(out);
  if (out === folder) throw new CliError("usage", "--out: name another folder than the one that is watched.");
  const settleMs = secondsIn(options.settle) * 1000;
  // Wrong options are refused now, not with the first book.
  outputFormat(`book.${options.format}`);
  if (options.shop !== undefined) shopNamed(options.shop);
  if (options.preset !== undefined) presetNamed(options.preset);

  const inbox = inboxAt(folder, settleMs);
  /** The folders that are waited for. */
  const away = new Set<string>();
  const tries = new Map<string, { readonly count: number; readonly notBefore: number }>();
  using interruption = untilInterrupted();
  const { signal } = interruption;
  if (options.quiet !== true) console.error(`Watching ${printable(folder)}. Ctrl-C ends it.`);
  while (!signal.aborted) {
    const now = performance.now();
    const seen = await look(now);
    if (seen === null) {
      await delay(LOOK_MS, undefined, { signal }).catch(() => {});
      continue;
    }
    const { ready, remarks, isCopying } = seen;
    for (const remark of remarks) console.error(printable(remark));
    const name = ready.find((one) => now >= (tries.get(one)?.notBefore ?? 0));
    if (name !== undefined) {
      if (await isThere()) await deal(name);
      else await delay(LOOK_MS, undefined, { signal }).catch(() => {});
    } else if (options.once === true && !isCopying && ready.length === 0) return;
    else await delay(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  throw signal.reason;

  /** Null: the folder is away, and is waited for. */
  async function look(now: number): Promise<Look | null> {
    try {
      const seen = await inbox.look(now);
      isBack(folder);
      return seen;
    } catch (error) {
      waitFor(folder, error);
      return null;
    }
  }

  /** Whether the folder of the finished files is there. A book is spoken when it has a place to go to. */
  async function isThere(): Promise<boolean> {
    try {
      await output.prove();
      isBack(out);
      return true;
    } catch (error) {
      waitFor(out, error);
      return false;
    }
  }

  function waitFor(path: string, error: unknown): void {
    if (!(error instanceof FolderAway) || options.once === true) throw error;
    if (!away.has(path))
      console.error(`${printable(error.message)} The command waits until it is back. Ctrl-C ends it.`);
    away.add(path);
  }

  function isBack(path: string): void {
    if (away.delete(path)) console.error(`The folder ${printable(path)} is back.`);
  }

  async function deal(name: string): Promise<void> {
    const path = join(folder, name);
    try {
      const story = await readStory(path);
      await narrateFile(path, { ...options, out: await outputOf(story) }, story);
      tries.delete(name);
      await inbox.done(name);
    } catch (error) {
      // A folder that is away is waited for with the next look; the try does not count.
      if (signal.aborted || (error instanceof FolderAway && options.once !== true)) return;
      const { message } = failureOf(error);
      const count = (tries.get(name)?.count ?? 0) + 1;
      const wait = isOfTheFile(error) || options.once === true ? undefined : RETRY_MS[count - 1];
      if (wait === undefined) {
        console.error(`${printable(name)} failed: ${printable(message)}`);
        tries.delete(name);
        await inbox.failed(name, message);
      } else {
        console.error(`${printable(name)}: ${printable(message)} It is tried again in ${wait / 60_000} min.`);
        tries.set(name, { count, notBefore: performance.now() + wait });
      }
    }
  }

  /** The value of --out for this book. Its folders are made. */
  async function outputOf({ title, author, details }: Story): Promise<string> {
    const { series, series_number: seriesNumber, published } = details;
    const isSet = options.perChapter === true || options.shop !== undefined;
    const own = isSet ? [safeFolderName(title)] : [];
    const folders = options.shelf === true ? shelfFolders({ title, author, series, seriesNumber, published }) : own;
    const target = await output.make(folders);
    if (!isSet) return join(target, safeFileName(title, options.format.toLowerCase()));
    return options.shop === undefined ? join(target, `{n} {title}.${options.format.toLowerCase()}`) : `${target}/`;
  }
}

/** The book itself cannot become audio; another try would end the same. */
const isOfTheFile = (error: unknown): boolean =>
  error instanceof Error && (error.name === "StoryError" || (error instanceof CliError && error.kind === "usage"));

function secondsIn(given: string): number {
  const seconds = Number(given);
  if (/^\d{1,4}$/u.test(given)) return seconds;
  throw new CliError("usage", `--settle ${given}: a whole number of seconds from 0 to 9999 is expected.`);
}
