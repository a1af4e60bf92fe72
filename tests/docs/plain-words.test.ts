// Comments and pages use plain words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { commentLines, type Line, linesOf, repositoryFiles } from "./sources.ts";

/** Files whose comments are held to plain words. */
const SOURCES = ["packages/**/*.{ts,tsx,css,sql}", "tests/**/*.ts", "bench/**/*.ts"];

const PAGES = ["README.md", "ARCHITECTURE.md", "docs/**/*.md"];
/** It repeats the names of tests. */
const NAMES_OF_TESTS = "docs/api-tests.md";

/** A phrasing and what to write instead. */
const PHRASINGS: readonly (readonly [RegExp, string])[] = [
  [/\bwhom\b/i, "name the person or the value"],
  [/\b(nobody|no one)\b/i, "no caller, no process, no speaker, null"],
  [/\b(whoever|whomever)\b/i, "any caller, a process that …"],
  [/\b(somebody|anybody|everybody)\b/i, "a user, any caller, every process"],
  [/\b(is|are|was|were) told\b/i, "receives, is reported"],
  [/\btells? of\b/i, "describes, mentions"],
  [/\bthat tells?\b/i, "states, contains"],
  [/\bunless told\b/i, "by default"],
  [/\bhardly\b(?! larger)/i, "rarely, almost never"],
  [/\bsays? so\b/i, "reports it"],
  [/\bwhat always holds\b/i, "Always true:"],
  [/\bin stretches\b/i, "in segments"],
  [/\b(is|are|was|were) asked for\b/i, "is requested"],
  [/\banew\b/i, "again"],
  [/\bgo(es)? on\b/i, "continues"],
  [/\b(holds?|held) up\b/i, "delays, blocks"],
  [/\bwhat becomes of\b/i, "name the result"],
  [/\bwhat stands\b/i, "the text, the words"],
  [/\bcomes? along\b/i, "is included"],
  [/\bbut for\b/i, "except for"],
  [/\b(is|are|was|were) parted\b/i, "is separated, is divided"],
  [/\bso (many|much|long|often)\b(?! (that|as)\b)/i, "this many, this long"],
];

/** True uses, as "file: words of the line". */
const ALLOWED: readonly string[] = [];

test("comments and pages have no private phrasing", () => {
  const pages = PAGES.flatMap(repositoryFiles).filter((file) => file !== NAMES_OF_TESTS);
  const lines = [...commentLines(SOURCES.flatMap(repositoryFiles)), ...pages.flatMap(linesOf)];
  assert.ok(lines.length > 1000);
  assert.deepEqual([...lines.flatMap(findings), ...lines.flatMap(findingsOverLines)], []);
});

test("a private phrasing is found", () => {
  const found = (text: string) => findings({ file: "a.ts", number: 1, text }).length;
  assert.equal(found("Nobody here makes the sound that this prompt asks for"), 1);
  assert.equal(found("threads; all unless told"), 1);
  assert.equal(found("Flush when the backlog is four times the remaining lines."), 0);
});

test("a private phrasing is found over the end of a line", () => {
  const line = (number: number, text: string) => ({ file: "a.ts", number, text });
  const lines = [line(1, "with its data. What"), line(2, "always holds: a slug")];
  // The phrasing is "what always holds".
  assert.equal(lines.flatMap(findings).length, 0);
  assert.equal(lines.flatMap(findingsOverLines).length, 1);
});

/** Phrasings that begin on a line and end on the next one. */
function findingsOverLines(line: Line, at: number, lines: readonly Line[]): string[] {
  const next = lines[at + 1];
  if (next === undefined || next.file !== line.file || next.number !== line.number + 1) return [];
  const joined = { ...line, text: `${line.text.trim()} ${next.text.trim()}` };
  return findings(line).length + findings(next).length > 0 ? [] : findings(joined);
}

function findings({ file, number, text }: Line): string[] {
  return PHRASINGS.flatMap(([pattern, instead]) => {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined || ALLOWED.some((line) => `${file}: ${text}`.includes(line))) return [];
    return [`${file}:${number} "${found}": write ${instead}`];
  });
}
