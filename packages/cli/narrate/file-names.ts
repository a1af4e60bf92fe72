// Where the files of a narration go: one file, or one for each part by a folder or a pattern.

import { stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { safeFileName } from "@fullcast/core/packaging";
import { CliError } from "../cli-error.ts";
import { type OutputFormat, outputFormat, partPaths } from "./save-file.ts";

/** What chapters are written as when only a folder is named: what shops take. */
const FOLDER_FORMAT: OutputFormat = "mp3";
const FOLDER_PATTERN = `{n} {title}.${FOLDER_FORMAT}`;

export interface OutputPlan {
  readonly format: OutputFormat;
  /** The file, or the pattern of several. */
  readonly path: string;
}

/**
 * What `--out` asks for. Chapters may go to a folder, each named by its number and its title.
 * @param out absolute; ends with a separator as it was given
 * @throws CliError (usage)
 */
export async function outputPlan(out: string, perChapter: boolean): Promise<OutputPlan> {
  const isFolder = out.endsWith("/") || ((await stat(out).catch(() => null))?.isDirectory() ?? false);
  const path = perChapter && isFolder ? join(out, FOLDER_PATTERN) : out;
  if (!perChapter && /\{(?:n|title)\}/.test(basename(out))) {
    throw new CliError("usage", "--out: {n} and {title} name the files of --per-chapter.");
  }
  return { format: outputFormat(path), path };
}

/**
 * The files of parts with these titles: `{n}` is the number, with as many digits as the last one, `{title}` the title made
 * safe; without either the number goes behind the name.
 * @throws CliError (usage) when two would have the same name
 */
export function chapterPaths(path: string, titles: readonly string[]): readonly string[] {
  const pattern = basename(path);
  if (!/\{(?:n|title)\}/.test(pattern)) return partPaths(path, titles.length);
  const extension = extname(pattern).slice(1);
  const stem = pattern.slice(0, pattern.length - extension.length - 1);
  const digits = String(titles.length).length;
  const paths = titles.map((title, index) => {
    const number = String(index + 1).padStart(Math.max(2, digits), "0");
    const name = stem.replaceAll(/\{(n|title)\}/g, (_braces, what: string) => (what === "n" ? number : title));
    return join(dirname(path), safeFileName(name, extension));
  });
  const folded = paths.map((one) => one.toLowerCase());
  const twice = paths.find((_, index) => folded.indexOf(folded[index] ?? "") !== index);
  if (twice === undefined) return paths;
  throw new CliError("usage", `--out: two chapters would be ${basename(twice)}; put {n} into the pattern.`);
}
