// One line on a terminal for work with a known end: what is done, and how long it still takes.

import { clock } from "./amounts.ts";

const EVERY_MS = 200;
/** Earlier than this, the speed so far says little. */
const KNOWN_AFTER_MS = 2_000;

export interface TimeLeft {
  (what: string, done: number, total: number): void;
  /** Clears the line. */
  end(): void;
}

/** Shows nothing where the output is no terminal. */
export function timeLeft(output: NodeJS.WriteStream = process.stderr): TimeLeft {
  let current = "";
  let from = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (what: string, done: number, total: number) => {
    const now = performance.now();
    if (what !== current) {
      current = what;
      from = now;
    } else if (now - shownAt < EVERY_MS && done < total) return;
    if (!output.isTTY) return;
    shownAt = now;
    const passed = now - from;
    const left = done > 0 && passed > KNOWN_AFTER_MS ? `, ${clock((passed / done) * (total - done))} left` : "";
    output.write(`\r\u001b[K${what}: ${done} of ${total}${left}`);
  };
  return Object.assign(show, {
    end: () => {
      if (output.isTTY) output.write("\r\u001b[K");
    },
  });
}
