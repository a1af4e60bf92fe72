// Which lines are asked about, and in which windows of the text. A window holds lines that are not sure enough, the lines
// between them with their speakers, and the text before and behind.

import type { Age, BlockEvidence, Gender, StructureResult } from "../structure/structure.ts";

export interface AskedPerson {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** The "I" of the narration. */
  readonly narrates: boolean;
}

export interface QuestionLine {
  /** Counts the lines of the whole text from 1, so a number means one line in every window. */
  readonly number: number;
  /** Indexes into the blocks of the script. An interrupted line has several. */
  readonly blocks: readonly number[];
  readonly asked: boolean;
  /** Asked although the text names the speaker beside the line: the answers to such lines show whether the model can do the task. */
  readonly control: boolean;
  /** What the rules chose; an index into the people. */
  readonly speaker: number | null;
  readonly confidence: number;
  readonly candidates: readonly { readonly speaker: number; readonly score: number }[];
  readonly evidence: BlockEvidence | null;
}

export interface Question {
  readonly lines: readonly QuestionLine[];
  /** The people that the window offers, as indexes; those who are near come first. */
  readonly people: readonly number[];
  /** The text of the window with the numbers of its lines. */
  readonly excerpt: string;
  readonly language: string;
}

export interface AskOptions {
  /** Lines with a lower confidence are asked about. */
  readonly threshold: number;
  readonly language: string;
  /** At most this many windows, those with the most unsure lines first. */
  readonly maxQuestions?: number;
}

/** A window holds at most this many lines to ask about, and this many units between the first and the last of them. */
const MOST_ASKED = 16;
const WINDOW_UNITS = 4_500;
/** Text before the first and behind the last line. */
const BEFORE_UNITS = 1_800;
const BEHIND_UNITS = 700;
/** The beginning and the end of a longer block are shown. */
const BLOCK_UNITS = 900;
const MOST_PEOPLE = 40;

/** Of a text with many lines, at most this share is asked about: the least sure ones. */
const MOST_SHARE = 0.3;
const MANY_LINES = 100;
/** Lines whose speaker is certain that later windows ask about, as a share of all lines. */
const LATER_CONTROLS = 0.01;

/** Speakers that the form of the text gives, or a crowd. */
const NEVER_ASKED: ReadonlySet<string> = new Set(["script_label", "group", "user", "model"]);

/** `people` are the characters of the script, in order, and any others who may speak. */
export function findQuestions(
  text: string,
  script: Pick<StructureResult, "blocks">,
  people: readonly AskedPerson[],
  { threshold, language, maxQuestions = Number.POSITIVE_INFINITY }: AskOptions,
): Question[] {
  const lines = onlyLeastSure(linesOf(text, script, threshold));
  const windows: QuestionLine[][] = [];
  let open: QuestionLine[] = [];
  let asked = 0;
  for (const line of lines) {
    if (!line.asked) continue;
    const start = script.blocks[open[0]?.blocks[0] ?? line.blocks[0]!]!.start_utf16;
    const end = script.blocks[line.blocks.at(-1)!]!.end_utf16;
    if (asked > 0 && (asked === MOST_ASKED || end - start > WINDOW_UNITS)) {
      windows.push(open);
      open = [];
      asked = 0;
    }
    open.push(line);
    asked += 1;
  }
  if (asked > 0) windows.push(open);
  const kept = mostUnsure(windows, maxQuestions);
  const often = [...people.keys()].sort((one, two) => linesOfPerson(lines, two) - linesOfPerson(lines, one));
  return kept.map((window, index) =>
    questionOf(text, script, people, often, lines, window, language, controlsOf(index)),
  );
}

/** The first windows show whether the model can do the task, the later ones whether it still can. */
const FIRST_WINDOWS = 4;
const EVERY = 4;
const CONTROLS_FIRST = 2;

function controlsOf(window: number): number {
  return window < FIRST_WINDOWS ? CONTROLS_FIRST : window % EVERY === 0 ? 1 : 0;
}

/** A tag with the speaker's name stands beside the line, and the rules are as sure as they can be. */
const CERTAIN = 0.9;

function isCertain({ asked, speaker, confidence, evidence }: QuestionLine): boolean {
  return !asked && speaker !== null && confidence >= CERTAIN && evidence?.isNamed === true;
}

/** Lines of speech; an interrupted line counts once. */
export function countLines(text: string, script: Pick<StructureResult, "blocks">): number {
  return linesOf(text, script, 0).length;
}

function linesOf(text: string, { blocks }: Pick<StructureResult, "blocks">, threshold: number): QuestionLine[] {
  const lines: (Omit<QuestionLine, "blocks"> & { readonly blocks: number[] })[] = [];
  let last = -1;
  blocks.forEach((block, index) => {
    if (block.kind !== "speech" || block.role !== "paragraph") return;
    const before = blocks[last];
    const line = lines.at(-1);
    const goesOn =
      before !== undefined &&
      line !== undefined &&
      block.speaker === before.speaker &&
      block.confidence === before.confidence &&
      block.method === before.method &&
      !/\n\s*\n/u.test(text.slice(before.end_utf16 - 4, block.start_utf16));
    last = index;
    if (goesOn) {
      line.blocks.push(index);
      return;
    }
    const confidence = block.confidence ?? 0;
    lines.push({
      number: lines.length + 1,
      blocks: [index],
      asked: confidence < threshold && !NEVER_ASKED.has(block.method ?? ""),
      control: false,
      speaker: block.speaker,
      confidence,
      candidates: block.candidates,
      evidence: block.evidence ?? null,
    });
  });
  return lines;
}

function onlyLeastSure(lines: readonly QuestionLine[]): readonly QuestionLine[] {
  const asked = lines.filter((line) => line.asked).sort((one, two) => one.confidence - two.confidence);
  const controls = CONTROLS_FIRST * FIRST_WINDOWS + lines.length * LATER_CONTROLS;
  const most = Math.floor(lines.length * MOST_SHARE - controls);
  if (lines.length < MANY_LINES || asked.length <= most) return lines;
  const left = new Set(asked.slice(most).map(({ number }) => number));
  return lines.map((line) => (left.has(line.number) ? { ...line, asked: false } : line));
}

const counted = new WeakMap<readonly QuestionLine[], Map<number, number>>();

function linesOfPerson(lines: readonly QuestionLine[], person: number): number {
  let counts = counted.get(lines);
  if (counts === undefined) {
    counts = new Map();
    for (const { speaker } of lines) if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
    counted.set(lines, counts);
  }
  return counts.get(person) ?? 0;
}

function mostUnsure(windows: readonly QuestionLine[][], most: number): readonly QuestionLine[][] {
  if (windows.length <= most) return windows;
  const doubt = (window: readonly QuestionLine[]) => window.reduce((sum, { confidence }) => sum + 1 - confidence, 0);
  const chosen = new Set([...windows].sort((one, two) => doubt(two) - doubt(one)).slice(0, most));
  return windows.filter((window) => chosen.has(window));
}

function questionOf(
  text: string,
  { blocks }: Pick<StructureResult, "blocks">,
  people: readonly AskedPerson[],
  often: readonly number[],
  all: readonly QuestionLine[],
  asked: readonly QuestionLine[],
  language: string,
  controls: number,
): Question {
  let first = asked[0]!.blocks[0]!;
  let last = asked.at(-1)!.blocks.at(-1)!;
  const [start, end] = [blocks[first]!.start_utf16, blocks[last]!.end_utf16];
  while (first > 0 && start - blocks[first - 1]!.start_utf16 <= BEFORE_UNITS) first--;
  while (last < blocks.length - 1 && blocks[last + 1]!.end_utf16 - end <= BEHIND_UNITS) last++;
  const isAsked = new Set(asked.map(({ number }) => number));
  // Lines of a neighbouring window are shown with the speaker of the rules, and are not asked about twice.
  const from = lowerBound(all, first);
  const lines: QuestionLine[] = [];
  for (let at = from; at < all.length && all[at]!.blocks[0]! <= last; at++) {
    const line = all[at]!;
    lines.push(line.asked && !isAsked.has(line.number) ? { ...line, asked: false } : line);
  }
  for (const at of controlLines(lines, isAsked, controls)) lines[at] = { ...lines[at]!, asked: true, control: true };
  const near = new Set<number>();
  for (const { speaker, candidates, evidence } of lines) {
    if (speaker !== null) near.add(speaker);
    for (const candidate of candidates) near.add(candidate.speaker);
    for (const person of evidence?.addressed ?? []) near.add(person);
  }
  const shown = new Set([...near].slice(0, MOST_PEOPLE));
  const narrates = people.findIndex((person) => person.narrates);
  if (narrates >= 0) shown.add(narrates);
  for (const person of often) if (shown.size < MOST_PEOPLE) shown.add(person);
  const list = [...shown].sort((one, two) => one - two);
  return { lines, people: list, excerpt: excerptOf(text, blocks, first, last, lines), language };
}

/** The certain lines nearest to the middle of the window, of different speakers where it has some. */
function controlLines(lines: readonly QuestionLine[], asked: ReadonlySet<number>, count: number): readonly number[] {
  const middle = lines.length / 2;
  const certain = [...lines.keys()]
    .filter((at) => isCertain(lines[at]!) && !asked.has(lines[at]!.number))
    .sort((one, two) => Math.abs(one - middle) - Math.abs(two - middle));
  const first = certain[0];
  if (first === undefined || count === 0) return [];
  const other = certain.find((at) => lines[at]!.speaker !== lines[first]!.speaker) ?? certain[1];
  return count === 1 || other === undefined ? [first] : [first, other];
}

/** The first line that begins at this block or later. */
function lowerBound(lines: readonly QuestionLine[], block: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.blocks[0]! < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

function excerptOf(
  text: string,
  blocks: StructureResult["blocks"],
  first: number,
  last: number,
  lines: readonly QuestionLine[],
): string {
  const marks = new Map<number, string>();
  for (const { number, asked, speaker, blocks: own } of lines) {
    const said = asked || speaker === null ? "?" : `P${speaker + 1}`;
    for (const block of own) marks.set(block, `⟦${number}: ${said}⟧`);
  }
  let excerpt = "";
  for (let index = first; index <= last; index++) {
    const { start_utf16, end_utf16, kind } = blocks[index]!;
    if (kind === "excluded") continue;
    // The brackets are reserved for the numbers.
    const words = text.slice(start_utf16, end_utf16).replaceAll(/[⟦⟧]/gu, "|").toWellFormed();
    excerpt += (marks.get(index) ?? "") + shortened(words);
  }
  return excerpt.trim();
}

function shortened(words: string): string {
  if (words.length <= BLOCK_UNITS) return words;
  const half = BLOCK_UNITS / 2;
  return `${words.slice(0, half).toWellFormed()} […] ${words.slice(-half).toWellFormed()}`;
}
