// The report of a load run: tables for people, and the same as data.

import { type Measurement, measured } from "../../bench/measurement.ts";
import { type Answer, figuresByKind, type KindFigures, percentile, type Refusals, refusalsOf } from "./figures.ts";
import { type Growth, percentMore } from "./growth.ts";
import type { Overload } from "./overload.ts";
import type { TableSize } from "./product.ts";

export interface Findings {
  readonly setup: "embedded" | "cluster";
  readonly minutes: number;
  /** While only the novel, a story and small reads are under way. */
  readonly beside: readonly Answer[];
  /** While everything is. */
  readonly mixed: readonly Answer[];
  readonly storiesAloneMs: readonly number[];
  readonly storiesBesideMs: readonly number[];
  readonly storiesMixedMs: readonly number[];
  readonly novelLines: number;
  readonly events: number;
  readonly runs: number;
  /** Ends of runs that are no success. */
  readonly badEnds: readonly string[];
  readonly growth: Growth;
  readonly overload: Overload;
  readonly tables: readonly TableSize[];
  /** How late this program itself was, p99, ms. */
  readonly ownDelayMs: number;
}

export interface Report {
  readonly setup: string;
  readonly minutes: number;
  readonly kinds: readonly KindFigures[];
  readonly refusals: readonly Refusals[];
  readonly verdicts: readonly Measurement[];
  readonly others: readonly Measurement[];
  readonly growth: Growth;
  readonly tables: readonly TableSize[];
}

/** A story beside the novel of another account, against the same story alone. */
const FAIR = 1.25;
const SMALL_READ_P99_MS = { embedded: 100, cluster: 50 } as const;
const GROWTH_PERCENT = 5;
/** Shorter runs are all warm-up. */
const GROWTH_FROM_MINUTES = 10;
/** Shorter runs have too few stories and reads. */
const TIMES_FROM_MINUTES = 1;
/** The service is normal again this long after an overload. */
const NORMAL_AFTER_S = 8;
/** A person repeats a request that has no answer by then. */
const LONGEST_ANSWER_S = 10;
const MEBIBYTE = 1_048_576;

const atMost = (value: number) => ({ bound: "at most" as const, value });

export function reportOf(found: Findings): Report {
  const { setup, minutes, beside, mixed, growth, overload } = found;
  const refusals = refusalsOf([...beside, ...mixed]);
  const count = (isCounted: (one: Refusals) => boolean) =>
    refusals.filter(isCounted).reduce((sum, one) => sum + one.count, 0);
  const smallReads = beside.filter(({ kind }) => kind === "small read").map(({ ms }) => ms);
  const alone = percentile(found.storiesAloneMs, 0.5);
  const besideNovel = percentile(found.storiesBesideMs, 0.5);
  const busy = overload.refusals.filter(({ status }) => status === 503);
  const isGrowthJudged = minutes >= GROWTH_FROM_MINUTES;
  const ofTimes = (value: number) => (minutes >= TIMES_FROM_MINUTES ? atMost(value) : undefined);
  const grown = (measure: string, first: number, last: number) =>
    measured(measure, percentMore(first, last), "%", isGrowthJudged ? atMost(GROWTH_PERCENT) : undefined);
  const judged = [
    measured("no answer, or 5xx that is not 503", count(isFault), "", atMost(0)),
    measured("503 without Retry-After", count(lacksRetryAfter), "", atMost(0)),
    measured(
      "other refusals",
      count((one) => !isFault(one) && one.status !== 503),
      "",
      atMost(0),
    ),
    measured("runs that did not end well", found.badEnds.length, "", atMost(0)),
    measured("short story beside another account's novel, against alone", besideNovel / alone, "×", ofTimes(FAIR)),
    measured(
      "small reads during full synthesis, p99",
      percentile(smallReads, 0.99),
      "ms",
      ofTimes(SMALL_READ_P99_MS[setup]),
    ),
    grown("growth of memory", growth.first.memoryMb, growth.last.memoryMb),
    grown("growth of descriptors", growth.first.descriptors, growth.last.descriptors),
    measured(
      "temporary files more than after the warm-up",
      growth.last.temporaryFiles - growth.first.temporaryFiles,
      "",
      isGrowthJudged ? atMost(GROWTH_PERCENT) : undefined,
    ),
    measured(
      "overload: faults, and 503 without Retry-After",
      overload.refusals.filter((one) => isFault(one) || lacksRetryAfter(one)).reduce((sum, one) => sum + one.count, 0),
      "",
      atMost(0),
    ),
    measured("overload: longest time to an answer", overload.longestMs / 1000, "s", atMost(LONGEST_ANSWER_S)),
    measured("overload: answers a second, against usual capacity", overload.perSecond / overload.capacity, "×", {
      bound: "at least",
      value: 0.5,
    }),
    measured("overload: normal again after", overload.normalAfterMs / 1000, "s", atMost(NORMAL_AFTER_S)),
  ];
  const others = [
    measured("short story alone, median", alone / 1000, "s"),
    measured("short story beside a novel, median", besideNovel / 1000, "s"),
    measured("short story beside everything, median", percentile(found.storiesMixedMs, 0.5) / 1000, "s"),
    measured("lines of the novel that were spoken", found.novelLines, ""),
    measured("events that streams reported", found.events, ""),
    measured("runs of takes", found.runs, ""),
    measured("capacity: documents of 60 lines", overload.capacity, "requests/s"),
    measured("overload: sent", overload.sentPerSecond, "requests/s"),
    measured(
      "overload: refused with 503",
      busy.reduce((sum, one) => sum + one.count, 0),
      "",
    ),
    measured("memory: after warm-up", growth.first.memoryMb, "MB"),
    measured("memory: at the end", growth.last.memoryMb, "MB"),
    measured("memory: at most", growth.most.memoryMb, "MB"),
    measured("descriptors: after warm-up", growth.first.descriptors, ""),
    measured("descriptors: at most", growth.most.descriptors, ""),
    measured("temporary files: at most", growth.most.temporaryFiles, ""),
    ...(growth.first.databaseMb === null
      ? []
      : [
          measured("database folder: after warm-up", growth.first.databaseMb, "MB"),
          measured("database folder: at the end", growth.last.databaseMb ?? Number.NaN, "MB"),
        ]),
    measured("tables at the end", sumOf(found.tables, ({ bytes }) => bytes) / MEBIBYTE, "MB"),
    measured("tables without unused space", sumOf(found.tables, ({ packedBytes }) => packedBytes) / MEBIBYTE, "MB"),
    measured("this program was late, p99", found.ownDelayMs, "ms"),
  ];
  return {
    ...{ setup, minutes, refusals, growth },
    kinds: figuresByKind(mixed).toSorted((a, b) => b.requests - a.requests),
    others: [...judged.filter(({ target }) => target === undefined), ...others],
    verdicts: judged.filter(({ target }) => target !== undefined),
    tables: found.tables.slice(0, LARGEST),
  };
}

const LARGEST = 8;

const isFault = ({ status }: { readonly status: number }) => status === 0 || (status >= 500 && status !== 503);
const lacksRetryAfter = ({ status, count, withRetryAfter }: Refusals) => status === 503 && withRetryAfter < count;

function sumOf<T>(all: readonly T[], one: (value: T) => number): number {
  return all.reduce((sum, value) => sum + one(value), 0);
}

export function kindTable(kinds: readonly KindFigures[]): string {
  const ms = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(value < 100 ? 1 : 0));
  return table([
    ["kind", "requests", "p50 ms", "p95 ms", "p99 ms", "max ms", "refused"],
    ...kinds.map((one) => [
      ...[one.kind, String(one.requests), ms(one.p50), ms(one.p95), ms(one.p99), ms(one.max)],
      String(one.refused),
    ]),
  ]);
}

export function refusalTable(refusals: readonly Refusals[]): string {
  return table([
    ["refused", "code", "count", "with Retry-After"],
    ...refusals.map((one) => [
      one.status === 0 ? "no answer" : String(one.status),
      ...[one.code, String(one.count), String(one.withRetryAfter)],
    ]),
  ]);
}

export function tableOfTables(tables: readonly TableSize[]): string {
  const mb = (bytes: number) => (bytes / MEBIBYTE).toFixed(1);
  return table([
    ["table", "MB", "without unused space"],
    ...tables.map(({ name, bytes, packedBytes }) => [name, mb(bytes), mb(packedBytes)]),
  ]);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))))
    .map((cells) => `  ${cells.join("  ").trimEnd()}`)
    .join("\n");
}
