// Measures dialogue detection and attribution by author: structures every gold text of some folders and reports, side by side,
// the authors that the rules were made from and all other authors. A change is judged on the second column.
//   node bench/attribution.ts <gold folder>… --scorer <module> [--read <author>,…] [--folds <n>] [--predictions <folder>]
// `--read` names the authors whose texts were read while the rules were made (a part of the name is enough); by default the
// authors of the first folder. A gold file is JSON with `text`, `author`, `quotes` and `characters`; a prediction is
// { blocks: [{ kind, start_utf16, end_utf16, speaker, confidence }], characters: [{ name, gender }] }. A scorer exports
// score(gold, prediction) and summary(scores).

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { StructuredBlock } from "../packages/core/structure/script.ts";
import { structureText } from "../packages/core/structure/structure.ts";

interface Share {
  readonly n: number;
  readonly correct: number;
  readonly acc: number | null;
}

interface Score {
  readonly one_to_one: { readonly [slice: string]: Share };
  readonly det_char: { readonly f1: number; readonly tp: number; readonly np: number; readonly ng: number };
  readonly speakers: { readonly spurious: number; readonly lost: number };
  readonly errors: readonly { readonly at: number }[];
}

interface Scorer {
  score(gold: Gold, prediction: Prediction): Score;
  summary(scores: readonly Score[]): { readonly macro: { readonly gender_acc: number | null } };
}

interface Gold {
  readonly text: string;
  readonly title?: string;
  readonly author?: string | null;
  readonly quotes: readonly {
    readonly start_utf16: number;
    readonly spans: readonly (readonly [number, number])[];
    readonly speaker: string | null;
    readonly nested?: boolean;
  }[];
  readonly characters: readonly { readonly name: string; readonly special?: boolean }[];
}

interface Prediction {
  readonly blocks: readonly {
    readonly start_utf16: number;
    readonly end_utf16: number;
    readonly speaker: string | null;
    readonly confidence: number | null;
  }[];
}

/** A line with a gold speaker. */
interface Judged {
  readonly confidence: number;
  readonly right: boolean;
}

interface Measured {
  readonly folder: string;
  readonly author: string;
  /** Texts with one work in several files share this. */
  readonly work: string;
  readonly score: Score;
  /** Letters and digits outside of all gold quotes. */
  readonly narration: number;
  readonly judged: readonly Judged[];
}

const BINS = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scorer: { type: "string" },
    read: { type: "string" },
    folds: { type: "string", default: "6" },
    predictions: { type: "string" },
  },
});
const folds = Number(values.folds);
if (positionals.length === 0 || values.scorer === undefined || !Number.isInteger(folds) || folds < 2) {
  process.stderr.write(
    "usage: node bench/attribution.ts <gold folder>… --scorer <module> [--read <author>,…] [--folds <n>] [--predictions <folder>]\n",
  );
  process.exit(2);
}
const scorer: Scorer = await import(pathToFileURL(resolve(values.scorer)).href);

let characters = 0;
let milliseconds = 0;
const measured = positionals.flatMap(measureFolder);
const authors = [...new Set(measured.map(({ author }) => author))].sort();
const read = readAuthors();
report();

function measureFolder(folder: string): Measured[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => measure(folder, file));
}

function measure(folder: string, file: string): Measured {
  const gold: Gold = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const before = process.cpuUsage();
  const script = structureText(gold.text);
  const used = process.cpuUsage(before);
  milliseconds += (used.user + used.system) / 1000;
  characters += gold.text.length;
  // A label must identify one person: equal names are distinguished by their position in the cast.
  const labels = script.characters.map((character, index) =>
    script.characters.findIndex((other) => other.name === character.name) === index
      ? character.name
      : `${character.name} (${index})`,
  );
  const prediction = {
    blocks: script.blocks
      .filter((block) => block.kind === "speech")
      .flatMap((block) =>
        readParts(block).map((part) => ({
          kind: block.kind,
          ...part,
          speaker: block.speaker === null ? null : (labels[block.speaker] ?? null),
          confidence: block.confidence,
          method: block.method,
        })),
      ),
    characters: script.characters.map((character, index) => ({ name: labels[index], gender: character.gender })),
  };
  if (values.predictions !== undefined) {
    const target = join(values.predictions, basename(folder));
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, file), JSON.stringify(prediction));
  }
  const score = scorer.score(gold, prediction);
  let letters = 0;
  for (const _ of gold.text.matchAll(/[\p{L}\p{N}]/gu)) letters++;
  return {
    folder: basename(folder),
    author: authorOf(gold, folder),
    work: gold.title ?? file,
    score,
    narration: letters - score.det_char.ng,
    judged: judgedLines(gold, prediction, score),
  };
}

/** The parts of a block that are read aloud: notes inside a line have no voice. */
function readParts({
  start_utf16,
  end_utf16,
  exclusions,
}: StructuredBlock): { start_utf16: number; end_utf16: number }[] {
  const parts: { start_utf16: number; end_utf16: number }[] = [];
  let from = start_utf16;
  for (const excluded of [...exclusions, { start_utf16: end_utf16, end_utf16 }]) {
    if (excluded.start_utf16 > from) parts.push({ start_utf16: from, end_utf16: excluded.start_utf16 });
    from = excluded.end_utf16;
  }
  return parts;
}

/** "P. G. (Pelham Grenville) Wodehouse" and "P. G. Wodehouse" are one author. */
function authorOf({ author }: Gold, folder: string): string {
  const name = (author ?? "").replaceAll(/\s*\([^)]*\)/gu, "").trim();
  return name === "" ? `unknown (${basename(folder)})` : name;
}

/** Of each attributable quote: how sure, and whether right. */
function judgedLines(gold: Gold, { blocks }: Prediction, { errors }: Score): Judged[] {
  const wrong = new Set(errors.map(({ at }) => at));
  const people = new Map(gold.characters.map((character) => [character.name, character]));
  return gold.quotes.flatMap((quote) => {
    const person = quote.speaker === null ? undefined : people.get(quote.speaker);
    const span = quote.spans[0];
    if (quote.nested || person === undefined || person.special || span === undefined) return [];
    const block = blocks.find((one) => one.end_utf16 > span[0] + 1 && one.start_utf16 < span[1]);
    if (block === undefined || block.confidence === null) return [];
    return [{ confidence: block.confidence, right: !wrong.has(quote.start_utf16) }];
  });
}

function readAuthors(): ReadonlySet<string> {
  if (values.read === undefined) {
    const first = basename(positionals[0]!);
    return new Set(measured.filter(({ folder }) => folder === first).map(({ author }) => author));
  }
  const parts = values.read.split(",").map((part) => part.trim().toLowerCase());
  return new Set(authors.filter((author) => parts.some((part) => author.toLowerCase().includes(part))));
}

/** The expected calibration error over ten bins of equal width; null without lines. */
function calibrationError(lines: readonly Judged[]): number | null {
  if (lines.length === 0) return null;
  const off = new Float64Array(BINS);
  for (const { confidence, right } of lines)
    off[Math.min(BINS - 1, Math.floor(confidence * BINS))]! += confidence - Number(right);
  return off.reduce((sum, bin) => sum + Math.abs(bin), 0) / lines.length;
}

function mean(list: readonly number[]): number | null {
  return list.length === 0 ? null : list.reduce((sum, one) => sum + one, 0) / list.length;
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function percent(share: number | null): string {
  return share === null ? "-" : (100 * share).toFixed(1);
}

function row(texts: readonly Measured[]): readonly string[] {
  const slice = (name: string): string => {
    const all = texts.map(({ score }) => score.one_to_one[name]!);
    return percent(
      ratio(
        all.reduce((sum, { correct }) => sum + correct, 0),
        all.reduce((sum, { n }) => sum + n, 0),
      ),
    );
  };
  const sum = (pick: (one: Measured) => number): number => texts.reduce((total, one) => total + pick(one), 0);
  const precision = ratio(
    sum(({ score }) => score.det_char.tp),
    sum(({ score }) => score.det_char.np),
  );
  const recall = ratio(
    sum(({ score }) => score.det_char.tp),
    sum(({ score }) => score.det_char.ng),
  );
  const f1 = precision === null || recall === null ? null : (2 * precision * recall) / (precision + recall || 1);
  const works = new Map<string, number[]>();
  for (const { work, score } of texts) works.set(work, [...(works.get(work) ?? []), score.det_char.f1]);
  const perWork = [...works.values()].map((list) => mean(list)!);
  const lines = texts.flatMap(({ judged }) => judged);
  const sure = lines.filter(({ confidence }) => confidence >= 0.8);
  return [
    String(texts.length),
    String(lines.length),
    ...["all", "explicit", "anaphoric", "implicit"].map(slice),
    percent(f1),
    percent(mean(perWork)),
    percent(perWork.length === 0 ? null : Math.min(...perWork)),
    percent(
      ratio(
        sum(({ score }) => score.det_char.np - score.det_char.tp),
        sum(({ narration }) => narration),
      ),
    ),
    mean(texts.map(({ score }) => score.speakers.spurious))?.toFixed(1) ?? "-",
    mean(texts.map(({ score }) => score.speakers.lost))?.toFixed(1) ?? "-",
    calibrationError(lines)?.toFixed(3) ?? "-",
    percent(ratio(sure.filter(({ right }) => right).length, sure.length)),
    percent(scorer.summary(texts.map(({ score }) => score)).macro.gender_acc),
  ];
}

function report(): void {
  const names =
    "texts lines all explicit anaphoric implicit F1 F1-works F1-worst voiced spurious lost ECE sure-right gender";
  const rows: (readonly string[])[] = [["", ...names.split(" ")]];
  for (const folder of new Set(measured.map(({ folder }) => folder))) {
    const own = measured.filter((one) => one.folder === folder);
    const known = own.filter(({ author }) => read.has(author));
    const unread = own.filter(({ author }) => !read.has(author));
    if (known.length > 0) rows.push([`${folder}, authors read`, ...row(known)]);
    if (unread.length > 0) rows.push([`${folder}, held out`, ...row(unread)]);
  }
  const unread = measured.filter(({ author, judged }) => !read.has(author) && judged.length > 0);
  // Authors with many lines first, so that the folds have similar sizes.
  const byLines = authors
    .map((author) => ({ author, lines: linesOf(author).length }))
    .filter(({ lines }) => lines > 0)
    .sort((left, right) => right.lines - left.lines);
  for (let fold = 0; fold < folds; fold++) {
    const own = new Set(byLines.filter((_, index) => index % folds === fold).map(({ author }) => author));
    const texts = measured.filter(({ author }) => own.has(author));
    if (texts.length > 0) rows.push([`fold ${fold + 1} of ${folds} by author`, ...row(texts)]);
  }
  if (unread.length > 0) rows.push(["all held-out authors with speakers", ...row(unread)]);
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((one) => one[column]!.length)));
  for (const one of rows)
    process.stdout.write(
      `${one.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  ")}\n`,
    );
  const whole = curveOf(measured.flatMap(({ judged }) => judged));
  const refitted = byLines.flatMap(({ author }) => refit(author));
  process.stdout.write(
    `calibration error over all authors ${calibrationError(measured.flatMap(({ judged }) => judged))?.toFixed(3) ?? "-"}, ` +
      `with the curve fitted on the other authors ${calibrationError(refitted)?.toFixed(3) ?? "-"}\n` +
      `best curve over all authors: slope ${whole.slope.toFixed(3)}, offset ${whole.offset.toFixed(3)}\n` +
      `read: ${[...read].join(", ") || "none"}\n` +
      `${characters} characters, ${(milliseconds / 1000).toFixed(2)} s of CPU, ` +
      `${(milliseconds / 1000 / (characters / 1e6)).toFixed(2)} s per million\n`,
  );
}

function linesOf(author: string): readonly Judged[] {
  return measured.flatMap((one) => (one.author === author ? one.judged : []));
}

function odds(confidence: number): number {
  const share = Math.min(0.999, Math.max(0.001, confidence));
  return Math.log(share / (1 - share));
}

/** The author's lines with a curve that all other authors gave. */
function refit(author: string): Judged[] {
  const { slope, offset } = curveOf(measured.flatMap((one) => (one.author === author ? [] : one.judged)));
  return linesOf(author).map(({ confidence, right }) => ({
    confidence: 1 / (1 + Math.exp(-(slope * odds(confidence) + offset))),
    right,
  }));
}

/** The logistic curve over the stated log odds that fits best (Platt scaling). */
function curveOf(others: readonly Judged[]): { readonly slope: number; readonly offset: number } {
  let slope = 1;
  let offset = 0;
  // Newton steps on the log likelihood of two parameters.
  for (let step = 0; step < 20; step++) {
    let g0 = 0;
    let g1 = 0;
    let h00 = 1e-6;
    let h01 = 0;
    let h11 = 1e-6;
    for (const { confidence, right } of others) {
      const x = odds(confidence);
      const p = 1 / (1 + Math.exp(-(slope * x + offset)));
      const miss = Number(right) - p;
      const w = p * (1 - p);
      g0 += miss;
      g1 += miss * x;
      h00 += w;
      h01 += w * x;
      h11 += w * x * x;
    }
    const determinant = h00 * h11 - h01 * h01;
    offset += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { slope, offset };
}
