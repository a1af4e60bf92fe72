// The findings of a manuscript's check as text for a terminal.

import { type Finding, type FindingKind, lineCounter, type ManuscriptChapter } from "@fullcast/core/manuscript";
import { printable } from "../terminal/text-table.ts";

/** One of a kind, and several. */
const NAMES: Readonly<Record<FindingKind, readonly [one: string, several: string]>> = {
  stray_symbol: ["stray symbol", "stray symbols"],
  mixed_quotation_marks: ["other quotation mark", "other quotation marks"],
  author_note: ["author's note", "author's notes"],
  split_word: ["split word", "split words"],
  doubled_space: ["doubled space", "doubled spaces"],
  doubled_word: ["doubled word", "doubled words"],
  empty_heading: ["heading without text", "headings without text"],
  unbalanced_dialogue: ["speech without beginning or end", "speeches without beginning or end"],
  name_spelled_two_ways: ["name in another spelling", "names in another spelling"],
  unspeakable_word: ["word that no voice can say", "words that no voice can say"],
};
/** Places of one kind that are shown for a chapter, unless all are requested. */
const FIRST = 3;
/** Characters around a place. */
const AROUND = 30;
const LONGEST = 60;

export function describeFindings(
  name: string,
  chapters: readonly ManuscriptChapter[],
  findings: readonly Finding[],
  isAll: boolean,
): string {
  const number = chapters.length === 1 ? "1 chapter" : `${chapters.length} chapters`;
  if (findings.length === 0) return `${printable(name)}: nothing found in ${number}.`;
  const lines: string[] = [];
  for (const [chapter, own] of Map.groupBy(findings, (finding) => finding.chapter)) {
    const { title, text } = chapters[chapter] as ManuscriptChapter;
    const lineAt = lineCounter(text);
    const seen = new Map<FindingKind, number>();
    if (chapters.length > 1) lines.push(`Chapter ${chapter + 1}${title === "" ? "" : `, ${printable(title)}`}`);
    for (const finding of own) {
      const line = lineAt(finding.start_utf16);
      const count = (seen.get(finding.kind) ?? 0) + 1;
      seen.set(finding.kind, count);
      if (isAll || count <= FIRST) lines.push(`  line ${line}: ${NAMES[finding.kind][0]}: ${placeOf(text, finding)}`);
    }
    for (const [kind, count] of seen) {
      if (!isAll && count > FIRST) lines.push(`  and ${counted(kind, count - FIRST, "more ")}; --all shows them`);
    }
  }
  const sums = Map.groupBy(findings, ({ kind }) => kind);
  const summary = [...sums].map(([kind, own]) => counted(kind, own.length)).join(", ");
  return [...lines, "", `${printable(name)}: ${summary} in ${number}.`].join("\n");
}

const counted = (kind: FindingKind, count: number, more = ""): string =>
  `${count} ${more}${NAMES[kind][count === 1 ? 0 : 1]}`;

/** The words around a place with the place in brackets, and what the mend would make of it. */
function placeOf(text: string, { start_utf16: start, end_utf16: end, mend }: Finding): string {
  const before = text.slice(Math.max(0, start - AROUND), start).replace(/^[^\n]*\n/su, "");
  const after = text.slice(end, end + AROUND).split("\n", 1)[0] ?? "";
  const words = text.slice(start, end);
  const shown = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
  const place = `${before}[${shown}]${after}`.toWellFormed();
  if (mend === null) return printable(place);
  return `${printable(place)} → ${mend === "" ? "leave it out" : printable(`${before}${mend}${after}`.toWellFormed())}`;
}
