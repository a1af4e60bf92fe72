// The texts of the repository that people read: comments of sources, and Markdown pages.

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const ROOT = dirname(dirname(import.meta.dirname));

export interface Line {
  /** Relative to the repository. */
  readonly file: string;
  readonly number: number;
  readonly text: string;
}

const SKIPPED = /(^|[\\/])(node_modules|\.build|data)$/;

/** Every file with a name that matches, relative to the repository, with "/". */
export function repositoryFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: (path) => SKIPPED.test(path) })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

/** Comment lines of TypeScript, JavaScript and SQL files. Text in quotation marks is left out: it may be an example. */
export function commentLines(files: readonly string[]): Line[] {
  return files.flatMap((file) =>
    linesOf(file).flatMap((line) => {
      const [, comment] = /^\s*(?:\/\/|--|\/?\*+)(.*)$|[;,{})\]] \/\/ (.*)$/.exec(line.text)?.filter(Boolean) ?? [];
      return comment === undefined ? [] : [{ ...line, text: comment.replaceAll(/"[^"]*"|“[^”]*”/g, "…") }];
    }),
  );
}

export function linesOf(file: string): Line[] {
  return readFileSync(join(ROOT, file), "utf8")
    .split("\n")
    .map((text, index) => ({ file, number: index + 1, text }));
}
