// The paths of a narration's files: one file, or one for each part from a folder or a pattern.

import { stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { safeFileName } from "@fullcast/core/packaging";
import { CliError } from "../cli-error.ts";
import { type OutputFormat, outputFormat, partPaths } from "./save-file.ts";

/** The format of chapters when --out names a folder: the one that shops accept. */
const FOLDER_FORMAT: OutputFormat = "mp3";
const FOLDER_PATTERN = `{n} {title}.${FOLDER_FORMAT}`;

export interface OutputPlan {
  readonly format: OutputFormat;
  /** The file, or the pattern of several. */
  readonly path: string;
}

/**
 * Reads `--out`. In a folder each chapter's file is named by its number and title. For chapters a name without an extension
 * is a folder.
 * @param out absolute; ends with a separator as it was given
 * @throws CliError (usage)
 */
export async function outputPlan(out: string, perChapter: boolean): Promise<OutputPlan> {
  const isFolder = out.endsWith("/") || ((await stat(out).catch(() => null))?.isDirectory() ?? false);
  const path = perChapter && (isFolder || extname(out) === "") ? join(out, FOLDER_PATTERN) : out;
  if (!perChapter && /\{(?:n|title)\}/.test(basename(out))) {
    throw new CliError("usage", "--out: {n} and {title} name the files of --per-chapter.");
  }
  return { format: outputFormat(path), path };
}

/**
 * The paths of parts with these titles. `{n}` is the number, with as many digits as the last one; `{title}` is the title as a
 * safe file name. Without either, the number follows the name.
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
