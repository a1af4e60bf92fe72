// Files that comments and pages name exist.

import assert from "node:assert/strict";
import { test } from "node:test";
import { commentLines, linesOf, repositoryFiles } from "./sources.ts";

/** The specification's pages, which are not part of the repository; files of other projects; examples. */
const ELSEWHERE = new Set([
  "interface.md",
  "decisions.md",
  "docs/phonemes.md",
  "docs/voices.md",
  "0001_name.sql",
  "story.md",
]);

/** A path, or a file's name, as comments cite it. Patterns such as `<room>.ts` or `*.test.ts` are none. */
const CITED = /(?<![\w<>*./@…{}-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|md|sql|wat)\b(?![\w/*])/g;

test("every file that a comment or a page names exists", () => {
  const files = [...repositoryFiles("**/*.{ts,mjs,md,sql,wat}"), ...repositoryFiles(".ci/*")];
  const endings = new Set(files.flatMap(endingsOf));
  const sources = commentLines(files.filter((file) => /\.(ts|mjs|sql)$/.test(file)));
  const pages = files.filter((file) => file.endsWith(".md")).flatMap(linesOf);
  const missing = [...sources, ...pages].flatMap(({ file, number, text }) =>
    [...text.matchAll(CITED)]
      .map(([cited]) => cited.replace(/^(\.\.?\/)+/, ""))
      .filter((cited) => !endings.has(cited) && !ELSEWHERE.has(cited))
      .map((cited) => `${file}:${number} names ${cited}`),
  );
  assert.deepEqual(missing, []);
});

/** "a/b/c.ts": itself, "b/c.ts" and "c.ts". */
function endingsOf(file: string): string[] {
  const parts = file.split("/");
  return parts.map((_, from) => parts.slice(from).join("/"));
}
