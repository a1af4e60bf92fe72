// The progress line of a stage: a pure function from numbers to text.

import { clock, counted, speed, whole } from "../terminal/amounts.ts";

export const STAGES = [
  "Reading",
  "Starting",
  "Structuring",
  "Casting",
  "Directing",
  "Speaking",
  "Mixing & encoding",
  "Saving",
] as const;

export type Stage = (typeof STAGES)[number];

export interface StageProgress {
  readonly stage: Stage;
  /** 0 to 1; null while unknown. */
  readonly fraction: number | null;
  readonly blocks: { readonly done: number; readonly total: number } | null;
  /** Audio that the stage has made so far. */
  readonly audioMs: number | null;
  /** Since the stage began. */
  readonly elapsedMs: number;
  /** The server's estimate; null when it has none. */
  readonly remainingMs: number | null;
}

/** For a terminal: at most `columns` characters; the least important parts are left out first. */
export function barLine(progress: StageProgress, columns: number): string {
  const head = label(progress.stage);
  const facts = factsOf(progress);
  for (let kept = facts.length; kept >= 0; kept--) {
    const tail = facts.slice(0, kept).join("  ");
    const room = columns - head.length - tail.length - 3;
    if (progress.fraction !== null && room >= 10)
      return `${head} ${bar(progress.fraction, Math.min(room, 24))}  ${tail}`;
    if (head.length + 1 + tail.length <= columns) return `${head} ${tail}`.trimEnd();
  }
  return head.trimEnd().slice(0, columns);
}

/** For a log: one line, without a bar. */
export function plainLine(progress: StageProgress): string {
  const facts = factsOf(progress);
  return facts.length === 0 ? `${progress.stage} …` : `${progress.stage}: ${facts.join(", ")}`;
}

/** The stage's name in a column. */
export function label(stage: Stage): string {
  return stage.padEnd(Math.max(...STAGES.map((name) => name.length)));
}

/** Most important first. */
function factsOf({ fraction, blocks, audioMs, elapsedMs, remainingMs }: StageProgress): string[] {
  const facts: string[] = [];
  if (fraction !== null) facts.push(`${String(Math.floor(fraction * 100)).padStart(3)} %`);
  const remaining = remainingMs ?? estimate(fraction, elapsedMs);
  if (blocks !== null) facts.push(`${whole(blocks.done)} of ${counted(blocks.total, "block")}`);
  if (remaining !== null) facts.push(`${clock(remaining)} left`);
  if (audioMs !== null && audioMs > 0) facts.push(speed(audioMs, elapsedMs));
  return facts;
}

/** An estimate from the pace so far, once enough is done. */
function estimate(fraction: number | null, elapsedMs: number): number | null {
  if (fraction === null || fraction < 0.05 || fraction > 1 || elapsedMs < 2000) return null;
  return (elapsedMs * (1 - fraction)) / fraction;
}

function bar(fraction: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * width);
  return "█".repeat(filled) + "░".repeat(width - filled);
}
