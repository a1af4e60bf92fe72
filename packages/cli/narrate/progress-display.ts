// Shows the stages of a narration on stderr: one changing line on a terminal, a plain line from time to time elsewhere.

import { duration } from "../terminal/amounts.ts";
import { barLine, label, plainLine, type Stage, type StageProgress } from "./progress-line.ts";

export interface Display {
  /** The current progress. */
  update(progress: StageProgress): void;
  /** The stage has ended; `note` is its result. */
  finish(stage: Stage, elapsedMs: number, note: string): void;
  /** A line of text that stays. */
  say(line: string): void;
  /** Removes the changing line. Call it before other output. */
  clear(): void;
}

export interface DisplayTarget {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const REDRAW_MS = 100;
/** Shortest time between two plain lines, ms. */
const PLAIN_AT_LEAST_MS = 3_000;
/** Longest time without a plain line, ms. */
const PLAIN_AT_MOST_MS = 15_000;

export const SILENT_DISPLAY: Display = { update() {}, finish() {}, say() {}, clear() {} };

export function createDisplay(target: DisplayTarget, now: () => number = () => performance.now()): Display {
  return target.isTTY === true ? terminalDisplay(target, now) : plainDisplay(target, now);
}

function terminalDisplay(target: DisplayTarget, now: () => number): Display {
  let drawn = "";
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    // Carriage return, then erase to the end of the line.
    if (drawn !== "") target.write("\r\x1b[K");
    drawn = "";
  };
  return {
    update(progress) {
      if (now() - drawnAt < REDRAW_MS) return;
      const line = barLine(progress, (target.columns ?? 80) - 1);
      drawnAt = now();
      if (line === drawn) return;
      target.write(`\r${line}\x1b[K`);
      drawn = line;
    },
    finish(stage, elapsedMs, note) {
      clear();
      drawnAt = Number.NEGATIVE_INFINITY;
      target.write(`${label(stage)} ${finished(elapsedMs, note)}\n`);
    },
    say(line) {
      clear();
      target.write(`${line}\n`);
    },
    clear,
  };
}

function plainDisplay(target: DisplayTarget, now: () => number): Display {
  let stage: Stage | null = null;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writtenTenth = 0;
  return {
    update(progress) {
      const tenth = Math.floor((progress.fraction ?? 0) * 10);
      const since = now() - writtenAt;
      if (progress.stage !== stage) {
        // A stage that ends at once has no line of its own.
        stage = progress.stage;
        writtenAt = now();
        writtenTenth = 0;
        return;
      }
      if (since < PLAIN_AT_LEAST_MS || (tenth === writtenTenth && since < PLAIN_AT_MOST_MS)) return;
      target.write(`${plainLine(progress)}\n`);
      writtenAt = now();
      writtenTenth = tenth;
    },
    finish(finishedStage, elapsedMs, note) {
      target.write(`${finishedStage}: ${finished(elapsedMs, note)}\n`);
    },
    say(line) {
      target.write(`${line}\n`);
    },
    clear() {},
  };
}

function finished(elapsedMs: number, note: string): string {
  return note === "" ? duration(elapsedMs) : `${duration(elapsedMs)}, ${note}`;
}
